import HTTP
import TestSupport
import Testing

@testable import AdminPages
@testable import Console

/// Tests of a link on a phone, opened in the console.
@Suite("the console's tests on phones")
struct LabTests {
    private static let link = "https://example.page.link/WXYZ"

    /// Opens a test, and returns the path of its page.
    private static func open(_ console: ConsoleInMemory) async throws -> String {
        let opened = await console.ask("/lab", ["link": " \(link) "])
        #expect(opened.answer.status == .seeOther)
        let place = opened.answer.fields.first { $0.name.description == "Location" }?.value
        return try #require(place)
    }

    private static func ask(_ console: ConsoleInMemory, _ place: String) async -> (status: Int, text: String) {
        let parts = place.split(separator: "?", maxSplits: 1)
        let id = parts.count > 1 ? String(parts[1].dropFirst("id=".count)) : ""
        let answer = await console.ask(String(parts[0])) { $0.query = ["id": id] }
        return (Int(answer.answer.status.code), answer.text)
    }

    @Test("a test shows its codes, its address and the link, until it is ended")
    func test() async throws {
        let console = try ConsoleInMemory()
        let form = await console.ask("/lab") { $0.query = ["link": "example.page.link/WXYZ"] }
        #expect(form.text.contains("value=\"\(Self.link)\""))
        let place = try await Self.open(console)
        let page = await Self.ask(console, place)
        #expect(
            page.status == 200 && page.text.contains("Scan the code with the phone") && page.text.contains(Self.link))
        #expect(page.text.contains("/_fp/.lab/"))
        let id = place.replacing("/lab?id=", with: "")
        for picture in ["/lab/page.svg", "/lab/link.svg"] {
            let shown = await Self.ask(console, "\(picture)?id=\(id)")
            #expect(shown.status == 200 && shown.text.contains("<svg"), "\(picture)")
        }
        #expect(await Self.ask(console, "/lab/evidence?id=\(id)").status == 404)
        _ = await console.ask("/lab", ["id": id])
        #expect(await Self.ask(console, place).status == 404)
    }

    @Test(
        "a link that the rules refuse, and no link, are faults of the form",
        arguments: ["", "nonsense", "https://elsewhere.example/"])
    func refusals(_ link: String) async throws {
        let answer = await (try ConsoleInMemory()).ask("/lab", ["link": link])
        #expect(answer.answer.status == .badRequest && answer.text.contains("role=\"alert\""))
    }

    @Test("a token for another site neither opens nor sees tests")
    func sites() async throws {
        let console = try ConsoleInMemory()
        let place = try await Self.open(console)
        try console.become("other", "sites=elsewhere scopes=links.read")
        #expect(await Self.ask(console, place).status == 404)
        #expect(await console.ask("/lab", ["link": Self.link]).answer.status == .badRequest)
        let id = place.replacing("/lab?id=", with: "")
        _ = await console.ask("/lab", ["id": id])
        try console.become("viewer", "scopes=links.read")
        #expect(await Self.ask(console, place).status == 200, "the other token has ended it")
    }
}
