public import ByteText
public import Devices
public import Expressions
public import Links
import RE2
public import Threads
import WebAddress

/// The evaluator: takes a click and a rule set and returns a decision.
///
/// Serving, the decision API, `resolve`, `test` and `replay` all decide by ``decide(_:device:knowing:into:in:)`` alone.
/// It reads no clock, does no I/O, and keeps no state between calls that could change a decision. A warm evaluator does
/// not allocate.
///
/// Confined to one thread, because it owns the worker's compiled RE2 patterns.
public final class Evaluator {
    /// The rule set, which is immutable: a reload creates another evaluator.
    public let ruleSet: RuleSet
    /// The facts that the rules of the last click were evaluated with.
    var facts = FactTable(FactName.schema)
    var findings = Findings()
    /// The link cache.
    var links = LinkMemory(.off)
    private let linkKey = UInt64.random(in: .min ... .max)
    /// The patterns of all conditions.
    let conditionPatterns: PatternSet
    /// The URL patterns of each site; empty if the site has another policy.
    private let urlPatterns: [PatternSet]
    /// Valid for the evaluator's lifetime.
    let lentURLPatterns: [Lent<PatternSet>]
    /// The store for short links that are not in the rule files; `nil` if there is none.
    public var shortLinks: (any ShortLinks)?
    /// The time of the current click.
    private(set) var time: Int64?
    /// The current click.
    private var click = EvaluatedClick()
    /// Reused, because allocating the arrays takes longer than trying a rule.
    var candidates = RuleCandidates()

    /// A fact of the last click.
    func fact(_ name: FactName) -> FactValue { facts[name.rawValue] }

    /// Calls a closure with a site of the rule set.
    @inline(__always)
    func withSite<Value>(_ site: Int, _ body: (CompiledSite) -> Value) -> Value { ruleSet.lentSites[site].use(body) }

    /// Calls a closure with an app of a site.
    @inline(__always)
    func withApp<Value>(_ app: Int, of site: Int, _ body: (CompiledApp) -> Value) -> Value {
        withSite(site) { $0.lentApps[app].use(body) }
    }

    /// The number of seconds that the clicked short link allows caches to keep its target.
    var cacheSecondsOfLink: Int? { findings.asked?.cacheSeconds }

    /// Enables the link cache. It changes no decision.
    package func rememberLinks(_ policy: LinkMemoryPolicy) { links = LinkMemory(policy) }

    /// The identity by which the link cache finds the link of a request.
    func identify(_ request: borrowing ClickRequest, in arena: borrowing ByteArena) -> LinkIdentity {
        LinkIdentity(request, key: linkKey, in: arena)
    }

    /// Limits the total work of all later decisions. Conditions beyond the limit fail, so decisions made after it is
    /// reached are meaningless. For trying untrusted rules.
    public func limitWork(_ limit: WorkLimit?) { facts.limit = limit }

    /// Creates an evaluator for a rule set. Compiles patterns: for load time.
    ///
    /// Throws if RE2 runs out of memory for a pattern. The syntax of patterns was checked when the rules were read.
    ///
    /// - Parameter shortLinks: The store for short links that are not in the rule files.
    public init(_ ruleSet: RuleSet, shortLinks: (any ShortLinks)? = nil) throws {
        self.ruleSet = ruleSet
        self.shortLinks = shortLinks
        conditionPatterns = try ruleSet.patterns.makeSet()
        urlPatterns = try ruleSet.compiledSites.map { site in
            guard case .patterns(let patterns) = site.urlPolicy else { return try PatternSet([]) }
            return try PatternSet(patterns)
        }
        // Safe: this object owns them for its whole lifetime.
        lentURLPatterns = urlPatterns.map { unsafe Lent($0) }
    }

    /// Decides a click. The texts of the outcome are in `arena`, next to the request's. Leaves the facts of the click
    /// in the fact table.
    ///
    /// - Parameters:
    ///   - device: The click's device, if ``classify(_:in:)`` has returned it before.
    ///   - asked: The current answer of the short-link store, used if this click needs the same lookup.
    public func decide(
        _ request: borrowing ClickRequest, device: Device? = nil, knowing asked: AskedShortLink? = nil,
        in arena: inout ByteArena
    ) -> Outcome {
        var outcome = Outcome(Decision(kind: .error, status: 302))
        decide(request, device: device, knowing: asked, into: &outcome, in: &arena)
        return outcome
    }

    /// Decides a click into an existing outcome, which is overwritten. This avoids copies: an outcome is large, and is
    /// copied wherever it is returned.
    public func decide(
        _ request: borrowing ClickRequest, device: Device? = nil, knowing asked: AskedShortLink? = nil,
        into outcome: inout Outcome, in arena: inout ByteArena
    ) {
        findings.reset(knowing: asked)
        time = request.time
        outcome = Outcome(Decision(kind: .error, status: 302))
        do throws(LinkFault) {
            try decide(&click, &outcome.decision, request, device, in: &arena)
        } catch {
            outcome.decision = decide(refusedFor: error, request, from: device, in: &arena)
        }
        findings.complete(&outcome, in: &arena)
    }

