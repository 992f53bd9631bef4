import ByteText
public import Routing
public import Threads

/// Runs the cases that accompany the rules.
public struct CaseRunner {
    /// A case that did not come out as expected.
    public struct Failure: Sendable {
        /// The case.
        public var ruleCase: RuleCase
        /// One line per difference: what was expected and what came.
        public var mismatches: [String]
    }

    private let resolver: RequestResolver

    /// Compiles the rules' patterns; throws if one can't be compiled.
    ///
    /// - Parameters:
    ///   - shortLinks: Where links are looked up that the rules do not state.
    ///   - limit: How much work may be done on all cases; a case that was not over when it was reached was not run.
    public init(_ ruleSet: RuleSet, shortLinks: (any ShortLinks)? = nil, limit: WorkLimit? = nil) throws {
        resolver = try RequestResolver(ruleSet, shortLinks: shortLinks, limit: limit)
    }

    /// Runs one case; nil if it passes. Its time is only the one it states, so that it passes on any day.
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
