import ByteText
import Client
import HTTP
import Libevent
import OpenSSL
import RuleBundle

/// One question to the server of bundles, on a loop of the calling thread: is there another bundle than the one known?
///
/// Bounded: 10 seconds to look the name up, then the caller's patience for all addresses together, and the size of a bundle.
/// Redirects are not followed: where rules come from is the operator's decision, not a server's.
struct BundleFetch: Sendable {
    let address: BundleAddress
    /// The file of the only authorities to trust; nil for the system's.
    let authorities: String?

    /// What the server has.
    enum Answer: Sendable {
        /// That of the tag that was sent.
        case notModified
        /// A body, not yet examined, and its tag.
        case body([UInt8], tag: String?)
    }

    /// RFC 1952, section 2.3.1.
    private static let gzipMagic: [UInt8] = [0x1F, 0x8B]

    /// Asks. Waits for the network: not for a thread with a loop.
    ///
    /// - Parameters:
    ///   - tag: The `ETag` of the bundle that is known.
    ///   - patience: How long connecting and the whole answer may take.
    func run(knowing tag: String?, patience: Duration) throws(BundleFault) -> Answer {
        var request = ClientRequest(
            host: address.host, target: address.target,
            fields: [
                ("User-Agent", "fingerpost"), ("Accept", "application/gzip, */*;q=0.1"),
                ("Accept-Encoding", "identity"),
            ])
        request.authority = address.authority
        if let tag { request.fields.append(("If-None-Match", tag)) }
        let outcome = try outcome(of: request, patience)
        switch outcome.result {
        case .failure(let fault): throw BundleFault(.unreachable, "\(address): \(fault)")
        case .success(let answer): return try examine(answer, knowing: tag)
        }
    }

    private func outcome(of request: ClientRequest, _ patience: Duration) throws(BundleFault) -> ClientOutcome {
        var exchange = HostExchange(request, port: address.port, tls: try tls())
        exchange.limits.bodyBytes = BundleLimits.archiveBytes
        do throws(EventError) { return try exchange.run(patience: patience) } catch {
            throw BundleFault(.unreachable, "\(address): \(error)")
        }
    }

    /// Made anew each time: the authorities' file may have changed.
    private func tls() throws(BundleFault) -> TLSClientContext? {
        guard address.isSecure else { return nil }
        do throws(CertificateFault) { return try TLSClientContext(authorities: authorities) } catch {
            throw BundleFault(.unreachable, "bundle_ca: \(error)")
        }
    }

    private func examine(_ answer: ClientAnswer, knowing tag: String?) throws(BundleFault) -> Answer {
        let status = answer.head.status
        switch status {
        case 200: break
        case 304 where tag != nil: return .notModified
        case 301, 302, 303, 307, 308:
            let target = answer.head["location"].map { " (\(BundleAddress.withoutSecrets($0).prefix(200)))" } ?? ""
            throw BundleFault(
                .status,
                "\(address): status \(status): redirects are not followed; set --rules to where it leads\(target)")
        default: throw BundleFault(.status, "\(address): status \(status)")
        }
        if answer.body.starts(with: Self.gzipMagic) { return .body(answer.body, tag: answer.head["etag"]) }
        let type = answer.head["content-type"].map { " (Content-Type: \($0.prefix(100)))" } ?? ""
        throw BundleFault(.format, "\(address): not a bundle: the body is not gzip\(type)")
    }
}
