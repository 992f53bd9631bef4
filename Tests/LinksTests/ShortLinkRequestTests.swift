import ByteText
import Links
import Testing

/// Requests of the Firebase Dynamic Links API: the requested link, and the warnings.
@Suite("requests for short links")
struct ShortLinkRequestTests {
    private static let apps = RegisteredApps(
        androidPackages: ["com.example.android"],
        appleBundles: ["com.example.ios": "1234567", "com.example.other": nil])

    private static func request(_ json: String, managed: Bool = false) throws -> ShortLinkRequest {
        try ShortLinkRequest(try JSONValue(parsing: json), managed: managed)
    }

    @Test("an object says the same as a link")
    func sameLink() throws {
        let byObject = try Self.request(
            """
            {"dynamicLinkInfo": {"domainUriPrefix": "https://Links.example.com/go", "link": "https://www.example.com/?a=1&b=ü",
            "androidInfo": {"androidPackageName": "com.example.android", "androidMinPackageVersionCode": "12"},
            "iosInfo": {"iosBundleId": "com.example.ios", "iosAppStoreId": null, "iosCustomScheme": ""},
            "desktop_info": {"desktop_fallback_link": "https://www.example.com/d"},
            "navigationInfo": {"enableForcedRedirect": true}, "socialMetaTagInfo": {"socialTitle": "T & t"},
            "analyticsInfo": {"googlePlayAnalytics": {"utmSource": "mail"}, "itunesConnectAnalytics": {"pt": "1"}}}}
            """)
        let text =
            "https://links.example.com/go/?link=https%3A%2F%2Fwww.example.com%2F%3Fa%3D1%26b%3D%C3%BC&apn=com.example.android"
            + "&amv=12&ibi=com.example.ios&efr=1&ofl=https%3A%2F%2Fwww.example.com%2Fd&st=T%20%26%20t&utm_source=mail&pt=1"
        #expect(byObject.link.text == text)
        #expect(byObject.suffix == .unguessable)
        let byLink = try Self.request("{\"longDynamicLink\": \"\(text)\", \"suffix\": {\"option\": \"SHORT\"}}")
        #expect(byLink.link == byObject.link)
        #expect(byLink.suffix == .short)
    }

