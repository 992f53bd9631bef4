import ByteText
import Routing
import Testing

/// The URLs of apps and stores, byte by byte.
@Suite("Targets")
struct TargetTests {
    static let site: JSONValue = [
        "site": "example", "hosts": ["example.page.link"], "hosting": ["auth.example.com"],
        "handler": "https://example-app.firebaseapp.com/__/auth/action", "url_patterns": "any",
        "authorized_domains": ["www.example.com"],
        "apps": [
            ["android": ["package": "com.example.android"]],
            ["ios": ["bundle": "com.example.ios", "app_store_id": "1234567", "custom_scheme": "ExampleApp"]],
        ],
    ]
    static let android: JSONValue = ["platform": "android", "app": ["state": "current"]]
    static let missing: JSONValue = ["platform": "android", "app": ["state": "absent"]]
    static let iPhone: JSONValue = ["platform": "ios", "app": ["state": "current"]]
    static let missingOnIPhone: JSONValue = ["platform": "ios", "app": ["state": "absent"]]

    static func decide(_ payload: String, _ more: String = "", _ device: JSONValue) throws -> JSONValue {
        let apps = "&apn=com.example.android&ibi=com.example.ios&isi=1234567&efr=1"
        let link = "https://example.page.link/?link=\(Decided.encoded(payload))\(apps)\(more)"
        return try Decided.by(["link": .string(link), "device": device, "site": Self.site])
    }

    @Test(
        "no part of a link becomes a field of an intent",
        arguments: [
            ("https://www.example.com/p", "www.example.com/p"),
            ("https://www.example.com", "www.example.com"),
            ("https://www.example.com/a;b", "www.example.com/a%3Bb"),
            ("https://www.example.com/?x=;package=com.evil;end", "www.example.com/?x=%3Bpackage=com.evil%3Bend"),
            ("https://www.example.com/#top", "www.example.com/#top"),
            ("https://www.example.com#top", "www.example.com/#top"),
            ("https://www.example.com?a#top", "www.example.com?a#top"),
            ("https://www.example.com#@evil.net/", "www.example.com/#@evil.net/"),
            ("https://www.example.com:8443#@evil.net/", "www.example.com:8443/#@evil.net/"),
            (
                "https://www.example.com/#Intent;package=com.evil;S.browser_fallback_url=https%3A%2F%2Fevil.net;end",
                "www.example.com/#Intent%3Bpackage=com.evil%3BS.browser_fallback_url=https%3A%2F%2Fevil.net%3Bend"
            ),
            ("https://www.example.com/#a#Intent;end", "www.example.com/#a%23Intent%3Bend"),
            ("https://www.example.com/#", "www.example.com/#"),
            ("https://www.example.com/#Intent", "www.example.com/#Intent"),
            ("https://www.example.com/?a=1&b=%3B%23", "www.example.com/?a=1&b=%3B%23"),
        ])
    func intentData(payload: String, data: String) throws {
        let decision = try Self.decide(payload, "", Self.android)
        let location = decision["location"]?.string ?? ""
        #expect(location.hasPrefix("intent://\(data)#Intent;scheme=https;package=com.example.android;"))
        #expect(location.hasSuffix(";end"))
        #expect(location.filter { $0 == ";" }.count == 4)
        // Android reads data up to the last #, other readers up to the first #Intent, which must be the same place.
        let fields = location.split(separator: "#Intent;", omittingEmptySubsequences: false)
        #expect(fields.count == 2)
        #expect(!fields[1].contains("#"))
        #expect(data.filter { $0 == "#" }.count <= 1)
    }

    @Test("quotes and angle brackets never reach a location as they are", arguments: [android, missing, iPhone])
    func quotes(device: JSONValue) throws {
        for text in ["\"", "'><script>", "`", "<", ">", "\\", "{", "|", "^"] {
            for payload in [
                "https://www.example.com/\(text)", "https://www.example.com/?\(text)",
                "https://www.example.com/#\(text)",
            ] {
                let decision = try Self.decide(payload, "", device)
                for place in ["location", "target"] {
                    let url = decision[place]?.string ?? ""
                    #expect(!url.contains { "\"<>`\\ ".contains($0) }, "\(payload) gave \(url)")
                }
            }
        }
    }

    @Test("an intent keeps the payload's scheme")
    func httpIntent() throws {
        let location = try Self.decide("http://www.example.com/p", "", Self.android)["location"]?.string ?? ""
        #expect(location.contains("#Intent;scheme=http;package="))
    }

