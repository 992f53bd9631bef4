import CPostgreSQL
import Glibc

/// Where a server is and how to connect: libpq's keywords and their values (PostgreSQL, section 34.1.2).
///
/// What the text does not state is taken from the environment (`PGHOST`, `PGPASSWORD`, …), as libpq would, so that it can be
/// looked at here. The description never contains the password.
public struct ConnectionParameters: Sendable, Equatable {
    private var values: [String: String] = [:]

    /// Reads `postgresql://user@host:port,host2/database?keyword=value` or `host=… port=…`.
    ///
    /// Throws ``PostgreSQLError/parameters(_:)`` with a message that quotes nothing of the text.
    public init(_ text: String) throws(PostgreSQLError) {
        var message: UnsafeMutablePointer<CChar>?
        // Safe: the text is lent for the call; the list and the message are freed below, once each.
        guard let options = unsafe PQconninfoParse(text, &message) else {
            defer { unsafe PQfreemem(message) }
            let reason = unsafe message.map { unsafe MessageText.withoutQuotations(String(cString: $0)) }
            throw .parameters(
                "not a connection string: \(reason ?? "no memory"); write postgresql://user@host:port/database")
        }
        defer { unsafe PQconninfoFree(options) }
        var option = unsafe options
        // Safe: the list ends with an entry without a keyword; all texts are terminated and copied.
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe Self.value(of: option.pointee) { values[unsafe String(cString: keyword)] = value }
            unsafe option += 1
        }
        try check()
    }

    private static func value(of option: PQconninfoOption) -> String? {
        // Safe: as in the initialiser; the environment is not changed by this program.
        let stated = unsafe option.val ?? option.envvar.flatMap { unsafe getenv($0) }
        return unsafe stated.map { unsafe String(cString: $0) }
    }

    /// Refuses what libpq would only find while connecting, or by a file that may name any host.
    private func check() throws(PostgreSQLError) {
        if self["service"] != nil {
            throw .parameters("connection services are not supported; state host, port, user and dbname")
        }
        guard ports.count == 1 || ports.count == hosts.count else {
            throw .parameters("\(ports.count) ports for \(hosts.count) hosts; state one port, or one for each host")
        }
        guard ports.allSatisfy({ UInt16($0) != nil && $0 != "0" }) else {
            throw .parameters("a port is not a number from 1 to 65535")
        }
        guard addresses.isEmpty || hosts.isEmpty || addresses.count == hosts.count else {
            throw .parameters("\(addresses.count) addresses (hostaddr) for \(hosts.count) hosts; state one for each")
        }
    }

    /// The value of a keyword (`sslmode`, `application_name`); nil removes it, and is read where it is not stated.
    public subscript(keyword: String) -> String? {
        get { values[keyword].flatMap { $0.isEmpty ? nil : $0 } }
        set { values[keyword] = newValue }
    }

    /// The password, for owners that read it from a file of its own.
    public var password: String? {
        get { self["password"] }
        set { self["password"] = newValue }
    }

    /// The hosts in the order in which they are tried: names, addresses, or the folders of Unix sockets (a `/` or `@` first).
    /// Empty where none is stated: the system's default folder of sockets.
    public var hosts: [String] { list("host") }

    /// The ports: one for all hosts, or one for each.
    public var ports: [String] {
        let ports = list("port").map { $0.isEmpty ? "5432" : $0 }
        return ports.isEmpty ? ["5432"] : ports
    }

    /// The hosts' addresses, where `hostaddr` states them: one for each host, or empty.
    public var addresses: [String] { list("hostaddr") }

    private func list(_ keyword: String) -> [String] {
        self[keyword].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
    }

    /// The same for one host alone.
    ///
    /// - Parameters:
    ///   - host: A name, an address, or a folder of sockets; nil for the system's default.
    ///   - address: Where the name was found to be, so that connecting does not look it up.
    public func forHost(_ host: String?, address: String?, port: String) -> ConnectionParameters {
        var one = self
        one["host"] = host
        one["hostaddr"] = address
        one["port"] = port
        return one
    }

    /// Calls `body` with libpq's two lists, which end with null.
    func withLists<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let stated = values.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
        // Safe: each copy is made by strdup, lives until the call has returned, and is freed once.
        let keywords = unsafe stated.map { unsafe UnsafePointer(strdup($0.key)) } + [nil]
        let values = unsafe stated.map { unsafe UnsafePointer(strdup($0.value)) } + [nil]
        defer {
            unsafe (keywords + values).forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) }
        }
        return unsafe body(keywords, values)
    }
}

extension ConnectionParameters: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Where the server is: `postgresql://user@host:port,host2:port2/database`. No password, no option.
    public var description: String {
        let ports = ports
        let places = hosts.enumerated().map { index, host in "\(host):\(ports[ports.count == 1 ? 0 : index])" }
        let user = self["user"].map { $0 + "@" } ?? ""
        return "postgresql://\(user)\(places.joined(separator: ","))/\(self["dbname"] ?? "")"
    }

    public var debugDescription: String { description }

    /// Keeps the password out of `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
