public import Phones

/// The place at which a user arrives, as far as the user can see it.
public enum ObservedEnding: String, Sendable, Hashable, CaseIterable {
    case app, store, web
    /// One of the router's own pages, without a way on.
    case page
    /// Nothing, a blank page, or an error message.
    case nothing

    /// The observation that a predicted ending leads to if the user accepts every prompt.
    public init(_ ending: Ending) {
        self =
            switch ending.accepted {
            case .app: .app
            case .store: .store
            case .web: .web
            case .deadEnd(.pageWithoutWay): .page
            case .question, .deadEnd: .nothing
            }
    }
}
