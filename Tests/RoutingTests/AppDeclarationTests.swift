import Routing
import Testing

@Suite("what apps declare")
struct AppDeclarationTests {
    private static func site(receives: AppDefinition.Receives? = nil, hosts: [String]) -> SiteDefinition {
        var site = SiteDefinition(name: "example")
        site.hosts = hosts
        site.hosting = ["auth.example.com"]
        site.handler = "https://example.firebaseapp.com/__/auth/action"
        site.authorizedDomains = ["localhost", "www.example.com", "example.firebaseapp.com"]
        var android = AppDefinition(store: .android, id: "com.example.android")
        android.receives = receives
        var apple = AppDefinition(store: .ios, id: "com.example.ios")
        apple.sharesCredentials = true
        site.apps = [android, apple]
        return site
    }

    private func filters(_ site: SiteDefinition) -> [String] {
        site.declarations[0].filters.map { filter in
            "\(filter.isVerified ? "verified " : "")\(filter.host)\(filter.pathPrefix ?? "")"
        }
    }

    private static let links = ["verified auth.example.com/__/auth/links", "verified go.example.com/x"]
    private static let payloads = ["example.firebaseapp.com", "www.example.com"]

    @Test("an Android app claims the links, and the targets passed to it")
    func android() {
        #expect(filters(Self.site(hosts: ["go.example.com/x"])) == Self.links + Self.payloads)
        #expect(filters(Self.site(receives: .payload, hosts: ["go.example.com/x"])) == Self.links + Self.payloads)
        #expect(filters(Self.site(receives: .link, hosts: ["go.example.com/x"])) == Self.links)
    }

    @Test("an app for HarmonyOS declares the links only")
    func harmony() {
        var site = Self.site(hosts: ["go.example.com/x"])
        site.apps = [AppDefinition(store: .harmony, id: "com.example.harmony")]
        #expect(filters(site) == Self.links)
    }

    @Test("for Hosting links alone the documented filter is enough")
    func hostingAlone() {
        #expect(filters(Self.site(hosts: [])) == ["verified auth.example.com/__/auth/links"])
        #expect(filters(Self.site(receives: .payload, hosts: [])) == [Self.links[0]] + Self.payloads)
    }

    @Test("an Apple app associates each host once, and its passwords where it shares them")
    func apple() {
        let site = Self.site(hosts: ["go.example.com/x", "go.example.com/y"])
        #expect(
            site.declarations[1].associatedDomains == [
                "applinks:go.example.com", "applinks:auth.example.com", "webcredentials:go.example.com",
                "webcredentials:auth.example.com",
            ])
    }
}
