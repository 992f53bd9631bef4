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

    /// Whether a header field is logged, by its name in lower case: one that describes the device, or that a rule
    /// names.
    func includes(_ name: Span<UInt8>) -> Bool {
        if name.equals("user-agent") { return false }
        if name.starts(with: "sec-ch-ua") || name.equals("accept-language") || name.equals("referer")
            || name.equals("x-requested-with")
        {
            return true
        }
        return headers.contains { $0.span.equals(name) }
    }
}
