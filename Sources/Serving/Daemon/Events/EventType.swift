/// What an event is about, in the words that events and filters have.
enum EventType: String, Sendable, CaseIterable {
    /// A click, or a question to the edge about one.
    case click
    case linkCreated = "link.created"
    case linkUpdated = "link.updated"
    case linkDeleted = "link.deleted"
    /// Many links were made at once by a command, and are not named one by one.
    case linkImported = "link.imported"
    /// An app that was installed after a click has learnt where that led.
    case resolve
}
