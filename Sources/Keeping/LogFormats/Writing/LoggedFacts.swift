import ByteText
public import Routing

/// Which facts of a click the decision log adds to those it always has: the ones that rules read, and no others.
public struct LoggedFacts: Sendable {
    /// Whether a rule reads the clicker's address.
    let ip: Bool
    /// The header fields that rules name. Fields of clicks are in lower case: a name that is not never matches.
    private let headers: [[UInt8]]

    /// Examines all rules of a rule set; for load time.
    public init(_ ruleSet: RuleSet) {
        ip = ruleSet.consults(.requestIP)
        headers = ruleSet.namedHeaders.map { Array($0.utf8) }.filter { !LoggedHeaders.isWithheld($0.span) }
    }

    /// The facts that either of two rule sets reads.
    public init(_ one: RuleSet, _ other: RuleSet) {
        let (one, other) = (LoggedFacts(one), LoggedFacts(other))
        ip = one.ip || other.ip
        headers = one.headers + other.headers.filter { !one.headers.contains($0) }
    }

    /// Whether a header field is logged besides those that every line has (``NotedField``), by its name in lower case:
    /// another client hint, or one that a rule names.
    func includes(_ name: Span<UInt8>) -> Bool {
        name.starts(with: "sec-ch-ua") || headers.contains { $0.span.equals(name) }
    }
}
