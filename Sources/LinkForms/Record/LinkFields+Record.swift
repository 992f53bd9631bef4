public import LinkStore
public import Links

extension LinkFields {
    /// Changes a link as the fields say; the place of a link, how its code came to be and when it was made stay.
    public func apply(to record: inout LinkRecord) {
        if let longLink { record.longLink = longLink }
        if let name { record.name = name }
        if let note { record.note = note }
        if let tags { record.tags = tags }
        if let attributes { record.attributes = attributes }
        if let starts { record.starts = starts }
        if let expires { record.expires = expires }
        if let maximumClicks { record.maximumClicks = maximumClicks }
        if let isArchived { record.isArchived = isArchived }
        if let isDisabled { record.isDisabled = isDisabled }
        if let isManaged { record.isManaged = isManaged }
    }

    /// The link of a file's line, which has its code.
    ///
    /// - Parameter now: For links that don't say when they were made.
    public func record(now: Int64) throws(ShortLinkFault) -> LinkRecord {
        guard let domain, let code else { throw .invalid("the link has no short link; give link, or domain and code") }
        guard let longLink else { throw .invalid("the link has no long_link") }
        try CustomCode.check(code)
        guard let key = LinkKey(domain: domain, code: code) else {
            throw .invalid("\(domain)/\(code) is no short link")
        }
        var record = LinkRecord(key: key, longLink: longLink, created: created ?? now)
        record.updated = updated ?? record.created
        apply(to: &record)
        record.suffix = suffix ?? CustomCode.suffix(of: code)
        if isReused ?? false { record.fingerprint = LinkFingerprint(longLink: longLink, record.suffix) }
        return record
    }
}
