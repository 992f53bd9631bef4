import ByteText
import Foundation
import TestSupport
import Testing

/// Links that are created from a payload and further parameters.
@Suite("described links over HTTP, in memory")
struct DescribedLinkTests {
    private static let token = "fpt_everything"

    private static func server() throws -> DaemonInMemory {
        try DaemonInMemory(
            isStoring: true,
            tokens: [("all", token, []), ("app", "a-key-for-apps", ["key"]), ("other", "fpt_o", ["sites=other"])])
    }

    private static let described = #"""
        {"domain": "example.page.link", "code": "hand", "payload": "https://www.example.com/a?b=c&d=%C3%BC",
         "android": {"minimum_version": "12"}, "ios": {"fallback": "https://www.example.com/i"},
         "social": {"title": "Sälé & more"}, "utm": {"source": "mail"}, "expires": "2099-01-01T00:00:00Z"}
        """#

    @Test("equal the links that Firebase's API creates from the same information, and lead there")
    func firebase() throws {
        let server = try Self.server()
        let made = try server.ask("POST", "/v1/links", Self.described, token: Self.token)
        #expect(made.status == 201, "\(made.body)")
        let link = try JSONValue(parsing: made.body)
        let site = ParityCase.site
        let storeID = site.contains("app_store_id") ? #", "iosAppStoreId": "1234567""# : ""
        let info = """
            {"suffix": {"option": "SHORT"}, "dynamicLinkInfo": {"domainUriPrefix": "https://example.page.link",
             "link": "https://www.example.com/a?b=c&d=%C3%BC",
             "androidInfo": {"androidPackageName": "com.example.android", "androidMinPackageVersionCode": "12"},
             "iosInfo": {"iosBundleId": "com.example.ios", "iosFallbackLink": "https://www.example.com/i"\(storeID)},
             "socialMetaTagInfo": {"socialTitle": "Sälé & more"},
             "analyticsInfo": {"googlePlayAnalytics": {"utmSource": "mail"}}}}
            """
        let short = try server.ask("POST", "/v1/shortLinks", info, token: Self.token)
        let code = try #require(JSONValue(parsing: short.body)["shortLink"]?.string?.split(separator: "/").last)
        let other = try server.ask("GET", "/v1/links/example.page.link%2F\(code)", token: Self.token)
        let text = try #require(link["long_link"]?.string)
        #expect(text == (try JSONValue(parsing: other.body)["long_link"]?.string))
        #expect(link["expires"] == "2099-01-01T00:00:00Z" && link["warnings"] == nil)

        let decision = try #require(
            try server.decide(#"{"link": "https://example.page.link/hand", "device": {"platform": "windows"}}"#).json)
        #expect(decision["payload"] == "https://www.example.com/a?b=c&d=%C3%BC")
        let apps = try #require(
            try server.decide(#"{"link": "https://example.page.link/hand", "device": {"platform": "android"}}"#).json)
        #expect(apps["app"]?["id"] == "com.example.android")
    }

    @Test("texts with line breaks make a link that works, in each interface")
    func texts() throws {
        let server = try Self.server()
        let social = #""socialMetaTagInfo": {"socialTitle": "t", "socialDescription": "line1\nline2"}"#
        let info =
            #"{"dynamicLinkInfo": {"domainUriPrefix": "https://example.page.link", "link": "https://www.example.com/", \#(social)}}"#
        let long =
            #"{"longDynamicLink": "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F&sd=line1%0Aline2&utm_campaign=50%off"}"#
        for body in [info, long] {
            let made = try server.ask("POST", "/v1/shortLinks", body, token: Self.token)
            #expect(made.status == 200 && made.body.contains("param-corrected"), "\(made.body)")
            let code = try #require(JSONValue(parsing: made.body)["shortLink"]?.string?.split(separator: "/").last)
            let link = try server.ask("GET", "/v1/links/example.page.link%2F\(code)", token: Self.token)
            #expect(link.body.contains("sd=line1%20line2"), "\(link.body)")
            let decision = try server.decide(
                #"{"link": "https://example.page.link/\#(code)", "device": {"platform": "windows"}}"#)
            #expect(decision.json?["decision"] == "continue_redirect")
        }
    }

    @Test("come with warnings about omitted parameters")
    func warnings() throws {
        let server = try Self.server()
        let body =
            #"{"domain": "example.page.link", "payload": "https://www.example.com/", "android": {"fallback": "nowhere"}}"#
        let made = try server.ask("POST", "/v1/links", body, token: Self.token)
        let link = try JSONValue(parsing: made.body)
        #expect(link["warnings"]?.array?.first?["warningCode"] == "NOT_URI_ANDROID_FALLBACK_LINK", "\(made.body)")
        #expect(!(link["long_link"]?.string?.contains("afl") ?? true))
    }

    @Test(
        "are refused with the reason",
        arguments: [
            (#"{"domain": "example.page.link", "payload": "https://evil.example/x"}"#, "evil.example"),
            (#"{"domain": "example.page.link", "android": {}}"#, "payload"),
            (
                #"{"domain": "example.page.link", "payload": "https://www.example.com/", "long_link": "https://www.example.com/"}"#,
                "not both"
            ),
            (
                #"{"domain": "example.page.link", "payload": "https://www.example.com/", "ios": {"bundle": "x"}}"#,
                "no iOS app x"
            ),
            (#"{"domain": "exmple.page.link", "payload": "https://www.example.com/"}"#, "did you mean"),
        ])
    func refused(_ body: String, _ part: String) throws {
        try Self.server().ask("POST", "/v1/links", body, token: Self.token)
            .expectError(400, "INVALID_ARGUMENT", naming: part)
    }

    /// The apps of a site are not revealed to tokens of other sites, not even by a refusal.
    @Test("of another site are refused before its apps are named")
    func otherSite() throws {
        let body =
            #"{"domain": "example.page.link", "payload": "https://www.example.com/", "android": {"package": "x"}}"#
        let answer = try Self.server().ask("POST", "/v1/links", body, token: "fpt_o")
        #expect(answer.status == 403 && !answer.body.contains("com.example"), "\(answer.body)")
    }
}
