import Configuration

/// The candidate rules that are evaluated on live clicks in addition to the active ones, and the share of the clicks.
public struct ShadowSetting: Sendable, Equatable {
    /// The default share: one click in a hundred.
    public static let usualShare = 0.01

    /// The directory of the candidate rules.
    public var rules: String
    /// The share of clicks on which they are evaluated: above 0, and at most 1.
    public var share: Double

    /// Parses `DIR` or `DIR:SHARE`. Returns `nil` for anything else. The share follows the last colon.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else {
            guard !text.isEmpty else { return nil }
            self.init(rules: text, share: Self.usualShare)
            return
        }
        guard let share = Self.share(text[text.index(after: colon)...]) else { return nil }
        self.init(rules: String(text[..<colon]), share: share)
    }

    init?(rules: String, share: Double) {
        guard !rules.isEmpty, share > 0, share <= 1 else { return nil }
        (self.rules, self.share) = (rules, share)
    }

    /// A decimal share: `0.05`, `1`, `1e-3`.
    static func share(_ text: some StringProtocol) -> Double? {
        let isDecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || [0x2D, 0x2E, 0x65].contains($0) }
        guard isDecimal, let share = Double(text), share > 0, share <= 1 else { return nil }
        return share
    }

    /// The text in the form that ``init(_:)`` parses, always with the share.
    var text: String { "\(rules):\(share)" }
}

/// The keys of a shadow as a mapping.
enum ShadowKey: String, ConfigurationKey {
    static let owner = "a shadow"
    case rules, share
}

/// Decodes a shadow: a text, or a mapping, which a directory with a colon in its name requires.
///
///     shadow: {rules: ../rules-next, share: 0.05}
struct ShadowDecoder {
    let log: DiagnosticLog

    /// The shadow, or `nil` with an error if it is invalid.
    func decode(_ node: ConfigurationNode) -> ShadowSetting? {
        guard node.isMapping else { return log.text(node).flatMap { shadow(of: $0, node) } }
        guard let fields = Fields<ShadowKey>(node, log: log),
            let rules = fields.required(.rules).flatMap(log.text)
        else { return nil }
        guard let share = fields[.share] else {
            return ShadowSetting(rules: rules, share: ShadowSetting.usualShare)
        }
        guard case .number(let text) = share.content, let value = ShadowSetting.share(text) else {
            log.error(
                .invalidValue, share, "\(share.kind) is not a share of the clicks",
                expected: "a number above 0 and at most 1, such as 0.01")
            return nil
        }
        return ShadowSetting(rules: rules, share: value)
    }

    private func shadow(of text: String, _ node: ConfigurationNode) -> ShadowSetting? {
        if let shadow = ShadowSetting(text) { return shadow }
        let fault = Setting.Fault.shadow(text)
        log.error(.invalidValue, node, fault.message, expected: fault.expected)
        return nil
    }
}
