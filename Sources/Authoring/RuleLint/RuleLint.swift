public import Configuration
import Expressions
import Links
public import Routing
public import Rules
public import Threads

/// Finds probable mistakes in rules without errors: unreachable rules, unhandled clicks, links and targets that the
/// site rejects, and more.
///
/// Conditions become sets of clicks (``FactSpace``, ``Cube``), and reasoning about these finds candidates. An example
/// is a request that the real evaluator has confirmed. A finding without an example is marked as found by reasoning.
/// The work is bounded; if a bound is reached, a note lists the skipped checks (``Omission``).
public struct RuleLint {
    /// All findings, in file order. Takes milliseconds, or seconds for a thousand rules.
    ///
    /// - Parameters:
    ///   - development: Whether targets may use http on this machine.
    ///   - unprovided: The facts that are unknown for every click of the installation.
    ///   - isVerbose: Whether to include notes about the cost of tests.
    ///   - limit: The work limit. Once it is exceeded, the result is a single warning.
    public static func findings(
        in loaded: LoadedRules, development: Bool = false, unprovided: Set<FactName> = [], isVerbose: Bool = false,
        limit: WorkLimit? = nil
    ) -> [FileDiagnostic] {
        if limit?.isReached == true { return [unfinished] }
        guard var lint = RuleLint(loaded, development: development, limit: limit) else { return [] }
        lint.unprovided = unprovided
        lint.isVerbose = isVerbose
        let findings = lint.run()
        // Once the limit is reached, findings may be based on incomplete checks.
        return limit?.isReached == true ? [unfinished] : findings
    }

    private static let unfinished = FileDiagnostic(
        .warning, .incomplete, "lint was skipped: it would take too long here", path: "rules",
        hint: "run `fingerpost check`, which has no time limit; long lists in `map` and `exists` take most of the time")

    /// Returns `nil` for rules with errors.
    init?(_ loaded: LoadedRules, development: Bool, limit: WorkLimit? = nil) {
        guard !loaded.hasErrors else { return nil }
        let ruleSet = RuleSet(loaded, development: development)
        guard let runner = try? RequestRunner(ruleSet, limit: limit) else { return nil }
        self.init(loaded, ruleSet, runner)
    }

