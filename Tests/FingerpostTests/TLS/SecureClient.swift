import Foundation
import TestSupport
import Testing

/// The openssl command as a client that stays: what is sent goes out in a record of its own.
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

    /// What has come so far.
    var received: String { child.output }
    /// What the command says of the connection.
    var said: String { child.error }
    var isOpen: Bool { child.isRunning }

    /// How many answers with a status have come.
    func count(_ status: Int) -> Int { received.components(separatedBy: "HTTP/1.1 \(status) ").count - 1 }

    /// Waits until so many answers have come.
    func hasAnswers(_ wanted: Int, _ status: Int = 302) -> Bool {
        wait(seconds: 15) { count(status) >= wanted || !isOpen } && count(status) == wanted
    }

    func closes(seconds: Double = 15) -> Bool { child.waits(seconds: seconds) }

    /// Goes away without a word.
    func vanish() { child.kill() }

    deinit { child.kill() }
}
