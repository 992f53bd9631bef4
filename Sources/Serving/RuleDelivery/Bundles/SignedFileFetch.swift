import ByteText
package import Client
import HTTP
import Libevent
import OpenSSL
package import RuleBundle

/// One request for a signed file, on an event loop of the calling thread.
///
/// Bounded: 10 seconds for the name lookup, then the caller's time limit for all addresses together, and the size of the
/// file. Redirects are not followed: the operator, not a server, decides where files come from.
package struct SignedFileFetch: Sendable {
    /// The address of the file, or of the folder of files.
    package let address: ServerURL
    /// The file of the only trusted certificate authorities, or `nil` for the system's.
    package let authorities: String?
    /// The flag that sets the address.
    package let flag: String
    /// The setting of the certificate authorities.
    package let authoritiesSetting: String
    /// The proxy, or `nil` for a direct connection.
    private let proxy: OutgoingProxy?

    package init(
        address: ServerURL, authorities: String?, flag: String, authoritiesSetting: String, proxy: OutgoingProxy? = nil
    ) {
        (self.address, self.authorities, self.flag, self.proxy) = (address, authorities, flag, proxy)
        self.authoritiesSetting = authoritiesSetting
    }

    /// The server's answer.
    package enum Answer: Sendable {
        /// The file has the tag that was sent.
        case notModified
        /// The file, not yet verified.
        case file(ClientAnswer)
    }

    /// Sends the request. Waits for the network: don't call it on an event loop's thread.
    ///
    /// - Parameters:
    ///   - name: The file in the folder, or `nil` for the address itself.
    ///   - tag: The `ETag` of the known file.
    ///   - limit: The maximum size of the file in bytes.
    ///   - patience: The time limit for connecting and for the whole response; for a file in a folder, the idle timeout.
    package func run(
        _ name: String? = nil, accept: String, knowing tag: String? = nil, limit: Int, patience: Duration
    ) throws(BundleFault) -> Answer {
        let place = name.map { "\(folder)\($0)" } ?? address.description
        var request = ClientRequest(
            host: address.host, target: name.map { "\(Self.folder(address.target))\($0)" } ?? address.target,
            fields: [("User-Agent", "fingerpost"), ("Accept", accept), ("Accept-Encoding", "identity")])
        request.authority = address.authority
        request.renewsDeadline = name != nil
        if let tag { request.fields.append(("If-None-Match", tag)) }
        var exchange = HostExchange(request, port: address.port, tls: try tls(), proxy: proxy)
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

    /// The address of the folder, with a trailing slash.
    package var folder: String { Self.folder(address.description) }

    private static func folder(_ text: String) -> String { text.hasSuffix("/") ? text : text + "/" }

    /// Created for each request, since the authorities' file may have changed.
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
            let target = answer.head["location"].map { " (\(ServerURL.withoutSecrets($0).prefix(200)))" } ?? ""
            throw BundleFault(
                .status,
                "\(place): status \(status): redirects are not followed; set \(flag) to the target\(target)")
        default: throw BundleFault(.status, "\(place): status \(status)")
        }
    }
}
