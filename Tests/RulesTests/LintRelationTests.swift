import ByteText
import Expressions
import Routing
import Testing

@testable import RuleLint

/// Relations between facts, compared with the evaluator: no generated request contradicts one.
@Suite("Relations between facts")
struct LintRelationTests {
    /// A cube as a condition; `nil` if it limits something that no single condition can express.
    static func condition(_ cube: Cube, _ space: FactSpace) -> String? {
        let parts = cube.limits.map { limit -> String? in
            let variable = space.variables[limit.variable]
            guard case .value(let fact) = variable.subject else { return nil }
            let name = FactName.schema[fact].name
            let cells = variable.cells.indices.filter { limit.cells.contains($0) }.map { variable.cells[$0] }
            if cells == [.absent] { return "!has(\(name))" }
            if cells == [.bool(true)] { return name }
            if cells == [.bool(false)] { return "!\(name)" }
            if cells == [.otherText] { return "has(\(name))" }
            let words = cells.map { cell -> String? in
                if case .text(let word) = cell { "\"\(word)\"" } else { nil }
            }
            return words.contains(nil) ? nil : "\(name) in [\(words.compactMap(\.self).joined(separator: ", "))]"
        }
        return parts.contains(nil) ? nil : parts.compactMap(\.self).joined(separator: " && ")
    }

    static func probe(_ conditions: [String], _ lint: RuleLint) throws -> RequestRunner {
        var patterns = PatternList()
        let text = conditions.map { "(\($0))" }.joined(separator: " || ")
        let compiled = Condition.compile(text, schema: FactName.schema, patterns: &patterns)
        let program = try #require(compiled.condition)
        let rule = RuleDefinition(
            id: "forbidden", because: "None.", condition: text, program: program, action: .sign)
        return try #require(RequestRunner.probe(rule, of: lint.sites[0].definition, lint.ruleSet))
    }

    @Test("no request is in an impossible region")
    func relations() throws {
        let loaded = LoadTests.load(["a.yaml": LintPropertyTests.site])
        let lint = try #require(RuleLint(loaded, development: false))
        let conditions = lint.space.relations.compactMap { Self.condition($0, lint.space) }
        #expect(conditions.count == lint.space.relations.count)
        #expect(conditions.count == 37)
        let probe = try Self.probe(conditions, lint)
        let drafts = lint.sites[0].pool.drafts
        #expect(drafts.count > 1_000)
        var understood = 0
        for draft in drafts {
            let outcome = probe.decide(draft)
            if outcome?.isUnderstood ?? false { understood += 1 }
            guard outcome?.rule == "forbidden" else { continue }
            let culprits = try conditions.filter { try Self.probe([$0], lint).decide(draft)?.rule == "forbidden" }
            Issue.record("\(culprits) \(draft.json.text)")
        }
        #expect(understood * 10 > drafts.count * 7)
    }

    @Test("the test would see a relation that is none")
    func sensitivity() throws {
        let loaded = LoadTests.load(["a.yaml": LintPropertyTests.site])
        let lint = try #require(RuleLint(loaded, development: false))
        let truths = [
            #"link.form == "hosting_link" && !link.payload_is_action"#, #"link.form == "action_link" && link.install"#,
            #"request.stage == "continue" && link.payload_is_action"#, #"link.form == "short_link" && app.registered"#,
            #"link.form == "other" && !link.handle_code_in_app"#, #"device.platform == "ipados" && has(link.isi)"#,
            #"link.mode == "unknown" && app.state == "absent""#, #"has(link.efr) && device.platform == "ios""#,
        ]
        for truth in truths {
            let probe = try Self.probe([truth], lint)
            #expect(lint.sites[0].pool.drafts.contains { probe.decide($0)?.rule == "forbidden" }, "\(truth)")
        }
    }
}
