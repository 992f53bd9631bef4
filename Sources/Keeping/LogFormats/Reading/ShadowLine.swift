import ByteText
public import Routing

/// A line of type `shadow` of a decision log: a click that candidate rules would have answered differently.
///
/// For cold paths: such lines are samples, a few a second. Codes, keys and email addresses in it are masked.
public struct ShadowLine: Sendable, Equatable {
    /// The decision of one of the two rule sets.
    public struct Side: Sendable, Hashable {
        /// The hash of the rule set.
        public var ruleSet: String
        /// The decision.
        public var decision: DecisionKind
        /// The ID of the deciding rule; `nil` if none decided.
        public var rule: String?
        /// The target; `nil` if there is none.
        public var target: String?
    }

    /// The link that was clicked.
    public var link: String
    /// The names of the parts that differ.
    public var differences: [String]
    /// The decision of the active rules.
    public var live: Side
    /// The decision of the candidate rules.
    public var shadow: Side

    /// Parses a line, without its line end; `nil` if it is of another type, or lacks a required part.
    public init?(reading line: Span<UInt8>) {
        guard let json = try? JSONValue(parsing: line), json["type"]?.string == "shadow",
            let live = json["live"].flatMap(Side.init), let shadow = json["shadow"].flatMap(Side.init)
        else { return nil }
        link = json["input"]?["link"]?.string ?? ""
        differences = json["differs"]?.array?.compactMap(\.string) ?? []
        (self.live, self.shadow) = (live, shadow)
    }
}

extension ShadowLine.Side {
    fileprivate init?(_ json: JSONValue) {
        guard let ruleSet = json["ruleset"]?.string,
            let decision = json["decision"]?.string.flatMap(DecisionKind.init(rawValue:))
        else { return nil }
        (self.ruleSet, self.decision) = (ruleSet, decision)
        rule = json["rule"]?.string
        target = json["target"]?.string
    }
}
