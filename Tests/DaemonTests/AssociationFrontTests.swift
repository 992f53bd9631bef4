import ByteText
import Expressions
import HTTP
import Libevent
import Routing
import TestSupport
import TestSupport
import Testing

@testable import Clicks
@testable import Pages
@testable import Server

/// The association files of a front while its rules change.
@Suite("Association files of a front in memory")
struct AssociationFrontTests {
    static func ruleSet(_ bundle: String, hash: String, hosts: [String] = ["a.link"]) -> RuleSet {
        var site = SiteDefinition(name: "a")
        var app = AppDefinition(store: .ios, id: bundle)
        app.team = "ABCDE12345"
        (site.hosts, site.apps) = (hosts, [app])
        return RuleSet(sites: [site], rules: [], patterns: PatternList(), hash: hash)
    }

    @Test("the file is served, kept, and replaced with the rules it was made from")
    func replaced() throws {
        let daemon = try DaemonInMemory(Self.ruleSet("com.example.one", hash: "sha256:1"))
        func body(_ target: String, host: String = "a.link") throws -> String {
            try daemon.click(target, host: host).body
        }
        let first = try body("/.well-known/apple-app-site-association")
        #expect(first.contains("ABCDE12345.com.example.one"))
        #expect(try body("/apple-app-site-association?x") == first)
        #expect(try body("/.well-known/assetlinks.json") == "[]\n")
        #expect(try daemon.click("/.well-known/assetlinks.json", host: "b.link").status == 404)
        let newer = Self.ruleSet("com.example.two", hash: "sha256:2")
        daemon.decider.replace(with: try Decider.evaluator(of: newer), try SitePages(newer))
        #expect(try body("/.well-known/apple-app-site-association").contains("ABCDE12345.com.example.two"))
    }

    @Test("what is kept has a bound, and hosts are not mistaken for each other")
    func bound() {
        let hosts = (0..<20_000).map { "h\($0).link" }
        let ruleSet = Self.ruleSet("com.example.one", hash: "sha256:1", hosts: hosts + ["a.link/go"])
        var cache = AssociationFileCache()
        for host in hosts {
            let file = cache.file(.apple, of: host, by: ruleSet)
            let again = cache.file(.apple, of: host, by: ruleSet)
            #expect(file != nil && again == file)
            #expect(cache.byteCount <= AssociationFileCache.maximumBytes)
        }
        let one = cache.file(.apple, of: "a.link", by: ruleSet)
        let other = cache.file(.apple, of: "h1.link", by: ruleSet)
        #expect(one != nil && other != nil && one?.entityTag != other?.entityTag)
        let android = cache.file(.android, of: "a.link", by: ruleSet)
        #expect(android?.body == Array("[]\n".utf8))
        let nobody = cache.file(.apple, of: "nobody.link", by: ruleSet)
        #expect(nobody == nil)
    }
}
