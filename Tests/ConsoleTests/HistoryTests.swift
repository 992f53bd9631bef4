import Foundation
import HTTP
import Routing
import TestSupport
import Testing
import Threads

@testable import AdminPages
@testable import RuleDelivery
@testable import Access
@testable import Console
@testable import Daemon

/// Writing rule files in the console, if the operator allows it.
@Suite("The console writes files of the rules")
struct HistoryTests {
    private static let draft = "/rules/draft"
    private static let history = "/rules/history"
    private static let file = "sites/site.yaml"
    private static let changed = ParityCase.site.replacing("www.example.com%2F&apn", with: "www.example.com%2Fnew&apn")

    private let console: ConsoleInMemory
    private var path: String { "\(console.folder.path)/\(Self.file)" }
    private var written: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    init() throws { console = try ConsoleInMemory(isWriting: true) }

    /// The form that writes a text over the current file.
    private func form(_ text: String) async throws -> [String: String] {
        let page = await console.ask(Self.draft) { $0.query = ["file": Self.file] }.text
        let version = try #require(page.firstMatch(of: /name="file_version" value="([0-9a-f]{64})"/)?.1)
        return ["file": Self.file, "text": text, "file_version": String(version), "write": "1"]
    }

    private func location(_ answer: AdminPageAnswer) -> String? {
        answer.fields.first { "\($0.name)" == "Location" }?.value
    }

    @Test("a file is written, in force, in the history, and put back by a click")
    func writeAndPutBack() async throws {
        let before = (text: written, hash: console.state.ruleSet.hash)
        let answer = await console.ask(Self.draft, try await form(Self.changed.replacing("\n", with: "\r\n"))).answer
        #expect(answer.status == Status(303) && location(answer) == "/rules?done=written")
        #expect(written == Self.changed)
        let after = console.state.ruleSet.hash
        #expect(after != before.hash)

        let page = await console.ask(Self.history).text
        #expect(page.contains("by ann") && page.contains("+1</span>") && page.contains("−1</span>"))
        #expect(page.contains("\n-") && page.contains("\n+") && page.contains("%2Fnew&amp;apn"))
        let back = await console.ask(Self.history, ["number": "1"]).answer
        #expect(location(back) == "/rules?done=returned")
        #expect(written == before.text && console.state.ruleSet.hash == before.hash)
        // Restoring was a change as well, and can be undone.
        #expect(location(await console.ask(Self.history, ["number": "2"]).answer) == "/rules?done=returned")
        #expect(written == Self.changed && console.state.ruleSet.hash == after)
    }

