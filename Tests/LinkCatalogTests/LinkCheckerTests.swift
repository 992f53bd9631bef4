import ByteText
import Expressions
import Foundation
import LinkStore
import Links
import Routing
import Synchronization
import Testing

@testable import LinkCatalog

/// New links checked against a rule set.
@Suite("links held against the rules")
struct LinkCheckerTests {
    private static let site: SiteDefinition = {
        var site = SiteDefinition(name: "example")
        site.hosts = ["links.example.com", "links.example.com/go"]
        site.handler = "https://links.example.com/widget"
        site.authorizedDomains = ["www.example.com"]
        site.apps = [AppDefinition(store: .android, id: "com.example.android")]
        site.links = ["WXYZ", "ab12"].map { LinkDefinition(code: $0, longLink: "https://www.example.com/") }
        return site
    }()

    static func checker(_ site: SiteDefinition = site) throws -> LinkChecker {
        LinkChecker(try Evaluator(RuleSet(sites: [site], rules: [], patterns: PatternList(), hash: "sha256:1")))
    }

    private static func admitted(_ code: String, on domain: String) throws -> LinkCreation {
        var fields = LinkFields()
        (fields.domain, fields.code, fields.patch.longLink) = (domain, code, "https://www.example.com/")
        var checker = try checker()
        let (creation, warnings) = try checker.admit(LinkDraft(fields), at: 1)
        #expect(warnings.isEmpty)
        return creation
    }

