public import ByteText
public import Devices
public import Expressions
import Links
import RE2

/// A condition over the facts of clicks that belongs to no rule, such as a filter of log lines.
public struct ClickCondition: Sendable {
    fileprivate let condition: Condition
    fileprivate let patterns: PatternList
    /// The facts that the condition reads.
    public let facts: [FactName]

    /// Warnings about the condition, such as that it is always true.
    public let warnings: [Diagnostic]

    /// The condition as written.
    public var source: String { condition.source }

    /// The facts that are derived only if a rule set consults them, which one that evaluates the condition must do.
    public var demandedFacts: FactSet {
        var demanded = FactSet()
        if facts.contains(.deviceBrowserVersion) { demanded.insert(.deviceBrowserVersion) }
        return demanded
    }

    /// Why a condition does not compile.
    public struct Fault: Error, Sendable {
        /// All errors and warnings, in source order.
        public var diagnostics: [Diagnostic]
    }

    /// Compiles a condition like that of a rule.
    public init(_ source: String) throws(Fault) {
        var patterns = PatternList()
        let compilation = Condition.compile(source, schema: FactName.schema, patterns: &patterns)
        guard let condition = compilation.condition else { throw Fault(diagnostics: compilation.diagnostics) }
        self.condition = condition
        self.patterns = patterns
        warnings = compilation.diagnostics
        facts = condition.facts.compactMap(FactName.init(rawValue:))
    }
}

/// A worker's form of a condition, with compiled patterns. Confined to one thread.
public final class ClickFilter {
    fileprivate let condition: Condition
    fileprivate let facts: [FactName]
    fileprivate let patterns: PatternSet
    /// Whether the condition reads facts that follow from the link.
    fileprivate let readsLink: Bool

    /// Compiles the patterns. Throws only if memory runs out.
    public init(_ condition: ClickCondition) throws {
        self.condition = condition.condition
        facts = condition.facts
        patterns = try condition.patterns.makeSet()
        // The header fields include the link's host.
        readsLink = !facts.allSatisfy { FactTable.withoutLink.contains($0) && $0 != .requestHeaders }
    }
}

extension Evaluator {
    /// Evaluates a condition on a click without deciding it.
    ///
    /// The facts are those that rules read. If the link is refused, only the parts of its address are known of it.
    ///
    /// - Parameter device: The click's device, if ``classify(_:in:)`` has returned it before.
    public func verdict(
        of filter: ClickFilter, on request: borrowing ClickRequest, device: Device? = nil, in arena: inout ByteArena
    ) -> Verdict {
        if let device, !filter.readsLink {
            readFacts(filter.facts, ofRequest: request, on: device, in: &arena)
        } else {
            do throws(LinkFault) {
                try readFacts(filter.facts, of: request, on: device, in: &arena)
            } catch {
                readFacts(ofRequest: request, on: device, in: &arena)
                facts.fill(addressOf: request.link, in: &arena)
            }
        }
        return filter.condition.evaluate(facts, arena, filter.patterns)
    }
}
