public import ByteText
public import Devices
public import Expressions
public import Links
import RE2
public import Threads
import WebAddress

/// The one evaluator: a click and a rule set in, a decision out.
///
/// Serving, the decision API, `resolve`, `test` and `replay` all call ``decide(_:device:knowing:into:in:)`` and nothing else. It
/// reads no clock, does no I/O and keeps nothing from one call to the next that could change an answer; a warm evaluator
/// does not allocate.
/// It belongs to one thread: it owns the worker's compiled RE2 patterns.
public final class Evaluator {
    /// The rules it decides by; they never change, so a reload makes another evaluator.
    public let ruleSet: RuleSet
    private let ownFacts: Confined<FactTable>
    private let ownFindings = Confined(Findings())
    private let ownLinks = Confined(LinkMemory(.off))
    private let linkKey = UInt64.random(in: .min ... .max)
    /// The patterns of all conditions.
    let conditionPatterns: PatternSet
    /// The URL patterns of each site; none where it has another policy.
    private let urlPatterns: [PatternSet]
    /// As long as the evaluator.
    let lentURLPatterns: [Lent<PatternSet>]
    private let ownShortLinks: Confined<(any ShortLinks)?>
    private let clickTime = Confined<Int64?>(nil)
    private let ownClick = Confined(Click())
    /// Kept, since to make room for lists takes longer than to try a rule.
    let candidates = Confined(RuleCandidates())

    /// Where short links are looked up that the rules do not state; nil: nowhere.
    public var shortLinks: (any ShortLinks)? {
        get { ownShortLinks.value }
        set { ownShortLinks.value = newValue }
    }

    /// When the click was that is being decided.
    var time: Int64? { clickTime.value }

    /// The click that is being decided.
    private var click: Click {
        _read { yield ownClick.value }
        _modify { yield &ownClick.value }
    }

    /// What the rules of the last click were asked with.
    var facts: FactTable {
        _read { yield ownFacts.value }
        _modify { yield &ownFacts.value }
    }

    /// A fact of the last click. It is read where the table is kept: to lend the table asks for the memory of a coroutine's
    /// frame wherever the compiler does not inline ``facts``.
    func fact(_ name: FactName) -> Fact { ownFacts.value[name.rawValue] }

    /// Calls a closure with a site of the rule set.
    @inline(__always)
    func withSite<Value>(_ site: Int, _ body: (CompiledSite) -> Value) -> Value { ruleSet.lentSites[site].use(body) }

    /// Calls a closure with an app of a site.
    @inline(__always)
    func withApp<Value>(_ app: Int, of site: Int, _ body: (CompiledApp) -> Value) -> Value {
        withSite(site) { $0.lentApps[app].use(body) }
    }

    /// How many seconds the short link that was clicked lets caches keep where it leads; read where it is kept, as a fact is.
    var cacheSecondsOfLink: Int? { ownFindings.value.asked?.cacheSeconds }

    var findings: Findings {
        _read { yield ownFindings.value }
        _modify { yield &ownFindings.value }
    }

    /// What links are, where they are remembered.
    var links: LinkMemory {
        _read { yield ownLinks.value }
        _modify { yield &ownLinks.value }
    }

    /// Remembers what links are from now on. It changes no decision.
    package func rememberLinks(_ policy: LinkMemoryPolicy) { links = LinkMemory(policy) }

    /// What memories know the link of a request by.
    package func identify(_ request: borrowing ClickRequest, in arena: borrowing ByteArena) -> LinkIdentity {
        LinkIdentity(request, key: linkKey, in: arena)
    }

    /// Bounds the work on all later decisions together. Conditions beyond the limit fail, so that decisions made since it was
    /// reached count for nothing. For rules that are tried before anyone answers for them.
    public func limitWork(_ limit: WorkLimit?) { facts.limit = limit }

    /// Makes an evaluator of a snapshot. Compiles patterns: for load time.
    ///
    /// Throws where RE2 has no memory for a pattern; that the patterns are well formed was checked when the rules were read.
    ///
    /// - Parameter shortLinks: Where links are looked up that the rules do not state.
    public init(_ ruleSet: RuleSet, shortLinks: (any ShortLinks)? = nil) throws {
        self.ruleSet = ruleSet
        ownShortLinks = Confined(shortLinks)
        ownFacts = Confined(FactTable(FactName.schema))
        conditionPatterns = try ruleSet.patterns.makeSet()
        urlPatterns = try ruleSet.compiledSites.map { site in
            guard case .patterns(let patterns) = site.urlPolicy else { return try PatternSet([]) }
            return try PatternSet(patterns)
        }
        // Safe: they are this object's own, for as long as it lives.
        lentURLPatterns = urlPatterns.map { unsafe Lent($0) }
    }

