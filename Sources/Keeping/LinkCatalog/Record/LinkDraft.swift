import LinkStore
public import Links

/// A link that is asked for and has no code yet, or one that was chosen.
public struct LinkDraft: Sendable {
    public enum Code: Sendable, Equatable {
        case short
        case unguessable
        /// One's own.
        case custom(String)
    }

    /// The link domain: `links.example.com/go`.
    public var domain: String
    public var code: Code
    public var longLink: String
    /// What else is known of it.
    public var fields = LinkFields()
    /// Whether the same input, asked for again, gives this link.
    public var isReused = false
    /// The link of a request of the Firebase Dynamic Links API, whose warnings have been taken.
    public init(_ request: ShortLinkRequest, managed: Bool) throws(ShortLinkFault) {
        domain = request.link.domain
        longLink = request.link.text
        switch request.suffix {
        case .short: code = .short
        case .unguessable: code = .unguessable
        case .custom(let own):
            try CustomCode.check(own)
            code = .custom(own)
        }
        fields.patch.name = request.name
        fields.patch.isManaged = managed
        isReused = !managed
    }

    /// The link of a request of this project's API: its code is short where nothing else is said.
    public init(_ fields: LinkFields) throws(ShortLinkFault) {
        guard let domain = fields.domain else { throw .invalid("the link needs a domain, such as example.page.link") }
        guard let longLink = fields.patch.longLink else {
            throw .invalid("the link needs a long_link, its destination")
        }
        self.domain = domain
        self.longLink = longLink
        self.fields = fields
        if let own = fields.code {
            try CustomCode.check(own)
            code = .custom(own)
        } else {
            switch fields.suffix {
            case .custom: throw .invalid("a custom suffix needs a code")
            case .unguessable: code = .unguessable
            case .short, nil: code = .short
            }
        }
        guard LinkKey(domain: domain, code: fields.code ?? "x") != nil else {
            throw .invalid("\(domain)/\(fields.code ?? "…") is too long, or its host is not lowercase")
        }
    }

    /// The link with the first of these codes that is free, or the one that was made for the same input. Throws where there
    /// is no code.
    func creation(_ codes: [String], at now: Int64) throws(ShortLinkFault) -> LinkCreation {
        let keys = codes.compactMap { LinkKey(domain: domain, code: $0) }
        guard let first = keys.first else {
            throw .invalid("no click on \(domain) would reach a link in the store")
        }
        var record = LinkRecord(key: first, longLink: longLink, created: now)
        fields.patch.apply(to: &record)
        record.longLink = longLink
        record.suffix = suffix
        record.fingerprint = isReused ? LinkFingerprint(longLink: longLink, suffix) : nil
        var creation = LinkCreation(record)
        creation.otherKeys = Array(keys.dropFirst())
        creation.findsExisting = isReused
        return creation
    }

    /// How the code is chosen.
    var suffix: LinkRecord.Suffix {
        switch code {
        case .short: .short
        case .unguessable: .unguessable
        case .custom: .custom
        }
    }
}
