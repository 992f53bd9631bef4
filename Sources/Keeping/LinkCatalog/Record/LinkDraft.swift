import LinkStore
public import Links

/// A link to create, with or without a custom code.
public struct LinkDraft: Sendable {
    /// The choice of the code.
    public enum Code: Sendable, Equatable {
        case short
        case unguessable
        /// A code chosen by the caller.
        case custom(String)
    }

    /// The link domain: `links.example.com/go`.
    public var domain: String
    /// The choice of its code.
    public var code: Code
    /// The target: a Dynamic Link with its parameters, or any address.
    public var longLink: String
    /// Its other fields.
    public var fields = LinkFields()
    /// Whether later requests with the same input return this link.
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

    /// The link of a request to this project's API. Its code is short unless the request specifies otherwise.
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

    /// The change that creates the link with the first of these codes that is free, or finds the one created from the
    /// same input. Throws if there is no code.
    ///
    /// - Parameter ignoresCase: Whether codes of the site are case-insensitive.
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

    /// The style of the code.
    var suffix: LinkRecord.Suffix {
        switch code {
        case .short: .short
        case .unguessable: .unguessable
        case .custom: .custom
        }
    }
}
