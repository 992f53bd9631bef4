import ByteText
import Links
import Markup
import Routing

/// A decision as one sentence: where the link leads, and by which rule.
struct DecisionSentence {
    private let decision: JSONValue
    private let kind: DecisionKind?

    /// - Parameter decision: The decision in the format of `resolve`.
    init(_ decision: JSONValue) {
        self.decision = decision
        kind = decision["decision"]?.string.flatMap(DecisionKind.init(rawValue:))
    }

    /// Where the link leads, without a full stop and with secrets masked.
    var text: String {
        let target = decision["target"]?.string ?? ""
        let sentence =
            switch kind {
            case .appOpen:
                "The link opens the app\(decision["app"]?["id"]?.string.map { " \($0)" } ?? "")\(Self.with(target))"
            case .storeInstall: "The link leads to the app’s page in the store, \(target)"
            case .webWidget: "The link leads to the page for actions on accounts, \(target)"
            case .continueRedirect: "The link leads to \(target)"
            case .error, nil: "The link is refused"
            }
        return Masking.masked(sentence)
    }

    private static func with(_ target: String) -> String { target.isEmpty ? "" : " with \(target)" }

    /// The reason: that of the rule, or the error.
    private var reason: String? {
        (kind == .error ? decision["error"]?["message"]?.string : nil) ?? decision["reason"]?.string
    }

    func write(to values: inout PageValues) {
        values["sentence"] = text
        values["sentence_style"] = kind == .error || kind == nil ? "bad" : "good"
        values["sentence_rule"] = decision["rule"]?.string
        values["sentence_reason"] = reason.map { Masking.masked($0).sentence }
    }

    /// The sentence on the page.
    static let template = """
        <p class="answer"><strong class="{{sentence_style}}">{{sentence}}</strong>{{#sentence_rule}}, \
        by the rule <code>{{sentence_rule}}</code>{{/sentence_rule}}{{#sentence_reason}}: {{sentence_reason}}{{/sentence_reason}}\
        {{^sentence_reason}}.{{/sentence_reason}}</p>
        """
}
