import Foundation

/// A script of `Tests/Proxies/forward` that prints its port and logs its requests; stopped when the object is released.
public final class PythonServer {
    /// The script printed no port.
    public struct NotStarted: Error {}

    public let port: UInt16
    private let process = Process()
    private let folder: ScratchFolder

    /// A forward proxy for which every host is this machine.
    ///
    /// - Parameters:
    ///   - mode: `ok`, or the way in which it fails: see the script.
    ///   - credentials: The required `user:password`, if any.
    public static func proxy(_ mode: String = "ok", credentials: String? = nil) throws -> PythonServer {
        try PythonServer("proxy.py", [mode] + (credentials.map { [$0] } ?? []))
    }

    /// A server that accepts all requests.
    public static func server(certificate: String? = nil, key: String? = nil) throws -> PythonServer {
        try PythonServer("server.py", [certificate, key].compactMap(\.self))
    }

    private init(_ script: String, _ arguments: [String]) throws {
        folder = try ScratchFolder()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments =
            [RulesFolder.repository.appending(path: "Tests/Proxies/forward/\(script)").path(), folder.path + "log"]
            + arguments
        let output = Pipe.exclusive()
        process.standardOutput = output
        try process.start()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = UInt16(line.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw NotStarted() }
        self.port = port
    }

    /// The logged requests, in order.
    public var requests: [String] {
        let text = (try? String(contentsOfFile: folder.path + "log", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// Ends the server, and frees its port.
    public func stop() {
        // It inherits the blocked SIGTERM.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit { stop() }
}
