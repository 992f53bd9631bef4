/// New values for the fields of a link; `nil` leaves a field unchanged.
///
/// Times and numbers are doubly optional: `.some(nil)` removes the limit.
public struct LinkPatch: Sendable, Equatable {
    /// The new ``LinkRecord/longLink``.
    public var longLink: String?
    /// The new ``LinkRecord/name``.
    public var name: String?
    /// The new ``LinkRecord/note``.
    public var note: String?
    /// All new ``LinkRecord/tags``; others are removed.
    public var tags: [String]?
    /// All new ``LinkRecord/attributes``; others are removed.
    public var attributes: [LinkRecord.Attribute]?
    /// The new ``LinkRecord/starts``, in seconds since the epoch.
    public var starts: Int64??
    /// The new ``LinkRecord/expires``, in seconds since the epoch.
    public var expires: Int64??
    /// The new ``LinkRecord/maximumClicks``.
    public var maximumClicks: UInt64??
    /// The new ``LinkRecord/expiredTarget``.
    public var expiredTarget: String??
    /// The new ``LinkRecord/usedUpTarget``.
    public var usedUpTarget: String??
    /// The new ``LinkRecord/clicksPerSecond``.
    public var clicksPerSecond: Int??
    /// The new ``LinkRecord/cacheSeconds``.
    public var cacheSeconds: Int??
    /// Whether to archive the link, or to list it again.
    public var isArchived: Bool?
    /// Whether to disable the link, or to enable it again.
    public var isDisabled: Bool?
    /// Whether to mark the link as unsafe.
    public var isUnsafe: Bool?
    /// Whether to mark the link as created manually.
    public var isManaged: Bool?
    /// The client that makes the change, for the link's history; not a field of the link. `nil` if it is unknown.
    public var author: String?

    /// An empty patch.
    public init() {}

    /// Writes the new values into a record.
    public func apply(to record: inout LinkRecord) {
        if let longLink { record.longLink = longLink }
        if let name { record.name = name }
        if let note { record.note = note }
        if let tags { record.tags = tags }
        if let attributes { record.attributes = attributes }
        if let starts { record.starts = starts }
        if let expires { record.expires = expires }
        if let maximumClicks { record.maximumClicks = maximumClicks }
        if let expiredTarget { record.expiredTarget = expiredTarget }
        if let usedUpTarget { record.usedUpTarget = usedUpTarget }
        if let clicksPerSecond { record.clicksPerSecond = clicksPerSecond }
        if let cacheSeconds { record.cacheSeconds = cacheSeconds }
        if let isArchived { record.isArchived = isArchived }
        if let isDisabled { record.isDisabled = isDisabled }
        if let isUnsafe { record.isUnsafe = isUnsafe }
        if let isManaged { record.isManaged = isManaged }
    }
}
