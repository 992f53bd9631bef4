import LinkStore

/// The fingerprint of a link's input in a domain, by which later requests with the same input find the link.
struct SourceFingerprint: Hashable, Comparable, Sendable {
    let domain: String
    let fingerprint: LinkFingerprint

    init(domain: Substring, _ fingerprint: LinkFingerprint) {
        self.domain = String(domain)
        self.fingerprint = fingerprint
    }

    /// `nil` for a link without a fingerprint.
    init?(of record: LinkRecord) {
        guard let fingerprint = record.fingerprint else { return nil }
        self.init(domain: record.key.domain, fingerprint)
    }

    /// The sixteen bytes, big-endian.
    var bytes: [UInt8] { fingerprint.bytes }

    static func < (left: SourceFingerprint, right: SourceFingerprint) -> Bool {
        if left.domain != right.domain { return left.domain.utf8.lexicographicallyPrecedes(right.domain.utf8) }
        return left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension LinkFingerprint {
    /// The sixteen bytes, big-endian.
    var bytes: [UInt8] {
        [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64(56 - 8 * $0)) } }
    }
}
