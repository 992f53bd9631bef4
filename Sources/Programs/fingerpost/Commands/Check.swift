import ArgumentParser
import ByteText
import Configuration
import Daemon
import Glibc
import Links
import OpenSSL
import Outcomes
import Routing
import RuleLint
import Rules
import Settings
import Terminal
import Texts

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Compiles the rules and reports errors and warnings.",
        discussion: """
            Rules without errors are linted: unreachable rules, unhandled clicks, links and targets that the site \
            refuses. An example is a request that demonstrates the finding; pass it to resolve --batch. Exit code 0; 1 \
            if there are errors, or warnings with --strict; 2 for usage or I/O errors.

            Examples:
              fingerpost check
              fingerpost check rules --strict
              fingerpost check rules --format sarif > check.sarif
            """)

    @OptionGroup var rules: RulesPlaceOptions

    @Flag(help: "Treat warnings as errors.")
    var strict = false

    @OptionGroup var output: FindingFormatOption

    @Flag(help: "Print the findings as JSON, one per line.")
    var json = false

    @Flag(help: "Also note tests that allocate memory.")
    var verbose = false

    @OptionGroup var terminal: TerminalOption

    func validate() throws { try output.validate(with: json) }

    /// Problems with the certificates that the settings refer to.
    private static func certificateFindings(_ loaded: LoadedRules) -> [FileDiagnostic] {
        guard !loaded.hasErrors else { return [] }
        let settings = SettingsResolver.resolve(file: loaded.settings).settings
        return settings.front.compactMap(\.certificates).flatMap { files in
            ListenerCertificates(files, tickets: TicketKeys(), now: Int64(time(nil)), sites: loaded.sites).diagnostics
        }
    }

    /// Findings from following each site's links on phones.
    private static func outcomeFindings(_ loaded: LoadedRules) throws -> [FileDiagnostic] {
        guard !loaded.hasErrors else { return [] }
        let ruleSet = RuleSet(loaded, development: DevelopmentMode.isOn(loaded))
        return try SiteOutcomes.findings(in: loaded, ruleSet, now: Int64(time(nil)))
    }

    func run() throws {
        let loaded = try RulesOption.load(rules.path)
        MaskKeyOption.install(loaded.settings)
        let settings = SettingsResolver.resolve(file: loaded.settings, environment: ProcessEnvironment.variables)
            .settings
        let findings = RuleLint.findings(
            in: loaded, development: settings.development,
            // Without a settings file, geolocation may be configured by options of the daemon.
            unprovided: loaded.settings.isEmpty ? [] : settings.unprovidedFacts, isVerbose: verbose)
        let outcomes = try Self.outcomeFindings(loaded)
        let all =
            loaded.diagnostics + findings + outcomes + loaded.pageFindings + Self.certificateFindings(loaded)
            + (loaded.hasErrors ? [] : RuleLint.keyFindings(in: loaded, settings))
        let errors = all.count { $0.severity == .error }
        let warnings = all.count { $0.severity == .warning }
        printFindings(all, loaded)
        if !output.isJSON(json) { Output.errors([Self.summary(loaded, errors: errors, warnings: warnings)]) }
        if errors > 0 || strict && warnings > 0 { throw ExitCode(1) }
    }

    private func printFindings(_ findings: [FileDiagnostic], _ loaded: LoadedRules) {
        if let format = output.annotations {
            Output.write(report(findings, loaded).bytes(in: format))
        } else if output.isJSON(json) {
            for finding in findings { Output.line(Masking.masked(finding.json.text)) }
        } else {
            for finding in findings { Output.lines(finding.styled, masked: true) }
        }
    }

    /// The findings for review tools; files without any have passed.
    private func report(_ findings: [FileDiagnostic], _ loaded: LoadedRules) -> AnnotationReport {
        var report = FindingFormatOption.report("check", of: rules)
        report.isStrict = strict
        report.annotations = findings.map { Annotation($0) }
        let found = Set(report.annotations.compactMap(\.place?.file))
        report.passed = loaded.sources.keys.sorted().map { AnnotationSubject(file: $0) }.filter {
            !found.contains($0.file)
        }
        return report
    }

    private static func summary(_ loaded: LoadedRules, errors: Int, warnings: Int) -> [StyledText] {
        let rules = loaded.rules.count + loaded.sites.reduce(0) { $0 + $1.rules.count }
        let counts = [
            counted(loaded.files.count, "file"), counted(loaded.sites.count, "site"), counted(rules, "rule"),
        ]
        return [
            StyledText(counts.joined(separator: ", ") + ": "),
            StyledText(errors == 0 ? "no errors" : counted(errors, "error"), errors == 0 ? .good : .error),
            StyledText(", "), StyledText(counted(warnings, "warning"), warnings == 0 ? .plain : .warning),
        ]
    }
}

extension FileDiagnostic {
    /// The finding as JSON.
    var json: JSONValue {
        [
            "severity": .string(severity.rawValue), "code": .string(code.rawValue),
            "file": location.map { .string($0.file) } ?? .null,
            "line": location.map { .number(JSONNumber($0.line)) } ?? .null,
            "column": location.map { .number(JSONNumber($0.column)) } ?? .null,
            "message": .string(message), "expected": expected.map { .string($0) } ?? .null,
            "hint": hint.map { .string($0) } ?? .null,
            "example": example.flatMap { try? JSONValue(parsing: $0) } ?? .null,
        ]
    }
}