    @Test("the object of a link is read again as the link")
    func info() throws {
        var link = try LongLink(
            parsing: "https://example.page.link/?link=https://www.example.com/&at=1&efr=1&ipbi=x&x=y")
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { link.writeInfo(to: &$0) }
        #expect(
            String(decoding: output, as: UTF8.self)
                == """
                {"domainUriPrefix":"https://example.page.link","link":"https://www.example.com/",\
                "iosInfo":{"iosIpadBundleId":"x"},"navigationInfo":{"enableForcedRedirect":true},\
                "analyticsInfo":{"itunesConnectAnalytics":{"at":"1"}}}
                """)
        link.others = []
        #expect(try LongLink(info: try JSONValue(parsing: output.span)) == link)
    }

    @Test(
        "refused",
        arguments: [
            ("[]", "must be an object"),
            ("{}", "specify longDynamicLink or dynamicLinkInfo"),
            (#"{"longDynamicLink": 1}"#, "longDynamicLink must be a string, not a number"),
            (#"{"longDynamiclink": "x"}"#, "did you mean `longDynamicLink`?"),
            (#"{"longDynamicLink": "x", "long_dynamic_link": "x"}"#, "longDynamicLink appears twice"),
            (#"{"longDynamicLink": "x", "dynamicLinkInfo": {}}"#, "not both"),
            (#"{"longDynamicLink": "https://example.page.link/?apn=x"}"#, "has no \"link\" parameter"),
            (#"{"longDynamicLink": "https://example.page.link:81/?link=x"}"#, "The port"),
            (#"{"longDynamicLink": "example.page.link/?link=x"}"#, "http or https"),
            (#"{"dynamicLinkInfo": {"link": "https://x/"}}"#, "needs domainUriPrefix"),
            (#"{"dynamicLinkInfo": {"domainUriPrefix": "https://a.b/?x"}}"#, "without ? and #"),
            (#"{"dynamicLinkInfo": {"domainUriPrefix": "a b"}}"#, "not a link domain"),
            (#"{"dynamicLinkInfo": {"domainUriPrefix": "a.b"}}"#, "has no \"link\" parameter"),
            (
                #"{"dynamicLinkInfo": {"domainUriPrefix": "a.b", "androidInfo": {"apn": "x"}}}"#,
                "unknown field \"apn\" in"
            ),
            (
                #"{"dynamicLinkInfo": {"domainUriPrefix": "a.b", "navigationInfo": {"enableForcedRedirect": 1}}}"#,
                "navigationInfo.enableForcedRedirect must be true or false, not a number"
            ),
            (#"{"longDynamicLink": "https://a.b/?link=x", "name": "n"}"#, "unknown field \"name\""),
            (#"{"longDynamicLink": "https://a.b/?link=x", "suffix": "SHORT"}"#, "suffix must be an object"),
            (#"{"longDynamicLink": "https://a.b/?link=x", "suffix": {"option": "SHRT"}}"#, "did you mean `SHORT`?"),
            (
                #"{"longDynamicLink": "https://a.b/?link=x", "suffix": {"option": "CUSTOM", "customSuffix": "a"}}"#,
                "managed short links"
            ),
        ])
    func refused(_ body: String, _ part: String) throws {
        let fault = #expect(throws: ShortLinkFault.self) { try Self.request(body) }
        #expect(fault?.message.contains(part) ?? false, "\(fault?.message ?? "")")
    }

    @Test("managed links have a name, and a suffix of their own")
    func managed() throws {
        let link = #""longDynamicLink": "https://a.b/?link=x""#
        let body = "{\(link), \"name\": \"Spring\", \"suffix\": {\"option\": \"CUSTOM\", \"customSuffix\": \"buy2\"}}"
        let request = try Self.request(body, managed: true)
        #expect(request.name == "Spring")
        #expect(request.suffix == .custom("buy2"))
        #expect(throws: ShortLinkFault.self) {
            try Self.request("{\(link), \"suffix\": {\"option\": \"CUSTOM\"}}", managed: true)
        }
    }

    @Test(
        "every warning for its parameter, and for nothing else",
        arguments: [
            ("apn=com.example.android&amv=12&ibi=com.example.ios&isi=1234567", []),
            ("apn=com.other", ["NOT_IN_PROJECT_ANDROID_PACKAGE_NAME"]),
            ("apn=com.example.android&amv=1.2", ["NOT_INTEGER_ANDROID_PACKAGE_MIN_VERSION"]),
            ("amv=3", ["UNNECESSARY_ANDROID_PACKAGE_MIN_VERSION"]),
            ("apn=com.example.android&al=x", ["NOT_URI_ANDROID_LINK"]),
            ("apn=com.example.android&al=https://www.example.com/", ["UNNECESSARY_ANDROID_LINK"]),
            ("al=https://www.example.com/a", ["UNNECESSARY_ANDROID_LINK"]),
            ("afl=x", ["NOT_URI_ANDROID_FALLBACK_LINK"]),
            ("afl=ftp://x/", ["BAD_URI_SCHEME_ANDROID_FALLBACK_LINK"]),
            ("ibi=com.other", ["NOT_IN_PROJECT_IOS_BUNDLE_ID"]),
            ("ipbi=com.other", ["NOT_IN_PROJECT_IPAD_BUNDLE_ID"]),
            ("ius=x", ["UNNECESSARY_IOS_URL_SCHEME"]),
            ("ibi=com.example.ios&isi=id1", ["NOT_NUMERIC_IOS_APP_STORE_ID"]),
            ("isi=1", ["UNNECESSARY_IOS_APP_STORE_ID"]),
            ("ifl=http://a..b/", ["NOT_URI_IOS_FALLBACK_LINK"]),
            ("ifl=itms-apps://x", ["BAD_URI_SCHEME_IOS_FALLBACK_LINK"]),
            ("ipfl=/x", ["NOT_URI_IPAD_FALLBACK_LINK"]),
            ("ipfl=myapp://x", ["BAD_URI_SCHEME_IPAD_FALLBACK_LINK"]),
            ("d=2", ["BAD_DEBUG_PARAM"]), ("d=1", []), ("isAd=x", ["BAD_AD_PARAM"]), ("isAd=1&_icp=1", []),
            ("gclid=1", ["DEPRECATED_PARAM"]), ("foo=bar", ["UNRECOGNIZED_PARAM"]),
            ("st=\(String(repeating: "x", count: 1025))", ["TOO_LONG_PARAM"]),
            ("si=x", ["NOT_URI_SOCIAL_IMAGE_LINK"]), ("si=ftp://x/a.png", ["BAD_URI_SCHEME_SOCIAL_IMAGE_LINK"]),
            (
                "sd=\(String(repeating: "x", count: 7200))",
                ["TOO_LONG_PARAM", "LINK_LENGTH_TOO_LONG"]
            ),
            ("ibi=com.example.ios&isi=9", ["NOT_MATCHING_IOS_BUNDLE_ID_AND_STORE_ID"]),
            ("ibi=com.example.other&isi=9", []),
            ("sd=a%0Ab&st=x", ["param-corrected"]), ("utm_source=a&utm_source=b&utm_term=50%25", ["param-corrected"]),
            ("utm_campaign=50%off", ["param-corrected"]), ("st=%FF&ct=x", ["param-corrected"]),
        ])
    func warnings(_ query: String, _ codes: [String]) throws {
        var link = try LongLink(parsing: "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F&\(query)")
        #expect(link.removeUnusableValues(apps: Self.apps).map(\.name.description) == codes)
        // The remaining link is valid.
        let again = try LongLink(parsing: link.text)
        #expect(again == link)
        for parameter in [LinkParameter.al, .afl, .ifl, .ipfl] where link[parameter] != nil {
            #expect(!codes.contains { $0.hasPrefix("NOT_URI") || $0.hasPrefix("BAD_URI") })
        }
    }

    /// Regression: a description with a line break was refused as if the link were not percent-encoded.
    @Test("texts of an object lose their line breaks, and what routes keeps them and is refused")
    func texts() throws {
        let request = try Self.request(
            #"""
            {"dynamicLinkInfo": {"domainUriPrefix": "https://a.b", "link": "https://www.example.com/",
             "socialMetaTagInfo": {"socialTitle": "a\r\nb\tc", "socialDescription": "line1\nline2"},
             "analyticsInfo": {"googlePlayAnalytics": {"utmCampaign": "x\u0085y"}}}}
            """#)
        #expect(
            request.link[.st] == "a b c" && request.link[.sd] == "line1 line2" && request.link[.utmCampaign] == "x y")
        #expect(request.link.hasCorrected)
        let read = try LongLink(parsing: request.link.text)
        #expect(read == request.link && !read.hasCorrected)
    }

    @Test("a fragment and the older name of the domain are warned of")
    func warningsOfTheRequest() throws {
        #expect(
            try Self.request(#"{"longDynamicLink": "https://a.b/?link=x#y"}"#).warnings.map(\.name.description)
                == ["LINK_WITH_FRAGMENTS"])
        #expect(
            try Self.request(#"{"dynamicLinkInfo": {"dynamicLinkDomain": "a.b", "link": "x"}}"#).warnings
                .map(\.name.description) == ["DEPRECATED_PARAM"])
    }
}
