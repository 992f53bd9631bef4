/// A message to the author of a configuration file.
public struct FileDiagnostic: Sendable, Hashable {
    /// How serious it is.
    public enum Severity: String, Sendable {
        /// The configuration is not accepted.
        case error
        /// It is accepted, but probably not what was meant.
        case warning
        /// It may well be intended, and is worth knowing; `--strict` ignores it.
        case note
    }

    /// The kind of fault: stable names for programs.
    public enum Code: String, Sendable, CaseIterable {
        /// The bytes are not valid YAML, or use YAML that this project does not accept.
        case syntax
        case unknownKey = "unknown-key"
        case duplicateKey = "duplicate-key"
        case missingKey = "missing-key"
        case wrongType = "wrong-type"
        case invalidValue = "invalid-value"
        /// Two items with one name: apps, hosts, sites, rules.
        case duplicate
        case condition
        case template
        case urlPattern = "url-pattern"
        case tooManyURLPatterns = "too-many-url-patterns"
        /// A pattern that matches anywhere in a URL.
        case unanchoredPattern = "unanchored-pattern"
        /// A pattern that lets through more hosts than it seems to, or plain http.
        case loosePattern = "loose-pattern"
        /// The web widget is on a host that this daemon answers for.
        case ownHandler = "own-handler"
        /// A pattern for a query item that also matches links without the item.
        case patternOfNothing = "pattern-of-nothing"
        case unreadable
        /// A file that looks like a rules file, but whose name keeps it from being read.
        case ignoredFile = "ignored-file"
        /// Colours that can't be told apart well enough to be read.
        case lowContrast = "low-contrast"
        /// Pages copy tokens, and nobody answers what apps ask with them.
        case unusedToken = "unused-token"
        /// A template of pages that can't be used.
        case pageTemplate = "page-template"
        /// A certificate that can't be used, or is probably not what was meant.
        case certificate
        // What the lint finds (``RuleLint``).
        /// A condition that no click meets.
        case neverTrue = "never-true"
        /// A condition that every click meets.
        case alwaysTrue = "always-true"
        /// Bounds in a condition that exclude each other.
        case emptyRange = "empty-range"
        /// A rule that tests a fact which the installation provides for no click.
        case unprovidedFact = "unprovided-fact"
        /// A word in a condition that its fact never has.
        case impossibleValue = "impossible-value"
        /// A rule before this one decides everything that this one would.
        case shadowedRule = "shadowed-rule"
        /// The rules before this one together decide everything that this one would.
        case unreachableRule = "unreachable-rule"
        case duplicateRule = "duplicate-rule"
        /// A rule that only sets what rules before it already set.
        case idleRule = "idle-rule"
        /// A click that no rule decides.
        case undecidedClick = "undecided-click"
        /// A site whose own rules decide every click.
        case closedSite = "closed-site"
        /// A rule opens or installs an app that the platform does not have.
        case missingApp = "missing-app"
        /// A rule leads iPhones and iPads into an app's scheme, without a page that has another way.
        case appWithoutPage = "app-without-page"
        /// An Apple app that no button of a page opens.
        case noWayIntoApp = "no-way-into-app"
        /// A bundle ID that begins with a team.
        case teamInBundle = "team-in-bundle"
        /// Apps of one platform that claim the same links.
        case rivalApps = "rival-apps"
        /// A rule of a site that leads the links in mails away from the web widget.
        case takenAction = "taken-action"
        /// Authorized domains that `url_patterns` allow no link to lead to.
        case excludedDomain = "excluded-domain"
        /// What an Android app has to declare, to receive what the site says that it does.
        case manifest
        /// A short link that skips the page which tries the app.
        case forcedRedirect = "forced-redirect"
        case unusedApp = "unused-app"
        case unusedSite = "unused-site"
        /// A site that allows no address for a link to lead to.
        case refusingSite = "refusing-site"
        case unusedLink = "unused-link"
        /// A short link that the site's own policy refuses.
        case refusedLink = "refused-link"
        /// A short link with parameters that are ignored.
        case linkParameter = "link-parameter"
        /// A rule's target that the site's policy refuses.
        case refusedTarget = "refused-target"
        case redirectLoop = "redirect-loop"
        /// A rule with `cache` whose answers depend on something that no cache can see.
        case uncacheable
        /// Answers that caches may keep: what they answer is not counted, and links that are switched off go on there.
        case cachedClicks = "cached-clicks"
        /// A rule that splits clicks, whose answers caches may keep.
        case cachedSplit = "cached-split"
        /// A redirect to a link host: systems hand over only taps from another domain.
        case sameHost = "same-host"
        /// An app that the association files leave out.
        case unassociatedApp = "unassociated-app"
        /// A link that rules open in the app, but association files leave to the web.
        case uncoveredLink = "uncovered-link"
        /// A link that the system opens in the app before rules can keep it on the web.
        case claimedLink = "claimed-link"
        /// An association file of a size that systems don't read.
        case associationTooLarge = "association-too-large"
        // What following links on phones finds (module Outcomes).
        /// Some phone leads nowhere.
        case deadEnd = "dead-end"
        /// Typed links lead to the bare store though the app is installed.
        case bareStore = "bare-store"
        /// Devices without Google Play are led to it.
        case storeNotThere = "store-not-there"
        /// A redirect to the App Store, where Cancel leaves a blank page.
        case redirectToStore = "redirect-to-store"
        /// A directory of rules without a site.
        case noSites = "no-sites"
        /// No index finds the rule: its condition is tried for every click.
        case unindexedRule = "unindexed-rule"
        /// Only the interpreter can run the test.
        case slowTest = "slow-test"
        /// Something that the lint left out, with the reason.
        case incomplete
    }

    /// How serious it is.
    public var severity: Severity
    /// What kind of fault it is.
    public var code: Code
    /// What is wrong: one sentence without a full stop.
    public var message: String
    /// Where in a file; nil for JSON, the environment and the command line.
    public var location: SourceLocation?
    /// Where in the tree: `apps[0].android.package`; for messages without a location.
    public var path: String
    /// The line of the file.
    public var sourceLine: String?
    /// How many Unicode scalars of the line the message is about.
    public var width: Int
    /// What was expected, if a few words can say it.
    public var expected: String?
    /// What to do about it.
    public var hint: String?
    /// A request in JSON that demonstrates it, as `resolve --batch` accepts it.
    public var example: String?

    /// A diagnostic; its texts must hold no secret, except for the source line, which is masked when it is rendered.
    public init(
        _ severity: Severity, _ code: Code, _ message: String, at location: SourceLocation? = nil, path: String = "",
        sourceLine: String? = nil, width: Int = 1, expected: String? = nil, hint: String? = nil,
        example: String? = nil
    ) {
        self.severity = severity
        self.code = code
        self.message = message
        self.location = location
        self.path = path
        self.sourceLine = sourceLine
        self.width = width
        self.expected = expected
        self.hint = hint
        self.example = example
    }
}
