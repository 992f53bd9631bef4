import ByteText
import Testing

@testable import Association

@Suite("Association files as bytes")
struct AssociationFileTests {
    @Test("both ways for Apple, and services only if they are used")
    func apple() {
        var file = AppleAppSiteAssociation()
        #expect(String(file.json.span) == #"{"applinks":{"apps":[],"details":[]}}"#)
        file.details = [
            .init(
                appID: "ABCDE12345.com.example.ios",
                components: [
                    .exclude("/_/*"), LinkComponent(query: .items([.init("web", "?*")]), isExcluded: true), .open("/*"),
                ])
        ]
        file.webCredentials = ["ABCDE12345.com.example.ios"]
        file.appClips = ["ABCDE12345.com.example.ios.Clip"]
        #expect(
            String(file.json.span)
                == #"{"applinks":{"apps":[],"details":[{"appIDs":["ABCDE12345.com.example.ios"],"components":[{"/":"/_/*","exclude":true},{"?":{"web":"?*"},"exclude":true},{"/":"/*"}],"appID":"ABCDE12345.com.example.ios","paths":["NOT /_/*","/*"]}]},"webcredentials":{"apps":["ABCDE12345.com.example.ios"]},"appclips":{"apps":["ABCDE12345.com.example.ios.Clip"]}}"#
        )
        #expect(file.opens(LinkAddress("https://a.example/x"), appID: "ABCDE12345.com.example.ios"))
        #expect(!file.opens(LinkAddress("https://a.example/x?web=1"), appID: "ABCDE12345.com.example.ios"))
        #expect(!file.opens(LinkAddress("https://a.example/x"), appID: "ABCDE12345.com.example.other"))
    }

    @Test("HarmonyOS: the IDs of apps, as written and as parsed")
    func harmony() {
        let file = AppLinking(apps: ["5765880207854649541", "2"])
        let text = #"{"applinking":{"apps":[{"appIdentifier":"5765880207854649541"},{"appIdentifier":"2"}]}}"#
        #expect(String(file.json.span) == text)
        #expect(AppLinking(parsing: text.replacing("}]", with: #","index":1}]"#)) == file)
        for other in ["", "[]", #"{"applinking":{}}"#] { #expect(AppLinking(parsing: other) == nil) }
    }

    @Test("switches of a component are written only if they are off")
    func switches() {
        var component = LinkComponent(path: "/é/*", query: .whole("a=*"), fragment: "x", isExcluded: true)
        component.isCaseSensitive = false
        component.isPercentEncoded = false
        var file = AppleAppSiteAssociation()
        file.details = [.init(appID: "A.b", components: [component])]
        let text = String(file.json.span)
        let expected =
            ##"{"/":"/é/*","?":"a=*","#":"x","exclude":true,"caseSensitive":false,"percentEncoded":false}"##
        #expect(text.contains(expected))
    }

    @Test("Android: one relation for links, another for passwords, and only what it has words for")
    func android() {
        var file = AssetLinks()
        #expect(String(file.json.span) == "[]")
        var folded = LinkComponent.exclude("/help")
        folded.isCaseSensitive = false
        file.statements = [
            .init(
                package: "com.example.android", fingerprints: ["AA:BB", "CC:DD"],
                components: [folded, LinkComponent(query: .whole("a"), isExcluded: true), .open("/*")],
                sharesCredentials: true)
        ]
        #expect(
            String(file.json.span)
                == #"[{"relation":["delegate_permission/common.handle_all_urls","delegate_permission/common.get_login_creds"],"target":{"namespace":"android_app","package_name":"com.example.android","sha256_cert_fingerprints":["AA:BB","CC:DD"]},"relation_extensions":{"delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":[{"/":"/help","exclude":true},{"/":"/*"}]}}}]"#
        )
        #expect(!file.opens(LinkAddress("https://a.example/help"), package: "com.example.android"))
        #expect(file.opens(LinkAddress("https://a.example/x"), package: "com.example.android"))
    }
}
