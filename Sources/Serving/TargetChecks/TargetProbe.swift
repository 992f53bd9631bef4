package import ServiceFiles
import ByteText
package import Client
import HTTP
import Libevent
import LinkStore
import Links
import OpenSSL
package import Settings

/// A check of one target: HEAD, then GET if HEAD fails. Redirects are followed, each after the same checks.
///
/// Connections are made only to checked addresses: a name is looked up once per hop, so a later DNS change has no effect. A
/// proxy is sent these addresses instead of the name, for the same reason. A
/// request has neither cookies nor credentials nor `Referer`, and only the head of a response is read. An address with a
/// one-time code or another secret is only for its user: it is not requested, neither as a target nor as a redirect.
package struct TargetProbe: Sendable {
    /// A result, without the address and the time.
    struct Result: Sendable, Equatable {
        var outcome: TargetOutcome
        var status: Int?
    }

    private enum Hop {
        case end(Result)
        case redirect(to: String, status: Int)
    }

    /// The usual limit of link checkers such as lychee.
    private static let mostRedirects = 5
    private static let mostAddresses = 3

    private let networks: [CIDR]
    private let ports: Set<UInt16>
    private let userAgent: String
    private let timeout: Duration
    private let seconds: Int
    private let spacing: HostSpacing
    private let tls: TLSClientContext
    private let proxy: OutgoingProxy?

    package init(
        _ settings: DaemonSettings.TargetChecks, _ spacing: HostSpacing, version: String, proxy: OutgoingProxy? = nil
    ) throws(StartupFault) {
        self.proxy = proxy
        networks = settings.networks.compactMap { text in CIDR(text) ?? IPAddress(text).map { CIDR($0) } }
        ports = Set([80, 443] + settings.ports.map { UInt16(clamping: $0) })
        userAgent = settings.userAgent ?? "fingerpost/\(version) (target check)"
        guard userAgent.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value < 0x7F }) else {
            throw StartupFault(
                "target_checks.user_agent: contains a character that is invalid in a header field; use plain ASCII")
        }
        seconds = settings.timeoutSeconds
        timeout = .seconds(settings.timeoutSeconds)
        self.spacing = spacing
        do throws(CertificateFault) { tls = try TLSClientContext() } catch {
            throw StartupFault("target_checks: \(error)")
        }
    }

    /// Whether connecting to an address is permitted.
    func allows(_ address: IPAddress) -> Bool { address.isPublic || networks.contains { $0.contains(address) } }

    /// Checks a target. Waits for the network, up to several times the timeout: call it on a separate thread.
    func look(at address: String) -> Result {
        guard var target = TargetAddress(address) else { return Result(outcome: .blocked) }
        var seen: Set<String> = []
        var status: Int?
        for _ in 0...Self.mostRedirects {
            guard Masking.masked(target.text) == target.text else {
                return Result(outcome: .blocked, status: status)
            }
            guard seen.insert(target.text).inserted else { break }
            switch hop(target) {
            case .end(let result): return result
            case .redirect(let location, let redirect):
                status = redirect
                guard let next = target.redirected(to: location) else {
                    return Result(outcome: .badAnswer, status: redirect)
                }
                target = next
            }
        }
        return Result(outcome: .redirectLoop, status: status)
    }

    private func hop(_ target: TargetAddress) -> Hop {
        guard ports.contains(target.port) else { return .end(Result(outcome: .blocked)) }
        let found: [IPAddress]
        if let address = IPAddress(target.host) {
            found = [address]
        } else {
            guard case .success(let addresses)? = HostLookups.run([target.host], seconds: seconds)[target.host] else {
                return .end(Result(outcome: .dns))
            }
            found = addresses
        }
        let allowed = Array(found.filter(allows).prefix(Self.mostAddresses))
        guard !allowed.isEmpty else { return .end(Result(outcome: .blocked)) }
        let head = ask("HEAD", target, allowed)
        return Self.hop(Self.asksAgain(head) ? ask("GET", target, allowed) : head)
    }

    private func ask(_ method: String, _ target: TargetAddress, _ addresses: [IPAddress]) -> ClientOutcome {
        spacing.wait(for: target.host)
        var request = ClientRequest(
            host: target.host, target: target.target, fields: [("User-Agent", userAgent), ("Accept", "*/*")])
        request.method = method
        request.authority = target.authority
        request.readsHeadOnly = true
        let exchange = HostExchange(request, port: target.port, tls: target.isSecure ? tls : nil, proxy: proxy)
        let outcome = try? exchange.run(at: addresses, patience: timeout)
        return outcome ?? ClientOutcome(.failure(.connection("no request could be made")))
    }

    // MARK: - Interpreting responses

    /// Whether to repeat the request with GET: some servers don't support HEAD, and signal that in various ways.
    static func asksAgain(_ outcome: ClientOutcome) -> Bool {
        switch outcome.result {
        case .success(let answer): answer.head.status >= 400 && result(of: answer.head.status).outcome != .limited
        case .failure(.answer), .failure(.timeout(.answer)): true
        case .failure: false
        }
    }

    private static func hop(_ outcome: ClientOutcome) -> Hop {
        switch outcome.result {
        case .failure(let fault): return .end(Result(outcome: Self.outcome(of: fault)))
        case .success(let answer):
            let status = answer.head.status
            let isRedirect = [301, 302, 303, 307, 308].contains(status)
            guard isRedirect, let location = answer.head.values(of: "location").first else {
                return .end(result(of: status))
            }
            return .redirect(to: location, status: status)
        }
    }

    /// The result for the status of a response other than a redirect.
    static func result(of status: Int) -> Result {
        let outcome: TargetOutcome =
            switch status {
            case 200..<300, 304: .ok
            case 404, 410: .gone
            case 429, 999: .limited
            case 400..<500: .clientError
            case 500..<600: .serverError
            default: .badAnswer
            }
        return Result(outcome: outcome, status: status)
    }

    /// The outcome for a failure.
    static func outcome(of fault: ClientFault) -> TargetOutcome {
        switch fault {
        case .connection("Connection refused"): .refused
        // The connection was established, but reset before a response.
        case .connection("Connection reset by peer"), .connection("Broken pipe"): .badAnswer
        case .connection, .proxy: .unreachable
        case .handshake: .tls
        case .answer: .badAnswer
        case .timeout: .timeout
        }
    }
}
