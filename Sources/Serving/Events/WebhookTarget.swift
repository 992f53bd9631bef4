import ByteText
package import Client
import Glibc
import HTTP
import Libevent
import OpenSSL
package import ServiceFiles
package import Settings

/// A receiver of events, and how a request is sent to it.
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

    /// The name in files, metrics and messages.
    package let name: String
    /// The receiver's address.
    package let address: ServerURL
    /// The events that it receives.
    let filter: EventFilter
    /// For how many seconds an event is retried.
    let retryFor: Int
    private let secrets: WebhookSecrets
    private let authorities: String?
    private let proxy: OutgoingProxy?

    /// Throws if the address, the secret or the filter can't be used.
    ///
    /// - Parameters:
    ///   - retryHours: The hours for which events are retried, if the webhook's own setting does not state them.
    ///   - proxy: The proxy of requests to other servers, or `nil` for none.
    package init(
        _ setting: WebhookSetting, retryHours: Int, proxy: OutgoingProxy?, report: (String) -> Void
    ) throws(StartupFault) {
        name = setting.name
        self.proxy = proxy
        do throws(ServerURL.Fault) { address = try ServerURL(setting.url, statedAs: setting.place) } catch {
            throw StartupFault(error.description)
        }
        guard let path = setting.secretFile else {
            throw StartupFault(
                "\(setting.place): requests must be signed: set \(setting.secretPlace); create the file with: "
                    + "echo whsec_$(openssl rand -base64 32)")
        }
        secrets = WebhookSecrets(path: path)
        authorities = setting.authorities
        retryFor = (setting.retryHours ?? retryHours) * 3600
        filter = try EventFilter(setting)
        do throws(FileFault) { _ = try secrets.load(report: report) } catch { throw StartupFault(error.description) }
    }

    /// The webhooks of the settings, after checking them.
    package static func all(
        _ settings: DaemonSettings.Events, proxy: OutgoingProxy?, report: (String) -> Void
    ) throws(StartupFault) -> [WebhookTarget] {
        var targets: [WebhookTarget] = []
        for setting in settings.allWebhooks {
            guard settings.folder != nil else {
                throw StartupFault(
                    "\(setting.place): events are kept in a folder until they are delivered: set events.folder")
            }
            targets.append(try WebhookTarget(setting, retryHours: settings.retryHours, proxy: proxy, report: report))
        }
        return targets
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
            let exchange = HostExchange(request, port: address.port, tls: tls, proxy: proxy)
            let outcome = try exchange.run(patience: Self.patience)
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
