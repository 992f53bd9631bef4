/// The type of an event, as used in events and filters.
enum EventType: String, Sendable, CaseIterable {
    /// A click, or a request to the edge about one.
    case click
    case linkCreated = "link.created"
    case linkUpdated = "link.updated"
    case linkDeleted = "link.deleted"
    /// Many links were created at once by a command. They are not listed individually.
    case linkImported = "link.imported"
    /// An app installed after a click has resolved its link.
    case resolve
}