    /// Regression: case files were ignored when rules were activated.
    @Test("failing cases are named, and need a confirmation of their own; on the way back as well")
    func failingCases() async throws {
        let cases = """
            about: A link that must not change
            cases:
              - name: leads to the start
                request: {link: "https://example.page.link/WXYZ", device: {platform: windows}}
                expect: {target: "https://www.example.com/"}

            """
        let before = written
        let place = console.folder.path + "/sites/own.cases.yaml"
        try cases.write(toFile: place, atomically: true, encoding: .utf8)
        var form = try await form(Self.changed)
        let (answer, text) = await console.ask(Self.draft, form)
        #expect(answer.status == .unprocessableContent && text.contains("leads to the start"), "\(text)")
        #expect(text.contains("1 case would fail") && written == before)
        form["despite"] = String(repeating: "0", count: 64)
        #expect(await console.ask(Self.draft, form).answer.status == .unprocessableContent)
        form["despite"] = String(try #require(text.firstMatch(of: /name="despite" value="([0-9a-f]{64})"/)?.1))
        #expect(location(await console.ask(Self.draft, form).answer) == "/rules?done=written")
        #expect(written == Self.changed)
        // Restoring the old version passes all cases; restoring the new one does not.
        #expect(location(await console.ask(Self.history, ["number": "1"]).answer) == "/rules?done=returned")
        let forth = await console.ask(Self.history, ["number": "2"])
        #expect(forth.answer.status == .unprocessableContent && forth.text.contains("leads to the start"))
        #expect(written == before)
        let despite = String(try #require(forth.text.firstMatch(of: /name="despite" value="([0-9a-f]{64})"/)?.1))
        #expect(
            location(await console.ask(Self.history, ["number": "2", "despite": despite]).answer)
                == "/rules?done=returned")
    }

    @Test("in a Git checkout, the pages report that files will differ from HEAD, and that they do")
    func checkout() async throws {
        let note = "Git checkout"
        let draft = await console.ask(Self.draft) { $0.query = ["file": Self.file] }.text
        #expect(!draft.contains(note))
        // In a linked work tree, `.git` is a file.
        try "gitdir: /elsewhere\n".write(toFile: console.folder.path + "/.git", atomically: true, encoding: .utf8)
        #expect(await console.ask(Self.draft) { $0.query = ["file": Self.file] }.text.contains(note))
        #expect(await console.ask(Self.history).text.contains(note))
        #expect(await console.ask("/rules") { $0.query = ["done": "written"] }.text.contains("differs from HEAD"))
        #expect(!(await console.ask("/rules").text.contains(note)))
    }

    @Test("a file that has been changed since is not written, and the text stays in the form")
    func changedSince() async throws {
        let form = try await form(Self.changed)
        let theirs = "# Theirs.\n" + ParityCase.site
        try theirs.write(toFile: path, atomically: true, encoding: .utf8)
        let (answer, text) = await console.ask(Self.draft, form)
        #expect(answer.status == .preconditionFailed && text.contains("the file has changed since you opened it"))
        #expect(text.contains("%2Fnew&amp;apn") && written == theirs)
        #expect(await console.ask(Self.history).text.contains("No changes yet"))
    }

    @Test("rules with errors are not written, and say where")
    func errors() async throws {
        let (answer, text) = await console.ask(Self.draft, try await form("site: a\nhots: [b]\n"))
        #expect(answer.status == .unprocessableContent && text.contains("site.yaml:2:1"))
        #expect(written == ParityCase.site)
    }

    @Test("where the daemon refuses the rules, the file is what it was")
    func refused() async throws {
        let form = try await form(Self.changed)
        console.refusal.withLock { $0 = "the certificate of go.example.com can't be read" }
        let (answer, text) = await console.ask(Self.draft, form)
        #expect(answer.status == .unprocessableContent && text.contains("the certificate of go.example.com"))
        #expect(written == ParityCase.site)
        #expect(await console.ask(Self.history).text.contains("No changes yet"))
    }

    @Test("a link to a file stays one, and a mode stays as it is")
    func links() async throws {
        let folder = try ScratchFolder()
        let real = folder.url.appending(path: "real.yaml").path()
        try FileManager.default.moveItem(atPath: path, toPath: real)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: real)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real)
        _ = await console.ask(Self.draft, try await form(Self.changed))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == real && written == Self.changed)
        let mode = try FileManager.default.attributesOfItem(atPath: real)[.posixPermissions] as? Int
        #expect(mode == 0o640)
    }

    @Test(
        "neither settings nor files elsewhere are written",
        arguments: ["fingerpost.yaml", "../x.yaml", "sites/new.yaml"])
    func others(file: String) async throws {
        try "store: null\n".write(toFile: console.folder.path + "/fingerpost.yaml", atomically: true, encoding: .utf8)
        try "a: 1\n".write(toFile: console.folder.path + "/../x.yaml", atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: console.folder.path + "/../x.yaml") }
        var request = AdminPageRequest(path: Self.draft, now: ConsoleInMemory.now)
        request.visitor = console.visitor
        let editor = try #require(console.editor)
        #expect(throws: RuleEditor.Refusal.notFound) {
            try editor.write(file, "b: 2\n", over: "", for: request, limit: WorkLimit(steps: 1000, time: .seconds(10)))
        }
    }

    @Test(
        "only tokens that may reload for all sites write",
        arguments: ["scopes=links.read,links.write", "sites=example"])
    func tokens(options: String) async throws {
        let form = try await form(Self.changed)
        try console.become("bob", options)
        let page = await console.ask(Self.draft) { $0.query = ["file": Self.file] }.text
        #expect(!page.contains(">Activate</button>") && !page.contains(Self.history))
        #expect(await console.ask(Self.draft, form).answer.status == .forbidden)
        #expect(await console.ask(Self.history).answer.status == .forbidden)
        #expect(await console.ask(Self.history, ["number": "1"]).answer.status == .forbidden)
        #expect(written == ParityCase.site)
    }

    @Test("without the setting there is no history, and nothing is written")
    func off() async throws {
        let console = try ConsoleInMemory()
        let form = ["file": Self.file, "text": Self.changed, "file_version": "", "write": "1"]
        #expect(await console.ask(Self.draft, form).answer.status == .forbidden)
        #expect(await console.ask(Self.history).answer.status == .notFound)
        #expect(!(await console.ask(Self.draft).text.contains(">Activate</button>")))
    }

    @Test("the last hundred changes are kept")
    func bounded() throws {
        let folder = try ScratchFolder()
        let history = try RulesHistory(folder.path)
        for index in 1...103 {
            let change = RulesChange(
                time: 1_800_000_000, by: "ann",
                person: index == 103 ? .init(subject: "7", issuer: "https://id.example.com") : nil, file: "a.yaml",
                before: "\(index)", after: "\"\n\u{1}é")
            #expect(try history.add(change) == index)
        }
        #expect(history.numbers() == Array(4...103))
        #expect(history.change(103)?.before == "103" && history.change(103)?.after == "\"\n\u{1}é")
        #expect(history.change(103)?.person?.subject == "7" && history.change(102)?.person == nil)
        #expect(history.change(3) == nil)
        try "{".write(toFile: "\(folder.path)/50.json", atomically: true, encoding: .utf8)
        #expect(history.change(50) == nil)
    }

    @Test("differences by lines")
    func differences() {
        let before = (1...20).map { "line \($0)\n" }.joined()
        let after = before.replacing("line 5\n", with: "line five\nand more\n").replacing("line 17\n", with: "")
        let difference = LineDifference(from: before, to: after)
        #expect(difference.added == 2 && difference.removed == 2)
        #expect(
            difference.text == """
                @@ 2 @@
                 line 2
                 line 3
                 line 4
                -line 5
                +line five
                +and more
                 line 6
                 line 7
                 line 8
                @@ 15 @@
                 line 14
                 line 15
                 line 16
                -line 17
                 line 18
                 line 19
                 line 20
                """)
        #expect(LineDifference(from: before, to: before).text.isEmpty)
        #expect(LineDifference(from: "", to: "a\n").text == "+a" && LineDifference(from: "a\n", to: "").text == "-a")
        let large = (0..<3_000).map { "\($0)\n" }.joined()
        #expect(LineDifference(from: large, to: "x\n" + large + "y\n").added == 3_002)
    }
}
