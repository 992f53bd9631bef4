package import ByteText
package import LinkCatalog
import Links
package import Routing
import Rules

/// A line of a decision log: a decision, with the inputs and the hash of the rules that led to it.
package struct DecisionReceipt: Sendable {
    /// The decision's ID.
    package let id: String
    /// The time of the decision in seconds since the epoch.
    package let time: Int64
    /// The hash of the rule set that decided.
    package let ruleSet: String
    /// The whole line. Secrets in it are masked.
    package let line: JSONValue
    /// The request, as the interfaces accept it.
    package let input: JSONValue

    /// Parses a line of a decision log, also one in the record of a collector; `nil` if it is not a decision.
    package init?(_ line: Span<UInt8>) {
        guard let start = line.indices.first(where: { line[$0] == UInt8(ascii: "{") }),
            var json = try? JSONValue(parsing: line.extracting(start...))
        else { return nil }
        // The json-file driver of Docker.
        if let inner = json["log"]?.string, let wrapped = try? JSONValue(parsing: inner) { json = wrapped }
        guard json["type"]?.string == "decision", let id = json["decision_id"]?.string,
            let time = json["ts"]?.string.flatMap(Timestamp.seconds), let ruleSet = json["ruleset"]?.string,
            let input = json["input"], input.object != nil
        else { return nil }
        (self.id, self.time, self.ruleSet, self.line, self.input) = (id, time, ruleSet, json, input)
    }

    /// A member of the decision that differs from the logged one.
    package struct Difference: Sendable, Equatable {
        /// Its name in the log.
        package let member: String
        /// Its values, masked.
        package let logged, repeated: String
    }

    /// The decision again, with the reasons.
    package struct Explanation: Sendable {
        /// The decision and a trace of every rule, in the format of `explain --json`.
        package let json: JSONValue
        /// The differences from the logged decision, of which there should be none; empty with a ``doubt``.
        package let differences: [Difference]
        /// Why the short link may have been in another state; `nil` if its state is known.
        package let doubt: PastLink.Doubt?
    }

    /// Decides the click again.
    ///
    /// - Parameters:
    ///   - rules: The rules with the hash ``ruleSet``.
    ///   - links: The short links; `nil` without a store.
    package func explain(with rules: RuleSet, _ links: PastLinks?) throws -> Explanation {
        links?.look(at: time)
        var output: [UInt8] = []
        try RequestResolver(rules, shortLinks: links).explain(input, now: time, to: &output)
        let json = try JSONValue(parsing: output.span)
        // The link of another state would be no fair comparison.
        let differences = links?.doubt == nil ? differences(json["decision"] ?? .null) : []
        return Explanation(json: json, differences: differences, doubt: links?.doubt)
    }

    private func differences(_ decision: JSONValue) -> [Difference] {
        let undecided = decision["undecided"]?.array.map { JSONValue.number(JSONNumber($0.count)) }
        let pairs = [
            ("decision", decision["decision"]), ("rule", decision["rule"]), ("target", decision["target"]),
            ("page", decision["page"]), ("status", decision["status"]), ("error", decision["error"]?["code"]),
            ("undecided", undecided),
        ]
        return pairs.compactMap { member, repeated in
            let (old, new) = (Self.text(line[member]), Self.text(repeated))
            // Secrets are masked in the log.
            guard old != new, Masking.blanked(old) != Masking.blanked(new) else { return nil }
            return Difference(member: member, logged: Masking.masked(old), repeated: Masking.masked(new))
        }
    }

    private static func text(_ value: JSONValue?) -> String {
        guard let value, !value.isNull else { return "none" }
        return value.string ?? value.text
    }
}

extension PastLink.Doubt {
    /// The reason as a sentence without an end.
    package var sentence: String {
        switch self {
        case .deleted: "the short link was deleted since, and its target is not kept"
        case .forgotten: "the short link has changed more than 20 times since, and this version is not kept"
        case .changing: "the short link was changed within the same second"
        case .limited: "the short link has a maximum of clicks, and it is not known whether it had been reached"
        case .password: "the short link has a password, and it is not known whether it was entered"
        }
    }
}
