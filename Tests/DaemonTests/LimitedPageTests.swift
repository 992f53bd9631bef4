import Foundation
import LinkStore
import Server
import TestSupport
import Testing

@testable import Daemon

/// The last click of a link with a maximum of clicks was lost if it led to a page: the page was decided by the clicks that
/// were left then, none. Nor may a page be a way around the maximum.
@Suite("pages of links with a maximum of clicks, in memory")
struct LimitedPageTests {
    private static let site = PageSite.text + "\noptions: {android_fallback_page: true}"
    private static let longLink =
        "https://example.page.link/?link=https://www.example.com/p&ibi=com.example.ios&isi=1234567&apn=com.example.android"
    private static let phone = ["User-Agent": Agents.iPhone]
    private static let android = ["User-Agent": Agents.android]

    private let daemon: DaemonInMemory

    init() throws {
        daemon = try DaemonInMemory(site: Self.site, isStoring: true, trusting: ["127.0.0.1"])
        var record = LinkRecord(
            key: try #require(LinkKey("example.page.link/Once")), longLink: Self.longLink, created: daemon.now)
        record.maximumClicks = 1
        try daemon.store.apply(.create(LinkCreation(record)))
    }

    private func click(_ link: String, _ fields: [String: String]) throws -> HTTPAnswer {
        try daemon.click(link: link, fields: fields)
    }

    private func isUsedUp() throws -> Bool {
        try click("https://example.page.link/Once", Self.android).status == 410
            && click("https://example.page.link/Once", Self.phone).status == 410
    }

    private func button(of page: HTTPAnswer) throws -> String {
        let found = try #/<a class="button" href="([^"]*)"/#.firstMatch(in: page.body)
        return String(try #require(found, "\(page)").1).replacing("&amp;", with: "&")
    }

    @Test("on an iPhone the last click gets its page, also reloaded, and the button's return leads on")
    func appleButton() throws {
        let page = try #require(try click("https://example.page.link/Once", Self.phone)["Location"])
        #expect(page.hasPrefix("https://preview.example.com/_fp/") && !page.contains("Once"))
        #expect(try isUsedUp())
        for _ in 0..<2 {
            let shown = try click(page, Self.phone)
            #expect(shown.status == 200 && shown.body.contains("Open the app"), "\(shown)")
            let back = try click(try button(of: shown), Self.phone)
            #expect(back.status == 302 && back["Location"]?.contains("apps.apple.com") == true, "\(back)")
            #expect(back["Cache-Control"] == "no-store")
        }
        daemon.now += 301
        #expect(try click(page, Self.phone).status == 410)
    }

    private static func fallback(of intent: String?) throws -> String {
        let found = try #/S\.browser_fallback_url=([^;]*);/#.firstMatch(in: intent ?? "")
        let encoded = try #require(found, "\(intent ?? "no location")").1
        return try #require(String(encoded).removingPercentEncoding)
    }

    @Test("on Android the fallback of the last click gets its page", arguments: [false, true])
    func androidFallback(_ isProxied: Bool) throws {
        let original = ["X-Forwarded-Uri": "/Once", "X-Forwarded-Host": "example.page.link"]
        let answer =
            isProxied
            ? try daemon.ask(.edge, "/edge/forward", fields: original.merging(Self.android) { one, _ in one })
            : try click("https://example.page.link/Once", Self.android)
        let fallback = try Self.fallback(of: answer["Location"])
        #expect(try isUsedUp())
        var shown = try click(fallback, Self.android)
        if let page = shown["Location"] { shown = try click(page, Self.android) }
        #expect(shown.status == 200 && shown.body.contains("play.google.com"), "\(shown)")
        let other = fallback.replacing("Once", with: "Other")
        #expect(try click(other, Self.android).status == 404)
        let later = fallback.dropLast() + (fallback.hasSuffix("A") ? "B" : "A")
        #expect(try click(String(later), Self.android).status == 410)
    }

    @Test(
        "the address of a page and the mark that anyone can write count",
        arguments: [
            "https://preview.example.com/_fp/example.page.link/Once", "https://example.page.link/Once?_fp=page",
        ])
    func noWayAround(_ address: String) throws {
        let first = try click(address, Self.android)
        #expect(first.status == 200 || first.status == 302, "\(first)")
        #expect(try isUsedUp())
    }
}
