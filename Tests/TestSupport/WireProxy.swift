import Foundation

/// `Tests/Nodes/wire-proxy` between a client and a server: faults of networks and distributed engines, on command.
public final class WireProxy: @unchecked Sendable {
    // Safe to share: a test uses its proxy on one thread at a time.

    public let port: Int
    private let process = Process()
    private let input = Pipe.exclusive()
    private let output = Pipe.exclusive()

    /// Whether this machine has the script's interpreter. If not, tests are skipped.
    public static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    /// Starts a proxy in front of a server.
    ///
    /// - Parameter stale: A standby that answers reads after the command `stale`.
    public init(_ server: PostgreSQLServer, stale: PostgreSQLServer? = nil, seed: Int = 1) throws {
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments =
            [
                RulesFolder.repository.appending(path: "Tests/Nodes/wire-proxy").path(),
                "--server", "127.0.0.1:\(server.port)", "--seed", "\(seed)",
            ] + (stale.map { ["--stale", "127.0.0.1:\($0.port)"] } ?? [])
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        process.standardInput = input
        process.standardOutput = output
        try process.start()
        let line = Self.line(of: output)
        guard let port = line.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw PostgreSQLServerFault("the proxy did not start: \(line)")
        }
        self.port = port
    }

    deinit {
        // It ends at the end of its input.
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// A connection string for the proxy.
    public var url: String { "postgresql://\(PostgreSQLServer.user)@127.0.0.1:\(port)/postgres" }

    /// Sends the proxy a command (`wire-proxy --help` lists them) and returns its response.
    @discardableResult
    public func tell(_ command: String) throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8))
        let answer = Self.line(of: output)
        if answer.isEmpty || answer.hasPrefix("error:") { throw PostgreSQLServerFault("\(command): \(answer)") }
        return answer
    }

    /// A counter of the proxy: `fail-commit`, `connections`, `stale`, …
    public func count(_ what: String) throws -> Int { try numbers("status")[what] ?? 0 }

    /// The texts of the statements that have passed, with white space collapsed, and their counts.
    public func statements() throws -> [String: Int] { try numbers("statements") }

    private func numbers(_ command: String) throws -> [String: Int] {
        try JSONDecoder().decode([String: Int].self, from: Data(try tell(command).utf8))
    }

    /// Runs psql through the proxy; returns its output, including errors.
    public func psql(_ statements: String...) throws -> String {
        try PostgreSQLInstallation.run(
            "psql", ["-X", "-q", "-A", "-t", "-d", url] + statements.flatMap { ["-c", $0] }, mayFail: true)
    }

    private static func line(of pipe: Pipe) -> String {
        var bytes: [UInt8] = []
        while let byte = (try? pipe.fileHandleForReading.read(upToCount: 1))?.first, byte != 0x0A { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
