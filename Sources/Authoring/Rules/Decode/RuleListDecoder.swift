import Configuration
import Routing

/// A rule and its place.
struct LocatedRule {
    var definition: RuleDefinition
    /// Nil for JSON.
    var location: SourceLocation?
}

/// Where a rule is, by its ID.
struct RulePlace {
    var id: String
    /// Nil for JSON.
    var location: SourceLocation?

    init(_ rule: LocatedRule) {
        (id, location) = (rule.definition.id, rule.location)
    }
}

/// Decodes a list of rules.
struct RuleListDecoder {
    let log: DiagnosticLog
    let compiler: ConditionLoader
    /// The file's path without `.yaml`; a rule's id is this, a slash, and its name.
    let idPrefix: String
    /// The apps that a rule of a site may name; nil for rules of all sites.
    let apps: [String]?
    /// The condition of the file, which each rule has in addition to its own.
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
        // Many rules in a row often give one reason, which is kept once.
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

    /// What the rule follows: a rule without one says nothing of it.
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
