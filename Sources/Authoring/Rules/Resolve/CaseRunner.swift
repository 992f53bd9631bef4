import ByteText
public import Routing
public import Threads

/// Runs the cases that accompany the rules.
public struct CaseRunner {
    /// A failed case.
    public struct Failure: Sendable {
        /// The case.
        public var ruleCase: RuleCase
        /// One line per mismatch: the expected and the actual value.
        public var mismatches: [String]
    }

    private let resolver: RequestResolver

    /// Compiles the rules' patterns. Throws if one can't be compiled.
    ///
    /// - Parameters:
    ///   - shortLinks: The source of links that are not in the rules.
    ///   - limit: The work limit for all cases. A case still running when it is reached counts as not run.
    public init(_ ruleSet: RuleSet, shortLinks: (any ShortLinks)? = nil, limit: WorkLimit? = nil) throws {
        resolver = try RequestResolver(ruleSet, shortLinks: shortLinks, limit: limit)
    }

    /// Runs one case. Returns `nil` if it passes. Only the time in its request is used, so that the result does not
    /// depend on the date.
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
