import LinkStore
public import Links

/// A link to be made, with a custom code or none yet.
public struct LinkDraft: Sendable {
    /// How the code is chosen.
    public enum Code: Sendable, Equatable {
        case short
        case unguessable
        /// The caller's own.
        case custom(String)
    }

    /// The link domain: `links.example.com/go`.
    public var domain: String
    /// How its code is chosen.
    public var code: Code
    /// Where it leads: a Dynamic Link with its parameters, or any address.
    public var longLink: String
    /// Its other fields.
    public var fields = LinkFields()
    /// Whether a second request with the same input returns this link.
    public var isReused = false

    /// The link of a request to the Firebase Dynamic Links API, whose warnings have been reported.
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

    /// The link of a request to this project's API; its code is short unless stated otherwise.
    public init(_ fields: LinkFields) throws(ShortLinkFault) {
        guard let domain = fields.domain else { throw .invalid("the link needs a domain, such as example.page.link") }
        guard let longLink = fields.patch.longLink else {
            throw .invalid("the link needs a long_link, its destination, or a payload")
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

    /// The change that makes the link with the first free one of these codes, or finds the one made for the same input.
    /// Throws if there is no code.
    ///
    /// - Parameter ignoresCase: Whether codes of the site are the same in any case.
    func creation(_ codes: [String], ignoresCase: Bool, at now: Int64) throws(ShortLinkFault) -> LinkCreation {
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
        creation.ignoresCase = ignoresCase
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
