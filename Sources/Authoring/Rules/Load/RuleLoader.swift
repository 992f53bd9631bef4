import ByteText
import Configuration
import Expressions
import OpenSSL
import Routing
import Settings

/// Combines the files of a directory, one after the other.
struct RuleLoader {
    private var loaded = LoadedRules()
    private var logs: [DiagnosticLog] = []
    private var checks = CrossFileChecks()
    private let compiler = ConditionLoader(patterns: PatternList())
    private var hashed: [UInt8] = []
    private var expectedRules = ExpectedRules()

    mutating func add(_ file: RuleFile) {
        loaded.files.append(file.path)
        if file.kind == .rules { hash(file) }
        defer { if file.kind == .rules, logs.last?.hasErrors ?? false { expectedRules.isComplete = false } }
        guard let text = UTF8Text.decode(file.bytes) else {
            let repaired = String(decoding: file.bytes, as: UTF8.self)
            let log = DiagnosticLog(file: SourceFile(name: file.displayName, text: repaired))
            log.syntaxError(at: UTF8Text.markOfFault(in: file.bytes), "the file is not valid UTF-8")
            logs.append(log)
            return
        }
        let source = SourceFile(name: file.displayName, text: text)
        loaded.sources[source.name] = source
        let log = DiagnosticLog(file: source)
        logs.append(log)
        guard let root = ConfigurationNode.parsing(yaml: text, log: log) else { return }
        switch file.kind {
        case .rules: addRules(root, file, log)
        case .cases: addCases(root, file, log)
        case .settings: loaded.settings = SettingsFile.decode(root, log: log)
        }
    }

    func finish() -> LoadedRules {
        var result = loaded
        checks.report()
        expectedRules.report(among: result.locations.keys)
        result.patterns = compiler.patterns
        result.hash = "sha256:" + Digest.sha256Hex(hashed.span)
        result.diagnostics = logs.flatMap(\.sorted)
        return result
    }

    private mutating func addCases(_ root: ConfigurationNode, _ file: RuleFile, _ log: DiagnosticLog) {
        let cases = CaseDecoder(log: log, idPrefix: file.identifier).decode(root)
        loaded.cases += cases
        for ruleCase in cases { expectedRules.add(ruleCase, log: log) }
    }

    private mutating func addRules(_ root: ConfigurationNode, _ file: RuleFile, _ log: DiagnosticLog) {
        switch RuleFileShape(of: root) {
        case .site:
            guard let site = SiteDecoder(log: log, compiler: compiler, ruleIDPrefix: file.identifier).decode(root)
            else { return }
            checks.add(site, log: log)
            loaded.sites.append(site.definition)
            loaded.places[site.definition.name] = SitePlaces(site, in: log.file)
            locate(site.rules + site.strays)
        case .rules:
            let rules = RuleFileDecoder(log: log, compiler: compiler, idPrefix: file.identifier).decode(root)
            loaded.rules += rules.map(\.definition)
            locate(rules)
        case nil:
            log.error(
                .missingKey, root, "neither a site file nor a rule file",
                hint: "a site file begins with `site:`, a rule file has `rules:`")
        }
    }

    private mutating func locate(_ rules: [LocatedRule]) {
        for rule in rules { loaded.locations[rule.definition.id] = rule.location }
    }

    /// Kind, name and bytes, each preceded by its length, so that no two sets of files yield the same input.
    private mutating func hash(_ file: RuleFile) {
        hashed.append(UInt8(ascii: "R"))
        for field in [Array(file.path.utf8), file.bytes] {
            let count = UInt64(field.count)
            for shift in stride(from: 0, to: 64, by: 8) { hashed.append(UInt8(truncatingIfNeeded: count >> shift)) }
            hashed += field
        }
    }
}

/// The kind of a deciding file: a site or rules of all sites.
private enum RuleFileShape {
    case site, rules

    init?(of root: ConfigurationNode) {
        guard case .mapping(let entries) = root.content else { return nil }
        let names = Set(entries.map(\.name))
        if names.contains(SiteKey.site.rawValue) {
            self = .site
        } else if names.contains(RuleFileKey.rules.rawValue), names.isDisjoint(with: Self.siteOnly) {
            self = .rules
        } else if !names.isDisjoint(with: Self.siteOnly) {
            // A site that lacks only its name is reported as such.
            self = .site
        } else if names.contains(where: { nearestName(to: $0, among: RuleFileKey.names) != nil }) {
            self = .rules
        } else {
            return nil
        }
    }

    private static let siteOnly = Set(SiteKey.names).subtracting(RuleFileKey.names)
}
