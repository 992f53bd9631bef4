import ByteText
import Configuration
import Routing

/// The deciding rules that cases expect. A case that expects a nonexistent rule could never pass.
struct ExpectedRules {
    private var nodes: [(node: ConfigurationNode, log: DiagnosticLog)] = []
    /// `false` if a rules file has faults: its rules are missing, and would be reported as unknown.
    var isComplete = true

    mutating func add(_ ruleCase: RuleCase, log: DiagnosticLog) {
        // Rules of a request's own site are not in the directory.
        let site = ruleCase.request[RequestKey.site.rawValue]
        guard let node = ruleCase.rule, [SiteKey.rules, .root, .notFound].allSatisfy({ site?[$0.rawValue] == nil })
        else { return }
        nodes.append((node, log))
    }

    func report(among ids: some Collection<String>) {
        guard isComplete else { return }
        let known = Set(ids)
        for (node, log) in nodes {
            guard let id = node.textValue, !known.contains(id) else { continue }
            log.error(
                .invalidValue, node, "unknown rule `\(id)`",
                expected: "the path of its file without `.yaml`, a slash, and the rule's name",
                hint: suggestion(for: id, among: known.sorted()))
        }
    }
}
