import ByteText
import Routing

/// Which facts of a click go into the decision log beside those that always do: what the rules look at, and no more.
struct LoggedFacts: Sendable {
    /// Whether a rule looks at the clicker's address.
    var ip = false
    /// Whether a rule looks at header fields; then all go in but those that carry credentials.
    var headers = false

    /// Reads the conditions of a rule set. Looks at all of them: for load time.
    init(_ ruleSet: RuleSet) {
        for rule in ruleSet.rules {
            guard let condition = rule.condition else { continue }
            if !ip { ip = Self.names("request.ip", condition) }
            if !headers { headers = Self.names("request.headers", condition) }
        }
    }

    private static func names(_ fact: String, _ condition: String) -> Bool {
        let (text, name) = (Array(condition.utf8), Array(fact.utf8))
        guard text.count >= name.count else { return false }
        return (0...(text.count - name.count)).contains { text[$0...].starts(with: name) }
    }

    /// Whether a header field goes in, by its name in lower case.
    func takes(_ name: Span<UInt8>) -> Bool {
        if name.equals("user-agent") { return false }
        if name.starts(with: "sec-ch-ua") || name.equals("accept-language") || name.equals("referer")
            || name.equals("x-requested-with")
        {
            return true
        }
        return headers && !LoggedHeaders.isWithheld(name)
    }
}
