import Configuration
import ByteText
import Routing

/// The rules that cases expect to decide: a case that expects none that there is could never pass.
struct ExpectedRules {
    private var nodes: [(node: ConfigurationNode, log: DiagnosticLog)] = []
    /// False where a file of rules has faults: its rules are left out, and would be missed.
    var isComplete = true

    mutating func add(_ ruleCase: RuleCase, log: DiagnosticLog) {
        // Rules that the site of a request brings along are none of the directory's.
        guard let node = ruleCase.rule,
            ruleCase.request[RequestKey.site.rawValue]?[SiteKey.rules.rawValue] == nil
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
