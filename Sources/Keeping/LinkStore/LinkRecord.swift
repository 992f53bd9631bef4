/// A short link with all that is known about it, copied out of the store. For cold paths.
///
/// Times are in seconds since 1970-01-01T00:00:00Z.
public struct LinkRecord: Sendable, Equatable {
    /// How the code was chosen.
    public enum Suffix: UInt8, Sendable, CaseIterable {
        case unguessable = 0
        case short = 1
        case custom = 2
    }

    /// A name and a value that the store keeps and does not read.
    public struct Attribute: Sendable, Equatable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A number that no other link of the store has or had. The store gives it.
    public internal(set) var id: UInt64 = 0
    /// 1 at first, and one more with each change: for entity tags. The store counts it.
    public internal(set) var revision: UInt64 = 0
    /// Whether the link is gone. Of such a link only the key, the number and the times are kept, so that the code is never
    /// used again.
    public internal(set) var isDeleted = false

    public var key: LinkKey
    /// What the short link stands for: a Dynamic Link with its parameters, or any address.
    public var longLink: String
    public var created: Int64
    public var updated: Int64

    /// When the link begins to work; nil: at once.
    public var starts: Int64?
    /// When the link ends to work; nil: never.
    public var expires: Int64?
    /// How many clicks the link is good for; nil: any.
    public var maximumClicks: UInt64?
    /// An archived link works; it is left out of lists.
    public var isArchived = false
    /// A disabled link answers as one that has expired.
    public var isDisabled = false
    /// Whether the link was made by hand, with a name, and not by an API for one share.
    public var isManaged = false
    public var suffix = Suffix.unguessable

    public var name = ""
    public var note = ""
    public var tags: [String] = []
    /// What the link was made from; nil where the same input is to give another link.
    public var fingerprint: LinkFingerprint?
    /// What others keep with the link, in their order: columns of an import, say.
    public var attributes: [Attribute] = []

    /// A link as it is made: everything else is set on it.
    public init(key: LinkKey, longLink: String, created: Int64) {
        self.key = key
        self.longLink = longLink
        self.created = created
        updated = created
    }
}

extension LinkRecord {
    /// The longest long link, in bytes.
    public static let maximumLongLink = 64_000
    /// The longest tag, in bytes.
    public static let maximumTag = 64
    /// The most tags that a link can have.
    public static let maximumTags = 64
    /// The longest name, note or attribute, in bytes.
    public static let maximumText = 16_000

    /// Whether two records say the same of a link; what the store counts, how the code came to be, and times that a file
    /// need not give apart.
    public func says(sameAs other: LinkRecord) -> Bool {
        longLink == other.longLink && name == other.name && note == other.note && tags == other.tags
            && attributes == other.attributes && starts == other.starts && expires == other.expires
            && maximumClicks == other.maximumClicks && isArchived == other.isArchived && isDisabled == other.isDisabled
    }

    /// Throws where a field is longer than the store keeps, or a tag is empty, has a control character, or stands twice.
    func validate() throws(StoreError) {
        if longLink.isEmpty || longLink.utf8.count > Self.maximumLongLink { throw .invalid(.longLink) }
        if name.utf8.count > Self.maximumText { throw .invalid(.name) }
        if note.utf8.count > Self.maximumText { throw .invalid(.note) }
        if tags.count > Self.maximumTags || Set(tags).count != tags.count { throw .invalid(.tags) }
        for tag in tags where tag.isEmpty || tag.utf8.count > Self.maximumTag || tag.utf8.contains(where: { $0 < 0x20 })
        {
            throw .invalid(.tags)
        }
        for attribute in attributes
        where attribute.name.utf8.count > Self.maximumText || attribute.value.utf8.count > Self.maximumText {
            throw .invalid(.attributes)
        }
    }
}
