import CPostgreSQL
import Glibc

/// The address of a server and connection options: libpq's keywords and their values (PostgreSQL, section 34.1.2).
///
/// Values not in the connection string are read from the environment (`PGHOST`, `PGPASSWORD`, …), as libpq would do, so
/// that they can be inspected here. The description never contains the password.
public struct ConnectionParameters: Sendable, Equatable {
    private var values: [String: String] = [:]

    /// Parses `postgresql://user@host:port,host2/database?keyword=value` or `host=… port=…`.
    ///
    /// Throws ``PostgreSQLError/parameters(_:)`` with a message that quotes no part of the text.
    public init(_ text: String) throws(PostgreSQLError) {
        var message: UnsafeMutablePointer<CChar>?
        // Safe: the text is valid during the call; the list and the message are freed below, once each.
        guard let options = unsafe PQconninfoParse(text, &message) else {
            defer { unsafe PQfreemem(message) }
            let reason = unsafe message.map { unsafe MessageText.withoutQuotations(String(cString: $0)) }
            throw .parameters(
                "not a connection string: \(reason ?? "out of memory"); write postgresql://user@host:port/database")
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
        // Safe: as in the initializer; this program does not change the environment.
        let stated = unsafe option.val ?? option.envvar.flatMap { unsafe getenv($0) }
        return unsafe stated.map { unsafe String(cString: $0) }
    }

    /// Rejects values that libpq would reject only while connecting, and services, whose file may specify any host.
    private func check() throws(PostgreSQLError) {
        if self["service"] != nil {
            throw .parameters("connection services are not supported; set host, port, user and dbname")
        }
        guard ports.count == 1 || ports.count == hosts.count else {
            throw .parameters("\(ports.count) ports for \(hosts.count) hosts; set one port, or one per host")
        }
        guard ports.allSatisfy({ UInt16($0) != nil && $0 != "0" }) else {
            throw .parameters("a port is not a number from 1 to 65535")
        }
        guard addresses.isEmpty || hosts.isEmpty || addresses.count == hosts.count else {
            throw .parameters("\(addresses.count) addresses (hostaddr) for \(hosts.count) hosts; set one per host")
        }
    }

    /// The value of a keyword (`sslmode`, `application_name`), or `nil` if it is not set. Setting `nil` removes it.
    public subscript(keyword: String) -> String? {
        get { values[keyword].flatMap { $0.isEmpty ? nil : $0 } }
        set { values[keyword] = newValue }
    }

    /// The password, for owners that read it from a separate file.
    public var password: String? {
        get { self["password"] }
        set { self["password"] = newValue }
    }

    /// The hosts in the order in which they are tried: names, addresses, or directories of Unix sockets (beginning with
    /// `/` or `@`). Empty for the system's default socket directory.
    public var hosts: [String] { list("host") }

    /// The ports: one for all hosts, or one for each.
    public var ports: [String] {
        let ports = list("port").map { $0.isEmpty ? "5432" : $0 }
        return ports.isEmpty ? ["5432"] : ports
    }

    /// The addresses of the hosts from `hostaddr`: one for each host, or empty.
    public var addresses: [String] { list("hostaddr") }

    private func list(_ keyword: String) -> [String] {
        self[keyword].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
    }

    /// The parameters for a single host.
    ///
    /// - Parameters:
    ///   - host: A name, an address, or a socket directory; `nil` for the system's default.
    ///   - address: The resolved address of the host, so that connecting does not require a lookup.
    public func forHost(_ host: String?, address: String?, port: String) -> ConnectionParameters {
        var one = self
        one["host"] = host
        one["hostaddr"] = address
        one["port"] = port
        return one
    }

    /// Calls `body` with libpq's two null-terminated arrays.
    func withLists<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let stated = values.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
        // Safe: each copy is made by strdup, outlives the call, and is freed once.
        let keywords = unsafe stated.map { unsafe UnsafePointer(strdup($0.key)) } + [nil]
        let values = unsafe stated.map { unsafe UnsafePointer(strdup($0.value)) } + [nil]
        defer {
            unsafe (keywords + values).forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) }
        }
        return unsafe body(keywords, values)
    }
}

extension ConnectionParameters: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address of the server: `postgresql://user@host:port,host2:port2/database`. No password and no options.
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
