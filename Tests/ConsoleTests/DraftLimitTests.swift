import Configuration
import HTTP
import Routing
import Rules
import Settings
import TestSupport
import Testing
import Threads

@testable import AdminPages
@testable import Access
@testable import Console

/// Regression: a draft of 15 kB with nested `map` blocked drafting and writing for all users, and four hundred
/// abandoned drafts stayed in the queue, using 77 MiB.
@Suite("Drafts that take too long")
struct DraftLimitTests {
    /// A condition that takes ten to the power of `depth` steps, unless a constant part is evaluated at compile time.
    private static func nested(_ depth: Int, _ inner: String) -> String {
        let list = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]"
        let sum = (0..<depth).map { "v\($0)" }.joined(separator: " + ")
        return (0..<depth).reversed().reduce("\(sum) == 99 || \(inner)") { "\(list).exists(v\($1), \($0))" }
    }

    /// A site with `rules` rules of the same condition.
    private static func site(_ condition: String, rules: Int) -> String {
        var text = "site: example\nhosts: [example.page.link]\nauthorized_domains: [www.example.com]\n"
        text += "links: {WXYZ: \"https://www.example.com/\"}\nrules:\n"
        for number in 0..<rules {
            text += "  - name: r\(number)\n    because: It costs much.\n    when: '\(condition)'\n"
            text += "    then: {continue_redirect: {to: \"https://www.example.com/\(number)\"}}\n"
        }
        return text
    }

    private static let cases = """
        cases:
          - name: first
            request: {link: "https://example.page.link/WXYZ", user_agent: "curl/8"}
            expect: {target: "https://www.example.com/"}
          - name: second
            request: {link: "https://example.page.link/WXYZ", user_agent: "curl/8"}
            expect: {target: "https://www.example.com/"}
        """

    private static func load(_ site: String, limit: WorkLimit) -> LoadedRules {
        let files = [("sites/site.yaml", site), ("own.cases.yaml", cases)]
        return RuleDirectory.load(files.map { (path: $0.0, bytes: Array($0.1.utf8)) }, named: "rules", limit: limit)
    }

    private static func draft(_ site: String, limit: WorkLimit) throws -> RuleDraft {
        let loaded = load(site, limit: limit)
        let running = RuleSet(load(Self.site("true", rules: 0), limit: WorkLimit(steps: .max, time: .seconds(60))))
        return RuleDraft(loaded, running, nil, DaemonSettings(), now: 0, limit: limit)
    }

    @Test("constant parts of a condition have a bound of their own, and those of all files share one")
    func folding() {
        let limit = WorkLimit(steps: .max, time: .seconds(60))
        let one = Self.load(Self.site("\(Self.nested(6, "false"))", rules: 1), limit: limit)
        #expect(
            one.diagnostics.contains {
                $0.message.contains("this always fails: evaluation takes more than 100000 steps")
            })
        let few = WorkLimit(steps: 5_000, time: .seconds(60))
        let many = Self.load(Self.site(Self.nested(3, "false"), rules: 20), limit: few)
        #expect(
            many.diagnostics.count { $0.message.contains("not checked") } >= 15, "\(many.diagnostics.map(\.message))")
        #expect(many.hasErrors)
    }

    @Test("cases and lint end with the limit; a case that was not run counts as failing, and its name says why")
    func cases() throws {
        let site = Self.site(Self.nested(4, "link.payload == \"https://never.example/\""), rules: 3)
        let enough = try Self.draft(site, limit: WorkLimit(steps: .max, time: .seconds(600)))
        #expect(try #require(enough.runCases()).notRun.isEmpty)
        let limit = WorkLimit(steps: 100_000, time: .seconds(600))
        let draft = try Self.draft(site, limit: limit)
        #expect(!draft.loaded.hasErrors, "\(draft.loaded.diagnostics)")
        let results = try #require(draft.runCases())
        #expect(results.notRun.contains("own/second") && limit.isReached)
        let findings = draft.findings()
        #expect(findings.contains { $0.message.contains("lint was skipped") })
        #expect(FailingCases(draft)?.isConfirmed(by: [:]) == false)
    }

    @Test("an abandoned draft is not checked")
    func abandoned() async throws {
        let console = try ConsoleInMemory()
        let answer = await console.ask("/rules/draft", ["file": "sites/site.yaml", "text": ParityCase.site]) {
            $0.isAwaited = { false }
        }
        #expect(answer.answer.status == .serviceUnavailable && !answer.text.contains("Checked"))
        let limit = WorkLimit(steps: .max, time: .seconds(600)) { false }
        let start = ContinuousClock.now
        while !limit.isReached, ContinuousClock.now - start < .seconds(20) {}
        #expect(limit.isReached)
    }

    @Test("more drafts than may wait are turned away for now, and those of another person wait in turn")
    func queue() async throws {
        let console = try ConsoleInMemory()
        let (isOpen, begun) = (Locked(false), Locked(0))
        func ask(_ name: String) -> Locked<Status?> {
            let status = Locked<Status?>(nil)
            var request = AdminPageRequest(path: "/rules/draft", now: ConsoleInMemory.now)
            request.visitor = AdminVisitor(credential: Credential(name: name, .process(name)), formToken: "f0rm")
            // Called on the room's thread, before the page is rendered.
            request.isAwaited = {
                begun.withLock { $0 += 1 }
                isOpen.wait { $0 ? () : nil }
                return true
            }
            console.console.answer(request) { answer in status.withLock { $0 = answer.status } }
            return status
        }
        let first = ask("ann")
        #expect(begun.wait(seconds: 20) { $0 == 1 ? () : nil } != nil)
        let waiting = (0..<4).map { _ in ask("ann") }
        #expect(ask("ann").withLock(\.self) == .serviceUnavailable)
        let other = ask("bob")
        #expect(begun.wait(seconds: 20) { $0 == 2 ? () : nil } != nil, "another person's runs at the same time")
        isOpen.withLock { $0 = true }
        for status in [first, other] + waiting {
            #expect(status.wait(seconds: 60) { $0 } == .ok)
        }
    }
}
