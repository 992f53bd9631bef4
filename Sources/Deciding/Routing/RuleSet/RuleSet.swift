import ByteText
public import Denials
import Devices
public import Expressions

/// Sites and rules, compiled: an immutable snapshot that any number of threads may read.
///
/// A reload makes a new one; clicks under way finish with the one they began with. Each worker makes an ``Evaluator``
/// of it.
public final class RuleSet: Sendable {
    /// `sha256:` and the digest of the files that the rule set was made from.
    public let hash: String
    /// The sites as they were stated.
    public let sites: [SiteDefinition]
    /// All rules: those of the sites first, site by site, then those of all sites, each in its order; at the end the
    /// sites' redirects for clicks on none of their links.
    public let rules: [RuleDefinition]
    /// Whether http on localhost and loopback is a place to send people to.
    public let development: Bool
    /// The page host of sites that name none; the configured ones have it already.
    private let pageHost: String?

    /// The targets that no link of any site may lead to; nil for none.
    let denied: DenyList?
    /// The patterns that conditions name by index.
    public let patterns: PatternList

    let classifier: DeviceClassifier
    let compiledSites: [CompiledSite]
    // What clicks ask, lent: whoever asks has the rule set, which owns them.
    let lentSites: [Lent<CompiledSite>]
    let lentHosts: Lent<HostIndex>
    let lentSharedIndex: Lent<RuleIndex>
    let lentClassifier: Lent<DeviceClassifier>
    /// ``rules`` in the form that clicks are decided with.
    let compiledRules: [CompiledRule]
    let hosts: HostIndex
    let alternatives: AlternativeIndex
    /// The rules of all sites, as a piece of ``rules``.
    let sharedRules: Range<Int>
    let sharedIndex: RuleIndex
    /// The header fields that answers may depend on besides those that identify the device, for the field `Vary`: in
    /// lower case, in order. See ``AnswerVariance/contains(fieldAt:)``.
    public let varyingFields: [[UInt8]]
    /// Whether any rule reads what may differ between clients at one address with one device.
    let hasVariance: Bool
    /// A bit for each fact that a condition or a template asks for, by ``FactName``.
    private let consulted: FactSet
    /// The facts of `consulted`, which a click's fact table is filled with.
    let consultedFacts: [FactName]
    private let alsoConsulted: FactSet

    /// Compiles a rule set. The definitions are assumed valid: what is not was reported where they were read.
    ///
    /// - Parameters:
    ///   - pageHost: The page host of the sites that requests bring along and that name none.
    ///   - denied: The targets that no link may lead to. The hash has to be another with other targets.
    ///   - alsoConsulted: Facts that are wanted although no rule asks for them.
    public convenience init(
        sites: [SiteDefinition], rules: [RuleDefinition], patterns: PatternList, hash: String,
        development: Bool = false, pageHost: String? = nil, denied: DenyList? = nil, alsoConsulted: FactSet = FactSet()
    ) {
        self.init(sites, rules, patterns, hash, development, pageHost, denied, DeviceClassifier(), alsoConsulted)
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
        var start = 0
        for site in sites {
            let own = start..<(start + site.rules.count)
            start = own.upperBound
            let strays = StrayRules(site, appendingTo: &all)
            compiled.append(CompiledSite(site, rules: own, of: all, strays: strays))
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
        compiledSites = compiled
        alternatives = AlternativeIndex(sites)
        hosts = HostIndex(sites: compiled, authorizedDomains: sites.map(\.authorizedDomains))
        // Safe, all: they are this object's own, for as long as it lives.
        lentSites = compiled.map { unsafe Lent($0) }
        lentHosts = unsafe Lent(hosts)
        lentSharedIndex = unsafe Lent(sharedIndex)
        lentClassifier = unsafe Lent(classifier)
    }

    /// The same rules for another site: the one that a request brings along.
    ///
    /// - Parameters:
    ///   - site: The site that replaces all others.
    ///   - patterns: The rule set's patterns, and after them those of the site's own rules.
    ///   - hash: The hash that the answers state.
    public func replacingSites(with site: SiteDefinition, patterns: PatternList, hash: String) -> RuleSet {
        var site = site
        // What the site's own association files claim is no place for its pages.
        if site.pageHost == nil, let pageHost, !site.answers(for: pageHost) { site.pageHost = pageHost }
        return RuleSet(
            [site], Array(rules[sharedRules]), patterns, hash, development, pageHost, denied, classifier,
            alsoConsulted)
    }

    /// One site with its own rules and no others, for looking at a rule by itself.
    ///
    /// - Parameter patterns: Those that the site's rules name.
    public func restricted(to site: SiteDefinition, patterns: PatternList) -> RuleSet {
        RuleSet([site], [], patterns, "", development, pageHost, denied, classifier, alsoConsulted)
    }

    /// Whether any rule asks for a fact. Callers may leave out what no rule asks for.
    public func consults(_ fact: FactName) -> Bool { consulted.contains(fact) }

    /// Whether any site answers for the host, which is in lower case and without a port.
    public func knows(host: Span<UInt8>) -> Bool {
        hosts.knows(host: host)
    }
}

extension RuleSet {
    /// The header fields that conditions name, as they spell them. Looks at all rules: for load time.
    public var namedHeaders: Set<String> {
        Set(headerReadings.flatMap(\.keys))
    }

    /// The noted fields that a condition may read as header fields. Looks at all rules: for load time.
    public var notedFieldsReadAsHeaders: [NotedField] {
        let readings = headerReadings
        if readings.contains(where: \.readsOthers) { return NotedField.allCases }
        let named = Set(readings.flatMap(\.keys))
        return NotedField.allCases.filter { named.contains($0.name.description) }
    }

    private var headerReadings: [MapReading] {
        rules.compactMap(\.program).map { $0.reading(ofMap: FactName.requestHeaders.rawValue) }
    }
}
