import Association
import ByteText
import Expressions
import TestSupport
import Testing
import WebAddress

@testable import Routing

/// The association files of a host, for sites of every kind.
@Suite("Association files of sites")
struct HostAssociationTests {
    static let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")
    static let reserved = [
        "/__/auth/action", "/__/auth/action/*", "/__/auth/handler*", "/_/*", "/_fp/*", "/*/qr.svg", "/*/qr.png",
        "/*+",
    ]

    static func android(_ package: String = "com.example.android", _ fingerprints: [String] = [fingerprint])
        -> AppDefinition
    {
        var app = AppDefinition(store: .android, id: package)
        app.fingerprints = fingerprints
        return app
    }

    static func apple(_ bundle: String = "com.example.ios", team: String? = "ABCDE12345") -> AppDefinition {
        var app = AppDefinition(store: .ios, id: bundle)
        app.team = team
        return app
    }

    static func site(
        _ name: String, hosts: [String] = [], hosting: [String] = [], apps: [AppDefinition] = [android(), apple()],
        exclude: [LinkComponent] = []
    ) -> SiteDefinition {
        var site = SiteDefinition(name: name)
        (site.hosts, site.hosting, site.apps, site.excludedLinks) = (hosts, hosting, apps, exclude)
        return site
    }

    static func association(_ host: String, _ sites: SiteDefinition...) -> HostAssociation? {
        RuleSet(sites: sites, rules: [], patterns: PatternList(), hash: "").association(of: Array(host.utf8).span)
    }

    /// The components after those that every app has; excluded ones have the prefix `-`.
    static func own(_ components: [LinkComponent]) -> [String] {
        let texts = components.map { component -> String in
            var text = (component.isExcluded ? "-" : "") + (component.path?.text ?? "")
            if case .items(let items)? = component.query { text += "?\(items[0].name)=\(items[0].value.text)" }
            return text
        }
        #expect(texts.prefix(reserved.count) == reserved.map { "-\($0)" }[...])
        return Array(texts.dropFirst(reserved.count))
    }

