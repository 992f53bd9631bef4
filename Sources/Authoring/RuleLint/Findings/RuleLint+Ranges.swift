import ByteText
import Configuration
import Expressions
import Routing

/// Mutually exclusive bounds: `request.time.getHours() >= 22 && request.time.getHours() < 6`.
extension RuleLint {
    mutating func findEmptyRanges() {
        for rule in rules {
            guard let formula = rule.formula, let (first, second) = exclusion(in: formula, given: []) else { continue }
            report(
                .emptyRange, rule,
                "the condition of `\(rule.name)` requires both `\(first.text)` and `\(second.text)`, which exclude each other",
                hint: first.wraps(with: second)
                    ? "a range that wraps around starts again at \(first.start): join the two with `||`"
                    : "correct one of them, or join the two with `||`")
        }
    }

    /// Two bounds on one fact or call that a part of a formula requires together but no click satisfies.
    private func exclusion(in formula: ConditionFormula, given: [Bound]) -> (Bound, Bound)? {
        switch formula {
        case .constant: return nil
        case .test(let test, let wanted):
            guard let bound = Bound(test, wanted, space) else { return nil }
            return given.first { $0.excludes(bound) }.map { ($0, bound) }
        case .any(let parts):
            for part in parts { if let found = exclusion(in: part, given: given) { return found } }
        case .all:
            var given = given
            var rest: [ConditionFormula] = []
            for part in formula.conjuncts {
                guard case .test(let test, let wanted) = part else {
                    rest.append(part)
                    continue
                }
                if let found = exclusion(in: part, given: given) { return found }
                if let bound = Bound(test, wanted, space) { given.append(bound) }
            }
            for part in rest { if let found = exclusion(in: part, given: given) { return found } }
        }
        return nil
    }
}

extension ConditionFormula {
    /// The conjuncts of the formula.
    fileprivate var conjuncts: [ConditionFormula] {
        if case .all(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
    }
}

/// A comparison of an ordered value with a constant, as required by a condition.
private struct Bound {
    /// The compared expression, as spelled in conditions.
    private let subject: String
    private let limit: String
    /// A bit set of accepted outcomes: less 1, equal 2, greater 4.
    private let outcomes: UInt8
    private let range: ClosedRange<Int64>?
    private let cubes: [Cube]

    /// Returns `nil` for other tests, and for a bound that is unsatisfiable on its own.
    init?(_ test: FactTest, _ wanted: Bool, _ space: FactSpace) {
        func name(_ fact: UInt16) -> String { FactName(rawValue: fact).map { "\($0.name)" } ?? "" }
        let found: UInt8
        switch test {
        case .number(let number, let outcomes, let point):
            (subject, limit, found, range) = (number.source, "\(point)", outcomes, number.range)
        case .version(let fact, let outcomes, let point):
            (subject, limit, found, range) = ("version(\(name(fact)))", "version(\"\(point)\")", outcomes, nil)
        case .time(let fact, let outcomes, let point):
            (subject, limit, found, range) = (name(fact), "timestamp(\"\(Timestamp.text(point))\")", outcomes, nil)
        case .bucket(let fact, let salt, let outcomes, let point):
            (subject, limit, found, range) = ("bucket(\(name(fact)), \"\(salt)\")", "\(point)", outcomes, nil)
        default: return nil
        }
        outcomes = wanted ? found : 7 - found
        cubes = space.cubes(test, says: wanted)
        if cubes.isEmpty { return nil }
    }

    var text: String {
        let operation =
            switch outcomes {
            case 1: "<"
            case 2: "=="
            case 3: "<="
            case 4: ">"
            case 5: "!="
            default: ">="
            }
        return "\(subject) \(operation) \(limit)"
    }

    /// Whether no click satisfies both bounds.
    func excludes(_ other: Bound) -> Bool {
        subject == other.subject && !cubes.contains { one in other.cubes.contains { one.meets($0) } }
    }

    private var isLower: Bool { outcomes & 5 == 4 }
    private var isUpper: Bool { outcomes & 5 == 1 }

    /// The lower bound of the range.
    var start: Int64 { range?.lowerBound ?? 0 }

    /// Whether the two bounds form a range that wraps around, such as the hours from 22 to 6.
    func wraps(with other: Bound) -> Bool {
        guard let range, range.upperBound < 1_000 else { return false }
        return isLower && other.isUpper || isUpper && other.isLower
    }
}
