import ByteText
import Expressions
import Foundation
import Routing
import TestSupport
import Testing

@testable import Rules

/// The reference of the rule language, compared with the language.
@Suite("The reference of facts, functions and actions")
struct ReferenceTests {
    private static let reference = RuleReference()

    @Test("every fact, function, macro and key has an entry of its own with words")
    func complete() {
        let entries = Self.reference.entries
        #expect(Set(entries.map(\.name)).count == entries.count)
        for fact in FactName.allCases { #expect(entries.contains { $0.name == fact.name.description }) }
        for key in ActionKey.allCases { #expect(entries.contains { $0.name == "then.\(key.rawValue)" }) }
        for entry in entries {
            #expect(
                !entry.summary.isEmpty && entry.summary.count <= 84 && !entry.summary.hasSuffix("."), "\(entry.name)")
            #expect(entry.detail.isEmpty || entry.detail.hasSuffix("."), "\(entry.name)")
            #expect(entry.forms.isEmpty != [.function, .macro, .operator].contains(entry.kind), "\(entry.name)")
        }
    }

    @Test("a fact that may be unknown says when, and no other does")
    func unknown() {
        for fact in FactName.allCases {
            let mayBe = FactName.schema[fact.rawValue].mayBeUnknown
            #expect((fact.unknown != nil) == mayBe, "\(fact.name)")
        }
    }

    @Test("the values of an enumeration are those of the compiler")
    func values() throws {
        let inApp = try #require(Self.reference.entries.first { $0.name == "device.in_app" })
        #expect(inApp.type == "enum" && inApp.values.contains("wechat") && inApp.values.contains("unknown"))
        for entry in Self.reference.entries where entry.kind == .fact && entry.type == "enum" {
            for value in entry.values {
                #expect(throws: Never.self) { try FactExpression("\(entry.name) == \"\(value)\"") }
            }
            #expect(throws: FactExpression.Fault.self) { try FactExpression("\(entry.name) == \"no-such-word\"") }
        }
    }

    // MARK: - Examples

    private static let conditions = reference.entries.filter { $0.kind != .key }

    /// The results of an example for every click. All clicks have all facts.
    private static func verdicts(of example: String, _ resolver: FactResolver) throws -> Set<String> {
        let expression = try FactExpression(example)
        return Set(
            try ReferenceClicks.all.map { click in
                switch try resolver.answer(expression, click, now: nil) {
                case .value(let value): value.literal
                case .unknown: "unknown"
                case .failed: "failed"
                case .refused(let fault): "refused: \(fault)"
                }
            })
    }

    private static func resolver() throws -> FactResolver {
        let all = FactName.allCases.reduce(into: FactSet()) { $0.insert($1) }
        return try FactResolver(RuleSet(sites: [], rules: [], patterns: PatternList(), hash: "", alsoConsulted: all))
    }

    @Test("an example compiles as a condition without warnings, and is true for some click and false for another")
    func examples() throws {
        let resolver = try Self.resolver()
        for entry in Self.conditions {
            var patterns = PatternList()
            let compilation = Condition.compile(entry.example, schema: FactName.schema, patterns: &patterns)
            #expect(compilation.condition != nil && compilation.diagnostics.isEmpty, "\(compilation.diagnostics)")
            let verdicts = try Self.verdicts(of: entry.example, resolver)
            #expect(verdicts.isSuperset(of: ["true", "false"]), "\(entry.example): \(verdicts.sorted())")
            #expect(verdicts.isSubset(of: ["true", "false", "unknown", "failed"]), "\(entry.example): \(verdicts)")
            // The entry's statement about unknown clicks holds.
            #expect(entry.unknown == nil || verdicts.contains("unknown"), "\(entry.name)")
        }
    }

    @Test("the example of a key is a rule, and has the key")
    func keys() throws {
        for entry in Self.reference.entries where entry.kind == .key {
            let key = try #require(entry.name.split(separator: ".").last)
            #expect(entry.example.contains(key), "\(entry.name)")
            var lines = ["name: example", "then: web_widget", "because: It is an example."]
            lines.removeAll { $0.prefix { $0 != ":" } == entry.example.prefix { $0 != ":" } }
            let rule = (lines + [entry.example]).joined(separator: "\n    ")
            let loaded = RuleDirectory.load([
                RuleFile(path: "a.yaml", displayName: "a.yaml", bytes: Array("rules:\n  - \(rule)\n".utf8))
            ])
            #expect(loaded.diagnostics.isEmpty && loaded.rules.count == 1, "\(loaded.diagnostics)")
        }
    }

    // MARK: - Finding

    @Test("a name is an entry with those under it, or a group")
    func finding() throws {
        #expect(try Self.reference.find("device.in_app").map(\.name) == ["device.in_app"])
        #expect(try Self.reference.find("then.error").map(\.name).contains("then.error.status"))
        #expect(try Self.reference.find("request").allSatisfy { $0.group == .request })
        #expect(try Self.reference.find("site.options").count == 6)
    }

    @Test(
        "an unknown name is answered with similar names",
        arguments: [
            ("device.inapp", "did you mean `device.in_app`?"), ("platform", "did you mean `device.platform`?"),
            ("wechat", "`wechat` is a value of device.in_app"), ("buckte", "did you mean `bucket`?"),
            ("request.zzzzzz", "request.* has: stage, ip, country"),
            ("then.app_open.uri", "did you mean `then.app_open.url`?"),
            ("zzzzzzzz", "the groups are link, device"),
        ])
    func hints(name: String, hint: String) throws {
        let fault = try #require(throws: ReferenceFault.self) { try Self.reference.find(name) }
        #expect(fault.message.contains("no `\(name)`") && fault.message.contains(hint), "\(fault.message)")
    }

    @Test("JSON has the same members for every entry")
    func json() throws {
        let names = Self.reference.entries.map { $0.json.object?.members.map(\.name) }
        #expect(Set(names).count == 1)
        #expect(Self.reference.entries[0].json["name"]?.string == "link.form")
    }
}

/// The article is the reference.
@Suite("The article of facts, functions and actions")
struct ReferenceArticleTests {
    private static let file = URL(filePath: #filePath)
        .appending(path: "../../../Sources/Deciding/Routing/Routing.docc/Facts.md").standardized

    /// With `FINGERPOST_WRITE_DOCS` set, the article is rewritten first.
    @Test("it is what the program says")
    func isUpToDate() throws {
        let text = RuleReference().article
        if ProcessInfo.processInfo.environment["FINGERPOST_WRITE_DOCS"] != nil {
            try Data(text.utf8).write(to: Self.file)
        }
        let written = try String(contentsOf: Self.file, encoding: .utf8)
        #expect(
            written == text,
            "write it again: FINGERPOST_WRITE_DOCS=1 swift test --disable-xctest --filter ReferenceArticle")
    }
}
