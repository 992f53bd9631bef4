package import Client
import HTTP
import RuleBundle

/// One request to the bundle server for a bundle other than the known one.
package struct BundleFetch: Sendable {
    private let fetch: SignedFileFetch

    package init(address: ServerURL, authorities: String?, proxy: OutgoingProxy? = nil) {
        fetch = SignedFileFetch(
            address: address, authorities: authorities, flag: "--rules", authoritiesSetting: "bundle_ca",
            proxy: proxy)
    }

    /// The server's response.
    enum Answer: Sendable {
        /// The bundle still has the tag that was sent.
        case notModified
        /// A body, not yet verified, and its tag.
        case body([UInt8], tag: String?)
    }

    /// RFC 1952, section 2.3.1.
    private static let gzipMagic: [UInt8] = [0x1F, 0x8B]

    var address: ServerURL { fetch.address }

    /// Sends the request. Waits for the network: don't call it on an event loop's thread.
    ///
    /// - Parameters:
    ///   - tag: The `ETag` of the known bundle.
    ///   - patience: The time limit for connecting and for the whole response.
    func run(knowing tag: String?, patience: Duration) throws(BundleFault) -> Answer {
        let answer = try fetch.run(
            accept: "application/gzip, */*;q=0.1", knowing: tag, limit: BundleLimits.archiveBytes, patience: patience)
        guard case .file(let file) = answer else { return .notModified }
        if file.body.starts(with: Self.gzipMagic) { return .body(file.body, tag: file.head["etag"]) }
        let type = file.head["content-type"].map { " (Content-Type: \($0.prefix(100)))" } ?? ""
        throw BundleFault(.format, "\(address): not a bundle: the body is not gzip\(type)")
    }
}
