/// A short link with all its fields, copied out of the store. For cold paths.
///
/// Times are in seconds since 1970-01-01T00:00:00Z.
public struct LinkRecord: Sendable, Equatable {
    /// How the code was chosen. The raw values are those in the file.
    public enum Suffix: UInt8, Sendable, CaseIterable {
        case unguessable = 0
        case short = 1
        case custom = 2
    }

    /// A name and a value that the store keeps without interpreting them.
    public struct Attribute: Sendable, Equatable {
        /// Its name; several attributes may share one.
        public var name: String
        /// Its value, any text.
        public var value: String

        /// An attribute.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A number that no other link of the store has or had, assigned by the store; 0 before.
    public internal(set) var id: UInt64 = 0
    /// Starts at 1 and increases by one with each change, for entity tags; maintained by the store.
    public internal(set) var revision: UInt64 = 0
    /// Whether the link was deleted. Only its key, its number and its times are kept, so that the code is never used
    /// again.
    public internal(set) var isDeleted = false

    /// The address of the short link.
    public var key: LinkKey
    /// Where the short link leads: a Dynamic Link with its parameters, or any address.
    public var longLink: String
    /// When the link was made.
    public var created: Int64
    /// When it was last changed.
    public var updated: Int64

    /// When the link starts to work; nil for immediately.
    public var starts: Int64?
    /// When the link expires; nil for never.
    public var expires: Int64?
    /// How many clicks the link allows; nil for any number.
    public var maximumClicks: UInt64?
    /// Where clicks are sent once the link has expired, an https address; nil where they are told that it has.
    public var expiredTarget: String?
    /// Where clicks are sent once there were as many as the link allows; nil where they are told so.
    public var usedUpTarget: String?
    /// How many clicks a second each worker answers, in place of what the site allows each link; nil for the site's.
    public var clicksPerSecond: Int?
    /// How many seconds caches may keep where the link leads, 0 for not at all; nil for what rules and the site say.
    public var cacheSeconds: Int?
    /// An archived link works; lists leave it out.
    public var isArchived = false
    /// A disabled link is answered like an expired one.
    public var isDisabled = false
    /// An unsafe link warns and leads nowhere.
    public var isUnsafe = false
    /// Whether the link was made by hand, with a name, rather than by an API for one share.
    public var isManaged = false
    /// How its code was chosen.
    public var suffix = Suffix.unguessable

    /// Its name for people; empty if it has none.
    public var name = ""
    /// A note for people; empty if there is none.
    public var note = ""
    /// Its tags, without duplicates.
    public var tags: [String] = []
    /// What the link was made from; nil if the same input is to make another link.
    public var fingerprint: LinkFingerprint?
    /// What clients keep with the link, in their order: columns of an import, for example.
    public var attributes: [Attribute] = []

    /// A new link; all other fields have their defaults.
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
    /// The longest address for later clicks, in bytes.
    public static let maximumTarget = 4_000
    /// The highest rate of clicks: more than a worker answers.
    public static let maximumClicksPerSecond = 1_000_000
    /// The longest time that caches may keep an answer, in seconds: a year (RFC 9111, section 1.2.2, allows more).
    public static let maximumCacheSeconds = 31_536_000
    /// The longest name, note or attribute, in bytes.
    public static let maximumText = 16_000

    /// Whether two records describe the same link. Ignores what the store counts, how the code was chosen, and times
    /// that a file may omit.
    public func hasSameContent(as other: LinkRecord) -> Bool {
        longLink == other.longLink && name == other.name && note == other.note && tags == other.tags
            && attributes == other.attributes && starts == other.starts && expires == other.expires
            && maximumClicks == other.maximumClicks && isArchived == other.isArchived && isDisabled == other.isDisabled
            && isUnsafe == other.isUnsafe && expiredTarget == other.expiredTarget
            && usedUpTarget == other.usedUpTarget && clicksPerSecond == other.clicksPerSecond
            && cacheSeconds == other.cacheSeconds
    }

    /// Throws if a field is too long, or if a tag is empty, has a control character, or is repeated.
    public func validate() throws(StoreError) {
        if longLink.isEmpty || longLink.utf8.count > Self.maximumLongLink { throw .invalid(.longLink) }
        if let expiredTarget, !Self.isTarget(expiredTarget) { throw .invalid(.expiredTarget) }
        if let usedUpTarget, !Self.isTarget(usedUpTarget) { throw .invalid(.usedUpTarget) }
        if let clicksPerSecond, !(1...Self.maximumClicksPerSecond).contains(clicksPerSecond) {
            throw .invalid(.clicksPerSecond)
        }
        if let cacheSeconds, !(0...Self.maximumCacheSeconds).contains(cacheSeconds) { throw .invalid(.cacheSeconds) }
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

    private static func isTarget(_ text: String) -> Bool { !text.isEmpty && text.utf8.count <= maximumTarget }
}
