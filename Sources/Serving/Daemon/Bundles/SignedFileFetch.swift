import ByteText
import Client
import HTTP
import Libevent
import OpenSSL
import RuleBundle

/// One request for a signed file, on a loop of the calling thread.
///
/// Bounded: 10 seconds to look the name up, then the caller's patience for all addresses together, and the size of the file.
/// Redirects are not followed: where files come from is the operator's decision, not a server's.
struct SignedFileFetch: Sendable {
    /// The address of the file, or of the folder of files.
    let address: BundleAddress
    /// The file of the only authorities to trust; nil for the system's.
    let authorities: String?
    /// The flag that sets the address.
    let flag: String
    /// The setting of the authorities.
    let authoritiesSetting: String

    /// The server's answer.
    enum Answer: Sendable {
        /// The file has the tag that was sent.
        case notModified
        /// The file, not yet examined.
        case file(ClientAnswer)
    }

    /// Asks. Waits for the network: not for a thread with a loop.
    ///
    /// - Parameters:
    ///   - name: The file in the folder; nil for the address itself.
    ///   - tag: The `ETag` of the file that is known.
    ///   - limit: The most bytes that the file may have.
    ///   - patience: How long connecting and the whole answer may take; for a file in a folder, how long nothing may arrive.
    func run(
        _ name: String? = nil, accept: String, knowing tag: String? = nil, limit: Int, patience: Duration
    ) throws(BundleFault) -> Answer {
        let place = name.map { "\(folder)\($0)" } ?? address.description
        var request = ClientRequest(
            host: address.host, target: name.map { "\(Self.folder(address.target))\($0)" } ?? address.target,
            fields: [("User-Agent", "fingerpost"), ("Accept", accept), ("Accept-Encoding", "identity")])
        request.authority = address.authority
        request.renewsDeadline = name != nil
        if let tag { request.fields.append(("If-None-Match", tag)) }
        var exchange = HostExchange(request, port: address.port, tls: try tls())
        exchange.limits.bodyBytes = limit
        let outcome: ClientOutcome
        do throws(EventError) { outcome = try exchange.run(patience: patience) } catch {
            throw BundleFault(.unreachable, "\(place): \(error)")
        }
        switch outcome.result {
        case .failure(let fault): throw BundleFault(.unreachable, "\(place): \(fault)")
        case .success(let answer): return try examine(answer, place, knowing: tag)
        }
    }

    /// The address of the folder, with its slash.
    var folder: String { Self.folder(address.description) }

    private static func folder(_ text: String) -> String { text.hasSuffix("/") ? text : text + "/" }

    /// Read for each request: the authorities' file may have changed.
    private func tls() throws(BundleFault) -> TLSClientContext? {
        guard address.isSecure else { return nil }
        do throws(CertificateFault) { return try TLSClientContext(authorities: authorities) } catch {
            throw BundleFault(.unreachable, "\(authoritiesSetting): \(error)")
        }
    }

    private func examine(_ answer: ClientAnswer, _ place: String, knowing tag: String?) throws(BundleFault) -> Answer {
        let status = answer.head.status
        switch status {
        case 200: return .file(answer)
        case 304 where tag != nil: return .notModified
        case 301, 302, 303, 307, 308:
            let target = answer.head["location"].map { " (\(BundleAddress.withoutSecrets($0).prefix(200)))" } ?? ""
            throw BundleFault(
                .status,
                "\(place): status \(status): redirects are not followed; set \(flag) to where it leads\(target)")
        default: throw BundleFault(.status, "\(place): status \(status)")
        }
    }
}
