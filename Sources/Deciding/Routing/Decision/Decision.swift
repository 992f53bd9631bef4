public import ByteText
public import Devices
public import Links

/// What a click leads to. Its texts are ranges of the arena that held the request; rules are indices of the rule set.
public struct Decision: Sendable {
    /// What the client gets: a redirect, a page, an app open, an error.
    public var kind: DecisionKind
    /// What goes into the redirect: the target, an `intent:` URI, a custom scheme, or the address of the page, which is the
    /// link itself: the front serves the page there.
    public var location: TextRange?
    /// Where the user is meant to end up.
    public var target: TextRange?
    /// What the button of the page opens: the app, where the decision has a page and an app.
    public var appLocation: TextRange?
    /// Whether ``appLocation`` is the clicked link, which opens the app where a page of another host has it: as a universal
    /// link.
    public var opensByLink = false
    /// Whether ``appLocation`` is for touch screens alone: the browser says Mac and may run on an iPad.
    public var needsTouch = false
    /// The accepted form of the link's payload.
    public var payload: TextRange?
    /// What of the click's own query was passed on, as a query has it; nil for nothing.
    public var passed: TextRange?
    /// The page served in place of a plain redirect.
    public var page: Page?
    /// What an unfurler shows, where ``page`` is `social`.
    public var meta: SocialMeta?
    /// The HTTP status of the answer: 302 for a redirect, 200 for a page, the error's for an error.
    public var status: UInt16
    /// The app that is opened or installed; nil where none has a part.
    public var app: App?
    /// The app that showed the link inside itself.
    public var inApp: InApp = .unknown
    /// Whether the link carries an action, whose code must not end in a log.
    public var carriesAction = false
    /// Where the client goes when the app does not open; nil where nothing is attempted.
    public var fallback: Fallback?
    /// The deciding rule, by its index in the rule set; nil for a link that is refused before any rule.
    public var rule: Int?
    /// What deserves attention and did not keep the link from being served.
    public var warnings = Warnings()
    /// Why ``kind`` is `error`; nil for every other kind.
    public var error: Failure?
    /// Why the link is refused, where the site redirects instead (`root`, `not_found`), or the link itself: what an app is told that asked.
    public var refusal: LinkFault?
    /// How long caches may keep the answer, by the link, a rule or the site; nil where none of them says, and nothing may be
    /// kept.
    public var cache: ActionDefinition.CachePolicy?
    /// What a cache must distinguish requests by, where ``cache`` lets it keep the answer.
    public var variance = AnswerVariance()

    /// A decision with nothing but its kind and status.
    public init(kind: DecisionKind, status: UInt16) {
        self.kind = kind
        self.status = status
    }

    /// The app that the decision is about.
    public struct App: Sendable {
        /// A platform's name, as the module `Devices` spells it.
        public var platform: StaticString
        /// Package name or bundle ID.
        public var id: TextRange
        /// The lowest version that may be opened; nil where any may.
        public var minimumVersion: TextRange?
        /// Whether the app is installed, in the words of `AppState`.
        public var state: StaticString
    }

    /// What happens when an attempted app open does not succeed.
    public struct Fallback: Sendable {
        /// What is done instead: a store, the web widget, or the continue URL.
        public var kind: DecisionKind
        /// The address that it leads to.
        public var target: TextRange
    }

    /// The texts of `st`, `sd` and `si`.
    public struct SocialMeta: Sendable {
        /// `st`, decoded; nil where the link has none.
        public var title: TextRange?
        public var description: TextRange?
        /// `si`, an accepted URL; nil where the link has none.
        public var image: TextRange?
    }

    /// Why the decision is `error`.
    public enum Failure: Sendable {
        /// The link is refused.
        case fault(LinkFault)
        /// The rule at this index decides it.
        case rule(Int)
    }
}
