public import LinkStore
public import Links
import OpenSSL

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
    /// Whether a click on a code below the domain would reach the link: of codes that are chosen for it, one that does is
    /// taken. ``LinkChecker/admit(_:)`` knows.
    public var isReachable: @Sendable (String) -> Bool = { _ in true }

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
        fields.name = request.name
        fields.isManaged = managed
        isReused = !managed
    }

    /// The link of a request of this project's API: its code is short where nothing else is said.
    public init(_ fields: LinkFields) throws(ShortLinkFault) {
        guard let domain = fields.domain else { throw .invalid("the link needs a domain, such as example.page.link") }
        guard let longLink = fields.longLink else { throw .invalid("the link needs a long_link: where it leads") }
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
            throw .invalid("\(domain)/\(fields.code ?? "…") is too long, or its host is not in lower case")
        }
    }

    /// What came of it.
    public struct Created: Sendable {
        public var record: LinkRecord
        /// Whether the link was made now; else it was there, for the same input.
        public var isNew: Bool
    }

    /// Makes the link, or finds the one that was made for the same input.
    public func create(
        in transaction: inout LinkTransaction, at now: Int64
    ) throws(StoreError) -> Created {
        let suffix = suffix
        let fingerprint = isReused ? LinkFingerprint(longLink: longLink, suffix) : nil
        if let fingerprint {
            let known = try transaction.links(madeFrom: fingerprint)
            if let record = known.first(where: { String($0.key.domain) == domain && !$0.isDisabled }) {
                return Created(record: record, isNew: false)
            }
        }
        guard let key = LinkKey(domain: domain, code: customCode ?? "x") else { throw .invalid(.key) }
        var record = LinkRecord(key: key, longLink: longLink, created: now)
        fields.apply(to: &record)
        record.suffix = suffix
        record.fingerprint = fingerprint
        if customCode != nil { return Created(record: try transaction.create(record), isNew: true) }
        return Created(
            record: try transaction.create(record, in: domain, suffix, Self.codes, where: isReachable), isNew: true)
    }

    private static let codes = LinkCode { SecureRandom.bytes(count: $0) }

    private var suffix: LinkRecord.Suffix {
        switch code {
        case .short: .short
        case .unguessable: .unguessable
        case .custom: .custom
        }
    }

    private var customCode: String? {
        if case .custom(let code) = code { code } else { nil }
    }
}
