public import ByteText
public import Devices
public import Expressions
public import Links
import RE2
import WebAddress

/// The one evaluator: a click and a rule set in, a decision out.
///
/// Serving, the decision API, `resolve`, `test` and `replay` all call ``decide(_:device:knowing:in:)`` and nothing else. It
/// reads no clock, does no I/O and keeps nothing from one call to the next that could change an answer; a warm evaluator
/// does not allocate.
/// It belongs to one thread: it owns the worker's compiled RE2 patterns.
public final class Evaluator {
    /// The rules it decides by; they never change, so a reload makes another evaluator.
    public let ruleSet: RuleSet
    private let ownFacts: Confined<FactTable>
    private let ownFindings = Confined(Findings())
    /// The patterns of all conditions.
    let conditionPatterns: PatternSet
    /// The URL patterns of each site.
    let urlPatterns: [PatternSet?]
    /// Where short links are looked up that the rules do not state; nil: nowhere.
    public var shortLinks: (any ShortLinks)?
    /// When the click was that is being decided.
    private(set) var time: Int64?

    /// What the rules of the last click were asked with.
    var facts: FactTable {
        _read { yield ownFacts.value }
        _modify { yield &ownFacts.value }
    }

    /// A fact of the last click. It is read where the table is kept: to lend the table asks for the memory of a coroutine's
    /// frame wherever the compiler does not inline ``facts``.
    func fact(_ name: FactName) -> Fact { ownFacts.value[name.rawValue] }

    var findings: Findings {
        _read { yield ownFindings.value }
        _modify { yield &ownFindings.value }
    }

    /// Makes an evaluator of a snapshot. Compiles patterns: for load time.
    ///
    /// Throws where RE2 has no memory for a pattern; that the patterns are well formed was checked when the rules were read.
    ///
    /// - Parameter shortLinks: Where links are looked up that the rules do not state.
    public init(_ ruleSet: RuleSet, shortLinks: (any ShortLinks)? = nil) throws {
        self.ruleSet = ruleSet
        self.shortLinks = shortLinks
        ownFacts = Confined(FactTable(FactName.schema))
        conditionPatterns = try ruleSet.patterns.makeSet()
        urlPatterns = try ruleSet.compiledSites.map { site in
            guard case .patterns(let patterns) = site.urlPolicy else { return nil }
            return try PatternSet(patterns)
        }
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
        findings.reset(knowing: asked)
        findings.device = device
        time = request.time
        let decision: Decision
        do throws(LinkFault) {
            decision = try decide(try readLink(request, in: &arena), request, from: device, in: &arena)
        } catch {
            decision = decide(refusedFor: error, request, in: &arena)
        }
        return findings.outcome(decision, in: &arena)
    }

    private func decide(
        _ link: consuming LinkReading, _ request: borrowing ClickRequest, from known: Device?,
        in arena: inout ByteArena
    ) throws(LinkFault) -> Decision {
        var click = fillFacts(link, request, from: known, in: &arena)
        return try applyRules(to: &click, request, in: &arena)
    }

    /// Classifies the device, finds the app, and fills the fact table.
    private func fillFacts(
        _ link: consuming LinkReading, _ request: borrowing ClickRequest, from known: Device?,
        in arena: inout ByteArena
    ) -> Click {
        let device =
            known ?? classify(request, by: ruleSet.compiledSites[link.site].tokens, in: &arena)
        findings.site = link.site
        findings.returnedFrom = link.returnedFrom
        findings.device = device
        var click = Click(link: link, device: device)
        readApp(&click, request, in: &arena)
        facts.fill(click, request, ruleSet, in: &arena)
        return click
    }

    /// Reads a click into the fact table and decides nothing: for questions about facts.
    ///
    /// A request whose link is empty has the facts of its device and of the request; those of a link stay unknown.
    public func readFacts(of request: borrowing ClickRequest, in arena: inout ByteArena) throws(LinkFault) {
        findings.reset(knowing: nil)
        time = request.time
        guard !request.link.isEmpty else {
            let device = classify(request, in: &arena)
            facts.fill(device, request, in: &arena)
            return
        }
        let link = try readLink(request, in: &arena)
        _ = fillFacts(link, request, from: nil, in: &arena)
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
struct Click: ~Copyable {
    let link: LinkReading
    let device: Device
    /// The link's app for the clicker's platform.
    var app = AppReading()
    /// The link's registered app for iPads, by its index, where the clicker's Mac may be one.
    var onIPad: Int?
    var demands = AndroidDemands()
    var warnings: Warnings

    init(link: consuming LinkReading, device: Device) {
        warnings = link.warnings
        self.link = link
        self.device = device
    }
}
