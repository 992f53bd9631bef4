import ByteText
import Testing

@testable import Clicks

/// The requests that are recorded while a link is tested on a phone.
@Suite struct LinkWatchTests {
    private static let link = "https://example.page.link/WXYZ?a=b"
    private static let phone = IPAddress("192.0.2.7")
    private static let other = IPAddress("192.0.2.8")

    private static func record(
        _ watch: LinkWatch, _ kind: SeenRequest.Kind, _ link: String = link, from client: IPAddress? = phone,
        at now: Int64 = 50
    ) {
        let bytes = Array(link.utf8)
        watch.record(SeenRequest(kind), of: bytes.span, from: client, at: now)
    }

    @Test("links match with either scheme and with a mark, and not as a prefix of another link")
    func links() {
        let watch = LinkWatch()
        #expect(!watch.isActive)
        watch.begin("1", link: Self.link, until: 100)
        #expect(watch.isActive)
        Self.record(watch, .click)
        Self.record(watch, .fallback, "http://example.page.link/WXYZ?a=b&_fp=page")
        for link in [
            "\(Self.link)c", "\(Self.link)&_f=1", "https://example.page.link/WXYZ",
            "https://x.example.page.link/WXYZ?a=b",
        ] {
            Self.record(watch, .click, link)
        }
        #expect(watch.requests("1").map(\.kind) == [.click, .fallback])
        watch.begin("2", link: "https://example.page.link/WXYZ", until: 100)
        Self.record(watch, .button, "https://example.page.link/WXYZ?_fp=abc")
        #expect(watch.requests("2").map(\.kind) == [.button] && watch.requests("1").count == 2)
    }

    @Test("once the phone is known, other clients are not recorded, except apps")
    func clients() {
        let watch = LinkWatch()
        watch.begin("1", link: Self.link, until: 100)
        Self.record(watch, .click, from: Self.other)
        watch.restrict("1", to: Self.phone)
        Self.record(watch, .click, from: Self.other)
        Self.record(watch, .app, from: Self.other)
        Self.record(watch, .page, from: nil)
        #expect(watch.requests("1").map(\.kind) == [.click, .app, .page])
    }

    @Test("a watch ends by itself, and is bounded")
    func end() {
        let watch = LinkWatch()
        watch.begin("1", link: Self.link, until: 100)
        for _ in 0..<1_000 { Self.record(watch, .click) }
        #expect(watch.requests("1").count == 400)
        watch.begin("2", link: Self.link, until: 200)
        Self.record(watch, .click, at: 100)
        #expect(watch.requests("1").isEmpty && watch.requests("2").count == 1 && watch.isActive)
        // Any link: nothing else would end the watch of a link that gets no more clicks.
        Self.record(watch, .click, "https://elsewhere.example/", at: 200)
        #expect(!watch.isActive)
    }
}
