import ByteText
public import Routing

/// A line of type `shadow` of a decision log: a click that rules on trial would have answered otherwise than those in force did.
///
/// For cold paths: such lines are samples, a few a second. Codes, keys and mail addresses in it are masked.
public struct ShadowLine: Sendable, Equatable {
    /// What one of the two rule sets decided.
    public struct Side: Sendable, Hashable {
        /// The hash of the rule set.
        public var ruleSet: String
        /// The decision.
        public var decision: DecisionKind
        /// The ID of the deciding rule; nil where none decided.
        public var rule: String?
        /// Where it led; nil for nowhere.
        public var target: String?
    }

    /// The link that was clicked.
    public var link: String
    /// What differs, by name.
    public var differences: [String]
    /// By the rules in force.
    public var live: Side
    /// By the rules on trial.
    public var shadow: Side

    /// Reads a line, without its line end; nil where it is another line, or lacks a part that each of them has.
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
