import ByteText
import Testing

/// Fallbacks to the site's own app in its store. Regression: exports of Dynamic Links are full of them, and each was
/// refused unless the site allowed the whole store, and with it the pages of all apps.
@Suite("Store pages as fallbacks")
struct StorePageTests {
    private static func decide(
        _ parameter: String, _ address: String, _ policy: JSONValue = ["^https://www\\.a\\.example/"]
    )
        throws -> JSONValue
    {
        let link = "https://a.link/?link=https%3A%2F%2Fwww.a.example%2F&\(parameter)=\(Decided.encoded(address))"
        let site: JSONValue = [
            "site": "a", "hosts": ["a.link"], "url_patterns": policy,
            "apps": [
                ["android": ["package": "com.a.app", "stores": ["amazon": "com.a.kindle", "huawei": "C100123"]]],
                ["android": ["package": "com.a.other"]],
                ["ios": ["bundle": "com.a.ios", "team": "ABCDE12345", "app_store_id": "123456789"]],
                ["ios": ["bundle": "com.a.unlisted", "team": "ABCDE12345"]],
                ["harmony": ["bundle": "com.a.harmony", "app_id": "1"]],
            ],
        ]
        return try Decided.by(["link": .string(link), "site": site, "device": ["platform": "windows"]])
    }

    @Test(
        "the page of an app of the site is allowed, with what campaigns add to it",
        arguments: [
            "https://play.google.com/store/apps/details?id=com.a.app",
            "https://play.google.com/store/apps/details?hl=de&id=com.a.other&gl=DE&referrer=utm_source%3Dx%26id%3Dy",
            "https://PLAY.google.com:443/store/apps/details/?i%64=com%2Ea.app&pcampaignid=web_share#reviews",
            "https://play.google.com/store/apps/details/A_App?id=com.a.app",
            "https://apps.apple.com/app/id123456789", "https://apps.apple.com/us/app/id123456789?mt=8",
            "https://apps.apple.com/app/apple-store/id123456789?pt=1&ct=mail&mt=8",
            "https://apps.apple.com/de/app/%C3%BCber-app/id123456789?l=en",
            "https://itunes.apple.com/us/app/a-app/id123456789?mt=8&uo=4", "https://itunes.apple.com/app/id123456789",
            "https://itunes.apple.com/WebObjects/MZStore.woa/wa/viewSoftware?id=123456789&mt=8",
            "https://www.amazon.com/gp/mas/dl/android?p=com.a.kindle",
            "https://appgallery.huawei.com/app/C100123?channelId=x",
            "https://appgallery.huawei.com/app/detail?id=com.a.harmony&channelId=x",
        ])
    func own(address: String) throws {
        for parameter in ["afl", "ifl", "ipfl", "ofl"] {
            #expect(try Self.decide(parameter, address)["error"] == .null, "\(parameter)")
        }
        #expect(
            try Self.decide("ofl", address)["location"]?.string
                == address.replacing("PLAY", with: "play"))
    }

    @Test(
        "another app's page and everything else of a store is refused",
        arguments: [
            "https://appgallery.huawei.com/app/detail?id=com.a.app", "https://appgallery.huawei.com/app/detail",
            "https://play.google.com/store/apps/details?id=com.b.app", "https://play.google.com/store/apps/details",
            "https://play.google.com/store/apps/details?id=com.a.app&id=com.b.app",
            "https://play.google.com/store/apps/details?id=com.b.app&%69d=com.a.app",
            "https://play.google.com/store/apps/details?id=com.a.app.pro",
            "https://play.google.com/store/apps/details?id=com.a",
            "https://play.google.com/store/apps/details?ID=com.a.app",
            "https://play.google.com/store/apps/details?id=COM.A.APP",
            "https://play.google.com/store/apps/details?id=com.a.ios",
            "https://play.google.com/store/apps/details?x=id=com.a.app",
            "https://play.google.com/store/apps/dev?id=com.a.app", "https://play.google.com/?id=com.a.app",
            "https://play.google.com/store/apps/details/..%2f..%2fsearch?id=com.a.app",
            "https://play.google.com//store/apps/details?id=com.a.app",
            "https://play.google.com:8443/store/apps/details?id=com.a.app",
            "http://play.google.com/store/apps/details?id=com.a.app",
            "https://play.google.com.evil.example/store/apps/details?id=com.a.app",
            "https://evil.example/store/apps/details?id=com.a.app", "https://apps.apple.com/app/id987654321",
            "https://apps.apple.com/app/id1234567890", "https://apps.apple.com/app/id",
            "https://apps.apple.com/us/developer/a/id123456789",
            "https://apps.apple.com/id123456789", "https://apps.apple.com/app/id123456789/id987654321",
            "https://apps.apple.com/app/x%2f..%2fid9/id123456789", "https://apps.apple.com/usa/app/id123456789",
            "https://apps.apple.com/us/app/a/b/id123456789", "https://apps.apple.com/app//id123456789",
            "https://itunes.apple.com/us/album/id123456789",
            "https://itunes.apple.com/WebObjects/MZStore.woa/wa/viewSoftware?id=987654321",
            "https://www.amazon.com/gp/mas/dl/android?p=com.a.app",
            "https://www.amazon.com/gp/mas/dl/android?p=com.a.kindle&asin=B0",
            "https://www.amazon.com/gp/mas/dl/android?s=x&p=com.a.kindle", "https://appgallery.huawei.com/app/C100124",
            "https://appgallery.huawei.com/app/C100123/C2",
        ])
    func others(address: String) throws {
        for parameter in ["afl", "ifl", "ipfl", "ofl"] {
            #expect(
                try Self.decide(parameter, address)["error"]?["code"] == "url-pattern-mismatch", "\(parameter)")
        }
    }

    @Test("the link itself and its Android override are not fallbacks")
    func payloads() throws {
        let page = "https://play.google.com/store/apps/details?id=com.a.app"
        #expect(try Self.decide("al", page)["error"]?["code"] == "url-pattern-mismatch")
        let link: JSONValue = .string("https://a.link/?link=\(Decided.encoded(page))")
        let decision = try Decided.by([
            "link": link,
            "site": [
                "site": "a", "hosts": ["a.link"], "authorized_domains": ["www.a.example"],
                "apps": [["android": ["package": "com.a.app"]]],
            ],
        ])
        #expect(decision["error"]?["code"] == "url-pattern-mismatch")
    }

    @Test("a phone without the app gets the page")
    func phones() throws {
        func location(_ device: JSONValue) throws -> String? {
            try Decided.by([
                "link":
                    "https://example.page.link/?link=https://www.example.com/&apn=com.example.android&afl=https://play.google.com/store/apps/details?id%3Dcom.example.android%26referrer%3Dx&ibi=com.example.ios&efr=1&ifl=https://itunes.apple.com/app/id1234567&ipfl=https://apps.apple.com/us/app/example/id1234567?mt%3D8",
                "device": device,
            ])["location"]?.string
        }
        #expect(
            try location(["platform": "android", "app": ["state": "absent"]])
                == "https://play.google.com/store/apps/details?id=com.example.android&referrer=x")
        let iPad = try location(["platform": "ipados", "app": ["state": "absent"]])
        #expect(iPad == "https://apps.apple.com/us/app/example/id1234567?mt=8")
        #expect(
            try location(["platform": "ios", "app": ["state": "absent"]]) == "https://itunes.apple.com/app/id1234567"
        )
    }
}
