@testable import Daemon
@testable import Pages
@testable import Server
import ByteText
import Expressions
import HTTP
import Libevent
import Routing
import Testing

/// The front without sockets: one request in, the bytes of one answer out.
@Suite("Association files of a front in memory")
struct AssociationFrontTests {
    static func ruleSet(_ bundle: String, hash: String, hosts: [String] = ["a.link"]) -> RuleSet {
        var site = SiteDefinition(name: "a")
        var app = AppDefinition(store: .ios, id: bundle)
        app.team = "ABCDE12345"
        (site.hosts, site.apps) = (hosts, [app])
        return RuleSet(sites: [site], rules: [], patterns: PatternList(), hash: hash)
    }

    static func answer(_ front: FrontHandler, _ target: String, host: String = "a.link") -> String {
        var reader = RequestReader()
        reader.receive(Array("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8).span)
        guard reader.next() == .request else { return "no request" }
        var writer = ResponseWriter()
        writer.beginExchange(reader.exchange)
        let context = RequestContext(
            peer: Peer(.unix(path: "")), listener: .front, requestID: 1,
            ticket: AnswerTicket(worker: 0, slot: 0, requestID: 1))
        front.handle(reader.request, context, &writer)
        return String(writer.pending)
    }

    @Test("the file is served, kept, and replaced with the rules it was made from")
    func replaced() throws {
        let decider = try Decider(Self.ruleSet("com.example.one", hash: "sha256:1"))
        let front = FrontHandler(
            decider, pages: try PageTemplates(), trusted: TrustedPeers(), countryHeader: nil, clock: { 0 })
        let first = Self.answer(front, "/.well-known/apple-app-site-association")
        #expect(first.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(first.contains("ABCDE12345.com.example.one"))
        #expect(Self.answer(front, "/apple-app-site-association?x") == first)
        #expect(Self.answer(front, "/.well-known/assetlinks.json").hasSuffix("\r\n\r\n[]\n"))
        #expect(Self.answer(front, "/.well-known/assetlinks.json", host: "b.link").hasPrefix("HTTP/1.1 404 "))
        decider.replace(with: try Decider.evaluator(of: Self.ruleSet("com.example.two", hash: "sha256:2")))
        #expect(Self.answer(front, "/.well-known/apple-app-site-association").contains("ABCDE12345.com.example.two"))
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