    private static func admit(_ text: String) throws -> (text: String, warnings: [ShortLinkWarning]) {
        var patch = LinkPatch()
        patch.longLink = text
        var checker = try checker()
        let warnings = try checker.admit(&patch, on: "links.example.com/go")
        return (try #require(patch.longLink), warnings)
    }

    /// Regression: such a link was created and never received a click: the site's file, a widget or another domain answered.
    @Test(
        "a code that no click would reach is refused",
        arguments: [
            ("WXYZ", "links.example.com", "site's file"), ("ab12", "links.example.com/go", "site's file"),
            ("go", "links.example.com", "another link domain"), ("widget", "links.example.com", "web widget"),
            ("robots.txt", "links.example.com", "reserved"),
        ])
    func unreachable(code: String, domain: String, part: String) throws {
        let fault = #expect(throws: ShortLinkFault.self) { try Self.admitted(code, on: domain) }
        #expect(fault?.message.contains(part) ?? false, "\(fault?.message ?? "")")
    }

    @Test("where case does not count, neither does it for codes of the site's file, and new links say so to the store")
    func anyCase() throws {
        var site = Self.site
        site.codes = .anyCase
        var checker = try Self.checker(site)
        var fields = LinkFields()
        (fields.domain, fields.code, fields.patch.longLink) = (
            "links.example.com/go", "wXyz", "https://www.example.com/"
        )
        #expect(throws: ShortLinkFault.self) { try checker.admit(LinkDraft(fields), at: 1) }
        fields.code = "Sale"
        #expect(try checker.admit(LinkDraft(fields), at: 1).creation.ignoresCase)
        #expect(try !Self.admitted("Sale", on: "links.example.com/go").ignoresCase)
    }

    @Test(
        "other codes are not",
        arguments: [
            ("wxyz", "links.example.com"), ("go", "links.example.com/go"), ("widget", "links.example.com/go"),
            ("WXYZ1", "links.example.com"),
        ])
    func reachable(code: String, domain: String) throws {
        let creation = try Self.admitted(code, on: domain)
        #expect(creation.record.key.text == "\(domain)/\(code)" && creation.otherKeys.isEmpty)
    }

    /// Generated codes avoid those of the site's file as well.
    @Test("a code that is chosen is one that clicks reach")
    func chosen() throws {
        // Bytes that yield the codes "2345", "3456", and so on.
        let next = Atomic(-1)
        let codes = LinkCode { count in
            let first = next.add(1, ordering: .relaxed).newValue
            return (0..<count).map { UInt8(first + $0 % 4) }
        }
        var site = SiteDefinition(name: "example")
        (site.hosts, site.authorizedDomains) = (["a.b"], ["www.example.com"])
        site.links = [LinkDefinition(code: "2345", longLink: "https://www.example.com/")]
        let ruleSet = RuleSet(sites: [site], rules: [], patterns: PatternList(), hash: "sha256:1")
        var fields = LinkFields()
        (fields.domain, fields.patch.longLink) = ("a.b", "https://www.example.com/")
        var checker = LinkChecker(try Evaluator(ruleSet), codes)
        let creation = try checker.admit(LinkDraft(fields), at: 1).creation
        #expect(creation.record.key.code == "3456" && creation.record.suffix == .short)
        #expect(creation.otherKeys.count == 10 && !creation.findsExisting)
    }

    /// Warnings and omissions equal those of the REST interface.
    @Test("the warnings and omissions are those of Firebase's API")
    func warnings() throws {
        let long = "https://links.example.com/go/?apn=com.example.android&link=https://www.example.com/"
        let good = try Self.admit(long)
        #expect(good.text == long && good.warnings.isEmpty)
        let other = long.replacing("com.example.android", with: "com.other")
        let strange = try Self.admit(other)
        #expect(strange.text == other && strange.warnings == [.notInProjectAndroidPackageName])
        let broken = try Self.admit(long + "&afl=nonsense&d=7#x")
        #expect(broken.warnings == [.notURIAndroidFallbackLink, .badDebugParam, .linkWithFragments])
        #expect(!broken.text.contains("nonsense") && !broken.text.contains("#") && !broken.text.contains("d=7"))
        // The created link is the corrected one.
        var fields = LinkFields()
        (fields.domain, fields.patch.longLink) = ("links.example.com/go", long + "&d=7#x")
        var checker = try Self.checker()
        let admitted = try checker.admit(LinkDraft(fields), at: 1)
        #expect(admitted.warnings == [.badDebugParam, .linkWithFragments])
        let text = try Self.admit(long + "&d=7#x").text
        #expect(admitted.creation.record.longLink == text && !text.contains("d=7") && !text.contains("#"))
        let plain = "https://www.example.com/?apn=x&d=7#part"
        let address = try Self.admit(plain)
        #expect(address.text == plain && address.warnings.isEmpty)
    }

    @Test("an import counts what was warned of, and names the first line")
    func importing() throws {
        let lines = ["com.example.android", "com.other", "com.other", "com.example.android&d=7"].enumerated().map {
            #"{"link": "https://links.example.com/go/c\#($0)", "long_link": "https://links.example.com/go/"#
                + #"?link=https://www.example.com/&apn=\#($1)"}"#
        }
        let stated = #"{"link": "https://links.example.com/go/WXYZ", "long_link": "https://www.example.com/"}"#
        let bytes = Array((lines + [stated]).joined(separator: "\n").utf8)
        var options = LinkImporter.Options(now: 1)
        options.isDryRun = true
        let refusals = Refusals()
        var importer = LinkImporter(nil, .jsonl, checker: try Self.checker(), options) { refusal, _ in
            refusals.list.append((refusal.line, refusal.fault.message))
        }
        _ = try importer.read(bytes.span, isLast: true)
        try importer.finish()
        let counts = importer.counts
        #expect(counts.imported == 4)
        #expect(counts.warnings[.notInProjectAndroidPackageName] == .init(links: 2, firstLine: 2))
        #expect(counts.warnings[.badDebugParam] == .init(links: 1, firstLine: 4))
        #expect(counts.warnings.count == 2)
        #expect(refusals.list.map(\.0) == [5])
        #expect(refusals.list.first?.1.contains("site's file") ?? false)
    }

    private final class Refusals {
        var list: [(Int, String)] = []
    }

    @Test("a host is found as it is typed", arguments: ["münchen.example/weg", "https://münchen.example", "Weg"])
    func typed(text: String) {
        let search = LinkSearch(typed: text)
        let long = "https://links.example.com/go/?link=https%3A%2F%2Fxn--mnchen-3ya.example%2Fweg"
        #expect(search.finds(LinkRecord(key: LinkKey("links.example.com/go/x")!, longLink: long, created: 1)))
    }

    // MARK: - Described links

    private static func completed(
        _ payload: String, domain: String? = nil, longLink: String? = nil, among domains: Set<String>? = nil
    ) throws -> LinkFields {
        var fields = LinkFields()
        (fields.domain, fields.patch.longLink) = (domain, longLink)
        fields.description = LinkDescription()
        fields.description?.payload = payload
        try checker().complete(&fields, on: domains)
        return fields
    }

    @Test("a described link is written for the apps of its domain's site, and is admitted as it is")
    func described() throws {
        let fields = try Self.completed("https://www.example.com/a?b=c", domain: "links.example.com/go")
        let text =
            "https://links.example.com/go/?link=https%3A%2F%2Fwww.example.com%2Fa%3Fb%3Dc&apn=com.example.android"
        #expect(fields.patch.longLink == text)
        #expect(try Self.admit(text).text == text)
    }

    @Test("its domain need be stated only where the caller has several")
    func onlyDomain() throws {
        let only = try Self.completed("https://www.example.com/", among: ["links.example.com/go"])
        #expect(only.domain == "links.example.com/go")
        let several = #expect(throws: ShortLinkFault.self) { try Self.completed("https://www.example.com/") }
        #expect(several?.message.contains("links.example.com, links.example.com/go") == true)
        let both = #expect(throws: ShortLinkFault.self) {
            try Self.completed("https://www.example.com/", domain: "links.example.com", longLink: "https://a.example/")
        }
        #expect(both?.message.contains("not both") == true)
    }

