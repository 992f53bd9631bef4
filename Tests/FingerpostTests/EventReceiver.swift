import ByteText
import Foundation
import TestSupport

/// An event receiver in Python that verifies signatures and responds as configured.
final class EventReceiver {
    /// The response to a request.
    enum Mode: String, CaseIterable {
        case ok, fail, busy, stall
        case hangUp = "hang-up"
        /// Accepts the events, and closes the connection without a response.
        case lose
    }

    let port: UInt16
    private let folder: ScratchFolder
    private let secret: String
    private var child: Child?

    init() throws {
        folder = try ScratchFolder()
        port = try FreePort.next()
        secret = "whsec_" + Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
        try folder.file("secret", secret + "\n")
        try start()
    }

    var address: String { "http://127.0.0.1:\(port)/hook" }
    var secretFile: String { folder.url.appending(path: "secret").path() }

    /// The flags for a daemon that delivers to this receiver, with its spool in a folder.
    func flags(_ events: String) -> [String] {
        ["--events", events, "--events-webhook", address, "--events-secret-file", secretFile]
    }

    func start() throws {
        let script = RulesFolder.repository.appending(path: "Tests/Events/receiver.py").path()
        let child = try Child(
            "/usr/bin/python3", [script, "\(port)", folder.url.appending(path: "events").path(), secret])
        self.child = child
        let accepts = wait(seconds: 20) { (try? HTTPClient(port: port)) != nil || !child.isRunning }
        guard accepts, child.isRunning else { throw HTTPClient.Broken(description: "the receiver: \(child.error)") }
    }

    func stop() {
        child?.kill()
        _ = child?.waits(seconds: 5)
        child = nil
    }

    func set(_ mode: Mode) throws { try folder.file("events.mode", mode.rawValue) }

    /// The received events, in order; some appear twice.
    var events: [JSONValue] {
        let text = (try? String(contentsOf: folder.url.appending(path: "events"), encoding: .utf8)) ?? ""
        // The last line may be incomplete.
        return text.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }
    }

    deinit { child?.kill() }
}