    /// Decides a click. The texts of the outcome lie in `arena`, beside the request's. The facts of the click are in the
    /// fact table afterwards.
    ///
    /// - Parameters:
    ///   - device: The click's device, where ``classify(_:in:)`` has returned it before.
    ///   - asked: What the short links are known to answer now, where the same is asked of them.
    public func decide(
        _ request: borrowing ClickRequest, device: Device? = nil, knowing asked: AskedShortLink? = nil,
        in arena: inout ByteArena
    ) -> Outcome {
        var outcome = Outcome(Decision(kind: .error, status: 302))
        decide(request, device: device, knowing: asked, into: &outcome, in: &arena)
        return outcome
    }

    /// The same into an outcome that is there: whatever it was is overwritten. An outcome is large, and is copied wherever it
    /// is returned.
    public func decide(
        _ request: borrowing ClickRequest, device: Device? = nil, knowing asked: AskedShortLink? = nil,
        into outcome: inout Outcome, in arena: inout ByteArena
    ) {
        decide(request, linkKnownAs: nil, device: device, knowing: asked, into: &outcome, in: &arena)
    }

    /// The same.
    ///
    /// - Parameter link: What ``identify(_:in:)`` has said of the request's link, where it was asked before.
    package func decide(
        _ request: borrowing ClickRequest, linkKnownAs link: LinkIdentity?, device: Device?,
        knowing asked: AskedShortLink?, into outcome: inout Outcome, in arena: inout ByteArena
    ) {
        findings.reset(knowing: asked)
        clickTime.value = request.time
        outcome = Outcome(Decision(kind: .error, status: 302))
        do throws(LinkFault) {
            try decide(&click, &outcome.decision, request, link, device, in: &arena)
        } catch {
            outcome.decision = decide(refusedFor: error, request, from: device, in: &arena)
        }
        findings.complete(&outcome, in: &arena)
    }

    private func decide(
        _ click: inout Click, _ decision: inout Decision, _ request: borrowing ClickRequest, _ link: LinkIdentity?,
        _ device: Device?, in arena: inout ByteArena
    ) throws(LinkFault) {
        try readLink(&click.link, request, knownAs: link, in: &arena)
        readClick(&click, request, from: device, in: &arena)
        facts.fill(ruleSet.consultedFacts, &click, request, ruleSet, in: &arena)
        try applyRules(to: &click, &decision, request, in: &arena)
    }

    /// Classifies the device and finds the app of a click whose link has been read.
    private func readClick(
        _ click: inout Click, _ request: borrowing ClickRequest, from known: Device?, in arena: inout ByteArena
    ) {
        let device = known ?? classify(request, by: ruleSet.compiledSites[click.link.site].tokens, in: &arena)
        findings.site = click.link.site
        findings.returnedFrom = click.link.returnedFrom
        findings.device = device
        click.begin(on: device)
        click.omitsAddresses = request.omitsAddresses
        readApp(&click, request, in: &arena)
    }

    /// Reads a click into the fact table and decides nothing: for questions about facts.
    ///
    /// A request whose link is empty has the facts of its device and of the request; those of a link stay unknown.
    public func readFacts(of request: borrowing ClickRequest, in arena: inout ByteArena) throws(LinkFault) {
        begin(at: request.time)
        guard !request.link.isEmpty else {
            let device = classify(request, in: &arena)
            facts.fill(device, request, ruleSet, in: &arena)
            return
        }
        try readFacts(&click, request, in: &arena)
    }

    /// Begins a question about a click that is not decided.
    func begin(at time: Int64?) {
        findings.reset(knowing: nil)
        clickTime.value = time
    }

    private func readFacts(
        _ click: inout Click, _ request: borrowing ClickRequest, in arena: inout ByteArena
    ) throws(LinkFault) {
        try readLink(&click.link, request, in: &arena)
        readClick(&click, request, from: nil, in: &arena)
        facts.fill(FactName.allCases, &click, request, ruleSet, in: &arena)
    }

    /// What an expression over ``FactName/schema`` says about the click that was read last.
    public func answer(_ expression: CELExpression, in arena: borrowing ByteArena) -> CELExpression.Answer {
        expression.evaluate(facts, arena)
    }
}

extension Decision {
    /// The decision for a link that is refused.
    public init(refusing fault: LinkFault) {
        self.init(kind: .error, status: fault.code.status)
        page = .error
        error = .fault(fault)
    }
}

/// A click as the evaluator understands it: the link read, the device classified, the app found.
///
/// An evaluator has one, in which each click is read. It is passed `inout` even where nothing changes, as its link is: a value
/// as large as these that is borrowed is copied at every call.
struct Click: ~Copyable {
    var link = LinkReading()
    private(set) var device = Device()
    /// The link's app for the clicker's platform.
    var app = AppReading()
    /// The link's registered app for iPads, by its index, where the clicker's Mac may be one.
    var onIPad: Int?
    var demands = AndroidDemands()
    var warnings: Warnings = []
    /// As in the request.
    var omitsAddresses = false

    /// Begins with the device, once the link has been read.
    mutating func begin(on device: Device) {
        self.device = device
        app = AppReading()
        onIPad = nil
        demands = AndroidDemands()
        warnings = link.warnings
    }
}
