import ByteText
public import Denials
public import Devices
public import Expressions

/// Compiled sites and rules: an immutable snapshot that any number of threads may read.
///
/// A reload creates a new one, and clicks in progress finish with the one they started with. Each worker creates an
/// ``Evaluator`` from it.
public final class RuleSet: Sendable {
    /// `sha256:` and the digest of the files that the rule set was compiled from.
    public let hash: String
    /// The site definitions.
    public let sites: [SiteDefinition]
    /// All rules: those of the sites first, site by site, then the shared rules, each in order; finally the sites'
    /// redirects for clicks that match none of their links.
    public let rules: [RuleDefinition]
    /// Whether http targets on localhost and loopback addresses are allowed.
    public let development: Bool
    /// The page host for sites that specify none. The configured sites already have it.
    private let pageHost: String?

    /// The targets that no link of any site may lead to; `nil` if there are none.
    let denied: DenyList?
    /// The patterns that conditions reference by index.
    public let patterns: PatternList

    let classifier: DeviceClassifier
    /// The names of unlisted apps that device corrections add, by their numbers from 1.
    let appNames: [String]
    let compiledSites: [CompiledSite]
    // Borrowed references for the click path. Callers hold the rule set, which owns the objects.
    let lentSites: [Lent<CompiledSite>]
    let lentHosts: Lent<HostIndex>
    let lentSharedIndex: Lent<RuleIndex>
    let lentClassifier: Lent<DeviceClassifier>
    /// The compiled form of ``rules``.
    let compiledRules: [CompiledRule]
    let hosts: HostIndex
    let alternatives: AlternativeIndex
    /// The rules shared by all sites, as a range of ``rules``.
    let sharedRules: Range<Int>
    let sharedIndex: RuleIndex
    /// The header fields that responses may depend on besides those that identify the device, for the `Vary` field: in
    /// lower case, sorted. See ``AnswerVariance/contains(fieldAt:)``.
    public let varyingFields: [[UInt8]]
    /// Whether any rule reads properties that may differ between clients with the same address and device.
    let hasVariance: Bool
    /// A bit for each fact that a condition or a template reads, by ``FactName``.
    private let consulted: FactSet
    /// The facts in `consulted`, which are filled in for each click.
    let consultedFacts: [FactName]
    private let alsoConsulted: FactSet

    /// Compiles a rule set. The definitions must be valid: errors are reported where the definitions are read.
    ///
    /// - Parameters:
    ///   - pageHost: The page host for sites that are part of requests and specify none.
    ///   - denied: The targets that no link may lead to. Other targets require another hash.
    ///   - corrections: Corrections of the device classification for all sites. Other corrections require another hash.
    ///   - alsoConsulted: Facts to fill in although no rule reads them.
    public convenience init(
        sites: [SiteDefinition], rules: [RuleDefinition], patterns: PatternList, hash: String,
        development: Bool = false, pageHost: String? = nil, denied: DenyList? = nil,
        corrections: [DeviceCorrection] = [], alsoConsulted: FactSet = FactSet()
    ) {
        self.init(
            sites, rules, patterns, hash, development, pageHost, denied, DeviceClassifier(corrections: corrections),
            alsoConsulted)
    }

    private init(
        _ sites: [SiteDefinition], _ rules: [RuleDefinition], _ patterns: PatternList, _ hash: String,
        _ development: Bool, _ pageHost: String?, _ denied: DenyList?, _ classifier: DeviceClassifier,
        _ alsoConsulted: FactSet
    ) {
        var all: [RuleDefinition] = []
        all.reserveCapacity(sites.reduce(rules.count + 2 * sites.count) { $0 + $1.rules.count })
        for site in sites { all += site.rules }
        sharedRules = all.count..<(all.count + rules.count)
        all += rules
        var compiled: [CompiledSite] = []
        var names = classifier.appNames
        var start = 0
        for site in sites {
            let own = start..<(start + site.rules.count)
            start = own.upperBound
            let strays = StrayRules(site, appendingTo: &all)
            compiled.append(CompiledSite(site, rules: own, of: all, strays: strays, names: &names))
        }
        self.rules = all
        var consulted = alsoConsulted
        let reads = self.rules.map { rule in
            let facts = rule.consultedFacts
            for fact in facts { consulted.insert(fact) }
            return RuleReads(rule, facts)
        }
        let fields = reads.reduce(into: Set()) { $0.formUnion($1.fields) }.sorted()
        let places = Dictionary(uniqueKeysWithValues: fields.enumerated().map { ($1, $0) })
        varyingFields = fields.map { Array($0.utf8) }
        compiledRules = zip(self.rules, reads).map { CompiledRule($0, AnswerVariance($1, places)) }
        hasVariance = compiledRules.contains { !$0.variance.isEmpty }
        self.alsoConsulted = alsoConsulted
        self.consulted = consulted
        consultedFacts = FactName.allCases.filter { [consulted] in consulted.contains($0) }
        sharedIndex = RuleIndexBuilder.build(self.rules, sharedRules)
        self.sites = sites
        self.patterns = patterns
        self.hash = hash
        self.development = development
        self.pageHost = pageHost
        self.denied = denied
        self.classifier = classifier
        appNames = names.all
        compiledSites = compiled
        alternatives = AlternativeIndex(sites)
        hosts = HostIndex(sites: compiled, authorizedDomains: sites.map(\.authorizedDomains))
        // Safe, all: this object owns them for its whole lifetime.
        lentSites = compiled.map { unsafe Lent($0) }
        lentHosts = unsafe Lent(hosts)
        lentSharedIndex = unsafe Lent(sharedIndex)
        lentClassifier = unsafe Lent(classifier)
    }

    /// A copy with the site that is part of a request instead of all configured sites.
    ///
    /// - Parameters:
    ///   - site: The site that replaces all others.
    ///   - patterns: The rule set's patterns, followed by those of the site's own rules.
    ///   - hash: The hash to report in responses.
    public func replacingSites(with site: SiteDefinition, patterns: PatternList, hash: String) -> RuleSet {
        var site = site
        // A host claimed by the site's own association files can't serve its pages.
        if site.pageHost == nil, let pageHost, !site.answers(for: pageHost) { site.pageHost = pageHost }
        return RuleSet(
            [site], Array(rules[sharedRules]), patterns, hash, development, pageHost, denied, classifier,
            alsoConsulted)
    }

    /// A copy with one site and only its own rules, to evaluate a rule in isolation.
    ///
    /// - Parameter patterns: The patterns that the site's rules reference.
    public func restricted(to site: SiteDefinition, patterns: PatternList) -> RuleSet {
        RuleSet([site], [], patterns, "", development, pageHost, denied, classifier, alsoConsulted)
    }

    /// Whether any rule reads a fact. Callers may leave out facts that no rule reads.
    public func consults(_ fact: FactName) -> Bool { consulted.contains(fact) }

    /// The name of a device's app, which may be one of device corrections; appended to the arena.
    func appName(of device: Device, in arena: inout ByteArena) -> TextRange {
        guard device.inApp == .other, device.appNumber > 0 else { return arena.append(device.inApp.name) }
        return arena.append(appNames[Int(device.appNumber) - 1])
    }

    /// Whether any site uses the host, given in lower case and without a port.
    public func knows(host: Span<UInt8>) -> Bool {
        hosts.knows(host: host)
    }
}

extension RuleSet {
    /// The header fields named by conditions, spelled as there. Visits all rules: for load time.
    public var namedHeaders: Set<String> {
        Set(rules.compactMap(\.program).flatMap { $0.reading(ofMap: FactName.requestHeaders.rawValue).keys })
    }
}
