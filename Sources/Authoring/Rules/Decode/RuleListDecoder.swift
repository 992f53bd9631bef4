import Configuration
import Routing

/// A rule and its place.
struct LocatedRule {
    var definition: RuleDefinition
    /// `nil` for JSON.
    var location: SourceLocation?
}

/// The place of a rule.
struct RulePlace {
    var id: String
    /// `nil` for JSON.
    var location: SourceLocation?

    init(_ rule: LocatedRule) {
        (id, location) = (rule.definition.id, rule.location)
    }
}

/// Decodes a list of rules.
struct RuleListDecoder {
    let log: DiagnosticLog
    let compiler: ConditionLoader
    /// The file's path without `.yaml`. A rule's ID is this, a slash, and its name.
    let idPrefix: String
    /// The apps that a rule of a site may name, or `nil` for shared rules.
    let apps: [String]?
    /// The condition of the file, which applies to each rule in addition to its own.
    var shared: SharedCondition?

    init(
        log: DiagnosticLog, compiler: ConditionLoader, idPrefix: String, apps: [String]?,
        shared: SharedCondition? = nil
    ) {
        self.log = log
        self.compiler = compiler
        self.idPrefix = idPrefix
        self.apps = apps
        self.shared = shared
    }

    func decode(_ nodes: [ConfigurationNode]) -> [LocatedRule] {
        var names: Set<String> = []
        // Consecutive rules often have the same reason, whose text is stored once.
        var lastReason = ""
        return nodes.compactMap { node in
            guard let fields = Fields<RuleKey>(node, log: log) else { return nil }
            let name = name(fields, seen: &names)
            let because = because(fields).map { $0 == lastReason ? lastReason : $0 }
            lastReason = because ?? ""
            let source = source(fields)
            let condition = ConditionDecoder(log: log, compiler: compiler).decode(fields[.when], with: shared)
            guard let then = fields.required(.then, hint: "the name of a decision, or a mapping") else { return nil }
            let action = ActionDecoder(log: log, apps: apps, because: because ?? "").decode(then)
            guard let name, let because, let action, condition.isValid else { return nil }
            let definition = RuleDefinition(
                id: "\(idPrefix)/\(name)", because: because, source: source, condition: condition.text,
                program: condition.program, action: action)
            return LocatedRule(definition: definition, location: Self.location(of: node, log))
        }
    }

    private func name(_ fields: Fields<RuleKey>, seen: inout Set<String>) -> String? {
        guard let node = fields.required(.name), let name = log.text(node) else { return nil }
        guard Slug.isSlug(name) else {
            log.error(.invalidValue, node, "`\(name)` is not a valid rule name", expected: Slug.description)
            return nil
        }
        guard seen.insert(name).inserted else {
            log.error(
                .duplicate, node, "the rule `\(name)` appears twice in this file", hint: "give it a unique name")
            return nil
        }
        return name
    }

    private func because(_ fields: Fields<RuleKey>) -> String? {
        guard let node = fields.required(.because, hint: "one sentence that explains why the rule decides this way")
        else {
            return nil
        }
        guard let text = log.text(node)?.trimmed else { return nil }
        if text.isEmpty {
            log.error(.invalidValue, node, "`because` is empty", expected: "one sentence that explains the decision")
            return nil
        }
        return text
    }

    /// The document that the rule follows, if it names one.
    private func source(_ fields: Fields<RuleKey>) -> String? {
        guard let node = fields[.source], let text = log.text(node)?.trimmed else { return nil }
        if text.isEmpty {
            log.error(
                .invalidValue, node, "`source` is empty",
                expected: "the document and section that the rule follows, or `inferred`")
            return nil
        }
        return text
    }

    static func location(of node: ConfigurationNode, _ log: DiagnosticLog) -> SourceLocation? {
        guard let file = log.file, let mark = node.mark else { return nil }
        return SourceLocation(file: file.name, line: mark.line, column: mark.column)
    }
}

/// Names in kebab case.
enum Slug {
    static let description = "lowercase letters and digits, separated by `-`"

    static func isSlug(_ text: String) -> Bool {
        var last = UInt8(ascii: "-")
        for byte in text.utf8 {
            let isSeparator = byte == UInt8(ascii: "-")
            guard isSeparator ? last != byte : (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) else {
                return false
            }
            last = byte
        }
        return last != UInt8(ascii: "-")
    }
}
