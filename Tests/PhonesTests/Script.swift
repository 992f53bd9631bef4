import Association
import Phones
import Testing

/// Predefined answers by URL.
struct Script: Answering {
    var answers: [String: WebAnswer]

    init(_ answers: [String: WebAnswer]) { self.answers = answers }

    func answer(_ request: WebRequest) -> WebAnswer? { answers[request.url] }

    func later(by seconds: Int64) -> any Answering { self }
}

extension WebAnswer {
    /// A page with a main button and alternatives.
    static func ways(_ main: String, _ others: String...) -> WebAnswer {
        let links = others.map { #"<a class="other" href="\#($0.escaped)">Other</a>"# }.joined()
        return .page(#"<!DOCTYPE html><body><a class="button" href="\#(main.escaped)">Open</a>\#(links)</body>"#)
    }
}

extension String {
    fileprivate var escaped: String { replacing("&", with: "&amp;").replacing("\"", with: "&quot;") }
}

/// A journey to check: a phone, a link, a tap, the answers, and the expected endings.
struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var phone: Phone
    var tap: Tap
    var link: String
    var answers: [String: WebAnswer]
    var endings: [String]
    /// Facts that at least one journey must cite.
    var facts: [Fact]

    init(
        _ name: String, _ phone: Phone, _ tap: Tap, link: String = Sample.link, _ answers: [String: WebAnswer],
        _ endings: [String], _ facts: [Fact]
    ) {
        (self.name, self.phone, self.tap, self.link) = (name, phone, tap, link)
        (self.answers, self.endings, self.facts) = (answers, endings, facts)
    }

    /// A journey without a request to our servers.
    init(
        _ name: String, _ phone: Phone, _ tap: Tap, link: String = Sample.link, _ endings: [String], _ facts: [Fact]
    ) {
        self.init(name, phone, tap, link: link, [:], endings, facts)
    }

    var testDescription: String { name }

    var journeys: [Journey] { phone.follow(link, tapped: tap, through: Script(answers)) }
}

/// Sample values: a link host, a payload's host, an app for each system.
enum Sample {
    static let link = "https://go.example/x"
    static let payload = "https://www.shop.example/p?a=1"
    static let package = "com.shop.android"
    static let bundle = "com.shop.ios"
    static let play = "https://play.google.com/store/apps/details?id=com.shop.android&min_version=12"
    static let playEncoded =
        "https%3A%2F%2Fplay.google.com%2Fstore%2Fapps%2Fdetails%3Fid%3Dcom.shop.android%26min_version%3D12"

    /// An intent for the payload.
    static func intent(fallback: String? = playEncoded, package: String? = package) -> String {
        "intent://www.shop.example/p?a=1#Intent;scheme=https;" + (package.map { "package=\($0);" } ?? "")
            + (fallback.map { "S.browser_fallback_url=\($0);" } ?? "") + "end"
    }

    static let openedPayload = "app com.shop.android 15 https://www.shop.example/p?a=1"
    static let openedLink = "app com.shop.android 15 https://go.example/x"

    /// An app that handles the payload's host.
    static func app(_ filters: IntentFilter..., verified: Set<String>? = nil) -> AndroidApp {
        AndroidApp(
            package, version: "15", filters: filters.isEmpty ? [.web("www.shop.example")] : filters,
            verifiedHosts: verified)
    }

    static func android(version: Int = 14, stores: Set<AppStore>? = nil, _ apps: AndroidApp...) -> Phone {
        phone(.chrome, version, stores, apps)
    }

    static func android(_ surface: Surface, version: Int = 14, stores: Set<AppStore>? = nil, _ apps: AndroidApp...)
        -> Phone
    {
        phone(surface, version, stores, apps)
    }

    private static func phone(_ surface: Surface, _ version: Int, _ stores: Set<AppStore>?, _ apps: [AndroidApp])
        -> Phone
    {
        var phone = Phone(.android(version), surface, stores: stores)
        phone.androidApps = apps
        return phone
    }

    /// An iPhone whose app claims these hosts with all paths.
    static func apple(_ surface: Surface = .safari, claims hosts: String..., schemes: Set<String> = []) -> Phone {
        var phone = Phone(.ios(18), surface)
        guard !hosts.isEmpty || !schemes.isEmpty else { return phone }
        let app = AppleApp(bundle, team: "ABCDE12345", version: "15", domains: hosts, schemes: schemes)
        phone.appleApps = [app]
        for host in hosts {
            let name = host.hasPrefix("*.") ? String(host.dropFirst(2)) : host
            var file = AppleAppSiteAssociation()
            file.details = [.init(appID: app.appID, components: [.exclude("/_fp/*"), .open("/*")])]
            phone.appleFiles[name] = file
        }
        return phone
    }

    static let openedOnApple = "app com.shop.ios 15 https://go.example/x"
}