    @Test("a link domain is claimed whole, a prefix with all paths below it, a hosting host for mail links only")
    func roles() throws {
        let site = Self.site("a", hosts: ["a.link", "b.link/go"], hosting: ["c.link"])
        for (host, paths) in [("a.link", ["/*"]), ("b.link", ["/go", "/go/*"]), ("c.link", ["/__/auth/links"])] {
            let association = try #require(Self.association(host, site))
            #expect(association.apple.details.map(\.appID) == ["ABCDE12345.com.example.ios"])
            #expect(Self.own(association.apple.details[0].components) == paths)
            #expect(
                association.apple.details[0].paths.map(\.text) == Self.reserved.map { "NOT \($0)" } + paths)
            #expect(association.android.statements.map(\.package) == ["com.example.android"])
            #expect(Self.own(association.android.statements[0].components) == paths)
        }
    }

    @Test("an unknown host has no files; one whose site has no apps has files without apps")
    func noApps() throws {
        let site = Self.site("a", hosts: ["a.link"], apps: [])
        #expect(Self.association("b.link", site) == nil)
        let association = try #require(Self.association("a.link", site))
        #expect(String(association.apple.json.span) == #"{"applinks":{"apps":[],"details":[]}}"#)
        #expect(String(association.android.json.span) == "[]")
    }

    @Test("the web widget's host has no files, and its path on a link host belongs to no app")
    func handler() throws {
        var site = Self.site("a", hosts: ["a.link"])
        site.handler = "https://a.link/reset"
        #expect(
            Self.own(try #require(Self.association("a.link", site)).apple.details[0].components) == ["-/reset", "/*"])
        site.handler = "https://a.link/__/auth/action"
        #expect(Self.own(try #require(Self.association("a.link", site)).apple.details[0].components) == ["/*"])
        site.handler = "https://w.example/__/auth/action"
        #expect(Self.association("w.example", site) == nil)
    }

    @Test("apps without a team or a fingerprint are left out; all others are in, in their order")
    func severalApps() throws {
        let apps = [
            Self.apple("com.a"), Self.apple("com.b", team: nil), Self.apple("com.c", team: "ZZZZZ99999"),
            Self.android("d"),
            Self.android("e", []), Self.android("f", ["AA", "BB"]),
        ]
        let association = try #require(Self.association("a.link", Self.site("a", hosts: ["a.link"], apps: apps)))
        #expect(association.apple.details.map(\.appID) == ["ABCDE12345.com.a", "ZZZZZ99999.com.c"])
        #expect(association.android.statements.map(\.package) == ["d", "f"])
        #expect(association.android.statements[1].fingerprints == ["AA", "BB"])
    }

    @Test("two sites on one host: the longer prefix is the other site's, in one file")
    func shared() throws {
        let one = Self.site("a", hosts: ["a.link"], apps: [Self.apple("com.a")])
        let two = Self.site("b", hosts: ["a.link/b", "a.link/b/c/d"], hosting: ["a.link"], apps: [Self.apple("com.b")])
        let three = Self.site("c", hosts: ["a.link/b/c"], apps: [Self.apple("com.c")])
        let file = try #require(Self.association("a.link", one, two, three)).apple
        let components = Dictionary(uniqueKeysWithValues: file.details.map { ($0.appID, Self.own($0.components)) })
        let nested = ["-/b/c", "-/b/c/*"]
        #expect(
            components["ABCDE12345.com.a"]
                == ["-/__/auth/links", "-/b/c/d", "-/b/c/d/*"] + nested + ["-/b", "-/b/*", "/*"])
        #expect(
            components["ABCDE12345.com.b"] == ["/__/auth/links", "/b/c/d", "/b/c/d/*"] + nested + ["/b", "/b/*"])
        #expect(components["ABCDE12345.com.c"] == ["-/b/c/d", "-/b/c/d/*", "/b/c", "/b/c/*"])
    }

    @Test("prefixes with a common beginning do not affect each other")
    func beside() throws {
        let one = Self.site("a", hosts: ["a.link/go"], apps: [Self.apple("com.a")])
        let two = Self.site("b", hosts: ["a.link/gone"], apps: [Self.apple("com.b")])
        let file = try #require(Self.association("a.link", one, two)).apple
        #expect(file.details.map { Self.own($0.components) } == [["/gone", "/gone/*"], ["/go", "/go/*"]])
    }

    @Test("an app of two sites is listed once, with the paths of both")
    func oneApp() throws {
        var first = Self.apple()
        first.sharesCredentials = true
        var second = Self.apple()
        second.appClip = "com.example.ios.Clip"
        let one = Self.site("a", hosts: ["a.link"], apps: [first, Self.android("d", ["AA"])])
        let two = Self.site("b", hosts: ["a.link/b"], apps: [second, Self.android("d", ["BB", "AA"])])
        let association = try #require(Self.association("a.link", one, two))
        #expect(association.apple.details.count == 1)
        #expect(Self.own(association.apple.details[0].components) == ["/b", "/b/*", "/*"])
        #expect(association.apple.webCredentials == ["ABCDE12345.com.example.ios"])
        #expect(association.apple.appClips == ["ABCDE12345.com.example.ios.Clip"])
        #expect(association.android.statements.map(\.fingerprints) == [["BB", "AA"]])
    }

    @Test("apps for HarmonyOS have a file of their own, which lists each ID once")
    func harmony() throws {
        func app(_ id: String) -> AppDefinition {
            var app = AppDefinition(store: .harmony, id: "com.example.harmony\(id)")
            app.appGalleryConnectID = id
            return app
        }
        let one = Self.site("a", hosts: ["a.link"], apps: [Self.apple(), app("1"), app("2")])
        let two = Self.site("b", hosts: ["a.link/b"], apps: [app("1"), app("3")])
        #expect(Self.association("a.link", one, two)?.harmony?.apps.sorted() == ["1", "2", "3"])
        let without = try #require(Self.association("b.link", Self.site("c", hosts: ["b.link"])))
        #expect(without.harmony == nil)
    }

    @Test("what a site excludes lies behind its prefixes, before what it opens, and on link domains only")
    func excluded() throws {
        let web = LinkComponent(query: .items([.init("web", "?*")]), isExcluded: true)
        let site = Self.site(
            "a", hosts: ["a.link", "b.link/go"], hosting: ["c.link"], exclude: [.exclude("/help/*"), web])
        func own(_ host: String) throws -> [String] {
            Self.own(try #require(Self.association(host, site)).apple.details[0].components)
        }
        #expect(try own("a.link") == ["-/help/*", "-?web=?*", "/*"])
        #expect(try own("b.link") == ["-/go/help/*", "-/go?web=?*", "-/go/*?web=?*", "/go", "/go/*"])
        #expect(try own("c.link") == ["/__/auth/links"])
    }

    @Test("action links stay on the web everywhere, mail links and short links open the app")
    func actionLinks() throws {
        let site = Self.site("a", hosts: ["a.link"], hosting: ["a.link", "c.link"])
        for host in ["a.link", "c.link"] {
            let association = try #require(Self.association(host, site))
            for (path, opens) in [
                ("/__/auth/action?mode=verifyEmail&oobCode=x", false), ("/__/auth/action/", false),
                ("/__/auth/handler?x", false), ("/__/auth/handler.js", false), ("/__/auth/links?link=x", true),
                ("/_/x", false), ("/_fp/x", false), ("/WXYZ", host == "a.link"), ("?link=x", host == "a.link"),
                ("/x/y/z", host == "a.link"),
            ] {
                let link = LinkAddress("https://\(host)\(path)")
                let detail = association.apple.details[0]
                #expect(association.apple.opens(link, appID: detail.appID) == opens, "\(host)\(path)")
                #expect(detail.paths.open(link) == opens, "\(host)\(path) by its paths")
                #expect(association.android.opens(link, package: "com.example.android") == opens, "\(host)\(path)")
            }
        }
    }

    @Test(
        "for random sites on one host, an app opens just the links that the router gives to its site",
        arguments: 1...6 as ClosedRange<UInt64>)
    func random(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let segments = ["a", "b", "ab", "c"]
        func path(_ count: Int) -> String {
            (0..<count).map { _ in "/" + segments.randomElement(using: &random)! }.joined()
        }
        for round in 0..<20 {
            var taken: Set<String> = []
            let sites = (0..<4).map { number in
                let hosts = (0..<2).map { _ in "h.link" + path(Int.random(in: 0...2, using: &random)) }
                    .filter { taken.insert($0).inserted }
                return Self.site("s\(number)", hosts: hosts, apps: [Self.apple("com.s\(number)")])
            }
            let ruleSet = RuleSet(sites: sites, rules: [], patterns: PatternList(), hash: "")
            guard let file = ruleSet.association(of: Array("h.link".utf8).span)?.apple else { continue }
            for _ in 0..<50 {
                let url = "https://h.link" + path(Int.random(in: 0...3, using: &random))
                let opened = file.details.map(\.appID).filter { file.opens(LinkAddress(url), appID: $0) }
                var arena = ByteArena(capacity: 256)
                let text = arena.append(url)
                let address = try WebAddress.parse(text, in: &arena)
                let site = ruleSet.hosts.find(address, in: arena).map { "ABCDE12345.com.\(sites[$0.site].name)" }
                #expect(opened == [site].compactMap { $0 }, "seed \(seed), round \(round): \(url)")
            }
        }
    }
}
