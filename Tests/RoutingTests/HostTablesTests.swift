import ByteText
import Expressions
import Links
import TestSupport
import Testing
import WebAddress

@testable import Routing

/// The tables of sites and domains, compared with a dictionary and a linear search.
@Suite("Tables of hosts")
struct HostTablesTests {
    static func word(_ generator: inout SplitMix64, alphabet: String = "ab.", upTo count: Int = 6) -> String {
        let letters = Array(alphabet)
        return String(
            (0..<Int.random(in: 0...count, using: &generator)).map { _ in
                letters.randomElement(using: &generator) ?? "a"
            })
    }

    @Test("a table finds what a dictionary finds", arguments: 0..<20 as Range<UInt64>)
    func table(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var entries: [(key: [UInt8], value: Int)] = []
        var dictionary: [[UInt8]: Int] = [:]
        for value in 0..<Int.random(in: 0...300, using: &generator) {
            let key = Array(Self.word(&generator, alphabet: "abc", upTo: 5).utf8)
            entries.append((key, value))
            if dictionary[key] == nil { dictionary[key] = value }
        }
        let table = ByteTable(entries)
        for entry in entries { #expect(table.value(for: entry.key.span) == dictionary[entry.key], "seed \(seed)") }
        for _ in 0..<500 {
            let key = Array(Self.word(&generator, alphabet: "abcd", upTo: 6).utf8)
            #expect(table.value(for: key.span) == dictionary[key], "\(key), seed \(seed)")
        }
    }

    @Test("a set of domains holds what a plain search holds", arguments: 0..<20 as Range<UInt64>)
    func domains(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let domains = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
            (Bool.random(using: &generator) ? "*." : "") + Self.word(&generator) + "c"
        }
        let set = DomainSet(domains)
        for _ in 0..<1_000 {
            let host = Self.word(&generator, alphabet: "abc.", upTo: 8)
            let expected = domains.contains { domain in
                domain.hasPrefix("*.") ? host.hasSuffix(domain.dropFirst()) : host == domain
            }
            #expect(set.contains(Array(host.utf8).span) == expected, "\(host) in \(domains), seed \(seed)")
        }
    }

    @Test(arguments: [
        ("example.com", false), ("www.example.com", true), ("a.b.example.com", true), ("xexample.com", false),
        ("www.example.com.evil.net", false), ("exact.net", true), ("sub.exact.net", false), ("", false),
        (".example.com", true),
        (".", false), ("com", false),
    ])
    func wildcard(host: String, isHeld: Bool) {
        #expect(DomainSet(["*.example.com", "exact.net"]).contains(Array(host.utf8).span) == isHeld)
    }

    static let index = ruleSet.hosts

    static let ruleSet: RuleSet = {
        var one = SiteDefinition(name: "one")
        one.hosts = ["example.page.link", "links.example.com", "links.example.com/go", "links.example.com/go/deep"]
        one.hosting = ["auth.example.com", "links.example.com"]
        one.handler = "https://links.example.com/__/auth/action"
        one.authorizedDomains = ["www.example.com"]
        var two = SiteDefinition(name: "two")
        two.hosts = ["two.page.link", "shared.example.com/two"]
        two.authorizedDomains = ["*.two.example", "www.example.com"]
        var three = SiteDefinition(name: "three")
        three.hosts = ["shared.example.com/three"]
        return RuleSet(sites: [one, two, three], rules: [], patterns: PatternList(), hash: "")
    }()

    /// A user with access to one of two sites on a host is not shown links of the other.
    @Test(
        "a link as people type it has the name of its site",
        arguments: [
            ("https://shared.example.com/two/abc", "two"),
            ("https://SHARED.example.com:8443/three/abc?x=/two", "three"),
            ("https://shared.example.com/three", "three"), ("https://two.page.link?link=https://x/", "two"),
            ("https://user@shared.example.com/two/abc", nil), ("https://elsewhere.example/two", nil), ("/two/abc", nil),
            ("", nil),
        ])
    func names(link: String, site: String?) { #expect(Self.ruleSet.siteName(of: link) == site) }

    @Test(
        "a host and a path lead to their site and form; the longest prefix wins",
        arguments: [
            ("https://example.page.link/", "0 dynamic_link 0"), ("https://example.page.link", "0 dynamic_link 0"),
            ("https://example.page.link/abc", "0 short_link 0"), ("https://example.page.link/abc/d", "0 short_link 0"),
            ("https://EXAMPLE.page.link/abc", "0 short_link 0"),
            ("https://example.page.link:8443/abc", "0 short_link 0"),
            ("https://links.example.com/go", "0 dynamic_link 3"), ("https://links.example.com/go/", "0 dynamic_link 3"),
            ("https://links.example.com/go/x", "0 short_link 3"), ("https://links.example.com/gone", "0 short_link 0"),
            ("https://links.example.com/go/deep/x", "0 short_link 8"),
            ("https://links.example.com/go/deeper", "0 short_link 3"),
            ("https://links.example.com/__/auth/links", "0 hosting_link 0"),
            ("https://links.example.com/__/auth/action", "0 action_link 0"),
            ("https://links.example.com/__/auth/action/", "0 short_link 0"),
            ("https://auth.example.com/__/auth/links", "0 hosting_link 0"),
            ("https://auth.example.com/__/auth/links/", "unknown-link"), ("https://auth.example.com/", "unknown-link"),
            ("https://shared.example.com/two/x", "1 short_link 4"),
            ("https://shared.example.com/three/x", "2 short_link 6"),
            ("https://shared.example.com/", "unknown-link"), ("https://shared.example.com/twofold", "unknown-link"),
            ("https://nobody.example.com/", "unknown-site"), ("https://www.example.com/", "unknown-site"),
        ])
    func match(link: String, expected: String) throws {
        #expect(try Self.describe(link, goingOn: false) == expected)
    }

    @Test(
        "going on, any authorized address counts, after the links",
        arguments: [
            ("https://www.example.com/", "0 other 0"), ("https://a.two.example/x", "1 other 0"),
            ("https://two.example/", "unknown-site"),
            ("https://example.page.link/abc", "0 short_link 0"), ("https://shared.example.com/", "unknown-link"),
        ])
    func goingOn(link: String, expected: String) throws {
        #expect(try Self.describe(link, goingOn: true) == expected)
    }

    private static func describe(_ link: String, goingOn: Bool) throws -> String {
        var arena = ByteArena()
        let text = arena.append(link)
        let address = try WebAddress.parse(text, in: &arena)
        do throws(LinkFault) {
            let match = try index.match(address, goingOn: goingOn, in: arena)
            return "\(match.site) \(match.form.name) \(match.prefixCount)"
        } catch {
            return error.code.name.description
        }
    }
}
