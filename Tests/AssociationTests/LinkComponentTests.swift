import Testing

@testable import Association

@Suite("Components and paths against links")
struct LinkComponentTests {
    struct Row: Sendable {
        var name: String
        var component: LinkComponent
        var url: String
        var expected: Bool

        init(_ name: String, _ component: LinkComponent, _ url: String, _ expected: Bool) {
            (self.name, self.component, self.url, self.expected) = (name, component, url, expected)
        }
    }

    private static func query(_ items: (String, WildcardPattern)...) -> LinkComponent {
        LinkComponent(query: .items(items.map { .init($0.0, $0.1) }))
    }

    private static func with(
        _ component: LinkComponent, caseSensitive: Bool = true, percentEncoded: Bool = true
    ) -> LinkComponent {
        var component = component
        component.isCaseSensitive = caseSensitive
        component.isPercentEncoded = percentEncoded
        return component
    }

    static let rows: [Row] = [
        Row("nothing named fits everything", LinkComponent(), "https://a.example/x?y#z", true),
        Row("the path alone is compared", .open("/x"), "https://a.example/x?y=1#z", true),
        Row("no path is the root", .open("/"), "https://a.example?link=1", true),
        Row("no path is in everything", .open("/*"), "https://a.example?link=1", true),
        Row("a path below the prefix", .open("/go/*"), "https://a.example/go/x", true),
        Row("the prefix itself needs a pattern of its own", .open("/go/*"), "https://a.example/go?link=1", false),
        Row(
            "a slash at the end is a difference", .exclude("/__/auth/action/"),
            "https://a.example/__/auth/action?mode=x", false),
        // `*` in a query matches a link without the item, a common mistake; `?*` does not.
        Row("a star fits what is missing", query(("web", "*")), "https://a.example/x", true),
        Row("one character or more does not", query(("web", "?*")), "https://a.example/x", false),
        Row("nor an item without a value", query(("web", "?*")), "https://a.example/x?web", false),
        Row("nor one with an empty value", query(("web", "?*")), "https://a.example/x?web=", false),
        Row("a value fits", query(("web", "?*")), "https://a.example/x?web=1", true),
        Row("other items don't matter", query(("web", "1")), "https://a.example/x?a=b&web=1&c", true),
        Row("all items must fit", query(("a", "1"), ("b", "2")), "https://a.example/x?a=1", false),
        Row("in any order", query(("a", "1"), ("b", "2")), "https://a.example/x?b=2&a=1", true),
        Row("an item that appears twice must match twice", query(("a", "1")), "https://a.example/x?a=1&a=2", false),
        Row("twice the same", query(("a", "1")), "https://a.example/x?a=1&a=1", true),
        Row("a value with an equals sign", query(("a", "b=c")), "https://a.example/x?a=b=c", true),
        Row("the whole query", LinkComponent(query: .whole("a=*")), "https://a.example/x?a=1&b=2", true),
        Row(
            "the whole query, begun elsewhere", LinkComponent(query: .whole("b=*")), "https://a.example/x?a=1&b=2",
            false),
        Row("a query that is not there is empty", LinkComponent(query: .whole("?*")), "https://a.example/x", false),
        Row(
            "the fragment", LinkComponent(fragment: "no_universal_links"), "https://a.example/x#no_universal_links",
            true),
        Row("a fragment that is not there", LinkComponent(fragment: "?*"), "https://a.example/x", false),
        Row("a query behind the fragment is the fragment's", query(("web", "?*")), "https://a.example/x#?web=1", false),
        Row(
            "path and query together", LinkComponent(path: "/x", query: .items([.init("a", "?")])),
            "https://a.example/y?a=1", false),
        Row("capitals count", .open("/Help"), "https://a.example/help", false),
        Row("unless told", with(.open("/Help"), caseSensitive: false), "https://a.example/hELP", true),
        Row("links are compared as they are written", .open("/a b"), "https://a.example/a%20b", false),
        Row("so are patterns", .open("/a%20b"), "https://a.example/a%20b", true),
        Row("unless told", with(.open("/é b"), percentEncoded: false), "https://a.example/%C3%A9%20b", true),
        Row("decoded once", with(.open("/%41"), percentEncoded: false), "https://a.example/%2541", true),
        Row("invalid encoding is kept", with(.open("/100%"), percentEncoded: false), "https://a.example/100%", true),
        Row(
            "a wrapped link, decoded",
            with(query(("link", "https://www.example.com/help/*")), percentEncoded: false),
            "https://a.example/?link=https%3A%2F%2Fwww.example.com%2Fhelp%2Fx&apn=y", true),
    ]

