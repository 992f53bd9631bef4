import ByteText
import HTTP
import LinkStore
import TestSupport
import Testing

@testable import AdminPages
@testable import Access
@testable import Console

/// Regression: a replaced target was lost once the form was saved, since only rules had a history.
@Suite("A link's history in the console")
struct LinkHistoryTests {
    private static let place = "example.page.link/first"
    private static let target = "https://www.example.com/a"

    private static func made() async throws -> ConsoleInMemory {
        let console = try ConsoleInMemory(isStoring: true)
        let form = [
            "domain": "example.page.link", "code": "first", "long_link": target, "do": "save", "tags": "x",
            "opens_app": "1",
        ]
        #expect(await console.ask("/links/new", form).answer.status.code == 303)
        return console
    }

    private static func record(_ console: ConsoleInMemory) throws -> LinkRecord {
        let key = try #require(LinkKey(place))
        return try #require(try console.store?.link(key))
    }

    private static func change(_ console: ConsoleInMemory, _ change: (inout LinkPatch) -> Void) throws {
        var patch = LinkPatch()
        change(&patch)
        let key = try #require(LinkKey(place))
        try console.store?.apply(.update(key, patch, at: ConsoleInMemory.now))
    }

    private static func page(_ console: ConsoleInMemory) async -> String {
        await console.ask("/links/history") { $0.query = ["link": place] }.text
    }

    private static func form(_ console: ConsoleInMemory, former: Int) throws -> [String: String] {
        ["link": place, "etag": "\"\(try record(console).revision)\"", "former": "\"\(former)\""]
    }

    @Test("it lists who changed which fields when, and restores a version once that is confirmed")
    func restore() async throws {
        let console = try await Self.made()
        let first = try Self.record(console).longLink
        let empty = await Self.page(console)
        #expect(empty.contains("has no recorded changes"))
        let form = ["link": Self.place, "etag": "\"1\"", "do": "pause", "sure": "1"]
        #expect(await console.ask("/links/link", form).answer.status.code == 303)
        try Self.change(console) {
            ($0.longLink, $0.tags, $0.name, $0.author) = ("https://www.example.com/<b>", [], "B", "mallory")
        }
        let text = await Self.page(console)
        #expect(text.contains("By mallory.") && text.contains("By \(console.visitor?.credential.name ?? "-")."))
        #expect(
            text.contains("<td>\(first.replacing("&", with: "&amp;"))</td><td>https://www.example.com/&lt;b&gt;</td>"))
        #expect(text.contains("<td>x</td><td>none</td>") && !text.contains("{{"))
        let question = await console.ask("/links/history", try Self.form(console, former: 1))
        #expect(question.answer.status.code == 200 && question.text.contains("Restore the link as it was before"))
        #expect(
            question.text.contains(
                "<td>https://www.example.com/&lt;b&gt;</td><td>\(first.replacing("&", with: "&amp;"))</td>"))
        #expect(try Self.record(console).name == "B", "restores without a confirmation")
        let done = await console.ask("/links/history", try Self.form(console, former: 1).merging(["sure": "1"]) { $1 })
        #expect(done.answer.status.code == 303)
        let record = try Self.record(console)
        #expect(record.longLink == first && record.tags == ["x"] && record.name == "" && !record.isDisabled)
        #expect(try console.store?.history(of: record.key).revisions.count == 3)
    }

    @Test("a link that has changed since, a version that is not kept, and a reader change nothing")
    func refusals() async throws {
        let console = try await Self.made()
        try Self.change(console) { $0.name = "B" }
        let form = try Self.form(console, former: 1).merging(["sure": "1"]) { $1 }
        try Self.change(console) { $0.note = "later" }
        let late = await console.ask("/links/history", form)
        #expect(late.answer.status.code == 412 && late.text.contains("This link has changed"))
        for former in [3, 99] {
            let unknown = try Self.form(console, former: former).merging(["sure": "1"]) { $1 }
            #expect(await console.ask("/links/history", unknown).answer.status.code == 404)
        }
        try console.become("viewer", "scopes=links.read")
        let text = await Self.page(console)
        #expect(text.contains("later") && !text.contains("Restore the version before this"))
        let again = try Self.form(console, former: 1).merging(["sure": "1"]) { $1 }
        #expect(await console.ask("/links/history", again).answer.status.code == 403)
        try console.become("stranger", "sites=other")
        let hidden = await Self.page(console)
        #expect(!hidden.contains("later"))
        #expect(try Self.record(console).name == "B")
    }
}
