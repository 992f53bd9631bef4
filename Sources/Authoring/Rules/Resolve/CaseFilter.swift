import Configuration
import RE2

/// Selects cases by their names, as `swift test --filter` and `go test -run` do: a regular expression matches anywhere in
/// the name, the ID or the file of a case.
public struct CaseFilter: ~Copyable {
    private let pattern: Pattern?

    /// Compiles the expressions, one of which must match; without any, all cases are selected.
    public init(_ expressions: [String]) throws(CaseFilterFault) {
        guard !expressions.isEmpty else {
            pattern = nil
            return
        }
        do throws(RE2Fault) {
            // Each alone: joined, unbalanced groups of two expressions could complete each other.
            for expression in expressions { _ = try Pattern(expression) }
            pattern = try Pattern(expressions.map { "(?:\($0))" }.joined(separator: "|"))
        } catch {
            throw CaseFilterFault(reason: error.message)
        }
    }

    /// Whether a case is selected.
    public borrowing func selects(_ ruleCase: RuleCase) -> Bool {
        guard pattern != nil else { return true }
        return matches(ruleCase.name) || matches(ruleCase.id) || matches(ruleCase.location.file)
    }

    private borrowing func matches(_ text: String) -> Bool {
        switch pattern {
        case .some(let pattern): pattern.matches(text.utf8.span)
        case .none: true
        }
    }
}

/// Why an expression can't select cases.
public struct CaseFilterFault: Error, Sendable, Equatable {
    /// The reason in the words of RE2: `missing closing )`.
    public let reason: String
}
