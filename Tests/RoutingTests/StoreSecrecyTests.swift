import ByteText
import Routing
import Testing

/// The URL that a store opens after the installation is never an action link, at any stage and however wrapped.
@Suite("Stores see no code")
struct StoreSecrecyTests {
    private static let action =
        "https://example-app.firebaseapp.com/__/auth/action?mode=verifyEmail&oobCode=ABC123&apiKey=KEY"
    private static let settings: JSONValue = [
        "handleCodeInApp": false, "android": ["packageName": "com.example.android", "minimumVersion": "12"],
    ]
    private static let device: JSONValue = ["platform": "android", "app": ["state": "outdated"]]

    private static func dynamicLink(_ payload: String) -> String {
        "https://example.page.link/?link=\(Decided.encoded(payload))&apn=com.example.android&amv=12"
    }

    @Test(
        "a payload or continue URL with a code is left out",
        arguments: [
            dynamicLink(action),
            action + "&continueUrl=" + Decided.encoded(dynamicLink(action)),
            dynamicLink(action + "&continueUrl=" + Decided.encoded(action)),
            dynamicLink(
                action + "&continueUrl="
                    + Decided.encoded("https://auth.example.com/__/auth/links?link=\(Decided.encoded(action))")),
        ])
    func leftOut(link: String) throws {
        let decision = try Decided.by([
            "link": .string(link), "stage": "continue", "device": Self.device, "settings": Self.settings,
        ])
        #expect(decision["rule"] == "firebase/continue/outdated-android")
        #expect(
            decision["target"] == "https://play.google.com/store/apps/details?id=com.example.android&min_version=12")
    }

    @Test("a continue URL without one is what Play opens")
    func keptIn() throws {
        let link = Self.dynamicLink(Self.action + "&continueUrl=" + Decided.encoded("https://www.example.com/done"))
        let decision = try Decided.by([
            "link": .string(link), "stage": "continue", "device": Self.device, "settings": Self.settings,
        ])
        #expect(
            decision["target"]?.string?.contains("&url=https%3A%2F%2Fwww.example.com%2Fdone&") == true, "\(decision)")
    }

    @Test("a rule's referrer is left out where it would hold a code", arguments: [true, false])
    func referrer(isAction: Bool) throws {
        let rule: JSONValue = [
            "name": "told", "when": "true", "then": ["store_install": ["referrer": "from={link.payload}"]],
            "because": "The app wants to know.",
        ]
        let site: JSONValue = [
            "site": "example", "hosts": ["example.page.link"],
            "handler": "https://example-app.firebaseapp.com/__/auth/action", "authorized_domains": ["www.example.com"],
            "apps": [["android": ["package": "com.example.android"]]], "rules": [rule],
        ]
        let payload = isAction ? Self.action : "https://www.example.com/page"
        let decision = try Decided.by([
            "link": .string(Self.dynamicLink(payload)), "device": Self.device, "site": site,
        ])
        #expect(decision["rule"] == "site/told", "\(decision)")
        #expect(decision["target"]?.string?.contains("referrer=") == !isAction, "\(decision)")
        #expect(decision["target"]?.string?.contains("ABC123") == false, "\(decision)")
    }

    /// Regression: Firebase's own sample of a continue URL contains the user's address, which was sent to Play.
    @Test(
        "a page with a mail address, a key or a code that is no whole action is left out",
        arguments: [
            "https://www.example.com/?email=user@mail.example", "https://www.example.com/?email=user%40mail.example",
            "https://www.example.com/?next=%2F%3Femail%3Duser%2540mail.example",
            "https://www.example.com/?oobCode=ABC123",
            "https://www.example.com/?API_KEY=ABC123",
        ])
    func otherSecrets(payload: String) throws {
        let decision = try Decided.by(["link": .string(Self.dynamicLink(payload)), "device": Self.device])
        #expect(
            decision["target"] == "https://play.google.com/store/apps/details?id=com.example.android&min_version=12")
    }

    @Test(
        "what only looks like one is kept",
        arguments: [
            "https://www.example.com/@news/1", "https://www.example.com/api/boob",
            "https://www.example.com/?a=%41%2541",
        ])
    func lookAlikes(payload: String) throws {
        let decision = try Decided.by(["link": .string(Self.dynamicLink(payload)), "device": Self.device])
        #expect(decision["target"]?.string?.contains("&url=https%3A%2F%2Fwww.example.com%2F") == true, "\(decision)")
    }
}
