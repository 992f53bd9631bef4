import Foundation
import HTTP
import TestSupport
import Testing

@testable import AdminPages
@testable import Telemetry
@testable import Access
@testable import Console

/// Previewing changes of the rules.
@Suite("The console drafts changes of the rules")
struct DraftTests {
    private static let path = "/rules/draft"

    private static func logLine(_ link: String) -> String {
        #"{"type":"decision","ts":"2026-11-23T10:00:00.000Z","input":{"link":"\#(link)","user_agent":"curl/8"},"decision":"x"}"#
    }

    @Test("the files, and the text of one")
    func files() async throws {
        let console = try ConsoleInMemory()
        let text = await console.ask(Self.path) { $0.query = ["file": "sites/site.yaml"] }.text
        #expect(text.contains("<option selected>sites/site.yaml</option>") && text.contains("example.page.link"))
        for other in ["../site.yaml", "/etc/passwd", ""] {
            let first = await console.ask(Self.path) { $0.query = ["file": other] }.text
            #expect(!first.contains("root:") && first.contains("<option selected>"))
            #expect(!first.contains(".png"))
        }
    }

    @Test("what a draft changes of the last decisions, and of the cases")
    func changes() async throws {
        let folder = try ScratchFolder()
        let log = folder.url.appending(path: "decisions")
        let lines = ["https://example.page.link/WXYZ", "https://example.page.link/NONE"].map(Self.logLine)
        try (lines.joined(separator: "\n") + "\n{\"type\":\"deci").write(to: log, atomically: true, encoding: .utf8)
        let console = try ConsoleInMemory(log: log.path())
        let same = await console.ask(Self.path, ["file": "sites/site.yaml", "text": ParityCase.site]).text
        #expect(same.contains("Of the last 2 decisions, none") && same.contains("passed"))
        let changed = ParityCase.site.replacing("www.example.com%2F&apn", with: "www.example.com%2Fnew&apn")
        let text = await console.ask(
            Self.path, ["file": "sites/site.yaml", "text": changed.replacing("\n", with: "\r\n")]
        )
        .text
        #expect(text.contains("<strong>1</strong>") && text.contains("https://www.example.com/new"))
        // Nothing was written.
        #expect(
            await console.ask(Self.path, ["file": "sites/site.yaml", "text": ParityCase.site]).text.contains(
                "none would"))
    }

    @Test("a draft with an error has its place and a caret, and is run on nothing")
    func errors() async throws {
        let text = await (try ConsoleInMemory()).ask(
            Self.path, ["file": "sites/site.yaml", "text": "site: a\nhots: [b]\n"]
        ).text
        #expect(text.contains("badge bad\">error") && text.contains("site.yaml:") && text.contains("    ^~~~"))
        #expect(!text.contains(">Changes</h2>"))
    }

    @Test("a case that only the draft fails is named as new")
    func cases() async throws {
        let console = try ConsoleInMemory()
        let cases = """
            cases:
              - name: to the page
                request: {link: "https://example.page.link/WXYZ", user_agent: "curl/8"}
                expect: {target: "https://www.example.com/"}
            """
        try cases.write(toFile: console.folder.path + "/own.cases.yaml", atomically: true, encoding: .utf8)
        let changed = ParityCase.site.replacing("www.example.com%2F&apn", with: "www.example.com%2Fnew&apn")
        let text = await console.ask(Self.path, ["file": "sites/site.yaml", "text": changed]).text
        #expect(text.contains("own/to the page") && text.contains(">new</span>"))
    }

    @Test("a link is tried with the draft and with the active rules")
    func tried() async throws {
        let console = try ConsoleInMemory()
        let changed = ParityCase.site.replacing("www.example.com%2F&apn", with: "www.example.com%2Fnew&apn")
        var form = [
            "file": "sites/site.yaml", "text": changed, "link": "https://example.page.link/WXYZ",
            "user_agent": "curl/8",
        ]
        #expect(await console.ask(Self.path, form).text.contains("→ https://www.example.com/new"))
        form["text"] = ParityCase.site
        #expect(await console.ask(Self.path, form).text.contains("no difference"))
        form["more"] = "{"
        #expect(await console.ask(Self.path, form).text.contains("not a JSON object"))
    }

    @Test("the changed file is saved by the browser, with its line ends")
    func save() async throws {
        let form = ["file": "sites/site.yaml", "text": "a: b\r\nc: d\r\n", "save": "1"]
        let answer = await (try ConsoleInMemory()).ask(Self.path, form).answer
        #expect(String(decoding: answer.body, as: UTF8.self) == "a: b\nc: d\n")
        #expect(answer.fields.contains { $0.value == "attachment; filename=\"site.yaml\"" })
    }

    @Test("a token for some sites drafts nothing")
    func sites() async throws {
        let console = try ConsoleInMemory()
        console.visitor?.credential.sites = ["example"]
        let (answer, text) = await console.ask(Self.path, ["file": "sites/site.yaml", "text": "x"])
        #expect(answer.status == .forbidden && !text.contains("example.page.link"))
    }

    @Test("the end of a log: whole lines alone, however long it is")
    func tail() throws {
        let folder = try ScratchFolder()
        let file = folder.url.appending(path: "log")
        #expect(
            LogTail(file.path()).lines(5) == [] && LogTail("-").lines(5) == [] && LogTail("/dev/null").lines(5) == [])
        let lines = (0..<100_000).map { "line \($0) \(String(repeating: "x", count: 50))" }
        try (lines.joined(separator: "\n") + "\nhalf").write(to: file, atomically: true, encoding: .utf8)
        #expect(LogTail(file.path()).lines(3).map { String(decoding: $0, as: UTF8.self) } == Array(lines.suffix(3)))
        let all = LogTail(file.path()).lines(1_000_000)
        #expect(all.count > 50_000 && all.count < 100_000 && all.first?.starts(with: Array("line ".utf8)) == true)
    }
}
