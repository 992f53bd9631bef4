import ByteText
import Foundation
import OpenSSL
import Pages
import Routing
import TestSupport
import Testing

@testable import Daemon
@testable import Server

/// Pages that copy a token when the link to the App Store is tapped.
@Suite("copied tokens, in memory")
struct CopiedTokenTests {
    private static let key = Array("a page key for tests, long enough".utf8)

    /// - Parameters:
    ///   - pages: The site's `pages` settings.
    ///   - deferred: The site's `deferred` settings; `nil` for none.
    private static func daemon(
        _ pages: String = #"{"copy_token": true}"#, deferred: String? = "{}", keys: [[UInt8]] = [key]
    ) throws -> DaemonInMemory {
        let stated = #""pages": \#(pages), "# + (deferred.map { #""deferred": \#($0), "# } ?? "")
        let site = ParityCase.site.replacing(#""rules": ["#, with: stated + #""rules": ["#)
        return try DaemonInMemory(
            SiteRules.ruleSet(of: site), isStoring: true, trusting: ["127.0.0.1"],
            pageTokens: PageTokens(PageKeys(secrets: keys)))
    }

    private static let target =
        "/?link=https%3A%2F%2Fwww.example.com%2Fshoes&apn=com.example.android&ibi=com.example.ios&isi=1234567"

    private static func page(
        _ daemon: DaemonInMemory, _ target: String = target, agent: String = Agents.iPhone, language: String = "en"
    ) throws -> HTTPAnswer {
        let answer = try daemon.click(target, fields: ["User-Agent": agent, "Accept-Language": language])
        #expect(answer.status == 200)
        return answer
    }

    private static func token(_ html: String) throws -> String? {
        guard let start = html.firstRange(of: "data-token=\"")?.upperBound else { return nil }
        return String(html[start...].prefix { $0 != "\"" })
    }

    @Test("a page for an iPhone has a token and a script, and the app that sends the token gets the click's link")
    func copies() throws {
        let daemon = try Self.daemon()
        let page = try Self.page(daemon)
        let token = try #require(try Self.token(page.body))
        #expect(page["Cache-Control"] == "no-store")
        #expect(page.body.contains("href=\"https://apps.apple.com/"))
        #expect(page.body.contains("Getting the app also copies a code for this link."))
        let answer = try daemon.ask(
            .front, "/v1/resolve", method: "POST", host: "example.page.link", #"{"token": "\#(token)"}"#)
        #expect(answer.json?["method"]?.string == "clipboard")
        #expect(answer.json?["payload"]?.string == "https://www.example.com/shoes")
        // Each page has its own token.
        #expect(try Self.token(Self.page(daemon).body) != token)
    }

    @Test("the policy allows the script by its hash, and no other")
    func policy() throws {
        let page = try Self.page(Self.daemon())
        let start = try #require(page.body.firstRange(of: "data-token=\"")).upperBound
        let rest = page.body[start...]
        let script = rest[try #require(rest.firstRange(of: "\">")).upperBound...].prefix { $0 != "<" }
        #expect(script.hasSuffix("})}"), "\(script)")
        let policy = try #require(page["Content-Security-Policy"])
        #expect(policy.contains("script-src 'sha256-") && !policy.contains("unsafe"))
        #expect(policy.contains(PagePolicyHash.of(String(script))))
    }

    @Test("there is no token, script or notice if nothing can be copied")
    func nothing() throws {
        let daemons: [(String, DaemonInMemory)] = [
            ("no key", try Self.daemon(keys: [])), ("no deferred", try Self.daemon(deferred: nil)),
            ("not wanted", try Self.daemon("{}")),
        ]
        for (name, daemon) in daemons {
            let html = try Self.page(daemon).body
            #expect(!html.contains("<script") && !html.contains("copies a code"), "\(name)")
        }
        let daemon = try Self.daemon()
        let mail = Self.target.replacing("shoes", with: "shoes%3Fmail%3Duser%2540example.com")
        #expect(try !Self.page(daemon, mail).body.contains("<script"))
        let android = try daemon.click(Self.target, fields: ["User-Agent": Agents.android])
        #expect(!android.body.contains("<script"))
    }

    @Test(
        "the page has the notice in each language",
        arguments: ["de", "fr", "es", "pt", "id", "ru", "ja", "zh", "hi", "ar", "fa"])
    func languages(language: String) throws {
        let html = try Self.page(Self.daemon(), language: language).body
        let start = try #require(html.firstRange(of: "</p><script")).lowerBound
        let sentence = html[..<start].split(separator: ">").last ?? ""
        #expect(sentence.count > 15 && !sentence.contains("Getting"), "\(sentence)")
    }
}

/// The SHA-256 of a script as in a policy, computed independently of the product.
enum PagePolicyHash {
    static func of(_ script: String) -> String {
        "'sha256-\(Data(Digest.sha256(Array(script.utf8).span)).base64EncodedString())'"
    }
}
