import Configuration
import Expressions
import Routing
import Threads

/// The condition of a rule file, which is ANDed with the condition of each of its rules.
struct SharedCondition {
    var text: String
    var isValid: Bool
}

/// A rule's condition, parsed and compiled.
struct DecodedCondition {
    /// `nil` if the rule always matches.
    var text: String?
    var program: Condition?
    var isValid: Bool
}

/// Decodes `when`.
struct ConditionDecoder {
    let log: DiagnosticLog
    let compiler: ConditionLoader

    /// The condition of the whole file, compiled only to report its faults.
    func decodeShared(_ node: ConfigurationNode?) -> SharedCondition? {
        guard let node else { return nil }
        let own = compiled(node)
        return own.text.map { SharedCondition(text: $0, isValid: own.isValid) }
    }

    /// A rule's condition combined with its file's.
    func decode(_ node: ConfigurationNode?, with shared: SharedCondition?) -> DecodedCondition {
        let own = node.map(compiled) ?? DecodedCondition(text: nil, program: nil, isValid: true)
        guard let shared else { return own }
        guard shared.isValid, own.isValid else { return DecodedCondition(text: own.text, program: nil, isValid: false) }
        let text = own.text.map { Self.both(shared.text, $0) } ?? shared.text
        let condition = compiler.compile(text).condition
        return DecodedCondition(text: text, program: condition, isValid: condition != nil)
    }

    private func compiled(_ node: ConfigurationNode) -> DecodedCondition {
        guard let text = conditionText(node) else { return DecodedCondition(text: nil, program: nil, isValid: false) }
        let compilation = compiler.compile(text)
        for diagnostic in compilation.diagnostics {
            log.add(
                diagnostic.severity == .error ? .error : .warning, .condition, in: node,
                offset: diagnostic.range.offset, count: diagnostic.range.count, diagnostic.message,
                expected: diagnostic.expected, hint: diagnostic.hint)
        }
        return DecodedCondition(text: text, program: compilation.condition, isValid: compilation.condition != nil)
    }

    /// `when: true` is a condition, too.
    private func conditionText(_ node: ConfigurationNode) -> String? {
        if case .bool(let value) = node.content { return "\(value)" }
        guard let text = log.text(node) else { return nil }
        if text.trimmed.isEmpty {
            log.error(
                .condition, node, "the condition is empty", hint: "omit `when` in a rule that always matches")
            return nil
        }
        return text.droppingFinalLineFeeds
    }

    /// A comment would swallow the closing parenthesis, so a condition that may contain one gets its own line.
    private static func both(_ one: String, _ other: String) -> String {
        "\(parenthesized(one)) && \(parenthesized(other))"
    }

    private static func parenthesized(_ text: String) -> String {
        text.contains("//") ? "(\(text)\n)" : "(\(text))"
    }
}

/// Compiles the conditions of a file and collects their patterns in one list.
///
/// A class, since all decoders of a file append to the same list. It is confined to the load.
final class ConditionLoader {
    private(set) var patterns: PatternList
    /// The scope of conditions, which does not depend on the file.
    private static let scope = ConditionScope(FactName.schema)

    private let limit: WorkLimit?

    /// - Parameter limit: The work limit for all files that are loaded together.
    init(patterns: PatternList, limit: WorkLimit? = nil) {
        self.patterns = patterns
        self.limit = limit
    }

    func compile(_ text: String) -> ConditionCompilation {
        Condition.compile(text, in: Self.scope, patterns: &patterns, limit: limit)
    }
}
