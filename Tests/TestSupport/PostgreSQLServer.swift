import Foundation

/// A PostgreSQL server for a test, on a Unix socket and on a free port of 127.0.0.1, with its files in a scratch folder.
///
/// It ends with the last reference, and when the test process dies.
public final class PostgreSQLServer: @unchecked Sendable {
    // Safe to share: a test uses its server on one thread at a time.

    /// Server options.
    public struct Options: Sendable {
        /// Whether commits survive a power cut. Without it a server is faster, and the writes of a killed process still survive.
        public var fsync = false
        /// `synchronous_commit`.
        public var synchronousCommit = "on"
        /// More settings of postgresql.conf.
        public var settings: [String: String] = [:]
        /// Lines before those of pg_hba.conf, which trust all users.
        public var access: [String] = []
        /// Files next to the settings, by name, readable only by the server: certificates and their keys.
        public var files: [String: String] = [:]

        public init() {}
    }

    /// The superuser of the cluster.
    public static let user = "postgres"

    public let port: Int
    /// The folder of the Unix socket.
    public let socketFolder: String
    let dataFolder: String
    let options: Options
    private let folder: URL
    private var process: Process?

    /// Whether this machine has PostgreSQL. If not, tests are skipped.
    public static var isInstalled: Bool { PostgreSQLInstallation.found != nil }

    /// Makes an empty cluster and starts its server.
    public convenience init(_ options: Options = Options()) throws {
        try self.init(options) { data in
            let template = try PostgreSQLInstallation.template.get()
            try PostgreSQLInstallation.run("cp", ["-a", template + "/.", data])
        }
        for (name, text) in options.files { try PostgreSQLInstallation.writeOwned(dataFolder + "/" + name, text) }
        let rules = dataFolder + "/pg_hba.conf"
        let trust = try String(contentsOfFile: rules, encoding: .utf8)
        try PostgreSQLInstallation.writeOwned(rules, (options.access + [trust]).joined(separator: "\n"))
        try start()
    }

    /// Makes the folders and calls `fill` to create the cluster.
    init(_ options: Options, fill: (_ dataFolder: String) throws -> Void) throws {
        self.options = options
        folder = try PostgreSQLInstallation.makeFolder()
        socketFolder = folder.appending(path: "run").path()
        dataFolder = folder.appending(path: "data").path()
        port = try Int(FreePort.next())
        try PostgreSQLInstallation.makeOwned(socketFolder, mode: 0o755)
        try PostgreSQLInstallation.makeOwned(dataFolder, mode: 0o700)
        try fill(dataFolder)
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// A connection string for the Unix socket.
    public var url: String { "host=\(socketFolder) port=\(port) user=\(Self.user) dbname=postgres" }

    /// A connection string for the port.
    public var networkURL: String { "postgresql://\(Self.user)@127.0.0.1:\(port)/postgres" }

    /// Starts the server, and returns when it accepts connections.
    public func start() throws {
        var settings = options.settings
        settings["fsync"] = options.fsync ? "on" : "off"
        settings["synchronous_commit"] = options.synchronousCommit
        settings["unix_socket_directories"] = socketFolder
        settings["listen_addresses"] = settings["listen_addresses"] ?? "127.0.0.1"
        settings["port"] = String(port)
        let arguments = settings.sorted { $0.key < $1.key }.flatMap { ["-c", "\($0.key)=\($0.value)"] }
        let log = folder.appending(path: "log").path()
        if !FileManager.default.fileExists(atPath: log) {
            _ = FileManager.default.createFile(atPath: log, contents: nil)
        }
        let output = FileHandle(forWritingAtPath: log)
        try output?.seekToEnd()
        process = try PostgreSQLInstallation.start(
            "postgres", ["-D", dataFolder] + arguments, asOwner: true, output: output)
        try waitUntilReady()
    }

    /// The server's log so far.
    public var log: String {
        (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? ""
    }

    private func waitUntilReady() throws {
        for _ in 0..<1500 {
            let lines = (try? String(contentsOfFile: dataFolder + "/postmaster.pid", encoding: .utf8))?
                .split(separator: "\n", omittingEmptySubsequences: false)
            let state = lines.flatMap { $0.count > 7 ? $0[7].trimmingCharacters(in: .whitespaces) : nil }
            if state == "ready" || state == "standby" { return }
            guard process?.isRunning == true else { break }
            usleep(10_000)
        }
        throw PostgreSQLServerFault("the server did not start:\n\(log.suffix(2000))")
    }

    /// Shuts down the server: connections are closed, and its files are consistent.
    public func stop() {
        guard let process else { return }
        Glibc.kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        self.process = nil
    }

    /// Kills all processes of the server with SIGKILL, as a power cut would.
    public func kill() {
        guard let process else { return }
        let postmaster = process.processIdentifier
        // Stopped first, so that it starts no other child in between.
        Glibc.kill(postmaster, SIGSTOP)
        let list = "/proc/\(postmaster)/task/\(postmaster)/children"
        let children = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
        for child in children.split(separator: " ").compactMap({ pid_t($0) }) { Glibc.kill(child, SIGKILL) }
        Glibc.kill(postmaster, SIGKILL)
        process.waitUntilExit()
        self.process = nil
        try? FileManager.default.removeItem(atPath: dataFolder + "/postmaster.pid")
    }

    /// Restarts the server on the same port.
    public func restart() throws {
        stop()
        try start()
    }

    /// Runs statements with psql and returns its output: rows without headings, columns separated by `|`.
    @discardableResult
    public func sql(_ text: String) throws -> String {
        try PostgreSQLInstallation.run(
            "psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", text])
    }
}

/// The reason why a server could not be created.
public struct PostgreSQLServerFault: Error, CustomStringConvertible {
    public let description: String
    init(_ description: String) { self.description = description }
}
