import ByteText
public import Routing

/// The additional facts of a click in the decision log: those that rules use, and no others.
public struct LoggedFacts: Sendable {
    /// Whether a rule uses the client's address.
    let ip: Bool
    /// The header fields that rules use. Fields of clicks are in lowercase, so a name that is not never matches.
    private let headers: [[UInt8]]

    /// Examines all rules of a rule set, at load time.
    public init(_ ruleSet: RuleSet) {
        ip = ruleSet.consults(.requestIP)
        headers = ruleSet.namedHeaders.map { Array($0.utf8) }.filter { !LoggedHeaders.isWithheld($0.span) }
    }

    /// The facts that either of two rule sets uses.
    public init(_ one: RuleSet, _ other: RuleSet) {
        let (one, other) = (LoggedFacts(one), LoggedFacts(other))
        ip = one.ip || other.ip
        headers = one.headers + other.headers.filter { !one.headers.contains($0) }
    }

    /// Whether a header field is logged in addition to those in every line (``NotedField``), by its lowercase name:
    /// another client hint, or one that a rule uses.
    func includes(_ name: Span<UInt8>) -> Bool {
        name.starts(with: "sec-ch-ua") || headers.contains { $0.span.equals(name) }
    }
}
