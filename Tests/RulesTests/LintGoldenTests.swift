import ByteText
import Foundation
import Testing

@testable import Rules

/// Each folder of `Lint` is a rules directory with something to find, and the whole text that its author sees.
///
/// After a change of words: run with FINGERPOST_WRITE_GOLDENS=1 and read the difference.
@Suite("Findings about rules")
struct LintGoldenTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Lint")

    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

    @Test("every folder is found")
    func count() {
        #expect(Self.names.count == 21)
    }

    @Test(arguments: names)
    func golden(name: String) throws {
        let directory = Self.folder.appendingPathComponent(name).path
        let loaded = try RuleDirectory.load(path: directory)
        #expect(!loaded.hasErrors)
        let findings = RuleLint.findings(in: loaded)
        let rendered = findings.map { $0.rendered.replacing(directory + "/", with: "") + "\n" }.joined()
        let golden = "\(directory)/expected.txt"
        if ProcessInfo.processInfo.environment["FINGERPOST_WRITE_GOLDENS"] != nil {
            try rendered.write(toFile: golden, atomically: true, encoding: .utf8)
        }
        #expect(rendered == (try String(contentsOfFile: golden, encoding: .utf8)))
    }

    @Test("the shipped rules give nothing to find, in less than a second")
    func shipped() throws {
        let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../rules").standardized.path
        let loaded = try RuleDirectory.load(path: folder)
        var findings: [FileDiagnostic] = []
        let time = ContinuousClock().measure { findings = RuleLint.findings(in: loaded) }
        #expect(findings.map(\.rendered) == [])
        #expect(time < .seconds(5), "a second by design; five on a busy machine: \(time)")
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
        #expect(findings.first?.hint?.contains("`b/large`") ?? false)
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
        #expect(findings.allSatisfy { $0.code == .duplicateRule || $0.code == .incomplete })
    }
}
