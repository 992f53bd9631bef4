import Foundation

/// The system's PostgreSQL installation, and the folder of all servers of this process.
///
/// A server refuses to run as root: in that case its files belong to the user `postgres`, and its programs run as that user.
enum PostgreSQLInstallation {
    /// The folder of the newest version's programs; `nil` if none is installed.
    static let found: String? = {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        return versions.compactMap { Int($0) }.sorted(by: >).map { "/usr/lib/postgresql/\($0)/bin" }
            .first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
    }()

    private static let isRoot = geteuid() == 0

    /// A cluster that is copied for each server.
    static let template = Result {
        let data = try makeFolder().appending(path: "template").path()
        try makeOwned(data, mode: 0o700)
        try run(
            "initdb",
            [
                "-D", data, "-U", PostgreSQLServer.user, "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C",
                "--wal-segsize=1",
            ], asOwner: true)
        return data
    }

    /// The folder of this process. A watcher removes it and kills its servers once the process has ended in any way: it
    /// waits for the end of a pipe whose other end only this process holds.
    private static let root = Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fp-pg-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let watcher = Process()
        watcher.executableURL = URL(filePath: "/bin/sh")
        watcher.arguments = ["-c", watch, "sh", folder.path()]
        let pipe = Pipe.exclusive()
        _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        watcher.standardInput = pipe
        watcher.standardOutput = FileHandle.nullDevice
        watcher.standardError = FileHandle.nullDevice
        try watcher.start()
        return (folder: folder, pipe: pipe)
    }

    private static let watch = """
        trap '' INT TERM HUP
        cat >/dev/null
        for file in "$1"/*/data/postmaster.pid; do
            read -r pid <"$file" && [ "$(readlink "/proc/$pid/cwd")" = "${file%/postmaster.pid}" ] && kill -9 "$pid"
        done
        sleep 0.2
        rm -rf "$1"
        """

    /// Makes the folder of a server.
    static func makeFolder() throws -> URL {
        let folder = try root.get().folder.appending(path: String(UUID().uuidString.prefix(8)))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Makes a folder owned by the server's user.
    static func makeOwned(_ path: String, mode: Int) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        if isRoot { try run("chown", [PostgreSQLServer.user + ":", path]) }
    }

    /// Writes a file that is owned by the server's user and readable by no one else.
    static func writeOwned(_ path: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        if isRoot { try run("chown", [PostgreSQLServer.user + ":", path]) }
    }

    /// Runs a program to its end and returns its output.
    @discardableResult
    static func run(
        _ program: String, _ arguments: [String], asOwner: Bool = false, mayFail: Bool = false
    ) throws -> String {
        let output = Pipe.exclusive()
        let process = try start(program, arguments, asOwner: asOwner, output: output.fileHandleForWriting)
        try output.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 || mayFail else { throw PostgreSQLServerFault("\(program): \(text)") }
        return text
    }

    /// Starts a program of PostgreSQL or of the system.
    static func start(
        _ program: String, _ arguments: [String], asOwner: Bool, output: FileHandle?
    ) throws -> Process {
        guard let found else { throw PostgreSQLServerFault("no PostgreSQL in /usr/lib/postgresql") }
        let own = found + "/" + program
        let command = [FileManager.default.isExecutableFile(atPath: own) ? own : program] + arguments
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let user = PostgreSQLServer.user
        let change = ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "--"]
        process.arguments = (asOwner && isRoot ? change : []) + command
        process.currentDirectoryURL = URL(filePath: "/")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = output ?? FileHandle.nullDevice
        try process.start()
        return process
    }
}
