import ByteText
import Foundation
import Settings
import Testing

@testable import Configuration
@testable import RuleLint

@testable import Rules

/// Each folder of `Lint` is a rules directory with something to find, and the complete findings.
///
/// After changing messages, run with FINGERPOST_WRITE_GOLDENS=1 and review the diff.
@Suite("Findings about rules")
struct LintGoldenTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Lint")

    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

    @Test("every folder is found")
    func count() {
        #expect(Self.names.count == 35)
    }

    @Test(arguments: names)
    func golden(name: String) throws {
        let directory = Self.folder.appendingPathComponent(name).path
        var loaded = try RuleDirectory.load(path: directory)
        let settings = SettingsResolver.resolve(file: loaded.settings).settings
        loaded.apply(settings)
        #expect(!loaded.hasErrors)
        let findings = RuleLint.findings(
            in: loaded, unprovided: loaded.settings.isEmpty ? [] : settings.unprovidedFacts, isVerbose: true)
        let rendered = findings.map { $0.rendered.replacing(directory + "/", with: "") + "\n" }.joined()
        let golden = "\(directory)/expected.txt"
        if ProcessInfo.processInfo.environment["FINGERPOST_WRITE_GOLDENS"] != nil {
            try rendered.write(toFile: golden, atomically: true, encoding: .utf8)
        }
        #expect(rendered == (try String(contentsOfFile: golden, encoding: .utf8)))
    }

    @Test("the article on findings has every code", arguments: FileDiagnostic.Code.allCases)
    func article(code: FileDiagnostic.Code) throws {
        let article = URL(fileURLWithPath: #filePath)
            .appendingPathComponent("../../../Sources/Deciding/Routing/Routing.docc/RuleFindings.md").standardized
        #expect(try String(contentsOf: article, encoding: .utf8).contains("`\(code.rawValue)`"))
    }

    @Test("the shipped rules give nothing to find, in less than a second")
    func shipped() throws {
        let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../rules").standardized.path
        let loaded = try RuleDirectory.load(path: folder)
        var findings: [FileDiagnostic] = []
        let time = ContinuousClock().measure {
            findings = RuleLint.findings(in: loaded, unprovided: DaemonSettings().unprovidedFacts)
        }
        #expect(findings.map(\.rendered) == [])
        #expect(time < .seconds(5), "a second by design; five on a busy machine: \(time)")
    }

    @Test("nodes of a source need a key file for deferred links")
    func tokenKey() {
        let site = LintPropertyTests.site + "deferred: {days: 7}\n"
        let loaded = LoadTests.load(["a.yaml": site])
        var settings = DaemonSettings()
        #expect(RuleLint.keyFindings(in: loaded, settings) == [])
        settings.source = "postgresql://source/links"
        #expect(RuleLint.keyFindings(in: loaded, settings).map(\.code) == [.missingToken])
        settings.pageKeyFiles = ["page.key"]
        #expect(RuleLint.keyFindings(in: loaded, settings) == [])
    }

    @Test("a condition of too many alternatives is left out, and that is told")
    func tooMuch() {
        let parameters = ["apn", "al", "afl", "ibi", "ipbi", "ifl", "ipfl", "imv", "ofl"]
        let alternatives = parameters.map { "(has(link.\($0)) || request.headers[\"\($0)\"] == \"1\")" }
            .joined(separator: " && ")
        let rules = """
            rules:
              - name: large
                when: 'device.bot && \(alternatives)'
                then: web_widget
                because: Whoever wrote this meant it.
              - name: rest
                then: continue_redirect
                because: Everything else.
            """
        let findings = RuleLint.findings(in: LoadTests.load(["a.yaml": LintPropertyTests.site, "b.yaml": rules]))
        #expect(findings.map(\.code) == [.incomplete])
        #expect(findings.first?.severity == .note)
        #expect(findings.first?.message.contains("`b/large`") ?? false)
        #expect(findings.first?.location?.line == 2)
        #expect(findings.first?.hint?.contains("more than 256 alternatives") ?? false)
    }

    @Test("an association file that is too large for Apple's systems is an error")
    func largeFile() {
        func site(apps: Int) -> String {
            let apps = (0..<apps).map { "  - ios: {bundle: com.example.app-\($0), team: ABCDE12345}\n" }.joined()
            return LintPropertyTests.site.replacing("apps:\n", with: "apps:\n" + apps)
        }
        let rest = "rules:\n  - name: rest\n    then: app_open\n    because: All\n"
        func sizes(_ apps: Int) -> [FileDiagnostic] {
            RuleLint.findings(in: LoadTests.load(["a.yaml": site(apps: apps), "b.yaml": rest]))
                .filter { $0.code == .associationTooLarge }
        }
        #expect(sizes(100) == [])
        let large = sizes(400)
        #expect(large.map(\.severity) == [.error, .error])
        #expect(large.map(\.location?.line) == [2, 3])
    }

    @Test("a thousand rules are compared within the bound")
    func manyRules() {
        var rules = "rules:\n"
        for number in 0..<1_000 {
            rules += "  - name: rule-\(number)\n    when: link.code == \"c\(number % 999)\"\n"
            rules += "    then: web_widget\n    because: It is rule \(number)\n"
        }
        rules += "  - name: rest\n    then: continue_redirect\n    because: All\n"
        let findings = RuleLint.findings(in: LoadTests.load(["a.yaml": LintPropertyTests.site, "b.yaml": rules]))
        #expect(findings.contains { $0.code == .duplicateRule && $0.path == "b/rule-999" })
        #expect(findings.allSatisfy { $0.code == .duplicateRule })
    }

    /// Regression: the lint gave up at the second `startsWith`: each was a separate variable, and each pair a relation.
    @Test("rules with prefixes next to the example site are compared to the end")
    func prefixes() throws {
        let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../rules").standardized.path
        let shop =
            LintPropertyTests.site.replacing("example", with: "shop") + """
                rules:
                  - {name: sale, when: 'link.payload.startsWith("https://www.shop.com/sale/")', then: web_widget, because: A}
                  - {name: sale-a, when: 'link.payload.startsWith("https://www.shop.com/sale/a")', then: app_open, because: A}
                  - {name: path, when: 'link.path.startsWith("/s") && !link.path.startsWith("/sa")', then: web_widget, because: A}
                """
        var files = try DirectoryReader(directory: folder).contents().files
        files.append(RuleFile(path: "sites/shop.yaml", displayName: "shop.yaml", bytes: Array(shop.utf8)))
        let loaded = RuleDirectory.load(files)
        try #require(!loaded.hasErrors, "\(loaded.diagnostics.map(\.rendered))")
        let findings = RuleLint.findings(in: loaded)
        #expect(!findings.contains { $0.code == .incomplete }, "\(findings.map(\.rendered))")
        #expect(findings.contains { $0.code == .shadowedRule && $0.path == "sites/shop/sale-a" })
    }

    /// `Tests/Smoke/lint` measures a release build with a thousand rules.
    @Test("rules with prefixes, times and splits are compared to the end")
    func ordinaryRules() throws {
        let countries = ["DE", "FR", "IN"]
        var rules = "rules:\n"
        for number in 0..<120 {
            let conditions = [
                #"link.payload.startsWith("https://www.example.com/c\#(number)/")"#,
                #"request.time >= timestamp("2026-01-01T\#(number % 14 + 10):00:00Z") && request.country == "\#(countries[number % 3])""#,
                #"bucket(request.ip, "exp-\#(number)") < \#(number % 90 + 5)"#,
                #"link.path.startsWith("/p\#(number)") && device.platform in ["android", "ios"]"#,
            ]
            rules += "  - name: rule-\(number)\n    when: '\(conditions[number % 4])'\n"
            rules += "    then: web_widget\n    because: It is rule \(number)\n"
        }
        let loaded = LoadTests.load(["a.yaml": LintPropertyTests.site + rules, "b.yaml": Self.rest])
        try #require(!loaded.hasErrors, "\(loaded.diagnostics.map(\.rendered))")
        let findings = RuleLint.findings(in: loaded)
        #expect(!findings.contains { $0.code == .incomplete }, "\(findings.map(\.message))")
    }

    private static let rest = "rules:\n  - {name: rest, then: continue_redirect, because: All}\n"

    /// Regression: a directory without sites had "no errors".
    @Test("a directory without a site is a finding")
    func noSites() {
        let findings = RuleLint.findings(in: LoadTests.load(["b.yaml": Self.rest]))
        #expect(findings.map(\.code) == [.noSites])
        #expect(findings.first?.severity == .warning)
    }

    /// A constant target is known before any click; one with facts may be allowed for another click.
    @Test("a constant target that the site refuses is an error, and one with facts a warning")
    func refusedTargets() {
        func severities(_ target: String, _ condition: String = "device.bot") -> [FileDiagnostic.Severity] {
            let rule =
                "  - {name: x, when: '\(condition)', then: {continue_redirect: {to: \"\(target)\"}}, because: A}\n"
            let files = ["a.yaml": LintPropertyTests.site, "b.yaml": "rules:\n" + rule + Self.rest.dropFirst(7)]
            return RuleLint.findings(in: LoadTests.load(files)).filter { $0.code == .refusedTarget }.map(\.severity)
        }
        #expect(severities("https://elsewhere.example/") == [.error])
        #expect(severities("https://elsewhere.example/{link.code}") == [.warning])
        #expect(severities("https://www.example.com/") == [])
        // No click of the site reaches this rule.
        #expect(severities("https://elsewhere.example/", #"site.name == \"example2\""#) == [])
    }

    @Test("an address that is none is no address of a click")
    func addresses() {
        func codes(_ address: String) -> [FileDiagnostic.Code] {
            let rule = #"  - {name: x, when: 'request.ip == "\#(address)"', then: web_widget, because: A}"# + "\n"
            let files = ["a.yaml": LintPropertyTests.site, "b.yaml": "rules:\n" + rule + Self.rest.dropFirst(7)]
            return RuleLint.findings(in: LoadTests.load(files)).map(\.code).filter { $0 == .impossibleValue }
        }
        #expect(codes("10.0.0.0/8") == [.impossibleValue])
        #expect(codes("10.0.0.1") == [])
    }
}
