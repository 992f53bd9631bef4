import ByteText
import LinkStore
import TestSupport
import Testing

@testable import Daemon

/// `codes: any_case`, for links from a system that ignored case and were printed in any case.
@Suite("codes in any case, in memory")
struct AnyCaseTests {
    private static let tokens: [DaemonInMemory.Token] = [("all", "fpt_everything", [])]

    private static func daemon(_ codes: String = "any_case") throws -> DaemonInMemory {
        let site = ParityCase.site.replacing("\"rules\": [", with: "\"codes\": \"\(codes)\", \"rules\": [")
        return try DaemonInMemory(site: site, isStoring: true, tokens: tokens)
    }

    private static func make(_ daemon: DaemonInMemory, _ code: String, _ path: String) throws -> HTTPAnswer {
        try daemon.ask(
            "POST", "/v1/links",
            #"{"domain": "example.page.link", "code": "\#(code)", "long_link": "https://www.example.com/\#(path)"}"#,
            token: "fpt_everything")
    }

    @Test("a click finds the link of the store or of the site's file in any case, the exact code first")
    func clicks() throws {
        let daemon = try Self.daemon()
        try daemon.store.apply(
            .load([
                LinkRecord(
                    key: try #require(LinkKey("example.page.link/Sale")), longLink: "https://www.example.com/1",
                    created: 1),
                LinkRecord(
                    key: try #require(LinkKey("example.page.link/SUMMER")), longLink: "https://www.example.com/2",
                    created: 1),
            ]))
        // Repeatedly, since the first clicks are cached.
        for _ in 0..<4 {
            for (code, target) in [
                ("Sale", "1"), ("sale", "1"), ("SALE", "1"), ("sAlE?utm_source=x", "1"), ("summer/", "2"), ("wxyz", ""),
                ("WXYZ", ""), ("Wxyz", ""),
            ] {
                #expect(try daemon.click("/\(code)")["Location"] == "https://www.example.com/\(target)", "\(code)")
            }
            for code in ["sal", "sales", "summer-"] { #expect(try daemon.click("/\(code)").status == 404) }
        }
        #expect(try daemon.click("/SUMMER.")["Location"] == "https://example.page.link/SUMMER")
        #expect(try daemon.click("/summer.")["Location"] == "https://example.page.link/summer")
        // A new link with the exact code takes over immediately.
        try daemon.store.apply(
            .load([
                LinkRecord(
                    key: try #require(LinkKey("example.page.link/sale")), longLink: "https://www.example.com/3",
                    created: 1)
            ]))
        #expect(try daemon.click("/sale")["Location"] == "https://www.example.com/3")
        #expect(try daemon.click("/SALE")["Location"] == "https://www.example.com/1")
    }

    @Test("other sites tell case apart")
    func exact() throws {
        let daemon = try Self.daemon("exact")
        #expect(try Self.make(daemon, "Sale", "1").status == 201)
        #expect(try daemon.click("/Sale")["Location"] == "https://www.example.com/1")
        #expect(try daemon.click("/sale").status == 404)
        #expect(try daemon.click("/wxyz").status == 404)
        #expect(try Self.make(daemon, "sale", "2").status == 201)
    }

    @Test("a code that differs from another's only in case is refused to a new link, and the answer has the other one")
    func creation() throws {
        let daemon = try Self.daemon()
        #expect(try Self.make(daemon, "Sale", "1").status == 201)
        try Self.make(daemon, "sale", "2").expectError(409, "ALREADY_EXISTS", naming: "Sale")
        try Self.make(daemon, "wxyz", "2").expectError(400, "INVALID_ARGUMENT", naming: "site's file")
        #expect(try daemon.click("/sale")["Location"] == "https://www.example.com/1")
    }

    @Test("clicks in any case are counted for the one link, and a disabled one is refused in any case")
    func counts() throws {
        let daemon = try Self.daemon()
        #expect(try Self.make(daemon, "Sale", "1").status == 201)
        for code in ["Sale", "SALE", "sale"] {
            _ = try daemon.click("/\(code)", fields: ["User-Agent": Agents.windows])
        }
        let link = try daemon.store.liveLink(try #require(LinkKey("example.page.link/Sale")))
        var patch = LinkPatch()
        patch.isDisabled = true
        try daemon.store.apply(.update(link.key, patch, at: 2))
        #expect(try daemon.click("/SALE").status == 410)
        daemon.finish()
        #expect(try daemon.store.clicks(of: [link.id]) == [3])
    }
}
