import ServiceFiles
import ByteText
import Client
import Glibc
import HTTP
import Libevent
import OpenSSL
import Settings

/// The receiver of events, and how a request is sent to it.
///
/// Requests follow Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. Redirects are not followed:
/// the operator decides where events go.
package struct WebhookTarget: Sendable {
    /// The result of a request.
    enum Answer: Sendable {
        case accepted
        /// Not accepted, or no response; `isOfContent` if other content may be accepted (4xx).
        case refused(String, isOfContent: Bool, retryAfter: Int?)
    }

    /// The time limit of a request.
    private static let patience = Duration.seconds(15)
    /// The maximum delay that a receiver may request, in seconds.
    private static let longestWait = 3600

    let address: ServerURL
    private let secrets: WebhookSecrets
    private let authorities: String?

    /// `nil` if the settings specify no webhook. Throws if its secret can't be used.
    init?(_ settings: DaemonSettings.Events, report: (String) -> Void) throws(StartupFault) {
        guard let text = settings.webhook else { return nil }
        do throws(ServerURL.Fault) { address = try ServerURL(text, statedAs: "events.webhook") } catch {
            throw StartupFault(error.description)
        }
        guard let path = settings.webhookSecretFile else {
            throw StartupFault(
                "events.webhook: requests must be signed: set events.webhook_secret_file; create the file with: "
                    + "echo whsec_$(openssl rand -base64 32)")
        }
        secrets = WebhookSecrets(path: path)
        authorities = settings.webhookAuthorities
        do throws(FileFault) { _ = try secrets.load(report: report) } catch { throw StartupFault(error.description) }
    }

    /// Sends events in one request. Waits for the network.
    func send(_ events: [[UInt8]]) -> Answer {
        guard let first = events.first else { return .accepted }
        let now = Int64(time(nil))
        // Equal events have an equal ID: a receiver that has seen it may skip the request.
        let id = "\(String(decoding: first.dropFirst(7).prefix(26), as: UTF8.self))-\(events.count)"
        let body = Self.body(events)
        var request = ClientRequest(host: address.host, target: address.target)
        request.method = "POST"
        request.authority = address.authority
        request.body = body
        do throws(FileFault) {
            let signature = WebhookSecrets.signature(id, now, body, try secrets.load())
            request.fields = [
                ("User-Agent", "fingerpost"), ("Content-Type", "application/json"), ("webhook-id", id),
                ("webhook-timestamp", "\(now)"), ("webhook-signature", signature),
            ]
        } catch { return .refused(error.description, isOfContent: false, retryAfter: nil) }
        return send(request)
    }

    private func send(_ request: ClientRequest) -> Answer {
        do {
            let tls = address.isSecure ? try TLSClientContext(authorities: authorities) : nil
            let outcome = try HostExchange(request, port: address.port, tls: tls).run(patience: Self.patience)
            switch outcome.result {
            case .success(let answer): return Self.answer(answer.head)
            case .failure(let fault): return .refused("\(fault)", isOfContent: false, retryAfter: nil)
            }
        } catch {
            return .refused("\(error)", isOfContent: false, retryAfter: nil)
        }
    }

    /// Maps a status: only 2xx is accepted.
    static func answer(_ head: ResponseHead) -> Answer {
        let status = head.status
        if (200..<300).contains(status) { return .accepted }
        // Sending fewer events helps if the content is refused, but not if the receiver is busy or unavailable.
        let isOfContent = (400..<500).contains(status) && ![401, 403, 404, 408, 410, 425, 429].contains(status)
        let wait = head["retry-after"].flatMap { Int($0) }.map { min(longestWait, max(0, $0)) }
        return .refused("status \(status)", isOfContent: isOfContent, retryAfter: wait)
    }

    /// `{"type":"events","data":[…]}`
    static func body(_ events: [[UInt8]]) -> [UInt8] {
        var body = Array(#"{"type":"events","data":["#.utf8)
        for (index, event) in events.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            body += event
        }
        return body + Array("]}".utf8)
    }
}