    @Test("a link that the site does not allow is refused with the host and the key to extend")
    func refusal() throws {
        for link in [
            "https://else.example/secret?code=1",
            "https://links.example.com/go/?link=https%3A%2F%2Felse.example%2Fsecret",
        ] {
            let fault = #expect(throws: ShortLinkFault.self) { try Self.admit(link) }
            let message = try #require(fault?.message)
            #expect(fault?.code == "url-pattern-mismatch")
            #expect(message.contains("else.example is not one of the authorized_domains"), "\(message)")
            #expect(message.hasSuffix("every link may then lead to any address of else.example."), "\(message)")
            #expect(!message.contains("secret"))
        }
    }

    /// Regression: the message advised to allow the whole store, and with it the pages of all apps.
    @Test("a link to another app's page in a store is refused, and the message names the allowed pages")
    func storeRefusal() throws {
        let link = "https://links.example.com/go/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android&afl="
        #expect(throws: Never.self) {
            try Self.admit(
                link + "https%3A%2F%2Fplay.google.com%2Fstore%2Fapps%2Fdetails%3Fid%3Dcom.example.android%26hl%3Dde")
        }
        let fault = #expect(throws: ShortLinkFault.self) {
            try Self.admit(link + "https%3A%2F%2Fplay.google.com%2Fstore%2Fapps%2Fdetails%3Fid%3Dcom.rival.android")
        }
        let message = try #require(fault?.message)
        #expect(
            message.hasSuffix(
                "Only afl, ifl, ipfl and ofl may lead to play.google.com, and only to the page of an app in apps of the site example."
            ), "\(message)")
    }

    @Test("and of a site with patterns, with a pattern that would allow it")
    func patternRefusal() throws {
        var site = SiteDefinition(name: "patterns")
        site.hosts = ["p.example"]
        site.urlPolicy = .patterns(["^https://www\\.example\\.com/"])
        let text = "https://p.example/?link=https%3A%2F%2Fshop.example.net%2F"
        let cause = LinkFault(.urlPatternMismatch, parameter: .link)
        let fault = ShortLinkFault(cause).advised(by: cause, of: text, site: site)
        #expect(
            fault.message.contains(
                #"url_patterns of the site patterns allows shop.example.net, as "^https://shop\.example\.net/" would. "#
            ),
            "\(fault.message)")
        let pattern = try NSRegularExpression(pattern: #"^https://shop\.example\.net/"#)
        #expect(pattern.firstMatch(in: "https://shop.example.net/", range: NSRange(location: 0, length: 25)) != nil)
    }

    /// Regression: the advice for one http link made a site refuse all others: patterns replace the authorized domains.
    @Test(
        "the value that would allow a host keeps allowed what is allowed today, and nothing else",
        arguments: ["https://shop.acme.test", "http://a.b", "https://a.b:8443"], [false, true])
    func allowance(origin: String, hasPatterns: Bool) throws {
        var site = Self.site
        site.authorizedDomains += ["*.example.net", "localhost"]
        if hasPatterns {
            site.urlPolicy = .patterns([#"^https://www\.example\.com(:[0-9]+)?/"#, #"^https://.+\.example\.net/"#])
        }
        let today = [
            "https://www.example.com/", "https://www.example.com", "https://www.example.com:8443/x?y=1",
            "https://a.b-c.example.net/x",
        ]
        let others = [
            "https://www.example.com.else.test/", "https://wwwXexample.com/",
            "https://else.test/#https://www.example.com/",
            "https://else.test/?https://www.example.com/", "http://www.example.com/",
        ]
        func refused(_ links: [String], _ site: SiteDefinition) throws -> [String] {
            var checker = try Self.checker(site)
            return links.filter { link in
                var patch = LinkPatch()
                let payload = link.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                patch.longLink = "https://links.example.com/go/?link=" + payload
                return (try? checker.admit(&patch, on: "links.example.com/go")) == nil
            }
        }
        #expect(try refused(today, site).joined(separator: " ") == "")
        #expect(try refused(others + [origin + "/x"], site) == others + [origin + "/x"])
        let allowance = try #require(site.allowance(of: origin))
        switch allowance.key {
        case "authorized_domains": site.authorizedDomains = allowance.value
        default: site.urlPolicy = .patterns(allowance.value)
        }
        #expect(try refused(today + [origin, origin + "/x"], site) == [])
        #expect(try refused(others, site) == others)
    }

    @Test("there is none for a site that allows any address, or has ten patterns")
    func noAllowance() {
        var site = Self.site
        site.urlPolicy = .any
        #expect(site.allowance(of: "https://a.b") == nil)
        site.urlPolicy = .patterns(Array(repeating: "^https://a/", count: 10))
        #expect(site.allowance(of: "https://a.b") == nil)
    }
}
