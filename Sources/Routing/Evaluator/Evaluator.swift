public import ByteText
public import Devices
import Expressions
public import Links
import RE2
import WebAddress

/// The one evaluator: a click and a rule set in, a decision out.
///
/// Serving, the decision API, `resolve` and `test` all call ``decide(_:in:)`` and nothing else. It reads no clock, does no
/// I/O and keeps nothing from one call to the next that could change an answer, so a warm evaluator does not allocate.
/// It belongs to one thread: it owns the worker's compiled RE2 patterns.
public final class Evaluator {
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
    /// Nil where every click is to be decided anew.
    private let memory: DecisionMemory?

    /// What the rules of the last click were asked with.
    var facts: FactTable {
        @inline(__always) _read { yield ownFacts.value }
        @inline(__always) _modify { yield &ownFacts.value }
    }

    var findings: Findings {
        @inline(__always) _read { yield ownFindings.value }
        @inline(__always) _modify { yield &ownFindings.value }
    }

    /// Makes an evaluator of a snapshot. Compiles patterns: for load time.
    ///
    /// Throws where RE2 has no memory for a pattern; that the patterns are well formed was checked when the rules were read.
    ///
    /// - Parameters:
    ///   - shortLinks: Where links are looked up that the rules do not state.
    ///   - remembers: Whether decisions are kept for clicks that come again just as they were. It changes no
    ///     decision, takes 3 MiB, and is worth it where many clicks are decided.
    public init(_ ruleSet: RuleSet, shortLinks: (any ShortLinks)? = nil, remembers: Bool = false) throws {
        memory = remembers ? DecisionMemory(ruleSet) : nil
        self.ruleSet = ruleSet
        self.shortLinks = shortLinks
        ownFacts = Confined(FactTable(FactName.schema))
        conditionPatterns = try ruleSet.patterns.makeSet()
        urlPatterns = try ruleSet.compiledSites.map { site in
            guard case .patterns(let patterns) = site.urlPolicy else { return nil }
            return try PatternSet(patterns)
        }
    }

    /// Decides a click. The decision's texts lie in `arena`, beside the request's.
    public func decide(_ request: borrowing ClickRequest, in arena: inout ByteArena) -> Decision {
        guard let memory, let hash = memory.hash(of: request, in: arena) else { return decideAnew(request, in: &arena) }
        if let decision = memory.recall(request, hash, into: &findings, in: &arena),
            standsForTheSame(at: request.time, in: &arena)
        {
            return decision
        }
        let decision = decideAnew(request, in: &arena)
        if findings.hasAskedShortLinks, findings.shortLink == nil { return decision }
        memory.remember(decision, of: request, hash, findings, in: arena)
        return decision
    }

    /// Whether the short link that was recalled, if it was one, still stands for what it stood for then: links change, expire
    /// and are used up.
    private func standsForTheSame(at time: Int64?, in arena: inout ByteArena) -> Bool {
        guard let known = findings.shortLink else { return true }
        guard case .found(let longLink, let id)? = shortLinks?.find(known.key, at: time, in: &arena) else {
            return false
        }
        return id == known.id && Self.areEqual(longLink, known.longLink, in: arena)
    }

    private static func areEqual(_ one: TextRange, _ other: TextRange, in arena: borrowing ByteArena) -> Bool {
        arena[one].equals(arena[other])
    }

    /// Decides a click without a look at the memory. The facts of the click are in the fact table afterwards.
    ///
    /// - Parameter known: The click's device, where ``classify(_:in:)`` has told it before.
    public func decideAnew(
        _ request: borrowing ClickRequest, from known: Device? = nil, in arena: inout ByteArena
    ) -> Decision {
        findings.reset()
        time = request.time
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
        findings.site = link.site
        findings.device = device
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
