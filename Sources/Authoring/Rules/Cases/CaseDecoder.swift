public import ByteText
public import Configuration
import Routing

/// Decodes a case file.
struct CaseDecoder {
    let log: DiagnosticLog
    let idPrefix: String

    private var requests: CaseRequestDecoder { CaseRequestDecoder(log: log) }

    func decode(_ root: ConfigurationNode) -> [RuleCase] {
        guard let file = Fields<CaseFileKey>(root, log: log) else { return [] }
        _ = file.text(.about)
        let defaults = file[.request].flatMap(requests.decode) ?? []
        guard let cases = file.required(.cases) else { return [] }
        var names: Set<String> = []
        return log.list(cases).compactMap { node in
            guard let fields = Fields<CaseKey>(node, log: log) else { return nil }
            let name = name(fields, seen: &names)
            let own = fields[.request].map(requests.decode) ?? []
            let expectation = fields.required(.expect)
            let expect = expectation.flatMap(ExpectationDecoder(log: log).decode)
            guard let name, let own, let expect else { return nil }
            let merged = merge(own, over: defaults)
            if !merged.contains(where: { $0.name == RequestKey.link.rawValue }) {
                log.error(.missingKey, node, "a case's request needs a `link`")
            }
            return RuleCase(
                id: "\(idPrefix)/\(name)", name: name,
                request: ConfigurationNode.object(merged, log: log), expect: expect,
                because: fields.text(.because), location: location(of: node),
                rule: expectation?.entry(ExpectationKey.rule.rawValue)?.detached)
        }
    }

    private func name(_ fields: Fields<CaseKey>, seen: inout Set<String>) -> String? {
        guard let node = fields.required(.name), let name = log.text(node) else { return nil }
        if name.isEmpty || !seen.insert(name).inserted {
            let fault = name.isEmpty ? "a case's name is empty" : "the case `\(name)` appears twice in this file"
            log.error(.duplicate, node, fault, hint: "give it a unique name")
            return nil
        }
        return name
    }

    /// The keys of a case, which override those of the file.
    private func merge(
        _ own: [ConfigurationNode.Entry], over defaults: [ConfigurationNode.Entry]
    ) -> [ConfigurationNode.Entry] {
        let names = Set(own.map(\.name))
        return defaults.filter { !names.contains($0.name) } + own
    }

    private func location(of node: ConfigurationNode) -> SourceLocation {
        SourceLocation(
            file: log.file?.name ?? log.root, line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
    }
}

/// A test case: a request and its expected decision.
public struct RuleCase: Sendable {
    /// The file's path without `.cases.yaml`, a slash, and the case's name.
    public var id: String
    /// The case's name, unique in its file.
    public var name: String
    /// The request as accepted by `resolve`.
    public var request: JSONValue
    /// Any part of a decision, and `target_prefix`.
    public var expect: JSONValue
    /// The reason for the expectation, for people.
    public var because: String?
    /// The place of the case in its file.
    public var location: SourceLocation
    /// The expected rule, as written in the file.
    var rule: ConfigurationNode?
}
