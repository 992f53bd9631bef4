import ByteText
import Testing

@testable import Links

/// The kind of a link, from its shape alone.
@Suite("Shapes of links")
struct LinkInspectionTests {
    @Test(arguments: [
        ("https://example.page.link/?link=https%3A%2F%2Fa.example%2F", "dynamic_link", "https://a.example/"),
        ("https://example.app.goo.gl/?link=https%3A%2F%2Fa.example%2F", "dynamic_link", "https://a.example/"),
        ("https://example.app.google/?deep_link_id=https%3A%2F%2Fa.example%2F", "dynamic_link", "https://a.example/"),
        ("https://own.example/go?link=https%3A%2F%2Fa.example%2F", "dynamic_link", "https://a.example/"),
        ("https://example.page.link/abc", "short_link", nil), ("https://example.page.link/abc/", "short_link", nil),
        ("https://example.page.link/abc?link=https%3A%2F%2Fa.example%2F", "short_link", nil),
        ("https://l.example/__/auth/links?link=https%3A%2F%2Fa.example%2F", "hosting_link", "https://a.example/"),
        ("https://a.example/__/auth/action?mode=signIn&oobCode=C&apiKey=K", "action_link", nil),
        ("http://localhost:9099/emulator/action?mode=signIn&oobCode=C&apiKey=K", "action_link", nil),
        ("https://a.example/custom?mode=signIn&oobCode=C&apiKey=K", "action_link", nil),
        ("https://a.example/custom?mode=signIn&oobCode=C", "other", nil), ("https://a.example/", "other", nil),
        ("https://page.link/abc", "other", nil), ("https://evilpage.link/abc", "other", nil),
    ])
    func form(link: String, form: String, payload: String?) throws {
        let inspection = try Reading.inspection(link)
        #expect(inspection["form"]?.string == form)
        #expect(inspection["payload"]?.string == payload)
        #expect(inspection["error"] == .null)
        #expect(inspection["link"]?.string == link)
    }

    @Test(
        "link domains of one's own, with and without a path prefix and a slash behind it",
        arguments: [
            ("https://d.example?link=https://a.example/", "dynamic_link"),
            ("https://d.example/?link=https://a.example/", "dynamic_link"),
            ("https://D.Example:443/?link=https://a.example/", "dynamic_link"),
            ("https://d.example/x", "short_link"), ("https://d.example/x/?utm_source=y", "short_link"),
            ("https://p.example/p?link=https://a.example/", "dynamic_link"),
            ("https://p.example/p/?link=https://a.example/", "dynamic_link"),
            ("https://p.example/p/x", "short_link"), ("https://p.example/px", "other"),
            ("https://p.example/P/x", "other"), ("https://p.example/?link=https://a.example/", "other"),
            ("https://d.example.evil.net/?link=https://a.example/", "other"),
            ("https://example.page.link/x", "short_link"),
        ])
    func ownDomain(link: String, form: String) throws {
        for domains in [["d.example", "p.example/p"], ["https://d.example/", "https://p.example/p/"]] {
            let inspection = try Reading.inspection(link, domains: domains)
            #expect(inspection["form"]?.string == form)
            #expect(inspection["error"] == .null)
        }
    }

    @Test(arguments: [
        "", "/go", "d.example?x", "d.example#x", "d.example:8443", "ftp://d.example", "d example", "u@d.example",
    ])
    func noDomain(text: String) {
        #expect(LinkDomain(text) == nil)
    }

    @Test(arguments: [
        ("https://example.page.link/?apn=a", "missing-link"), ("https://l.example/__/auth/links", "missing-link"),
        ("https://example.page.link/?link=ftp%3A%2F%2Fa.example", "invalid-link-scheme"),
        ("javascript:alert(1)", "invalid-link-scheme"),
        ("https://u@a.example/", "malformed-url"), ("https://a.example/%zz", "malformed-percent-encoding"),
        ("https://example.page.link/?link=a&link=b", "malformed-url"), ("", "invalid-link-scheme"),
    ])
    func refused(link: String, code: String) throws {
        let inspection = try Reading.inspection(link)
        #expect(inspection["error"]?["code"]?.string == code)
    }

    @Test("the action inside a wrapped link")
    func action() throws {
        let inspection = try Reading.inspection(
            "https://example.page.link/?link=https://a.example/__/auth/action?apiKey%3DK%26mode%3DsignIn%26oobCode%3DC%26continueUrl%3Dhttps://h.example/?id%253D1%26lang%3Den&apn=p&amv"
        )
        let action: JSONValue = [
            "mode": "signIn", "oob_code": "C", "api_key": "K", "continue_url": "https://h.example/?id=1", "lang": "en",
            "tenant_id": nil,
        ]
        #expect(inspection["action"] == action)
        #expect(inspection["parameters"]?["apn"] == "p")
    }

    @Test("faults name their parameter and nothing of the link")
    func messages() {
        let codes = LinkFault.Code.allCases
        #expect(Set(codes.map(\.name.description)).count == codes.count)
        for code in codes {
            #expect((400...599).contains(code.status))
            let message = LinkFault(code, parameter: .afl).message
            #expect(message.hasPrefix("afl: "))
            #expect(message.hasSuffix("."))
        }
    }
}
