/// The way in which one of our pages is visited again.
public enum PageVisit: Sendable, Hashable, CaseIterable {
    /// The user reloads the page after a minute.
    case reloaded
    /// The user returns to the tab after half an hour, for example from a store, and the browser loads the page again.
    case cameBack
    /// The user sends the page's address to another person, who opens it after three days on a phone of this kind.
    case shared

    /// The time after the first visit in seconds.
    public var delay: Int64 {
        switch self {
        case .reloaded: 60
        case .cameBack: 1_800
        case .shared: 3 * 86_400
        }
    }

    /// How the browser gets the page's address.
    public var tap: Tap {
        switch self {
        case .reloaded, .cameBack: .history
        case .shared: .otherApp()
        }
    }
}
