import ByteText
import Client
import Libevent
import OpenSSL

/// Name resolution, connections and certificates.
extension HostExamination {
    /// Whether the name resolves, and whether each of its addresses responds.
    var addresses: [Finding] {
        guard let lookup = seen.lookup else {
            if !plan.isOurs { return [.skipped("web widget", "it is on another server; run doctor without --address")] }
            return [.skipped("DNS", "not used with --address")] + failures
        }
        switch lookup {
        case .failure(let fault):
            return [
                .error(
                    "DNS", "no address: \(fault.reason)",
                    remedy: "add A and AAAA records for \(plan.host) that point to the proxy or to the front")
            ]
        case .success(let addresses):
            let list = addresses.map(\.description).joined(separator: ", ")
            let inner = addresses.filter { !Self.isPublic($0) }
            guard plan.isOurs, !inner.isEmpty else { return [.ok("DNS", list)] + failures }
            return [
                .warning(
                    "DNS", "\(list): not reachable from the internet",
                    remedy: "fine for a test; phones need a public address in the A and AAAA records")
            ] + failures
        }
    }

    /// Whether an address is publicly routable: not private, shared or local (RFC 1918, 6598, 4193).
    private static func isPublic(_ address: IPAddress) -> Bool {
        let inner = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"]
        return address.isGlobalUnicast && !inner.compactMap { CIDR($0) }.contains { $0.contains(address) }
    }

    /// The addresses that do not respond.
    private var failures: [Finding] {
        seen.connections.compactMap { connection in
            guard let fault = connection.outcome.fault, connection.outcome.secured == nil else { return nil }
            let place = "\(connection.address)"
            if case .connection("Network is unreachable") = fault {
                return .skipped("connection", "\(place): this machine has no route there (IPv6?)")
            }
            return .error("connection", "\(place): \(fault)", remedy: Self.remedy(for: fault))
        }
    }

    private static func remedy(for fault: ClientFault) -> String {
        switch fault {
        case .connection, .timeout(.connecting):
            "start the proxy or the front there, open the firewall for port 443, or remove the DNS record"
        case .proxy: "correct outgoing_proxy, or except the host with no_proxy"
        case .handshake, .timeout(.handshake):
            "serve TLS 1.2 or 1.3 there with a certificate for the name"
        case .answer, .timeout(.answer): "make the server answer HTTP/1.1 requests there"
        }
    }

    /// The certificate that the server presents.
    func certificate(_ outcome: ClientOutcome) -> [Finding] {
        guard let secured = outcome.secured else { return [] }
        let shown = secured.certificate
        if let fault = Self.fault(of: shown, host: plan.host, now: seen.now, hasOwnAuthorities: seen.hasOwnAuthorities)
        {
            return [fault]
        }
        let issuer = shown.issuer.isEmpty ? "" : ", by \(shown.issuer)"
        let rest = CertificateAge(end: shown.end, now: seen.now)
        let message = "\(rest)\(issuer), \(secured.version)"
        guard rest.isShort else { return [.ok("certificate", message)] }
        return [.warning("certificate", message, remedy: CertificateAge.renewal)]
    }

    private static func fault(
        of shown: PeerCertificate, host: String, now: Int64, hasOwnAuthorities: Bool
    ) -> Finding? {
        func error(_ message: String, _ remedy: String) -> Finding { .error("certificate", message, remedy: remedy) }
        if !shown.covers(host: host) {
            let names = shown.names.isEmpty ? "no name" : shown.names.joined(separator: ", ").shortened
            return error("it is for \(names)", "get a certificate for \(host), and serve it for that name (SNI)")
        }
        if shown.end <= now { return error("\(CertificateAge(end: shown.end, now: now))", CertificateAge.renewal) }
        if shown.begin > now { return error("not valid before \(Timestamp.text(shown.begin))", "correct the clock") }
        switch shown.fault {
        case nil: return nil
        case .unknownIssuer where shown.chainCount == 1 && !hasOwnAuthorities:
            return error(
                "the chain is not complete: the server sends no intermediate certificate",
                "serve the whole chain (certbot's fullchain.pem); with an authority of your own, use --ca")
        case .unknownIssuer, .selfSigned:
            return error(
                "not signed by \(hasOwnAuthorities ? "an authority in the --ca file" : "a trusted authority")",
                "get one from a public authority such as Let's Encrypt; with an authority of your own, use --ca")
        case .expired: return error("a certificate of its chain has expired", "serve the current chain (fullchain.pem)")
        case .notYetValid: return error("a certificate of its chain is not valid yet", "correct the clock")
        case .otherName: return error("it is not for \(host)", "get a certificate for \(host)")
        case .other(let reason): return error(reason, "serve a certificate that browsers accept")
        }
    }
}

/// The remaining validity of a certificate.
struct CertificateAge: CustomStringConvertible {
    /// Let's Encrypt's clients renew 30 days before expiry. With fewer days left than this, renewal is broken.
    static let shortDays: Int64 = 21
    static let renewal = "renew it now, and check why it was not renewed automatically (systemctl status certbot.timer)"

    var end: Int64
    var now: Int64

    private var days: Int64 { abs(end - now) / 86_400 }
    /// Whether it should have been renewed already.
    var isShort: Bool { end - now < Self.shortDays * 86_400 }

    /// For example `valid until 2027-02-01 (71 days)` or `expired 3 days ago (2026-11-19)`.
    var description: String {
        let date = Timestamp.text(end).prefix(10)
        if end > now { return "valid until \(date) (\(counted(Int(days), "day")))" }
        return days == 0
            ? "expired less than a day ago (\(date))" : "expired \(counted(Int(days), "day")) ago (\(date))"
    }
}
