@testable import Daemon
@testable import Pages
import Expressions
import Foundation
import HTTP
import Libevent
import Routing
import Testing

/// What the front tells caches in front of it.
@Suite("Cached answers of a front in memory")
struct FrontCachingTests {
    /// A front whose first rule asks `condition`, and whose second lets answers be kept for a minute.
    private static func front(_ condition: String, trusted: TrustedPeers = TrustedPeers()) throws -> FrontHandler {
        var patterns = PatternList()
        let first = Condition.compile(condition, schema: FactName.schema, patterns: &patterns).condition
        var site = SiteDefinition(name: "a")
        site.hosts = ["a.link"]
        site.urlPolicy = .any
        site.rules = [
            RuleDefinition(
                id: "first", because: "It is tested.", condition: condition, program: first,
                action: ActionDefinition(outcome: .webWidget)),
            RuleDefinition(
                id: "second", because: "It is tested.", condition: nil, program: nil,
                action: ActionDefinition(outcome: .continueRedirect(to: nil), cache: .seconds(60))),
        ]
        let ruleSet = RuleSet(sites: [site], rules: [], patterns: patterns, hash: condition)
        return FrontHandler(
            try Decider(ruleSet), pages: try PageTemplates(), trusted: trusted, countryHeader: "CF-IPCountry",
            clock: { 0 })
    }

    private static let target = "/?link=https://www.example.com/"

    @Test("`Vary` names the fields that were asked for, and no others that a visitor's browser sends")
    func varies() throws {
        let answer = AssociationFrontTests.answer(try Self.front(#"request.headers["x-beta"] == "1""#), Self.target)
        #expect(answer.contains("\r\nCache-Control: max-age=60\r\n"))
        let vary = try #require(answer.split(separator: "\r\n").first { $0.hasPrefix("Vary: ") })
        #expect(vary.hasPrefix("Vary: Accept, User-Agent, ") && vary.hasSuffix(", x-beta"), "\(vary)")
        for name in ["Accept-Language", "Referer", "cf-ipcountry", "Forwarded"] { #expect(!vary.contains(name)) }
        // Once more, as it is remembered.
        let front = try Self.front(#"request.referer == "x" && request.country == "IN""#)
        let answers = (0..<3).map { _ in AssociationFrontTests.answer(front, Self.target) }
        #expect(answers[0].contains(", cf-ipcountry, referer\r\n") && Set(answers).count == 1)
    }

    @Test("a trusted peer says what was asked for, in fields that a cache behind it must look at")
    func trusted() throws {
        let peers = try #require(TrustedPeers(["unix"]))
        let answer = AssociationFrontTests.answer(try Self.front("device.bot", trusted: peers), Self.target)
        #expect(answer.contains(", Forwarded, X-Forwarded-Host\r\n"))
    }

    @Test(
        "an answer that depends on the time, the address or any field is not kept, whatever the rule says",
        arguments: [
            #"request.time > timestamp("2030-01-01T00:00:00Z")"#, #"request.ip == "192.0.2.1""#,
            #"request.headers.exists(name, name == "x")"#,
        ])
    func notKept(_ condition: String) throws {
        let answer = AssociationFrontTests.answer(try Self.front(condition), Self.target)
        #expect(answer.hasPrefix("HTTP/1.1 302 "))
        #expect(answer.contains("\r\nCache-Control: no-store\r\n") && !answer.contains("max-age"))
    }

    @Test("a page at an address of its own is not kept: the address works for five minutes")
    func tokenPages() throws {
        let front = try Self.front("device.bot")
        let click = PageTokens.Click(link: Array("https://a.link\(Self.target)".utf8))
        let token = try #require(front.tokens.token(for: click, now: 0))
        let answer = AssociationFrontTests.answer(front, "/_fp/" + String(decoding: token, as: UTF8.self))
        #expect(answer.hasPrefix("HTTP/1.1 302 ") && answer.contains("\r\nCache-Control: no-store\r\n"))
    }

    @Test("no answer of the front may be sniffed")
    func nosniff() throws {
        let front = try Self.front("device.bot")
        for target in [
            Self.target, "/", "/robots.txt", "/favicon.ico", "/_fp/x", "/.well-known/assetlinks.json", "/x/%zz",
        ] {
            let answer = AssociationFrontTests.answer(front, target)
            #expect(answer.components(separatedBy: "X-Content-Type-Options: nosniff\r\n").count == 2, "\(answer)")
        }
    }
}