    mutating func run() -> [FileDiagnostic] {
        recordRulesLeftOut()
        findMissingSites()
        findEmptyRanges()
        findUnreachableRules()
        findImpossibleValues()
        findUnprovidedFacts()
        findUndecidedClicks()
        findMissingApps()
        findAppsWithoutPage()
        findAppsWithoutWay()
        findTeamsInBundles()
        findRivalApps()
        findMissingTokens()
        findChangedExamples()
        nameManifests()
        findUnusedParts()
        findClosedSites()
        findExcludedDomains()
        findTakenActions()
        checkLinks()
        checkTargets()
        findLoops()
        checkStrays()
        findUncacheableAnswers()
        findCachedClicks()
        checkAssociation()
        findCosts()
        reportOmissions()
        return findings.map { (order($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    let loaded: LoadedRules
    let ruleSet: RuleSet
    /// The evaluator with all rules.
    let runner: RequestRunner
    /// The work limit, or `nil` for none.
    var limit: WorkLimit? { runner.limit }
    /// The rules of each site in turn, then the shared rules, each in order.
    let rules: [LintRule]
    let sites: [LintSite]
    let space: FactSpace
    var search: CubeSearch
    /// The remaining number of requests that may be tried for examples.
    var requestsLeft = 40_000
    var omissions: [Omission] = []
    /// Requests of a site that are readable and get a decision, for checking targets.
    var understood: [Int: [RequestDraft]] = [:]
    /// Cached results of checking targets against the policy of a site.
    var knownTargets: [TargetOfSite: LinkFault?] = [:]
    var findings: [FileDiagnostic] = []
    /// The facts that are unknown for every click.
    var unprovided: Set<FactName> = []
    var isVerbose = false

    private init(_ loaded: LoadedRules, _ ruleSet: RuleSet, _ runner: RequestRunner) {
        self.loaded = loaded
        self.ruleSet = ruleSet
        self.runner = runner
        var formulas: [ConditionFormula?] = []
        let definitions =
            loaded.sites.enumerated().flatMap { index, site in site.rules.map { (index as Int?, $0) } }
            + loaded.rules.map { (nil, $0) }
        for (_, rule) in definitions { formulas.append(rule.program?.formula(FactName.schema)) }
        let tests = Set(formulas.flatMap { $0?.tests ?? [] })
        let space = FactSpace(tests, patterns: loaded.patterns)
        self.space = space
        search = CubeSearch(cells: space.cells, budget: 100_000_000, budgetOfOne: 400_000, limit: runner.limit)
        rules = zip(definitions, formulas).map { entry, formula in
            LintRule(
                definition: entry.1, site: entry.0, formula: formula,
                cubes: formula.map { space.cubes($0) } ?? [.everything])
        }
        let words = NamedValues(tests)
        let share = max(100, 3_000 / max(1, loaded.sites.count))
        sites = loaded.sites.map { LintSite($0, space, runner, words, poolLimit: share) }
    }

    /// The earlier rules of the same list that make a decision.
    func rulesBefore(_ index: Int) -> [Int] {
        // The result for all rules together is quadratic in their number.
        if limit?.isReached == true { return [] }
        return (0..<index).filter { rules[$0].site == rules[index].site }
    }

    /// The rules that are tried for a click of a site, in order.
    func rules(of site: Int) -> [Int] {
        rules.indices.filter { rules[$0].site == site } + rules.indices.filter { rules[$0].site == nil }
    }

    /// The clicks that a rule is tried for: those of its site, or all.
    func scope(of rule: LintRule) -> (cubes: [Cube], relations: [Cube]) {
        guard let site = rule.site else { return ([.everything], space.relations) }
        return (sites[site].cubes, space.relations + sites[site].relations)
    }

    /// The sites whose clicks a rule is tried for.
    func sites(of rule: LintRule) -> [Int] {
        rule.site.map { [$0] } ?? Array(sites.indices)
    }
}

/// A rule being checked.
struct LintRule {
    var definition: RuleDefinition
    /// The index of the rule's site, or `nil` for a shared rule.
    var site: Int?
    /// The condition, or `nil` for a rule that always matches.
    var formula: ConditionFormula?
    /// The clicks that satisfy the condition, or `nil` if the condition is too complex to reason about.
    var cubes: [Cube]?

    var id: String { definition.id }
    /// The rule's name without the file.
    var name: Substring { id[(id.lastIndex(of: "/").map(id.index(after:)) ?? id.startIndex)...] }
    var decides: Bool { definition.action.outcome != nil }
}

/// A site being checked, with the requests that its examples are built from.
struct LintSite {
    var definition: SiteDefinition
    /// The possible clicks of the site.
    var cubes: [Cube]
    /// The impossible clicks of the site.
    var relations: [Cube]
    var shapes: [RequestDraft]
    var pool: RequestPool

    init(_ site: SiteDefinition, _ space: FactSpace, _ runner: RequestRunner, _ words: NamedValues, poolLimit: Int) {
        definition = site
        cubes = space.cube(of: site)
        relations = space.relations(of: site)
        shapes = LinkShapes(site, runner).drafts()
        pool = RequestPool(shapes, words, settings: site.settings, limit: poolLimit)
    }
}

extension SiteDefinition {
    /// ActionCodeSettings that name the first app of each platform.
    var settings: RequestDraft.Settings {
        let apple = apps.first { $0.store == .ios }
        return RequestDraft.Settings(
            package: apps.first { $0.store == .android }?.id, bundle: apple?.id, appStoreID: apple?.appStoreID)
    }
}

/// A literal target of a rule, for the clicks of a site.
struct TargetOfSite: Hashable {
    /// The target as written in a file.
    var target: String
    /// The site's index.
    var site: Int
}
