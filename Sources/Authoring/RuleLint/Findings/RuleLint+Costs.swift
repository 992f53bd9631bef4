import Configuration
import Expressions
import Routing

/// Rules that are more expensive than others.
extension RuleLint {
    mutating func findCosts() {
        for rule in rules {
            guard let program = rule.definition.program, let formula = rule.formula else { continue }
            if program.constantVerdict == nil, !formula.isIndexable {
                report(
                    .unindexedRule, rule,
                    "the condition of `\(rule.name)` is evaluated for every click: none of its tests can be indexed",
                    hint: "add a test such as `device.platform == \"android\"` with `&&`", .note)
            }
            let slow = program.generalTests.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            guard isVerbose, !slow.isEmpty else { continue }
            report(
                .slowTest, rule,
                "tests of `\(rule.name)` allocate memory: \(slow.map { "`\($0)`" }.joined(separator: ", "))",
                hint: "comparisons of a fact with a constant, `in`, `has`, `startsWith` and `matches` don't", .note)
        }
    }
}

extension ConditionFormula {
    /// Whether an index can find the rule by one of its facts.
    var isIndexable: Bool {
        switch self {
        case .constant(let bool): !bool
        case .all(let parts) where parts.contains { $0.isNever }: true
        default: !indexableFacts.isEmpty
        }
    }

    private var isNever: Bool {
        if case .constant(false) = self { true } else { false }
    }

    /// The facts that limit the rule to few clicks on their own: by words of a closed list, texts or prefixes.
    private var indexableFacts: Set<UInt16> {
        switch self {
        case .constant: return []
        case .test(let test, let wanted): return test.isIndexable(wanted) ? Set(test.facts) : []
        case .all(let parts): return parts.reduce(into: []) { $0.formUnion($1.indexableFacts) }
        case .any(let parts):
            let open = parts.filter { !$0.isNever }
            guard let first = open.first else { return [] }
            return open.dropFirst().reduce(first.indexableFacts) { $0.intersection($1.indexableFacts) }
        }
    }
}

extension FactTest {
    fileprivate func isIndexable(_ wanted: Bool) -> Bool {
        switch self {
        // A closed list minus some words is still a set of words. For other text, excluding a few values leaves nearly all.
        case .isOneOf(let fact, _): if case .symbols = FactName.schema[fact].type { true } else { wanted }
        case .isTrue: true
        case .startsWith(_, let piece): wanted && !piece.isEmpty
        case .has, .version, .time, .inBlock, .hasItem, .hasKey, .valueIs, .endsWith, .contains, .matches, .bucket,
            .number, .other:
            false
        }
    }
}
