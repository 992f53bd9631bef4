import Foundation
import TestSupport
import Testing

/// Clients that are slow, are cut off, or do not use TLS.
@Suite(
    "TLS with difficult clients", .serialized, .timeLimit(.minutes(20)),
    .enabled(if: CertificateMaker.openssl != nil, "skipped: openssl is not installed"))
struct TLSRobustnessTests {
    @Test("a request in two records, cut at every byte, and a handshake and a request that come byte by byte")
    func records() throws {
        let daemon = try SecureDaemon()
        let client = try SecureClient(port: daemon.secure)
        let request = Array(SecureDaemon.click)
        for cut in 1..<request.count {
            client.send(String(request[..<cut]))
            usleep(2000)
            client.send(String(request[cut...]))
            #expect(client.hasAnswers(cut), "\(cut)")
        }
        for version in ["-tls1_2", "-tls1_3"] {
            let relay = try CuttingRelay(to: daemon.secure)
            let outcome = try daemon.connect([version], port: relay.port)
            #expect(
                outcome.output.contains("HTTP/1.1 302 ") && outcome.output.hasSuffix("closed\n"), "\(outcome.output)")
        }
    }

    @Test("a session that keeps its buffers gives them back after a tick without a word, and part of a record stays")
    func keptBuffers() throws {
        // A tick is half a second, a quarter of the lingering time.
        let daemon = try SecureDaemon(environment: ["FINGERPOST_LIMITS_HEADER_SECONDS": "5"])
        let relay = try CuttingRelay(to: daemon.secure)
        let client = try SecureClient(port: relay.port)
        for count in 1...3 {
            client.send(SecureDaemon.click)
            #expect(client.hasAnswers(count))
        }
        relay.pause(milliseconds: 1200)
        client.send(SecureDaemon.click)
        #expect(client.hasAnswers(4))
        relay.pause(milliseconds: 0)
        for count in 5...9 {
            client.send(SecureDaemon.click)
            #expect(client.hasAnswers(count))
        }
        usleep(1_200_000)
        client.send(SecureDaemon.click)
        #expect(client.hasAnswers(10))
        #expect(daemon.stop() == 0)
    }

    @Test("thousands of requests at once, to a client that reads late, are all answered in order")
    func pipelining() throws {
        let daemon = try SecureDaemon(settings: "hsts: 1")
        let count = 20_000
        let (pipe, output) = (Pipe.exclusive(), Pipe.exclusive())
        // The shell's pipe is small: the client stops to read until it is emptied.
        let client = try Child(
            "/bin/sh",
            [
                "-c", "\"$0\" s_client -quiet -connect 127.0.0.1:\(daemon.secure) 2>/dev/null | (sleep 1; exec cat)",
                try #require(CertificateMaker.openssl),
            ], standardInput: pipe.fileHandleForReading)
        _ = output
        let requests = String(repeating: SecureDaemon.click, count: 100)
        Thread.detachNewThread {
            for _ in 0..<(count / 100) { try? pipe.fileHandleForWriting.write(contentsOf: Data(requests.utf8)) }
            try? pipe.fileHandleForWriting.write(contentsOf: Data(SecureDaemon.lastClick.utf8))
        }
        #expect(client.waits(seconds: 60))
        let answers = client.output.components(separatedBy: "HTTP/1.1 302 ").count - 1
        #expect(answers == count + 1)
        #expect(client.output.suffix(300).contains("\r\nConnection: close\r\n"))
    }

    @Test(
        "HTTP without TLS is answered 400, other bytes are cut off, and clients that vanish at any moment are forgotten"
    )
    func noTLS() throws {
        let daemon = try SecureDaemon()
        for method in ["GET", "HEAD", "POST"] {
            let plain = try HTTPClient(port: daemon.secure)
            plain.send(HTTPRequest.text("/WXYZ", method: method, host: "link.example"))
            #expect(try plain.answer().status == 400)
            #expect(try plain.isClosedByPeer())
        }
        let noise = try HTTPClient(port: daemon.secure)
        noise.send("SSH-2.0-OpenSSH_9.2\r\n")
        #expect(throws: HTTPClient.Broken.self) { try noise.answer() }
        for bytes in ["", "\u{16}", "\u{16}\u{03}\u{01}\u{01}\u{00}\u{01}\u{00}", "GET"] {
            let client = try HTTPClient(port: daemon.secure)
            client.send(bytes)
        }
        for text in ["", "GET / HT", SecureDaemon.click] {
            let client = try SecureClient(port: daemon.secure)
            client.send(text)
            usleep(100_000)
            client.vanish()
        }
        func open() throws -> Bool {
            let client = try HTTPClient(port: daemon.admin)
            client.send(HTTPRequest.text("/metrics", host: "localhost"))
            return try client.answer().body.contains("\nfingerpost_http_connections 1\n")
        }
        #expect(wait(seconds: 5) { (try? open()) == true }, "only the one that asks is left")
        #expect(try daemon.connect().output.contains("HTTP/1.1 302 "))
        #expect(daemon.stop() == 0)
    }

    @Test("a handshake that does not end has the time of a head")
    func slowHandshakes() throws {
        let daemon = try SecureDaemon(environment: ["FINGERPOST_LIMITS_HEADER_SECONDS": "1"])
        let began = ContinuousClock.now
        let silent = try HTTPClient(port: daemon.secure)
        let begun = try HTTPClient(port: daemon.secure)
        // The head of a record with a handshake, and the start of a ClientHello.
        begun.send("\u{16}\u{03}\u{01}\u{01}\u{00}\u{01}\u{00}")
        let established = try SecureClient(port: daemon.secure)
        #expect(try silent.isClosedByPeer() && begun.isClosedByPeer())
        #expect(established.closes())
        // Ten seconds are the default.
        #expect(ContinuousClock.now - began < .seconds(9.5))
        // A partial request is answered as such; a connection that waits for its next request has more time.
        let half = try SecureClient(port: daemon.secure)
        half.send(SecureDaemon.click + "GET /WX")
        #expect(half.hasAnswers(1))
        #expect(half.closes() && half.count(408) == 1, "\(half.received)")
        let idle = try SecureClient(port: daemon.secure)
        idle.send(SecureDaemon.click)
        #expect(idle.hasAnswers(1))
        #expect(!idle.closes(seconds: 2.5))
        idle.send(SecureDaemon.click)
        #expect(idle.hasAnswers(2))
    }

    @Test("a limit keeps clients out with an alert")
    func limits() throws {
        let daemon = try SecureDaemon(environment: ["FINGERPOST_LIMITS_PER_ADDRESS": "1"])
        let first = try SecureClient(port: daemon.secure)
        first.send(SecureDaemon.click)
        #expect(first.hasAnswers(1))
        #expect(try daemon.connect().error.contains("alert internal error"))
        first.send(SecureDaemon.click)
        #expect(first.hasAnswers(2))
    }

    @Test("a drain answers what has begun, in TLS too, and ends with 0")
    func drain() throws {
        let daemon = try SecureDaemon()
        let idle = try SecureClient(port: daemon.secure)
        let begun = try SecureClient(port: daemon.secure)
        idle.send(SecureDaemon.click)
        begun.send(SecureDaemon.click + "GET /WXYZ HTTP/1.1\r\n")
        #expect(idle.hasAnswers(1) && begun.hasAnswers(1))
        daemon.signal(SIGTERM)
        #expect(wait(seconds: 10) { (try? HTTPClient(port: daemon.secure)) == nil })
        begun.send("Host: link.example\r\n\r\n")
        #expect(begun.closes() && begun.count(302) == 2, "\(begun.received)")
        #expect(idle.closes() && !idle.said.contains("unexpected eof"), "\(idle.said)")
        #expect(daemon.ends() == 0)
    }

    @Test("a successor takes the listeners over, each with its protocol")
    func handover() throws {
        let daemon = try SecureDaemon()
        let old = daemon.id
        daemon.signal(SIGUSR2)
        let stat = "/proc/\(old)/stat"
        var answered = 0
        let isGone = wait(seconds: 20) {
            if (try? daemon.connect().output.contains("HTTP/1.1 302 ")) == true {
                answered += 1
            } else {
                answered -= 1000
            }
            return (try? String(contentsOfFile: stat, encoding: .utf8))?.contains(") Z ") ?? true
        }
        #expect(isGone && answered > 0, "\(answered), \(daemon.said)")
        let words = daemon.said.split(whereSeparator: \.isWhitespace)
        let new = try #require(words.firstIndex(of: "taking").flatMap { pid_t(words[$0 - 2]) })
        defer { kill(new, SIGKILL) }
        #expect(try daemon.connect().output.contains("HTTP/1.1 302 "))
        for (port, status) in [(daemon.plain, 302), (daemon.redirect, 301)] {
            let client = try HTTPClient(port: port)
            client.send(SecureDaemon.click)
            #expect(try client.answer().status == status)
        }
    }
}
