/// A message to the author of a configuration file.
public struct FileDiagnostic: Sendable, Hashable {
    /// The severity of a diagnostic.
    public enum Severity: String, Sendable {
        /// The configuration is rejected.
        case error
        /// The configuration is accepted, but probably does not do what was intended.
        case warning
        /// The configuration may be intended, but the author should know. `--strict` ignores notes.
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
        /// A pattern that accepts more hosts than it seems to, or plain http.
        case loosePattern = "loose-pattern"
        /// The web widget is on a host that this daemon serves.
        case ownHandler = "own-handler"
        /// A pattern for a query parameter that also matches links without the parameter.
        case patternOfNothing = "pattern-of-nothing"
        case unreadable
        /// A file that looks like a rules file but is not read because of its name.
        case ignoredFile = "ignored-file"
        /// A device token that changes the classification of agents it was not meant for.
        case broadToken = "broad-token"
        /// A device token that changes built-in examples.
        case changedExample = "changed-example"
        /// A device correction whose example the built-in table classifies correctly.
        case idleCorrection = "idle-correction"
        /// Colors without enough contrast to be readable.
        case lowContrast = "low-contrast"
        /// Pages copy tokens, but the site has no endpoint through which apps redeem them.
        case unusedToken = "unused-token"
        /// A site with deferred links for whose clicks no token is created.
        case missingToken = "missing-token"
        /// A template of pages that can't be used.
        case pageTemplate = "page-template"
        /// A certificate that can't be used, or is probably not what was meant.
        case certificate
        // Findings of the lint (``RuleLint``).
        /// A condition that no click satisfies.
        case neverTrue = "never-true"
        /// A condition that every click satisfies.
        case alwaysTrue = "always-true"
        /// Bounds in a condition that exclude each other.
        case emptyRange = "empty-range"
        /// A rule that tests a fact which this installation never provides.
        case unprovidedFact = "unprovided-fact"
        /// A word in a condition that is never the fact's value.
        case impossibleValue = "impossible-value"
        /// An earlier rule decides every click that this one would.
        case shadowedRule = "shadowed-rule"
        /// Earlier rules together decide every click that this one would.
        case unreachableRule = "unreachable-rule"
        case duplicateRule = "duplicate-rule"
        /// A rule that only sets what earlier rules have already set.
        case idleRule = "idle-rule"
        /// A click that no rule decides.
        case undecidedClick = "undecided-click"
        /// A site whose own rules decide every click.
        case closedSite = "closed-site"
        /// A rule opens or installs an app that the site does not have on that platform.
        case missingApp = "missing-app"
        /// A rule redirects iPhones and iPads to an app's custom scheme without a page that offers an alternative.
        case appWithoutPage = "app-without-page"
        /// An Apple app that no button of a page opens.
        case noWayIntoApp = "no-way-into-app"
        /// A bundle ID that begins with a team ID.
        case teamInBundle = "team-in-bundle"
        /// Apps of one platform that claim the same links.
        case rivalApps = "rival-apps"
        /// A rule of a site that redirects links in mails away from the web widget.
        case takenAction = "taken-action"
        /// Authorized domains that `url_patterns` exclude as link targets.
        case excludedDomain = "excluded-domain"
        /// The declarations that an Android app's manifest needs to receive the links that the site declares for it.
        case manifest
        /// A short link that skips the page that tries to open the app.
        case forcedRedirect = "forced-redirect"
        case unusedApp = "unused-app"
        case unusedSite = "unused-site"
        /// A site that allows no link target at all.
        case refusingSite = "refusing-site"
        case unusedLink = "unused-link"
        /// A short link that the site's own policy rejects.
        case refusedLink = "refused-link"
        /// A short link with ignored parameters.
        case linkParameter = "link-parameter"
        /// A rule target that the site's policy rejects.
        case refusedTarget = "refused-target"
        case redirectLoop = "redirect-loop"
        /// A rule with `cache` whose responses depend on something that caches can't vary on.
        case uncacheable
        /// Cacheable responses: clicks answered by caches are not counted, and disabled links keep working there.
        case cachedClicks = "cached-clicks"
        /// A rule that splits clicks, but whose responses are cacheable.
        case cachedSplit = "cached-split"
        /// A redirect to a link host: the system opens the app only for taps from another domain.
        case sameHost = "same-host"
        /// An app missing from the association files.
        case unassociatedApp = "unassociated-app"
        /// A link that rules open in the app but association files leave to the browser.
        case uncoveredLink = "uncovered-link"
        /// A link that the system opens in the app before the rules could keep it on the web.
        case claimedLink = "claimed-link"
        /// An association file larger than systems accept.
        case associationTooLarge = "association-too-large"
        // Findings from following links on phones (module Outcomes).
        /// A link that dead-ends on some phone.
        case deadEnd = "dead-end"
        /// Typed links lead to the store listing although the app is installed.
        case bareStore = "bare-store"
        /// Devices without Google Play are sent to it.
        case storeNotThere = "store-not-there"
        /// A redirect to the App Store, where Cancel leaves a blank page.
        case redirectToStore = "redirect-to-store"
        /// A rules directory without sites.
        case noSites = "no-sites"
        /// No index covers the rule: its condition is evaluated for every click.
        case unindexedRule = "unindexed-rule"
        /// A test that only the interpreter can evaluate.
        case slowTest = "slow-test"
        /// A question that the lint skipped, with the reason.
        case incomplete
    }

    /// The severity.
    public var severity: Severity
    /// The kind of fault.
    public var code: Code
    /// The problem: one sentence without a full stop.
    public var message: String
    /// The place in a file; `nil` for JSON, the environment and the command line.
    public var location: SourceLocation?
    /// The place in the tree: `apps[0].android.package`. For messages without a location.
    public var path: String
    /// The line of the file.
    public var sourceLine: String?
    /// The number of Unicode scalars of the line that the message is about.
    public var width: Int
    /// What was expected, if it can be stated in a few words.
    public var expected: String?
    /// How to fix it.
    public var hint: String?
    /// A request in JSON that demonstrates the problem, as accepted by `resolve --batch`.
    public var example: String?

    /// A diagnostic. Its texts must not contain secrets, except for the source line, which is masked when rendered.
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

/// A position in a configuration file.
public struct SourceLocation: Sendable, Hashable {
    /// The file's name as printed.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The column in Unicode scalars, from 1.
    public var column: Int

    /// A location. Line and column count from 1.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }
}

extension SourceLocation: CustomStringConvertible {
    /// `file:line:column`
    public var description: String { "\(file):\(line):\(column)" }
}
