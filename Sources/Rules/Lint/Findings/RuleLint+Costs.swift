import Expressions
import Routing

/// Rules that cost more than others.
extension RuleLint {
    mutating func noteCosts() {
        for rule in rules {
            guard let program = rule.definition.program, let formula = rule.formula else { continue }
            if program.constantVerdict == nil, !formula.isIndexable {
                report(
                    .unindexedRule, rule,
                    "every click tries the condition of `\(rule.name)`: nothing in it can be looked up",
                    hint: "add a test such as `device.platform == \"android\"` with `&&`", .note)
            }
            let slow = program.generalTests.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            guard !slow.isEmpty else { continue }
            report(
                .slowTest, rule,
                "`\(rule.name)` has tests that allocate memory: \(slow.map { "`\($0)`" }.joined(separator: ", "))",
                hint: "comparisons of a fact with a constant, `in`, `has`, `startsWith` and `matches` don't", .note)
        }
    }
}

extension ConditionFormula {
    /// Whether an index can find the rule by one of its facts: by a value, a set of them, a prefix or a range.
    var isIndexable: Bool {
        switch self {
        case .constant(let bool): !bool
        case .all(let parts): parts.contains(where: \.isIndexable)
        case .any(let parts): parts.allSatisfy(\.isIndexable)
        case .test(let test, let wanted): test.isIndexable(wanted)
        }
    }
}

extension FactTest {
    fileprivate func isIndexable(_ wanted: Bool) -> Bool {
        switch self {
        // A closed list less some words is a set of words; of other text, all but a few is nearly all.
        case .isOneOf(let fact, _): if case .symbols = FactName.schema[fact].type { true } else { wanted }
        case .isTrue, .has, .version, .time: true
        case .startsWith, .inBlock, .hasItem, .hasKey, .valueIs: wanted
        case .endsWith, .contains, .matches, .bucket, .other: false
        }
    }
}
