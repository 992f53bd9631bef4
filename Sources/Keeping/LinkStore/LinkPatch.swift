/// New values for fields of a link. What is nil stays as it is.
///
/// The times and numbers are optional twice: `.some(nil)` takes a limit away.
public struct LinkPatch: Sendable, Equatable {
    public var longLink: String?
    public var name: String?
    public var note: String?
    public var tags: [String]?
    public var attributes: [LinkRecord.Attribute]?
    public var starts: Int64??
    public var expires: Int64??
    public var maximumClicks: UInt64??
    public var isArchived: Bool?
    public var isDisabled: Bool?
    public var isManaged: Bool?

    /// Changes nothing.
    public init() {}

    /// Puts the new values into a record.
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
}
