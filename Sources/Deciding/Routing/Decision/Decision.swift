public import ByteText
public import Devices
public import Links

/// The result of a click. Texts are ranges of the arena that contained the request; rules are indices of the rule set.
public struct Decision: Sendable {
    /// The kind of response: a redirect, a page, an app open, an error.
    public var kind: DecisionKind
    /// The location of the redirect: the target, an `intent:` URI, a custom scheme, or the address of the page, which
    /// is the link itself because the front serves the page there.
    public var location: TextRange?
    /// Where the user is meant to end up.
    public var target: TextRange?
    /// The address behind the page's button that opens the app; `nil` if there is no page or no app.
    public var appLocation: TextRange?
    /// Whether ``appLocation`` is the clicked link, which opens the app as a universal link if tapped on a page of
    /// another host.
    public var opensByLink = false
    /// Whether ``appLocation`` is for touch screens only, because the browser reports a Mac and may run on an iPad.
    public var needsTouch = false
    /// The accepted form of the link's payload.
    public var payload: TextRange?
    /// The part of the click's own query that was passed on, in query form; `nil` if none was.
    public var passed: TextRange?
    /// The page served instead of a plain redirect.
    public var page: Page?
    /// The preview for unfurlers, if ``page`` is `social`.
    public var meta: SocialMeta?
    /// The HTTP status of the response: 302 for a redirect, 200 for a page, the error's for an error.
    public var status: UInt16
    /// The app that is opened or installed; `nil` if none is involved.
    public var app: App?
    /// The app whose in-app browser sent the click.
    public var inApp: InApp = .unknown
    /// Whether the link carries an action, whose code must not end up in a log.
    public var carriesAction = false
    /// Where the client goes if the app does not open; `nil` if no app open is attempted.
    public var fallback: Fallback?
    /// The deciding rule, by its index in the rule set; `nil` if the link is refused before any rule is tried.
    public var rule: Int?
    /// Problems that did not prevent the link from being served.
    public var warnings = Warnings()
    /// The error if ``kind`` is `error`; `nil` for every other kind.
    public var error: Failure?
    /// Why the link is refused, if the site (`root`, `not_found`) or the link itself redirects instead. Returned to an
    /// app that requests the decision.
    public var refusal: LinkFault?
    /// How long caches may keep the response, as set by the link, a rule or the site; `nil` if none of them sets it and
    /// nothing may be cached.
    public var cache: ActionDefinition.CachePolicy?
    /// The fields by which caches must distinguish requests, if ``cache`` allows caching.
    public var variance = AnswerVariance()

    /// A decision with only a kind and a status.
    public init(kind: DecisionKind, status: UInt16) {
        self.kind = kind
        self.status = status
    }

    /// The address for an app that was opened by the clicked link and requests its meaning: the address that browsers
    /// would pass to the app, or the payload if they would not open it.
    public var opened: TextRange? { kind == .appOpen ? target : payload }

    /// The app involved in the decision.
    public struct App: Sendable {
        /// The platform's name, as spelled by the module `Devices`.
        public var platform: StaticString
        /// Package name or bundle ID.
        public var id: TextRange
        /// The lowest version that may be opened; `nil` for any version.
        public var minimumVersion: TextRange?
        /// Whether the app is installed, as an `AppState` name.
        public var state: StaticString
    }

    /// The result if an attempted app open fails.
    public struct Fallback: Sendable {
        /// The alternative: a store, the web widget, or the continue URL.
        public var kind: DecisionKind
        /// The target address.
        public var target: TextRange
    }

    /// The texts of `st`, `sd` and `si`.
    public struct SocialMeta: Sendable {
        /// `st`, decoded; `nil` if the link has none.
        public var title: TextRange?
        public var description: TextRange?
        /// `si`, an accepted URL; `nil` if the link has none.
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
