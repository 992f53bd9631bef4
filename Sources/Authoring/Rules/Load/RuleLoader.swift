import ByteText
import Configuration
import Expressions
import OpenSSL
import Routing
import Settings

/// Combines the files of a directory, in order.
struct RuleLoader: ~Copyable {
    private var loaded = LoadedRules()
    /// Whether the texts of all files are kept for later messages.
    private let forReview: Bool
    private var logs: [DiagnosticLog] = []
    private var checks = CrossFileChecks()
    private var digest = SHA256()
    private var expectedRules = ExpectedRules()

    private let pageFiles: PageFiles

    /// - Parameter pageFiles: The page files. They don't affect decisions but are part of the hash, so that a changed
    ///   icon triggers a reload.
    init(forReview: Bool, pageFiles files: [RuleFile] = []) {
        self.forReview = forReview
        pageFiles = PageFiles(files)
        for file in files {
            loaded.files.append(file.path)
            hash(file)
        }
    }

    mutating func add(_ file: RuleFile, _ decoded: consuming DecodedFile) {
        loaded.files.append(file.path)
        if file.kind == .rules { hash(file) }
        decoded.movePatterns(into: &loaded.patterns)
        let log = DiagnosticLog(file: decoded.source, reported: decoded.diagnostics)
        logs.append(log)
        // The texts of settings are needed again when they are combined with other sources.
        if decoded.isText, forReview || file.kind == .settings {
            loaded.sources[decoded.source.name] = decoded.source
        }
        if file.kind == .rules, log.hasErrors { expectedRules.isComplete = false }
        switch decoded.content {
        case .site(let site): add(site, log)
        case .rules(let rules):
            loaded.rules += rules.map(\.definition)
            locate(rules.map(RulePlace.init))
        case .cases(let cases):
            loaded.cases += cases
            for ruleCase in cases { expectedRules.add(ruleCase, log: log) }
        case .settings(let settings): loaded.settings = settings
        case .devices(let corrections):
            loaded.deviceFiles[decoded.source.name] = DeviceFile(
                corrections: corrections, bytes: file.bytes, source: decoded.source)
        case .nothing: break
        }
    }

    consuming func finish() -> LoadedRules {
        checks.report()
        expectedRules.report(among: loaded.locations.keys)
        loaded.hash = "sha256:" + digest.finish()
        loaded.diagnostics = logs.flatMap(\.sorted)
        return loaded
    }

    private mutating func add(_ located: LocatedSite, _ log: DiagnosticLog) {
        var site = located
        pageFiles.complete(&site, log)
        checks.add(site, log: log)
        loaded.sites.append(site.definition)
        loaded.places[site.definition.name] = SitePlaces(site, in: log.file)
        locate(site.places)
    }

    private mutating func locate(_ places: [RulePlace]) {
        for place in places { loaded.locations[place.id] = place.location }
    }

    /// Hashes kind, name and bytes, each preceded by its length, so that no two sets of files produce the same input.
    private mutating func hash(_ file: RuleFile) {
        loaded.content.files.append((file.path, file.bytes))
        digest.add([UInt8(ascii: "R")].span)
        for field in [Array(file.path.utf8), file.bytes] {
            let count = UInt64(field.count)
            let bytes = stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: count >> $0) }
            digest.add(bytes.span)
            digest.add(field.span)
        }
    }
}

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
