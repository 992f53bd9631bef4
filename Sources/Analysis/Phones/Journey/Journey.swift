/// One way that a link can take on a phone, and where the person ends.
public struct Journey: Sendable, Hashable {
    /// What happened, in order.
    public internal(set) var steps: [Step]
    /// The addresses that were asked for and answered, in order.
    public internal(set) var asked: [String]
    /// What the person had to do besides tapping the link; empty where it went straight on.
    public internal(set) var detours: [Detour]
    /// Where it ends.
    public internal(set) var ending: Ending

    /// One transition.
    public struct Step: Sendable, Hashable {
        /// The address that it is about.
        public var address: String
        /// What it follows from.
        public var facts: [Fact]
    }

    /// What stands between the tap and the ending.
    public enum Detour: Sendable, Hashable {
        /// A page of ours with a button was between.
        case page(String)
        /// A way of the page, counted from 1, led to a dead end, and the person took the next one.
        case wayFailed(Int, DeadEnd)
        /// A way of the page, counted from 1, led back to where the person was.
        case wayLedBack(Int)
    }
}

/// Where a person ends.
public indirect enum Ending: Sendable, Hashable {
    /// In the app, which received an address; nil where it was only started.
    case app(id: String, version: String, url: String?)
    /// At an app in a store.
    case store(StorePage)
    /// At a page in the browser.
    case web(String)
    /// The system or the browser asks.
    case question(Question)
    /// At nothing that helps.
    case deadEnd(DeadEnd)

    /// A question, and what follows from each answer.
    public struct Question: Sendable, Hashable {
        /// What is asked.
        public var kind: Kind
        /// Where a person who agrees ends.
        public var accepted: Ending
        /// Where one who refuses can end.
        public var refused: [Ending]

        /// What is asked.
        public enum Kind: String, Sendable, Hashable {
            /// Android: which app opens the link?
            case chooser
            /// The browser: leave it for the app?
            case openApp = "open_app"
            /// The browser: leave it for the store?
            case openStore = "open_store"
            /// Chrome: a banner that offers the app.
            case banner
        }
    }

    /// Where a person ends who agrees to every question.
    public var accepted: Ending {
        if case .question(let question) = self { question.accepted.accepted } else { self }
    }
}

/// Why there is nothing more to do.
public enum DeadEnd: Sendable, Hashable {
    /// A tab without a page.
    case blankPage
    /// The tap does nothing; the page stays.
    case nothingHappens
    /// `net::ERR_UNKNOWN_URL_SCHEME`, or another error page of the browser.
    case unknownScheme
    /// "Safari cannot open the page because the address is invalid."
    case invalidAddress
    /// A page that says what went wrong.
    case errorPage(Int)
    /// More redirects than browsers follow, or pages that lead to each other.
    case loop
    /// A page without a way on.
    case pageWithoutWay(String)
    /// "The operation is not valid.": Google's page got a link that is not an action link.
    case operationNotValid

    /// Whether the person is still at the page where the tap was.
    var leavesPage: Bool {
        switch self {
        case .nothingHappens, .invalidAddress: false
        default: true
        }
    }
}
