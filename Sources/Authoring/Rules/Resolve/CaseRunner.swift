import ByteText
public import Routing

/// Runs the cases that stand beside the rules.
public struct CaseRunner {
    /// A case that did not come out as expected.
    public struct Failure: Sendable {
        public var ruleCase: RuleCase
        /// One line a difference: what was expected and what came.
        public var mismatches: [String]
    }

    private let resolver: RequestResolver

    public init(_ ruleSet: RuleSet, shortLinks: (any ShortLinks)? = nil) throws {
        resolver = try RequestResolver(ruleSet, shortLinks: shortLinks)
    }

    /// Runs one case; nil where it passes. A case has no time but its own, so that it passes on any day.
    public func run(_ ruleCase: RuleCase) -> Failure? {
        do throws(RequestFault) {
            let decision = try resolver.resolve(ruleCase.request, now: nil)
            let mismatches = CaseExpectation.mismatches(expected: ruleCase.expect, actual: decision)
            return mismatches.isEmpty ? nil : Failure(ruleCase: ruleCase, mismatches: mismatches)
        } catch {
            return Failure(ruleCase: ruleCase, mismatches: [error.message])
        }
    }
}
