import ByteText
import Configuration
import Routing
import Settings
import Testing

@testable import Rules

/// The host of pages: a site's own, or the default in the daemon's settings.
@Suite("Page hosts")
struct PageHostTests {
    private static let sites = [
        "sites/one.yaml": "site: one\nhosts: [one.example]\npage_host: preview.one.example",
        "sites/two.yaml": "site: two\nhosts: [two.example/go]",
    ]

    private static func load(settings: String = "hsts: 1", _ environment: [String: String] = [:]) -> LoadedRules {
        let files = sites.merging(["fingerpost.yaml": settings]) { $1 }
        var loaded = LoadTests.load(files)
        loaded.apply(SettingsResolver.resolve(file: loaded.settings, environment: environment).settings)
        return loaded
    }

    @Test("the settings' host is that of the sites that name none, wherever it is set")
    func defaults() {
        let wanted = ["preview.one.example", "preview.example"]
        for loaded in [
            Self.load(settings: "page_host: preview.example"), Self.load(["FINGERPOST_PAGE_HOST": "Preview.Example"]),
            Self.load(settings: "page_host: elsewhere.example", ["FINGERPOST_PAGE_HOST": "preview.example"]),
        ] {
            #expect(loaded.diagnostics.map(\.rendered) == [])
            #expect(loaded.sites.map(\.pageHost) == wanted)
        }
        let hashes = ["null", "preview.example", "elsewhere.example"].map { host in
            Self.load(settings: "page_host: \(host)").hash
        }
        #expect(Set(hashes).count == 3 && hashes[0] == LoadTests.load(Self.sites).hash)
        #expect(Self.load(settings: "page_host: null").sites.map(\.pageHost) == ["preview.one.example", nil])
    }

    @Test("a host that links are on is refused at its place")
    func claimed() {
        let fault = "pages can't be on `two.example`: it is a host of the site `two`"
        let hint = "\n    hint: use a host that no association file claims, such as `preview.example.com`"
        #expect(
            Self.load(settings: "hsts: 1\npage_host: two.example").diagnostics.map(\.rendered) == [
                "rules/fingerpost.yaml:2:12: error: \(fault)\n    page_host: two.example\n               ^~~~~~~~~~~\(hint)"
            ])
        #expect(
            Self.load(["FINGERPOST_PAGE_HOST": "two.example"]).diagnostics.map(\.rendered) == [
                "page_host: error: \(fault)\(hint)"
            ])
        #expect(
            Self.load(["FINGERPOST_PAGE_HOST": "preview..example"]).diagnostics.map(\.rendered) == [
                "page_host: error: `preview..example` is not a valid host"
            ])
    }

    @Test(
        "rules read it, and the site of a request has the settings' host too, but not where its own links are",
        arguments: [
            (#"{"site": "a", "authorized_domains": ["www.example"], "hosts": ["a.example"]}"#, "preview.example"),
            (
                #"{"site": "a", "authorized_domains": ["www.example"], "hosts": ["a.example"], "page_host": "own.example"}"#,
                "own.example"
            ),
            (
                #"{"site": "a", "authorized_domains": ["www.example"], "hosts": ["a.example", "preview.example"]}"#,
                "none"
            ),
        ])
    func request(site: String, host: String) throws {
        let rules = """
            rules:
              - name: pages
                when: has(site.page_host)
                then: {continue_redirect: {to: "https://www.example/{site.page_host}"}}
                because: It has a page host.
              - name: bare
                then: {continue_redirect: {to: "https://www.example/none"}}
                because: It has none.
            """
        var loaded = LoadTests.load(["all.yaml": rules, "fingerpost.yaml": "page_host: preview.example"])
        loaded.apply(SettingsResolver.resolve(file: loaded.settings).settings)
        #expect(loaded.diagnostics.map(\.rendered) == [])
        let decision = try RequestResolver(RuleSet(loaded)).resolve(
            ["link": "https://a.example/?link=https%3A%2F%2Fwww.example%2F", "site": JSONValue(parsing: site)], now: 0)
        #expect(decision["target"]?.string == "https://www.example/\(host)")
    }
}
