import ByteText
import Configuration
import Expressions
import Routing
import Settings
import Threads

/// The decoded contents of one file of a rules directory, before it is checked against the others. A value type, so
/// that threads can read files concurrently.
struct DecodedFile: Sendable {
    enum Content: Sendable {
        case site(LocatedSite)
        case rules([LocatedRule])
        case cases([RuleCase])
        case settings(SettingsFile)
        case devices([LocatedCorrection])
        /// Nothing could be decoded; the diagnostics contain the reason.
        case nothing
    }

    /// The text for messages, repaired if it is not UTF-8.
    var source: SourceFile
    /// Whether the bytes are text.
    var isText = true
    var content = Content.nothing
    /// The diagnostics, in the order in which they were found.
    var diagnostics: [FileDiagnostic] = []
    /// The patterns that the file's conditions refer to, by index.
    var patterns = PatternList()

    /// Decodes a file. May be called from any thread.
    init(_ file: RuleFile, limit: WorkLimit? = nil) {
        guard let bytes = UTF8Text.text(in: file.bytes) else {
            // A line in another encoding would be unreadable in a message.
            let isUTF8 = TextEncoding(of: file.bytes.span) == .utf8
            source = SourceFile(name: file.displayName, text: isUTF8 ? String(decoding: file.bytes, as: UTF8.self) : "")
            isText = false
            let log = DiagnosticLog(file: source)
            log.syntaxError(at: UTF8Text.markOfFault(in: file.bytes), "the file \(UTF8Text.fault(of: file.bytes))")
            diagnostics = log.diagnostics
            return
        }
        source = SourceFile(name: file.displayName, bytes: bytes)
        let log = DiagnosticLog(file: source)
        let compiler = ConditionLoader(patterns: PatternList(), limit: limit)
        if let root = ConfigurationNode.parsing(yaml: bytes.span, log: log) {
            content = Self.content(of: root, file, log, compiler)
        }
        diagnostics = log.diagnostics
        patterns = compiler.patterns
    }

    private static func content(
        of root: ConfigurationNode, _ file: RuleFile, _ log: DiagnosticLog, _ compiler: ConditionLoader
    ) -> Content {
        switch file.kind {
        case .rules: return rules(of: root, file, log, compiler)
        case .cases: return .cases(CaseDecoder(log: log, idPrefix: file.identifier).decode(root))
        case .settings: return .settings(SettingsFile.decode(root, log: log))
        case .page: return .nothing
        }
    }

    private static func rules(
        of root: ConfigurationNode, _ file: RuleFile, _ log: DiagnosticLog, _ compiler: ConditionLoader
    ) -> Content {
        switch RuleFileShape(of: root) {
        case .site:
            let decoder = SiteDecoder(log: log, compiler: compiler, ruleIDPrefix: file.identifier)
            return decoder.decode(root).map(Content.site) ?? .nothing
        case .rules:
            let decoder = RuleFileDecoder(log: log, compiler: compiler, idPrefix: file.identifier)
            return .rules(decoder.decode(root))
        case .devices: return .devices(DeviceFileDecoder(log: log).decode(root))
        case nil:
            log.error(
                .missingKey, root, "neither a site file nor a rule file",
                hint:
                    "a site file begins with `site:`, a rule file has `rules:`, a file of device corrections `corrections:`"
            )
            return .nothing
        }
    }

    /// Renumbers the patterns to their indices in a list, and appends the missing ones to it.
    mutating func movePatterns(into list: inout PatternList) {
        let places = list.merge(patterns)
        guard !places.indices.allSatisfy({ places[$0] == $0 }) else { return }
        switch content {
        case .site(var site):
            for index in site.definition.rules.indices { site.definition.rules[index].movePatterns(to: places) }
            content = .site(site)
        case .rules(var rules):
            for index in rules.indices { rules[index].definition.movePatterns(to: places) }
            content = .rules(rules)
        case .cases, .settings, .devices, .nothing: break
        }
    }
}

extension RuleDefinition {
    fileprivate mutating func movePatterns(to places: [Int]) {
        program = program?.movingPatterns(to: places)
    }
}

/// The kind of a file that determines decisions: a site, shared rules, or device corrections.
private enum RuleFileShape {
    case site, rules, devices

    init?(of root: ConfigurationNode) {
        guard case .mapping(let entries) = root.content else { return nil }
        let names = Set(entries.map(\.name))
        if names.contains(SiteKey.site.rawValue) {
            self = .site
        } else if names.contains(RuleFileKey.rules.rawValue), names.isDisjoint(with: Self.siteOnly) {
            self = .rules
        } else if names.contains(DeviceFileKey.corrections.rawValue) {
            self = .devices
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
