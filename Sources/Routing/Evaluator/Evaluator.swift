public import ByteText
public import Devices
import Expressions
public import Links
import RE2
import WebAddress

/// The one evaluator: a click and a rule set in, a decision out.
///
/// Serving, the decision API, `resolve` and `test` all call ``decide(_:in:)`` and nothing else. It reads no clock, does no
/// I/O and keeps nothing from one call to the next but memory to use again, so a warm evaluator does not allocate.
/// It belongs to one thread: it owns the worker's compiled RE2 patterns.
public final class Evaluator {
    public let ruleSet: RuleSet
    var facts: FactTable
    /// The patterns of all conditions.
    let conditionPatterns: PatternSet
    /// The URL patterns of each site.
    let urlPatterns: [PatternSet?]
    /// The rules whose conditions were unknown in the last decision, by index, in order.
    public internal(set) var undecided: [Int] = []
    /// The rules that matched in the last decision and only set what stands beside it, by index, in order.
    public internal(set) var beside: [Int] = []
    /// The site of the last link whose rules were tried, by its place in the rule set; nil where it had none.
    public private(set) var lastSite: Int?
    /// The device of the last click; nil where its link was refused before that was asked.
    public private(set) var lastDevice: Device?

    /// Makes an evaluator of a snapshot. Compiles patterns: for load time.
    ///
    /// Throws where RE2 has no memory for a pattern; that the patterns are well formed was checked when the rules were read.
    public init(_ ruleSet: RuleSet) throws {
        self.ruleSet = ruleSet
        facts = FactTable(FactName.schema)
        conditionPatterns = try ruleSet.patterns.makeSet()
        urlPatterns = try ruleSet.compiledSites.map { site in
            guard case .patterns(let patterns) = site.urlPolicy else { return nil }
            return try PatternSet(patterns)
        }
        undecided.reserveCapacity(64)
        beside.reserveCapacity(64)
    }

    /// Decides a click. The decision's texts lie in `arena`, beside the request's.
    public func decide(_ request: borrowing ClickRequest, in arena: inout ByteArena) -> Decision {
        decide(request, from: nil, in: &arena)
    }

    /// Decides a click from a device that ``classify(_:in:)`` has told before; nil where it has not.
    public func decide(
        _ request: borrowing ClickRequest, from known: Device?, in arena: inout ByteArena
    ) -> Decision {
        undecided.removeAll(keepingCapacity: true)
        beside.removeAll(keepingCapacity: true)
        lastSite = nil
        lastDevice = nil
        do throws(LinkFault) {
            return try decide(try readLink(request, in: &arena), request, from: known, in: &arena)
        } catch {
            return Decision(refusing: error)
        }
    }

    private func decide(
        _ link: consuming LinkReading, _ request: borrowing ClickRequest, from known: Device?,
        in arena: inout ByteArena
    ) throws(LinkFault) -> Decision {
        let device =
            known ?? classify(request, by: ruleSet.compiledSites[link.site].tokens, in: &arena)
        lastSite = link.site
        lastDevice = device
        var click = Click(link: link, device: device)
        click.app = readApp(&click, request, in: &arena)
        facts.fill(click, request, ruleSet, in: &arena)
        return try applyRules(to: &click, in: &arena)
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
    var app = AppReading()
    var warnings: Warnings

    init(link: consuming LinkReading, device: Device) {
        warnings = link.warnings
        self.link = link
        self.device = device
    }
}