    private func decide(
        _ click: inout EvaluatedClick, _ decision: inout Decision, _ request: borrowing ClickRequest,
        _ device: Device?, in arena: inout ByteArena
    ) throws(LinkFault) {
        try readLink(&click.link, request, in: &arena)
        readClick(&click, request, from: device, in: &arena)
        facts.fill(ruleSet.consultedFacts, &click, request, ruleSet, in: &arena)
        try applyRules(to: &click, &decision, request, in: &arena)
    }

    /// Classifies the device and finds the app of a click whose link has been read.
    private func readClick(
        _ click: inout EvaluatedClick, _ request: borrowing ClickRequest, from known: Device?, in arena: inout ByteArena
    ) {
        let device = known ?? classify(request, by: ruleSet.compiledSites[click.link.site].corrections, in: &arena)
        findings.site = click.link.site
        findings.returnedFrom = click.link.returnedFrom
        findings.device = device
        click.begin(on: device)
        click.omitsAddresses = request.omitsAddresses
        readApp(&click, request, in: &arena)
    }

    /// Reads a click into the fact table without deciding it, to evaluate expressions.
    ///
    /// If the request's link is empty, the facts of the device and the request are filled in, and those of the link
    /// stay unknown.
    public func readFacts(of request: borrowing ClickRequest, in arena: inout ByteArena) throws(LinkFault) {
        guard !request.link.isEmpty else {
            begin(at: request.time)
            return readFacts(ofRequest: request, on: nil, in: &arena)
        }
        try readFacts(FactName.allCases, of: request, on: nil, in: &arena)
    }

    /// Reads the given facts of a click with a link.
    ///
    /// - Parameter device: The click's device, if it is known.
    func readFacts(
        _ names: [FactName], of request: borrowing ClickRequest, on device: Device?, in arena: inout ByteArena
    ) throws(LinkFault) {
        begin(at: request.time)
        try readFacts(names, &click, request, device, in: &arena)
    }

    /// Reads the given facts, which do not follow from the link.
    func readFacts(
        _ names: [FactName], ofRequest request: borrowing ClickRequest, on device: Device, in arena: inout ByteArena
    ) {
        click.begin(on: device)
        facts.fill(names, &click, request, ruleSet, in: &arena)
    }

    /// Reads the facts of the device and the request. Those of the link stay unknown.
    func readFacts(ofRequest request: borrowing ClickRequest, on device: Device?, in arena: inout ByteArena) {
        let device = device ?? classify(request, in: &arena)
        facts.fill(device, request, ruleSet, in: &arena)
    }

    /// Resets the state for a click that is read but not decided.
    func begin(at time: Int64?) {
        findings.reset(knowing: nil)
        self.time = time
    }

    private func readFacts(
        _ names: [FactName], _ click: inout EvaluatedClick, _ request: borrowing ClickRequest, _ device: Device?,
        in arena: inout ByteArena
    ) throws(LinkFault) {
        try readLink(&click.link, request, in: &arena)
        readClick(&click, request, from: device, in: &arena)
        facts.fill(names, &click, request, ruleSet, in: &arena)
    }

    /// Evaluates an expression over ``FactName/schema`` for the last click that was read.
    public func answer(_ expression: CELExpression, in arena: borrowing ByteArena) -> CELExpression.Answer {
        expression.evaluate(facts, arena)
    }
}

extension Decision {
    /// Creates the decision for a refused link.
    public init(refusing fault: LinkFault) {
        self.init(kind: .error, status: fault.code.status)
        page = .error
        error = .fault(fault)
    }
}

/// A click as understood by the evaluator: the link read, the device classified, the app found.
///
/// An evaluator has one instance, into which each click is read. It and its link are passed `inout` even to functions
/// that do not change them, because a borrowed value of this size is copied at every call.
struct EvaluatedClick: ~Copyable {
    var link = LinkReading()
    private(set) var device = Device()
    /// The link's app for the clicker's platform.
    var app = AppReading()
    /// The index of the link's registered app for iPads, if the clicker's Mac may be an iPad.
    var onIPad: Int?
    var demands = AndroidDemands()
    var warnings: Warnings = []
    /// As in the request.
    var omitsAddresses = false

    /// Resets the click for a device, once the link has been read.
    mutating func begin(on device: Device) {
        self.device = device
        app = AppReading()
        onIPad = nil
        demands = AndroidDemands()
        warnings = link.warnings
    }
}