    @Test(
        "Google Play gets the payload, the minimum and the campaign, each encoded",
        arguments: [
            ("https://www.example.com/p", "", "&url=https%3A%2F%2Fwww.example.com%2Fp"),
            (
                "https://www.example.com/?a=1&id=com.evil", "",
                "&url=https%3A%2F%2Fwww.example.com%2F%3Fa%3D1%26id%3Dcom.evil"
            ),
            ("https://www.example.com/p", "&amv=12", "&url=https%3A%2F%2Fwww.example.com%2Fp&min_version=12"),
            ("https://www.example.com/p", "&amv=0", "&url=https%3A%2F%2Fwww.example.com%2Fp"),
            ("https://www.example.com/p", "&amv=12%26id%3Dcom.evil", "&url=https%3A%2F%2Fwww.example.com%2Fp"),
            (
                "https://www.example.com/p", "&utm_source=a%20b&utm_campaign=c%26d%3De&utm_term=&gclid=g",
                "&url=https%3A%2F%2Fwww.example.com%2Fp&referrer=utm_source%3Da%2520b%26utm_campaign%3Dc%2526d%253De%26gclid%3Dg"
            ),
        ])
    func play(payload: String, more: String, query: String) throws {
        let decision = try Self.decide(payload, more, Self.missing)
        #expect(decision["decision"] == "store_install")
        let target = "https://play.google.com/store/apps/details?id=com.example.android" + query
        #expect(decision["target"]?.string == target)
        #expect(decision["location"]?.string == target)
    }

    @Test(
        "the App Store gets the campaign",
        arguments: [
            ("", ""), ("&pt=1&ct=a%26b", "?pt=1&ct=a%26b"), ("&mt=8", "?mt=8"),
            ("&at=x%20y&mt=8&ct=c&pt=2", "?pt=2&ct=c&mt=8&at=x%20y"),
            ("&utm_source=a", ""), ("&ct=%23%3Fid%3D9", "?ct=%23%3Fid%3D9"),
        ])
    func appStore(more: String, query: String) throws {
        let decision = try Self.decide("https://www.example.com/p", more, Self.missingOnIPhone)
        #expect(decision["decision"] == "store_install")
        #expect(decision["target"]?.string == "https://apps.apple.com/app/id1234567" + query)
    }

    @Test("the hand-off to an iPhone app uses the site's scheme in lower case, and letters and digits alone")
    func customScheme() throws {
        let decision = try Self.decide("https://www.example.com/a-b_c.d~e?x=1&y=%20#z", "&ius=evil", Self.iPhone)
        let opened = "https%3A%2F%2Fwww%2Eexample%2Ecom%2Fa%2Db%5Fc%2Ed%7Ee%3Fx%3D1%26y%3D%2520%23z"
        #expect(decision["location"]?.string == "exampleapp://google/link/?deep_link_id=\(opened)")
        #expect(decision["target"] == "https://www.example.com/a-b_c.d~e?x=1&y=%20#z")
    }

    @Test(
        "no store ever sees a mail's code",
        arguments: [missing, missingOnIPhone, ["platform": "android"]] as [JSONValue])
    func codesStayAtHome(device: JSONValue) throws {
        for mode in ["signIn", "resetPassword", "verifyEmail", "nobodyKnows"] {
            let action =
                "https://example-app.firebaseapp.com/__/auth/action?mode=\(mode)&oobCode=SECRET1&apiKey=SECRET2"
            for action in [action, action + "&continueUrl=https%3A%2F%2Fwww.example.com%2F"] {
                let decision = try Self.decide(action, "&amv=12&utm_source=mail", device)
                for url in [decision["location"], decision["target"], decision["fallback"]?["target"]] {
                    guard let url = url?.string, url.contains("play.google.com/") || url.contains("apps.apple.com/")
                    else { continue }
                    let store =
                        url.hasPrefix("intent:") ? String(url.split(separator: "S.browser_fallback_url=")[1]) : url
                    #expect(!store.contains("SECRET"), "\(store)")
                    #expect(!store.contains("oobCode"), "\(store)")
                }
                let shown =
                    (decision["reason"]?.string ?? "") + (decision["error"]?.text ?? "")
                    + (decision["warnings"]?.text ?? "")
                #expect(!shown.contains("SECRET"))
            }
        }
    }

    @Test(
        "a bot on an action link gets a page without the code, whatever wraps it",
        arguments: ["preview", "scanner", "search", "seo", "ai", "monitor", "library", "other"])
    func botsGetNoCode(kind: String) throws {
        let action = "https://example-app.firebaseapp.com/__/auth/action?mode=signIn&oobCode=SECRET1&apiKey=SECRET2"
        let encoded = Decided.encoded(action)
        for link in [
            action, "https://example.page.link/?link=\(encoded)&apn=com.example.android",
            "https://auth.example.com/__/auth/links?link=\(encoded)",
        ] {
            for platform in ["android", "ios", "windows", "unknown"] {
                let device: JSONValue = [
                    "platform": .string(platform), "bot": true, "bot_kind": .string(kind), "app": ["state": "current"],
                ]
                let decision = try Decided.by(["link": .string(link), "device": device, "site": Self.site])
                #expect(decision["decision"] == "web_widget")
                #expect(decision["page"] == "static")
                #expect(decision["target"] == .null)
                #expect(decision["location"] == .null)
                #expect(decision["fallback"] == .null)
            }
        }
    }
}
