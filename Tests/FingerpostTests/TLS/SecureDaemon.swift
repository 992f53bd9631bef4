import Foundation
import TestSupport
import Testing

/// A daemon with a plain, a TLS and a redirecting listener on free ports; stopped when the object is released.
final class SecureDaemon {
    let plain: UInt16
    let secure: UInt16
    let redirect: UInt16
    let admin: UInt16
    let edge: UInt16
    /// The TLS port and the redirecting port for proxies that pass connections on; 0 if there is none.
    let passedOn: (secure: UInt16, redirect: UInt16)
    let certificates: CertificateMaker
    private let rules: RulesFolder
    private let child: Child
    /// The process that serves, which changes with ``replace()``.
    private var serving: pid_t

    /// The site of all TLS tests: `link.example` and `rsa.example`, whose one link leads to `https://www.example.com/`.
    static let site = """
        site: example
        alt_svc: 'h3=":443"; ma=86400'
        hosts: [link.example, rsa.example]
        authorized_domains: [www.example.com]
        links: {WXYZ: "https://www.example.com/"}
        """

    /// - Parameters:
    ///   - site: The site's file.
    ///   - settings: More lines of `fingerpost.yaml`.
    ///   - hosts: Names with one certificate each, after those of the site.
    ///   - files: Copied to their paths in the rules directory.
    ///   - expectsProxyHeader: Whether there are also loopback listeners with the PROXY protocol.
    init(
        site: String = site, settings: String = "", environment: [String: String] = [:], flags: [String] = [],
        hosts: [String] = [], expectsProxyHeader: Bool = false, files: [String: URL] = [:]
    ) throws {
        certificates = try CertificateMaker()
        try certificates.make("ec", for: ["link.example"])
        try certificates.make("rsa", for: ["rsa.example", "*.Wild.example"], key: CertificateMaker.rsa)
        for host in hosts { try certificates.make(host, for: [host]) }
        rules = try RulesFolder(site: site)
        for (path, file) in files {
            let place = rules.folder.url.appending(path: path)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: file, to: place)
        }
        try Self.writeSettings(rules, certificates, hosts, settings, expectsProxyHeader)
        let free = ["--edge", "127.0.0.1:0", "--admin", "127.0.0.1:0", "--workers", "2"]
        let child = try Child(
            Program.path, ["serve", "--rules", rules.path] + free + flags, environment: environment,
            folder: certificates.folder.path)
        self.child = child
        serving = child.id
        let isReady = wait(seconds: 20) { child.error.contains("\nready ") || child.error.hasPrefix("ready ") }
        let line = child.error.split(separator: "\n").first { $0.hasPrefix("ready ") } ?? ""
        func ports(_ mark: String) -> [UInt16] {
            line.split(separator: " ").filter { $0.hasPrefix("\(mark)://127.0.0.1:") }
                .compactMap { $0.split(separator: ":").last.flatMap { UInt16($0) } }
        }
        let (secure, redirect) = (ports("front=https"), ports("redirect=http"))
        let count = expectsProxyHeader ? 2 : 1
        guard isReady, let plain = ports("front=http").first, secure.count == count, redirect.count == count,
            let admin = ports("admin=http").first, let edge = ports("edge=http").first
        else {
            child.kill()
            throw RunningDaemon.NotReady(description: "not ready: \(child.error)")
        }
        (self.plain, self.secure, self.redirect) = (plain, secure[0], redirect[0])
        (self.admin, self.edge) = (admin, edge)
        passedOn = expectsProxyHeader ? (secure[1], redirect[1]) : (0, 0)
    }

    private static func writeSettings(
        _ rules: RulesFolder, _ made: CertificateMaker, _ hosts: [String], _ more: String, _ expectsProxyHeader: Bool
    ) throws {
        let pairs = (["ec", "rsa"] + hosts).map { name in
            "        - {certificate: '\(made.path("\(name).pem"))', key: '\(made.path("\(name).key"))'}"
        }
        let tls = (["tls:"] + pairs).joined(separator: "\n")
        let passedOn = """
                - {address: "127.0.0.1:0", redirect: https, proxy_protocol: true}
                - address: "127.0.0.1:0"
                  proxy_protocol: true
                  \(tls)
            trusted_peers: [127.0.0.1]
            """
        try rules.folder.file(
            "fingerpost.yaml",
            """
            listen:
              front:
                - "127.0.0.1:0"
                - address: "127.0.0.1:0"
                  \(tls)
                - {address: "127.0.0.1:0", redirect: https}
            \(expectsProxyHeader ? passedOn : "")
            \(more)
            """)
    }

    var rulesPath: String { rules.path }
    /// Standard error so far.
    var said: String { child.error }
    var id: Int32 { child.id }
    func signal(_ number: Int32) { child.signal(number) }

    /// The number of successful handshakes, from the process that answers.
    func handshakes() throws -> Int {
        let metrics = try HTTPClient(port: admin)
        metrics.send(HTTPRequest.text("/metrics", host: "localhost"))
        return try metrics.answer().body.split(separator: "\n")
            .filter { $0.hasPrefix("fingerpost_tls_handshakes_total{") && !$0.contains("failed") }
            .compactMap { Int($0.split(separator: " ")[1]) }.reduce(0, +)
    }

    /// Sends SIGHUP, and waits until the daemon logs the text.
    func reload(saying text: String) -> Bool {
        let before = said.count
        signal(SIGHUP)
        return wait(seconds: 10) { said.dropFirst(before).contains(text) }
    }

    /// Has a successor take over (SIGUSR2), and returns its process ID once its predecessor has ended.
    func replace() throws -> pid_t {
        let old = serving
        kill(old, SIGUSR2)
        try #require(wait(seconds: 20) { HandoverTests.hasEnded(old) }, "\(said)")
        serving = try #require(HandoverTests.successors(said).last, "\(said)")
        return serving
    }

    func stop(seconds: Double = 20) -> Int32? {
        child.signal(SIGTERM)
        return ends(seconds: seconds)
    }

    /// The exit code of a daemon that is stopping; `nil` if a signal ended it or it did not end in time.
    func ends(seconds: Double = 20) -> Int32? {
        guard child.waits(seconds: seconds), !child.wasKilled else { return nil }
        return child.code
    }

    deinit {
        _ = stop(seconds: 5)
        child.kill()
        if serving != child.id { kill(serving, SIGKILL) }
    }

    static let click = HTTPRequest.text("/WXYZ", host: "link.example")
    static let lastClick = HTTPRequest.text("/WXYZ", host: "link.example", fields: ["Connection": "close"])

    /// The output of `openssl s_client` for a connection on which it sends one request, the connection's last.
    func connect(_ arguments: [String] = [], name: String? = "link.example", port: UInt16? = nil) throws
        -> Program.Outcome
    {
        let client = try Child(
            try #require(CertificateMaker.openssl),
            ["s_client", "-connect", "127.0.0.1:\(port ?? secure)", "-ign_eof"]
                + (name.map { ["-servername", $0] } ?? ["-noservername"]) + arguments,
            input: Self.lastClick, folder: certificates.folder.path)
        defer { client.kill() }
        #expect(client.waits(seconds: 20))
        return Program.Outcome(
            code: client.code, wasKilled: client.wasKilled, output: client.output, error: client.error)
    }
}
