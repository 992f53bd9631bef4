public import LinkStore
public import Links

extension LinkFields {
    /// The record for a line of a file that contains its code.
    ///
    /// - Parameter now: The creation time of links without one, in seconds since the epoch.
    public func record(now: Int64) throws(ShortLinkFault) -> LinkRecord {
        if domain == nil, code != nil {
            throw .invalid(
                "the link domain is missing; set it with --domain links.example.com, or in a column domain")
        }
        guard let domain, let code else { throw .invalid("the short link is missing; set link, or domain and code") }
        guard let longLink = patch[.longLink]?.text else { throw .invalid("the long_link is missing") }
        try CustomCode.check(code)
        guard let key = LinkKey(domain: domain, code: code) else {
            throw .invalid(
                "\(domain)/\(code) is not a valid short link; its host must be lowercase",
                summary: "the short link is too long, or its host is not lowercase ASCII")
        }
        var record = LinkRecord(key: key, longLink: longLink, created: created ?? now)
        record.updated = updated ?? record.created
        patch.apply(to: &record)
        record.suffix = suffix ?? CustomCode.suffix(of: code)
        if isReused ?? false {
            record.fingerprint =
                isCanonical
                ? LinkFingerprint(canonical: longLink.utf8.span, record.suffix)
                : LinkFingerprint(longLink: longLink, record.suffix)
        }
        return record
    }
}