    @Test(arguments: rows)
    func matches(row: Row) {
        #expect(row.component.matches(LinkAddress(row.url)) == row.expected, "\(row.name)")
    }

    @Test("the first component that matches decides, and what none matches stays on the web")
    func order() {
        let files: [LinkComponent] = [.exclude("/help/web/*"), .open("/help/*"), .exclude("/help/*")]
        #expect(files.open(LinkAddress("https://a.example/help/x")))
        #expect(!files.open(LinkAddress("https://a.example/help/web/x")))
        #expect(!files.open(LinkAddress("https://a.example/other")))
        #expect(![LinkComponent]().open(LinkAddress("https://a.example/")))
        // In reverse order, the second component would never be reached.
        let reversed: [LinkComponent] = [.open("/*"), .exclude("/help/*")]
        #expect(reversed.open(LinkAddress("https://a.example/help/x")))
    }

    @Test("legacy paths: NOT, order, and no look at the query")
    func legacy() {
        let paths = ["NOT /_/*", "/buy/*", "NOT /help/web", "/help/*", "NOTE"].map { LegacyPath($0) }
        #expect(paths.map(\.text) == ["NOT /_/*", "/buy/*", "NOT /help/web", "/help/*", "NOTE"])
        #expect(paths.open(LinkAddress("https://a.example/buy/x?web=1#y")))
        #expect(paths.open(LinkAddress("https://a.example/help/web/x")))
        #expect(!paths.open(LinkAddress("https://a.example/help/web?x=1")))
        #expect(!paths.open(LinkAddress("https://a.example/_/x")))
        #expect(!paths.open(LinkAddress("https://a.example/other")))
        // The patterns that Firebase Hosting served: with a trailing slash, the action link is claimed after all.
        let hosting = ["NOT /__/auth/action/", "NOT /__/auth/handler/", "NOT /_/*", "/*"].map { LegacyPath($0) }
        #expect(hosting.open(LinkAddress("https://a.example/__/auth/action?mode=signIn")))
    }

    @Test("what a path can't say is left out of the paths")
    func unsayable() {
        #expect(LegacyPath(LinkComponent(query: .items([.init("web", "?*")]), isExcluded: true)) == nil)
        #expect(LegacyPath(LinkComponent(path: "/x", fragment: "y")) == nil)
        #expect(LegacyPath(.exclude("/x"))?.text == "NOT /x")
    }

    @Test(
        "parts of a URL",
        arguments: [
            ("https://A.example:8443/x/y?a=1#b", "a.example", "/x/y", "a=1", "b"),
            ("https://a.example", "a.example", "/", "", ""), ("https://a.example?x", "a.example", "/", "x", ""),
            ("https://a.example/#a?b", "a.example", "/", "", "a?b"), ("https://a.example/?", "a.example", "/", "", ""),
            ("https://a.example/x?a?b#c#d", "a.example", "/x", "a?b", "c#d"), ("no url", "", "/", "", ""),
            ("https://[::1]:8080/x", "[::1]", "/x", "", ""),
        ])
    func parts(url: String, host: String, path: String, query: String, fragment: String) {
        let link = LinkAddress(url)
        #expect([link.host, link.path, link.query, link.fragment] == [host, path, query, fragment])
    }
}
