/// A possible path of a link on a phone, and its ending.
public struct Journey: Sendable, Hashable {
    /// The steps, in order.
    public internal(set) var steps: [Step]
    /// The requested URLs that were answered, in order.
    public internal(set) var asked: [String]
    /// The user's actions besides tapping the link; empty for a direct journey.
    public internal(set) var detours: [Detour]
    /// The ending.
    public internal(set) var ending: Ending

    /// A transition.
    public struct Step: Sendable, Hashable {
        /// The address concerned.
        public var address: String
        /// The facts that it follows from.
        public var facts: [Fact]
    }

    /// An extra action between the tap and the ending.
    public enum Detour: Sendable, Hashable {
        /// One of our pages with a button was shown.
        case page(String)
        /// A link of the page, counted from 1, led to a dead end, and the user tried the next one.
        case wayFailed(Int, DeadEnd)
        /// A link of the page, counted from 1, led back to the same page.
        case wayLedBack(Int)
    }
}

extension Journey {
    /// The journey with another ending, after actions of the user that are not followed here.
    public func endingIn(_ ending: Ending) -> Journey {
        var journey = self
        journey.ending = ending
        return journey
    }
}

/// The ending of a journey.
public indirect enum Ending: Sendable, Hashable {
    /// The app opened with an address; `nil` if it was only started.
    case app(id: String, version: String, url: String?)
    /// An app's page in a store.
    case store(AppStorePage)
    /// A web page in the browser.
    case web(String)
    /// A prompt by the system or the browser.
    case question(Question)
    /// An ending without a usable result.
    case deadEnd(DeadEnd)

    /// A prompt, and the results of both replies.
    public struct Question: Sendable, Hashable {
        /// The kind of prompt.
        public var kind: Kind
        /// The ending if the user accepts.
        public var accepted: Ending
        /// The possible endings if the user declines.
        public var refused: [Ending]

        /// The kind of prompt.
        public enum Kind: String, Sendable, Hashable {
            /// Android: which app should open the link?
            case chooser
            /// The browser: leave it for the app?
            case openApp = "open_app"
            /// The browser: leave it for the store?
            case openStore = "open_store"
            /// Chrome: a banner that offers the app.
            case banner
        }
    }

    /// The ending for a user who accepts every prompt.
    public var accepted: Ending {
        if case .question(let question) = self { question.accepted.accepted } else { self }
    }
}

/// The reason why a journey can't continue.
public enum DeadEnd: Sendable, Hashable {
    /// A tab without a page.
    case blankPage
    /// The tap does nothing; the page stays.
    case nothingHappens
    /// `net::ERR_UNKNOWN_URL_SCHEME`, or another error page of the browser.
    case unknownScheme
    /// "Safari cannot open the page because the address is invalid."
    case invalidAddress
    /// An error page with this status code.
    case errorPage(Int)
    /// More redirects than browsers follow, or pages that lead to each other.
    case loop
    /// A page without links.
    case pageWithoutWay(String)
    /// "The operation is not valid.": Google's page received a link that is not an action link.
    case operationNotValid
}
