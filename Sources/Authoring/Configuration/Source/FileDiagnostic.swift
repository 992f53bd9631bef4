/// Something to tell the author of a configuration file.
public struct FileDiagnostic: Sendable, Hashable {
    public enum Severity: String, Sendable {
        /// The configuration is not taken.
        case error
        /// It is taken, but hardly as meant.
        case warning
        /// It may well be meant, and is worth knowing; `--strict` doesn't count it.
        case note
    }

    /// What kind of fault it is: stable names for programs.
    public enum Code: String, Sendable, CaseIterable {
        /// The bytes are no YAML, or YAML that this project doesn't take.
        case syntax
        case unknownKey = "unknown-key"
        case duplicateKey = "duplicate-key"
        case missingKey = "missing-key"
        case wrongType = "wrong-type"
        case invalidValue = "invalid-value"
        /// Two things with one name: apps, hosts, sites, rules.
        case duplicate
        case condition
        case template
        case urlPattern = "url-pattern"
        case tooManyURLPatterns = "too-many-url-patterns"
        /// A pattern that matches anywhere in a URL.
        case unanchoredPattern = "unanchored-pattern"
        /// A pattern that lets through more hosts than it looks, or plain http.
        case loosePattern = "loose-pattern"
        /// The web widget lives on a host that this daemon answers for.
        case ownHandler = "own-handler"
        /// A pattern for a query item that fits links without the item, too.
        case patternOfNothing = "pattern-of-nothing"
        case unreadable
        /// A file that looks like one of rules, and whose name keeps it from being read.
        case ignoredFile = "ignored-file"
        /// A certificate that can't be used, or hardly as meant.
        case certificate
        // What the lint finds (``RuleLint``).
        /// A condition that no click meets.
        case neverTrue = "never-true"
        /// A condition that every click meets.
        case alwaysTrue = "always-true"
        /// A word in a condition that its fact never is.
        case impossibleValue = "impossible-value"
        /// A rule before this one decides whatever this one would.
        case shadowedRule = "shadowed-rule"
        /// The rules before this one together decide whatever this one would.
        case unreachableRule = "unreachable-rule"
        case duplicateRule = "duplicate-rule"
        /// A rule that only sets what rules before it have set.
        case idleRule = "idle-rule"
        /// A click that no rule decides.
        case undecidedClick = "undecided-click"
        /// A site whose own rules take every click.
        case closedSite = "closed-site"
        /// A rule opens or installs an app where it can't be.
        case missingApp = "missing-app"
        /// A rule leads iPhones and iPads into an app's scheme, without a page that has another way.
        case appWithoutPage = "app-without-page"
        case unusedApp = "unused-app"
        case unusedSite = "unused-site"
        case unusedLink = "unused-link"
        /// A short link that the site's own policy refuses.
        case refusedLink = "refused-link"
        /// A short link with parameters that are ignored.
        case linkParameter = "link-parameter"
        /// A rule's target that the site's policy refuses.
        case refusedTarget = "refused-target"
        case redirectLoop = "redirect-loop"
        /// A rule with `cache` whose answers depend on what no cache can see.
        case uncacheable
        /// A redirect to a link host: the system hands over taps from another domain only.
        case sameHost = "same-host"
        /// An app that the association files leave out.
        case unassociatedApp = "unassociated-app"
        /// A link that rules open in the app, and association files leave to the web.
        case uncoveredLink = "uncovered-link"
        /// A link that the system opens in the app before rules can keep it on the web.
        case claimedLink = "claimed-link"
        /// An association file of a size that systems don't read.
        case associationTooLarge = "association-too-large"
        /// A directory of rules without a site.
        case noSites = "no-sites"
        /// No index finds the rule: every click tries its condition.
        case unindexedRule = "unindexed-rule"
        /// A test that is run by the interpreter.
        case slowTest = "slow-test"
        /// Something that the lint left out, and why.
        case incomplete
    }

    public var severity: Severity
    public var code: Code
    /// What is wrong: one sentence without a full stop.
    public var message: String
    /// Where in a file; nil for what came as JSON, from the environment or from the command line.
    public var location: SourceLocation?
    /// Where in the tree: `apps[0].android.package`; for messages that have no location.
    public var path: String
    /// The line of the file.
    public var sourceLine: String?
    /// How many Unicode scalars of the line are meant.
    public var width: Int
    /// What was expected, if that can be said in a few words.
    public var expected: String?
    /// What to do about it.
    public var hint: String?
    /// A request, in JSON, that shows it; as `resolve --batch` takes it.
    public var example: String?

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
