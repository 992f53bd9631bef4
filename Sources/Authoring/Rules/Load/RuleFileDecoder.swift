import Configuration

/// Decodes a file of shared rules.
struct RuleFileDecoder {
    let log: DiagnosticLog
    let compiler: ConditionLoader
    let idPrefix: String

    func decode(_ root: ConfigurationNode) -> [LocatedRule] {
        guard let fields = Fields<RuleFileKey>(root, log: log) else { return [] }
        _ = fields.text(.about)
        let shared = ConditionDecoder(log: log, compiler: compiler).decodeShared(fields[.when])
        guard let rules = fields.required(.rules) else { return [] }
        return RuleListDecoder(log: log, compiler: compiler, idPrefix: idPrefix, apps: nil, shared: shared)
            .decode(log.list(rules))
    }
}
