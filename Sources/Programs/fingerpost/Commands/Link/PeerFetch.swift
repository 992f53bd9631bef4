import ServiceFiles
import ByteText
import Client
import Glibc
import HTTP
import Libevent
import OpenSSL

/// Downloads a backup of a peer's store: requests it there, and fetches it in chunks into a file.
///
/// Failed chunks are retried a few times. The file is complete when its digest matches the peer's.
struct PeerFetch {
    let peer: ServerURL
    private let token: String
    private let routes: [ClientExchange.Route]
    private let limits: ResponseReader.Limits

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

    /// - Parameters:
    ///   - address: The peer's admin listener: `https://peer:9090`; `http` only for this machine.
    ///   - authorities: The file of CAs to trust, or `nil` for the system's.
    init(_ address: String, tokenFile: String, authorities: String?) throws {
        do throws(ServerURL.Fault) { peer = try ServerURL(address, statedAs: "--from") } catch {
            throw Failure(error.description)
        }
        token = try Self.token(tokenFile)
        var limits = ResponseReader.Limits()
        limits.bodyBytes = Self.mostBytes
        self.limits = limits
        routes = try Self.routes(to: peer, authorities)
    }

    private static func routes(to peer: ServerURL, _ authorities: String?) throws -> [ClientExchange.Route] {
        let tls: TLSClientContext?
        do throws(CertificateFault) {
            tls = peer.isSecure ? try TLSClientContext(authorities: authorities) : nil
        } catch { throw Failure("--ca: \(error)") }
        switch HostLookups.run([peer.host], seconds: 10)[peer.host] {
        case .success(let found)? where !found.isEmpty:
            return found.map { ClientExchange.Route(.ip($0, port: peer.port), tls: tls) }
        case .failure(let fault)?: throw Failure("\(peer): \(fault.reason)")
        default: throw Failure("\(peer): the name has no address")
        }
    }

    private static func token(_ path: String) throws -> String {
        do throws(FileFault) {
            try SecretFile.examine(path) { Output.error($0) }
            let bytes = try SecretFile.bytes(path, "the token file", limit: 4096)
            return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
        } catch { throw Failure(error.description) }
    }

    /// Downloads into an open file, which the caller finishes. Returns the number of bytes.
    func fetch(into file: OutputFile) throws -> Int {
        let ready = try prepared()
        defer { _ = try? ask("DELETE", "/v1/backup?id=\(ready.id)") }
        var digest = SHA256()
        var count = 0
        while count < ready.bytes {
            let piece = try ask("GET", "/v1/backup/content?id=\(ready.id)&offset=\(count)").body
            guard !piece.isEmpty, piece.count <= ready.bytes - count else {
                throw Failure("\(peer): the backup ends after \(count) of \(ready.bytes) bytes; nothing was kept")
            }
            file.write(piece)
            digest.add(piece.span)
            count += piece.count
            progress("\(count >> 20) of \(ready.bytes >> 20) MiB")
        }
        progress("")
        guard digest.finish() == ready.digest else {
            throw Failure("\(peer): the received file differs from the sent one by its digest; nothing was kept")
        }
        return count
    }

    /// Requests a backup, and waits until the peer has prepared it.
    private func prepared() throws -> Status {
        var status = try read(try ask("POST", "/v1/backup", retries: false))
        while status.state == "copying" {
            progress("the peer copies its store")
            usleep(200_000)
            status = try read(try ask("GET", "/v1/backup?id=\(status.id)"))
        }
        guard status.state == "ready" else { throw Failure("\(peer): \(status.problem)") }
        return status
    }

    private func read(_ answer: ClientAnswer) throws -> Status {
        guard let json = try? JSONValue(parsing: answer.body.span), let id = json["id"]?.string,
            id.utf8.allSatisfy({ $0.isAlphanumeric }), let state = json["state"]?.string
        else { throw Failure("\(peer): not a response of a node of this version") }
        return Status(
            id: id, state: state, bytes: json["bytes"]?.number?.int ?? 0, digest: json["sha256"]?.string ?? "",
            problem: json["problem"]?.string ?? "it has no backup")
    }

    private func progress(_ text: String) {
        if Terminal.error.isTerminal { Output.status(text) }
    }

    // MARK: - Requests

    /// Sends a request and returns its response. Retries if there is none, unless the request is not idempotent.
    private func ask(_ method: String, _ target: String, retries: Bool = true) throws -> ClientAnswer {
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
                guard retries, tries < Self.tries else { throw Failure("\(peer): \(fault)") }
                usleep(500_000)
            }
        }
    }

    /// Sends a request to the first reachable address.
    private func send(_ request: ClientRequest) throws -> Result<ClientAnswer, ClientFault> {
        var batch = ClientBatch()
        batch.deadline = Self.patience
        batch.limits = limits
        var last: Result<ClientAnswer, ClientFault> = .failure(.connection("no address"))
        for route in routes {
            do throws(EventError) {
                last = try batch.run([ClientBatch.Job(request, route)]).first?.result ?? last
            } catch { throw Failure("\(peer): \(error)") }
            if case .failure(.connection) = last { continue }
            break
        }
        return last
    }

    private func refusal(_ answer: ClientAnswer) -> Failure {
        let json = try? JSONValue(parsing: answer.body.span)
        let message = json?["error"]?["message"]?.string ?? "status \(answer.head.status)"
        let hint = answer.head.status == 403 ? "; `fingerpost token create NAME --scope backup` creates one" : ""
        return Failure("\(peer): \(message)\(hint)")
    }
}
