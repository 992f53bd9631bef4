import Client
import Foundation
import Libevent
import OpenSSL
import Synchronization
import Testing

/// Downloads of a store from a peer, which is a socket of the test.
@Suite("a backup of a peer")
struct BackupDownloadTests {
    /// Answers each request on a connection of its own, and records its first line.
    private final class Peer: Sendable {
        let url: ServerURL
        private let descriptor: Int32
        private let recorded = Mutex<[String]>([])

        init(_ answer: @escaping @Sendable (_ requestLine: String) -> (status: String, body: String)) throws {
            let listener = try ListeningSocket(#require(SocketAddress("127.0.0.1:0")))
            url = try ServerURL("http://\(listener.address)/", statedAs: "--from")
            descriptor = try listener.duplicate()
            Thread.detachNewThread { [weak self, descriptor] in
                var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                // Safe: points to one `pollfd` in a local variable.
                while unsafe poll(&ready, 1, -1) > 0 {
                    let client = accept(descriptor, nil, nil)
                    guard client >= 0 else { break }
                    self?.serve(client, answer)
                    close(client)
                }
                close(descriptor)
            }
        }

        deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

        var requests: [String] { recorded.withLock { $0 } }

        private func serve(_ client: Int32, _ answer: (String) -> (status: String, body: String)) {
            var bytes = [UInt8](repeating: 0, count: 4096)
            // Safe: the bytes are written only within the call.
            let count = unsafe recv(client, &bytes, bytes.count, 0)
            let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            guard text.contains("Authorization: Bearer secret\r\n") else { return }
            let line = String(text.prefix { $0 != "\r\n" }).replacing(" HTTP/1.1", with: "")
            recorded.withLock { $0.append(line) }
            let (status, body) = answer(line)
            let response = Array("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
            // Safe: the bytes are read only within the call.
            _ = unsafe send(client, response, response.count, Int32(MSG_NOSIGNAL))
        }
    }

    private static func digest(_ text: String) -> String {
        var digest = SHA256()
        digest.add(Array(text.utf8).span)
        return digest.finish()
    }

    /// A peer that needs a moment, and then sends a file of two chunks.
    private static func peer(digest: String) throws -> Peer {
        try Peer { line in
            switch line {
            case "POST /v1/backup": ("200 OK", #"{"id": "b1", "state": "copying"}"#)
            case "GET /v1/backup?id=b1":
                ("200 OK", #"{"id": "b1", "state": "ready", "bytes": 6, "sha256": "\#(digest)"}"#)
            case "GET /v1/backup/content?id=b1&offset=0": ("200 OK", "abc")
            case "GET /v1/backup/content?id=b1&offset=3": ("200 OK", "def")
            case "DELETE /v1/backup?id=b1": ("204 No Content", "")
            default: ("404 Not Found", "")
            }
        }
    }

    /// Downloads everything, and returns it.
    private static func download(_ peer: Peer) throws -> String {
        var bytes: [UInt8] = []
        let download = BackupDownload(from: peer.url, token: "secret", tls: nil)
        let count = try download.run(write: { bytes += $0 }, progress: { _ in })
        #expect(count == bytes.count)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("is fetched in chunks once the peer has copied its store, which may then remove it")
    func whole() throws {
        let peer = try Self.peer(digest: Self.digest("abcdef"))
        #expect(try Self.download(peer) == "abcdef")
        #expect(
            peer.requests == [
                "POST /v1/backup", "GET /v1/backup?id=b1", "GET /v1/backup/content?id=b1&offset=0",
                "GET /v1/backup/content?id=b1&offset=3", "DELETE /v1/backup?id=b1",
            ])
    }

    @Test("with another digest is refused")
    func damage() throws {
        let peer = try Self.peer(digest: Self.digest("abcdeg"))
        let fault = try #require(throws: BackupDownload.Fault.self) { try Self.download(peer) }
        #expect(fault.description.contains("differs from the sent one by its digest"))
        #expect(peer.requests.last == "DELETE /v1/backup?id=b1")
    }

    @Test("the peer's refusal is reported, with the command for a token that it would accept")
    func refusal() throws {
        let peer = try Peer { _ in ("403 Forbidden", #"{"error": {"message": "the scope is missing"}}"#) }
        let fault = try #require(throws: BackupDownload.Fault.self) { try Self.download(peer) }
        #expect(
            fault.description.hasSuffix(
                "the scope is missing; `fingerpost token create NAME --scope backup` creates one"))
    }
}
