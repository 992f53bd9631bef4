import ByteText
import Testing

@testable import Association

@Suite("Association files as systems read them")
struct AssociationParsingTests {
    @Test("what is written is read back")
    func roundTrip() throws {
        var apple = AppleAppSiteAssociation()
        apple.details = [
            .init(
                appID: "ABCDE12345.com.example.ios",
                components: [
                    .exclude("/_fp/*"), LinkComponent(query: .items([.init("web", "?*")]), isExcluded: true),
                    LinkComponent(path: "/a", query: .whole("b=*"), fragment: "c"), .open("/*"),
                ])
        ]
        apple.webCredentials = ["ABCDE12345.com.example.ios"]
        apple.appClips = ["ABCDE12345.com.example.ios.Clip"]
        #expect(AppleAppSiteAssociation(parsing: String(apple.json.span)) == apple)

        var android = AssetLinks()
        android.statements = [
            .init(package: "com.a", fingerprints: ["AA:BB"], components: [.exclude("/x"), .open("/*")]),
            .init(package: "com.b", fingerprints: [], components: [], sharesCredentials: true),
        ]
        #expect(AssetLinks(parsing: String(android.json.span)) == android)
    }

    @Test("Hosting's own file: paths, and appID")
    func legacy() throws {
        let file = try #require(
            AppleAppSiteAssociation(
                parsing: #"{"applinks":{"details":[{"appID":"T.b","paths":["NOT /__/auth/action/","/*"]}]}}"#))
        #expect(file.opens(LinkAddress("https://a.example/__/auth/action?x"), appID: "T.b"))
        #expect(!file.opens(LinkAddress("https://a.example/__/auth/action/"), appID: "T.b"))
    }

    @Test("a component that Android can't read throws all of them away")
    func unreadable() throws {
        let text = #"""
            [{"relation":["delegate_permission/common.handle_all_urls"],
              "target":{"namespace":"android_app","package_name":"com.a","sha256_cert_fingerprints":["AA"]},
              "relation_extensions":{"delegate_permission/common.handle_all_urls":
                {"dynamic_app_link_components":[{"/":"/x"},{"path":"/y"}]}}},
             {"relation":["delegate_permission/common.get_login_creds"],"target":{"namespace":"web"}}]
            """#
        let file = try #require(AssetLinks(parsing: text))
        #expect(file.statements == [.init(package: "com.a", fingerprints: ["AA"], components: [])])
    }

    @Test("what is not such a file", arguments: ["", "[]", "{}", #"{"applinks":[]}"#, "<html>"])
    func others(text: String) {
        #expect(AppleAppSiteAssociation(parsing: text) == nil)
    }

    @Test("too long a file is not read")
    func tooLong() {
        let text = #"{"applinks":{"details":[]}}"#
        #expect(AppleAppSiteAssociation(parsing: text) != nil)
        let padding = String(repeating: " ", count: AppleAppSiteAssociation.maximumBytes)
        #expect(AppleAppSiteAssociation(parsing: text + padding) == nil)
    }
}
