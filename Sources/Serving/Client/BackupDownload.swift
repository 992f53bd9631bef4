import ByteText
import Glibc
import HTTP
import Libevent
package import OpenSSL

/// Downloads a backup of a peer's store: requests it there, and fetches it in chunks.
///
/// Failed chunks are retried a few times. The backup is complete when its digest matches the peer's.
package struct BackupDownload {
    private let peer: ServerURL
    private let token: String
    private let tls: TLSClientContext?
    private let proxy: OutgoingProxy?

    /// The timeout for one response.
    private static let patience = Duration.seconds(120)
    private static let tries = 5
    /// The maximum response size, larger than the peer's chunks.
    private static let mostBytes = 16 << 20

    /// The state of a backup as reported by the peer.
    private struct Status {
        var id = ""
        var state = ""
        var bytes = 0
        var digest = ""
        var problem = ""
    }

    /// Why a backup was not downloaded.
    package struct Fault: Error, CustomStringConvertible {
        /// The problem, as a sentence.
        package let description: String
    }

    /// Doesn't connect.
    ///
    /// - Parameters:
    ///   - peer: The peer's admin listener.
    ///   - token: A token with the scope for backups.
    ///   - tls: The authorities to trust, or `nil` for `http`.
    ///   - proxy: The proxy, or `nil` for direct connections.
    package init(from peer: ServerURL, token: String, tls: TLSClientContext?, proxy: OutgoingProxy? = nil) {
        (self.peer, self.token, self.tls, self.proxy) = (peer, token, tls, proxy)
    }

    /// Downloads the backup. Returns the number of bytes.
    ///
    /// - Parameters:
    ///   - write: Writes the next bytes of the file.
    ///   - progress: Shows the current step; an empty text at the end.
    package func run(write: ([UInt8]) -> Void, progress: (String) -> Void) throws(Fault) -> Int {
        let ready = try prepared(progress)
        defer { _ = try? ask("DELETE", "/v1/backup?id=\(ready.id)") }
        var digest = SHA256()
        var count = 0
        while count < ready.bytes {
            let piece = try ask("GET", "/v1/backup/content?id=\(ready.id)&offset=\(count)").body
            guard !piece.isEmpty, piece.count <= ready.bytes - count else {
                throw Fault(
                    description: "\(peer): the backup ends after \(count) of \(ready.bytes) bytes; nothing was kept")
            }
            write(piece)
            digest.add(piece.span)
            count += piece.count
            progress("\(count >> 20) of \(ready.bytes >> 20) MiB")
        }
        progress("")
        guard digest.finish() == ready.digest else {
            throw Fault(
                description: "\(peer): the received file differs from the sent one by its digest; nothing was kept")
        }
        return count
    }

    /// Requests a backup, and waits until the peer has prepared it.
    private func prepared(_ progress: (String) -> Void) throws(Fault) -> Status {
        var status = try read(try ask("POST", "/v1/backup", retries: false))
        while status.state == "copying" {
            progress("the peer copies its store")
            usleep(200_000)
            status = try read(try ask("GET", "/v1/backup?id=\(status.id)"))
        }
        guard status.state == "ready" else { throw Fault(description: "\(peer): \(status.problem)") }
        return status
    }

    private func read(_ answer: ClientAnswer) throws(Fault) -> Status {
        guard let json = try? JSONValue(parsing: answer.body.span), let id = json["id"]?.string,
            id.utf8.allSatisfy({ $0.isAlphanumeric }), let state = json["state"]?.string
        else { throw Fault(description: "\(peer): not a response of a node of this version") }
        return Status(
            id: id, state: state, bytes: json["bytes"]?.number?.int ?? 0, digest: json["sha256"]?.string ?? "",
            problem: json["problem"]?.string ?? "it has no backup")
    }

    // MARK: - Requests

    /// Sends a request and returns its response. Retries if there is none, unless the request is not idempotent.
    private func ask(_ method: String, _ target: String, retries: Bool = true) throws(Fault) -> ClientAnswer {
        let base = peer.target.hasSuffix("/") ? String(peer.target.dropLast()) : peer.target
        var request = ClientRequest(
            host: peer.host, target: base + target,
            fields: [("Authorization", "Bearer \(token)"), ("User-Agent", "fingerpost"), ("Content-Length", "0")])
        request.method = method
        request.authority = peer.authority
        var tries = 0
        while true {
            switch try send(request) {
            case .success(let answer):
                if answer.head.status < 300 { return answer }
                // The token is rate-limited, which lets the peer's operator bound the bandwidth of backups.
                guard answer.head.status == 429 else { throw refusal(answer) }
                sleep(UInt32(answer.head["retry-after"] ?? "") ?? 1)
            case .failure(let fault):
                tries += 1
                guard retries, tries < Self.tries else { throw Fault(description: "\(peer): \(fault)") }
                usleep(500_000)
            }
        }
    }

    private func send(_ request: ClientRequest) throws(Fault) -> Result<ClientAnswer, ClientFault> {
        var exchange = HostExchange(request, port: peer.port, tls: tls, proxy: proxy)
        exchange.limits.bodyBytes = Self.mostBytes
        do throws(EventError) { return try exchange.run(patience: Self.patience).result } catch {
            throw Fault(description: "\(peer): \(error)")
        }
    }

    private func refusal(_ answer: ClientAnswer) -> Fault {
        let json = try? JSONValue(parsing: answer.body.span)
        let message = json?["error"]?["message"]?.string ?? "status \(answer.head.status)"
        let hint = answer.head.status == 403 ? "; `fingerpost token create NAME --scope backup` creates one" : ""
        return Fault(description: "\(peer): \(message)\(hint)")
    }
}
