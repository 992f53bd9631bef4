import ByteText
import Testing

@testable import Links

/// Links built from descriptions.
@Suite("links by hand")
struct LinkDescriptionTests {
    private static let apps = [
        LinkableApp(.android, "com.example.android"), LinkableApp(.ios, "com.example.ios", appStoreID: "1234567"),
        LinkableApp(.android, "com.example.second"), LinkableApp(.ios, "com.example.other"),
    ]

    private static func described(_ json: String) throws -> LinkDescription {
        var description = LinkDescription()
        for member in try #require(JSONValue(parsing: json).object).members {
            try description.read(member.name, member.value)
        }
        return description
    }

    private static func fault(_ json: String) throws -> ShortLinkFault? {
        do {
            _ = try described(json).longLink(on: "example.page.link", offering: apps)
            return nil
        } catch let fault as ShortLinkFault { return fault }
    }

    @Test("equal, byte for byte, the links of the Firebase API for the same information")
    func firebase() throws {
        let payload = "https://www.example.com/p?a=1&b=%C3%BC#x"
        let description = try Self.described(
            """
            {"payload": "\(payload)", "android": {"fallback": "https://www.example.com/a?x=1", "minimum_version": "12"},
             "ios": {"fallback": "https://www.example.com/i", "ipad_fallback": "https://www.example.com/t",
                     "minimum_version": "2.1"},
             "desktop": {"fallback": "https://www.example.com/d"},
             "social": {"title": "Sälé & more", "description": "100 %", "image": "https://www.example.com/a.png"},
             "utm": {"source": "mail", "medium": "m", "campaign": "c d", "term": "t", "content": "+"},
             "skip_preview": true}
            """)
        let info = try JSONValue(
            parsing: """
                {"domainUriPrefix": "https://example.page.link", "link": "\(payload)",
                 "androidInfo": {"androidPackageName": "com.example.android", "androidFallbackLink": "https://www.example.com/a?x=1",
                                 "androidMinPackageVersionCode": "12"},
                 "iosInfo": {"iosBundleId": "com.example.ios", "iosFallbackLink": "https://www.example.com/i",
                             "iosIpadFallbackLink": "https://www.example.com/t", "iosAppStoreId": "1234567",
                             "iosMinimumVersion": "2.1"},
                 "desktopInfo": {"desktopFallbackLink": "https://www.example.com/d"},
                 "socialMetaTagInfo": {"socialTitle": "Sälé & more", "socialDescription": "100 %",
                                       "socialImageLink": "https://www.example.com/a.png"},
                 "analyticsInfo": {"googlePlayAnalytics": {"utmSource": "mail", "utmMedium": "m", "utmCampaign": "c d",
                                                           "utmTerm": "t", "utmContent": "+"}},
                 "navigationInfo": {"enableForcedRedirect": true}}
                """)
        let link = try description.longLink(on: "example.page.link", offering: Self.apps)
        #expect(link.text == (try LongLink(info: info).text))
        #expect(try LongLink(parsing: link.text)[.link] == payload)
    }

    @Test(
        "name the site's first app of each system, the one that is stated, or none",
        arguments: [
            ("{}", "com.example.android com.example.ios 1234567"),
            (#"{"android": {}, "ios": {}}"#, "com.example.android com.example.ios 1234567"),
            (#"{"android": {"package": "com.example.second"}}"#, "com.example.second com.example.ios 1234567"),
            (#"{"android": false, "ios": {"bundle": "com.example.other"}}"#, "- com.example.other -"),
            (#"{"android": false, "ios": false}"#, "- - -"),
        ])
    func apps(_ json: String, _ expected: String) throws {
        var description = try Self.described(json)
        description.payload = "https://www.example.com/"
        let link = try description.longLink(on: "example.page.link", offering: Self.apps)
        #expect([link[.apn], link[.ibi], link[.isi]].map { $0 ?? "-" }.joined(separator: " ") == expected)
    }

    @Test(
        "are refused with the field and the known names",
        arguments: [
            (#"{"android": {}}"#, "payload"), (#"{"payload": 1}"#, "payload must be a string"),
            (#"{"payload": "x", "android": true}"#, "android must be an object"),
            (#"{"payload": "x", "android": {"package": "com.exmple.android"}}"#, "did you mean `com.example.android`?"),
            (#"{"payload": "x", "ios": {"bundle": "nothing"}}"#, "it has com.example.ios, com.example.other"),
            (#"{"payload": "x", "ios": {"package": "y"}}"#, "unknown field \"ios.package\"; known fields:"),
            (#"{"payload": "x", "social": {"titel": "y"}}"#, "did you mean `title`?"),
            (#"{"payload": "x", "utm": "y"}"#, "utm must be an object, not a string"),
            (#"{"payload": "x", "skip_preview": 1}"#, "skip_preview must be true or false"),
        ])
    func refused(_ json: String, _ part: String) throws {
        let fault = try #require(try Self.fault(json))
        #expect(fault.code == "invalid-argument" && fault.message.contains(part), "\(fault.message)")
    }

    @Test("what is for an app needs one")
    func withoutApp() throws {
        for (json, part) in [
            (#"{"payload": "x", "android": false}"#, nil),
            (#"{"payload": "x", "android": {"fallback": "https://a.example/"}}"#, "android: the fallback"),
            (#"{"payload": "x", "ios": {"minimum_version": "1"}}"#, "ios: the minimum version"),
            (#"{"payload": "x", "ios": {"ipad_fallback": "https://a.example/"}}"#, "ios: the fallback on iPads"),
        ] as [(String, String?)] {
            let description = try Self.described(json)
            var message: String?
            do { _ = try description.longLink(on: "a.example", offering: []) } catch { message = error.message }
            #expect(message?.contains(part ?? "") ?? (part == nil), "\(json): \(message ?? "no fault")")
        }
    }
}
