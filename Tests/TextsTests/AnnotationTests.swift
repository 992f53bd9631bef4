import ByteText
import Configuration
import Testing

@testable import Texts

/// Reports in formats that review tools read. `ReviewToolTests` reads them with such tools.
@Suite("annotations of rules")
struct AnnotationTests {
    private static func report(_ diagnostics: FileDiagnostic..., isStrict: Bool = false) -> AnnotationReport {
        var report = AnnotationReport(command: "check", version: "1.2.3", directory: "/etc/my rules")
        report.annotations = diagnostics.map { Annotation($0) }
        report.passed = [AnnotationSubject(file: "./rules/a.yaml")]
        report.isStrict = isStrict
        return report
    }

    private static func text(_ report: AnnotationReport, _ format: AnnotationFormat) -> String {
        String(decoding: report.bytes(in: format), as: UTF8.self)
    }

    /// A diagnostic whose texts have a meaning in each format.
    private static let hostile = FileDiagnostic(
        .error, .unknownKey, "a%0A::b\n::error::c %\u{301}\u{0}]]><&\"",
        at: SourceLocation(file: "./a,b:ü/c.yaml", line: 2, column: 3),
        width: 4, expected: "d", hint: "e", example: "{}")

    @Test("a workflow command is one line, whatever the text")
    func github() {
        #expect(
            Self.text(Self.report(Self.hostile), .github)
                == "::error file=a%2Cb%3Aü/c.yaml,line=2,endLine=2,col=3,endColumn=7,title=unknown-key::a%250A::b%0A::error::c "
                + "%25\u{301}\u{FFFD}]]><&\"; expected d%0Ahint: e%0Aexample: {}\n")
        let note = FileDiagnostic(.note, .noSites, "no sites", path: "rules")
        #expect(Self.text(Self.report(note), .github) == "::notice title=no-sites::rules: no sites\n")
        #expect(Self.text(Self.report(), .github).isEmpty)
    }

    @Test("a SARIF log has each rule once, and a place for each result")
    func sarif() throws {
        let placeless = FileDiagnostic(.warning, .certificate, "expired", path: "--tls-certificate")
        let report = Self.report(Self.hostile, placeless, Self.hostile)
        let run = try #require(try JSONValue(parsing: Self.text(report, .sarif))["runs"]?.array?.first)
        let driver = try #require(run["tool"]?["driver"])
        #expect(driver["semanticVersion"] == "1.2.3")
        #expect(driver["rules"]?.array?.map { $0["id"] } == ["unknown-key", "certificate"])
        let results = try #require(run["results"]?.array)
        #expect(
            results.map { $0["ruleIndex"] } == [0, 1, 0]
                && results.map { $0["level"] } == ["error", "warning", "error"])
        let places = results.map { $0["locations"]?.array?.first?["physicalLocation"] }
        #expect(places[0]?["artifactLocation"]?["uri"] == "a%2Cb%3A%C3%BC/c.yaml")
        #expect(places[0]?["region"] == ["startLine": 2, "startColumn": 3, "endColumn": 7])
        #expect(places[1] == ["artifactLocation": ["uri": "file:///etc/my%20rules"]])
        #expect(results[1]["message"]?["text"] == "--tls-certificate: expired")
    }

    @Test("a JUnit report escapes all texts, and warnings fail only if strict")
    func junit() {
        let text = Self.text(Self.report(Self.hostile), .junit)
        #expect(text.contains(#"<failure type="unknown-key" message="a%0A::b&#10;::error::c "#))
        #expect(text.contains("\u{FFFD}]]&gt;&lt;&amp;&quot;; expected d\nhint: e"))
        #expect(text.contains(#"<testcase classname="files" name="rules/a.yaml" file="rules/a.yaml" line="1"/>"#))
        let warning = FileDiagnostic(.warning, .certificate, "expired")
        for isStrict in [false, true] {
            let text = Self.text(Self.report(warning, isStrict: isStrict), .junit)
            #expect(text.contains(#"tests="2" failures="\#(isStrict ? 1 : 0)" errors="0""#), "\(text)")
        }
    }

    @Test("secrets are masked in every text")
    func secrets() {
        let link = "https://a.example/?oobCode=SECRETCODE"
        let diagnostic = FileDiagnostic(
            .error, .refusedLink, link, path: link, expected: link, hint: link, example: link)
        for format in AnnotationFormat.allCases {
            let text = Self.text(Self.report(diagnostic), format)
            #expect(text.contains("oobCode=~") && !text.contains("SECRET"), "\(text)")
        }
    }
}
