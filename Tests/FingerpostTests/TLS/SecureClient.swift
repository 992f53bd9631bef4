import Foundation
import TestSupport
import Testing

/// The openssl command as a persistent client, which sends each piece in its own record.
final class SecureClient {
    private let child: Child
    private let pipe = Pipe.exclusive()

    init(port: UInt16, _ arguments: [String] = []) throws {
        child = try Child(
            try #require(CertificateMaker.openssl),
            ["s_client", "-quiet", "-connect", "127.0.0.1:\(port)", "-servername", "link.example"] + arguments,
            standardInput: pipe.fileHandleForReading)
    }

    func send(_ text: String) { try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

    /// The bytes received so far.
    var received: String { child.output }
    /// The command's diagnostics about the connection.
    var said: String { child.error }
    var isOpen: Bool { child.isRunning }

    /// The number of responses with a status.
    func count(_ status: Int) -> Int { received.components(separatedBy: "HTTP/1.1 \(status) ").count - 1 }

    /// Waits for this many responses.
    func hasAnswers(_ wanted: Int, _ status: Int = 302) -> Bool {
        wait(seconds: 15) { count(status) >= wanted || !isOpen } && count(status) == wanted
    }

    func closes(seconds: Double = 15) -> Bool { child.waits(seconds: seconds) }

    /// Disconnects without close_notify.
    func vanish() { child.kill() }

    deinit { child.kill() }
}
