/// A short link with all its fields, copied out of the store. For cold paths.
///
/// Times are in seconds since 1970-01-01T00:00:00Z.
public struct LinkRecord: Sendable, Equatable {
    /// The style of the code. The raw values are those in the file.
    public enum Suffix: UInt8, Sendable, CaseIterable {
        case unguessable = 0
        case short = 1
        case custom = 2
    }

    /// A name and a value that the store does not interpret.
    public struct Attribute: Sendable, Hashable {
        /// Its name; several attributes may have the same.
        public var name: String
        /// Its value, any text.
        public var value: String

        /// An attribute.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A number unique among all current and former links of the store, assigned by the store; 0 before.
    public internal(set) var id: UInt64 = 0
    /// Starts at 1 and increases by one with each change, for entity tags; maintained by the store.
    public internal(set) var revision: UInt64 = 0
    /// Whether the link was deleted. Only its key, ID and times are kept, so that the code is never used again.
    public internal(set) var isDeleted = false

    /// The address of the short link.
    public var key: LinkKey
    /// The target: a Dynamic Link with its parameters, or any other address.
    public var longLink: String
    /// The creation time.
    public var created: Int64
    /// The time of the last change.
    public var updated: Int64

    /// The time from which the link works; `nil` for immediately.
    public var starts: Int64?
    /// The time at which the link expires; `nil` for never.
    public var expires: Int64?
    /// The maximum number of clicks; `nil` if unlimited.
    public var maximumClicks: UInt64?
    /// The https address for clicks after the link has expired; `nil` to respond that it has.
    public var expiredTarget: String?
    /// The https address for clicks beyond the maximum; `nil` to respond that the link is used up.
    public var usedUpTarget: String?
    /// The clicks per second that each worker answers for this link; `nil` for the site's limit.
    public var clicksPerSecond: Int?
    /// The seconds for which caches may keep the target, 0 to prohibit caching; `nil` for the default of rules and
    /// site.
    public var cacheSeconds: Int?
    /// The password without which the link leads nowhere: its ``OpenSSL/PasswordHash`` as text or, until the change is
    /// submitted, the password itself; `nil` if the link needs none.
    public var password: String?
    /// Whether the link is archived: it works, but lists omit it.
    public var isArchived = false
    /// Whether the link is disabled, and answered like an expired one.
    public var isDisabled = false
    /// Whether the link is marked as unsafe: clicks get a warning and no target.
    public var isUnsafe = false
    /// Whether the link was created manually, with a name, rather than by an API for one share.
    public var isManaged = false
    /// The style of its code.
    public var suffix = Suffix.unguessable

    /// Its display name; empty if it has none.
    public var name = ""
    /// A note for users; empty if there is none.
    public var note = ""
    /// Its tags, without duplicates.
    public var tags: [String] = []
    /// The digest of the input that created the link; `nil` if the same input creates another link.
    public var fingerprint: LinkFingerprint?
    /// Client-defined attributes, in their order: columns of an import, for example.
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
    /// The maximum size of a long link in bytes.
    public static let maximumLongLink = 64_000
    /// The maximum size of a tag in bytes.
    public static let maximumTag = 64
    /// The maximum number of tags of a link.
    public static let maximumTags = 64
    /// The maximum size of a target for later clicks in bytes.
    public static let maximumTarget = 4_000
    /// The maximum click rate: more than a worker can answer.
    public static let maximumClicksPerSecond = 1_000_000
    /// The maximum caching time in seconds: a year (RFC 9111, section 1.2.2, allows more).
    public static let maximumCacheSeconds = 31_536_000
    /// The maximum size of a password in bytes.
    public static let maximumPassword = 200
    /// The maximum size of a name, note or attribute in bytes.
    public static let maximumText = 16_000

    /// Whether two records have the same user-visible contents. Ignores fields maintained by the store, the code style,
    /// and times that a file may omit.
    public func hasSameContent(as other: LinkRecord) -> Bool {
        LinkField.changeable.allSatisfy { self[$0] == other[$0] }
    }

    /// Throws if a field has a value that its row does not admit.
    public func validate() throws(StoreError) {
        for field in LinkField.allCases where !field.admits(self[field]) { throw .invalid(field) }
    }

    static func admits(tags: [String]) -> Bool {
        tags.count <= maximumTags && Set(tags).count == tags.count
            && tags.allSatisfy { tag in
                !tag.isEmpty && tag.utf8.count <= maximumTag && !tag.utf8.contains { $0 < 0x20 }
            }
    }
}
