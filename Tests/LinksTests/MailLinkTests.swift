import ByteText
import Links
import Testing
import WebAddress

/// Composition, byte for byte.
@Suite("Links for mails")
struct MailLinkTests {
    private static func compose(
        _ json: JSONValue, _ action: String, on mobile: MobileLink?
    ) throws -> String {
        var arena = ByteArena()
        let settings = try ActionCodeSettings(json, in: &arena)
        let text = arena.append(action)
        let address = try WebAddress.parse(text, in: &arena)
        let mail = MailLink(settings, try ActionLink(address, in: &arena), at: address)
        return arena.string(mail.compose(on: mobile, in: &arena))
    }

    private static let fdl = MobileLink(.fdl, domain: "example.page.link")
    private static let hosting = MobileLink(.hosting, domain: "auth.example.com")
    private static let handler = "https://p.firebaseapp.com/__/auth/action"

    @Test("the order of the action link's parameters is Firebase's, whatever it was; others come last, as they are")
    func order() throws {
        let action = Self.handler + "?lang=hi&x=a%2Bb+c&tenantId=T&oobCode=C&y&apiKey=K&mode=signIn#f"
        #expect(
            try Self.compose(["url": "https://h.example/?a=1&b=%C3%A9", "handleCodeInApp": true], action, on: nil)
                == Self.handler
                + "?apiKey=K&mode=signIn&oobCode=C&continueUrl=https://h.example/?a%3D1%26b%3D%25C3%25A9&lang=hi&tenantId=T&x=a%2Bb+c&y#f"
        )
        #expect(
            try Self.compose(["url": "https://h.example/?a=1"], action, on: nil)
                == Self.handler
                + "?mode=signIn&oobCode=C&apiKey=K&continueUrl=https%3A%2F%2Fh.example%2F%3Fa%3D1&lang=hi&tenantId=T&x=a%2Bb+c&y#f"
        )
    }

    @Test("a Dynamic Link says what the settings say, in Firebase's order")
    func dynamicLinks() throws {
        let action = Self.handler + "?mode=verifyEmail&oobCode=C&apiKey=K"
        let payload =
            "https://p.firebaseapp.com/__/auth/action?apiKey%3DK%26mode%3DverifyEmail%26oobCode%3DC%26continueUrl%3Dhttps://h.example/"
        func link(_ settings: KeyValuePairs<String, JSONValue>) throws -> String {
            var object = JSONObject()
            object.append("continueUrl", "https://h.example/")
            object.append("canHandleCodeInApp", true)
            for (name, value) in settings { object.append(name, value) }
            return try Self.compose(.object(object), action, on: Self.fdl)
        }
        let start = "https://example.page.link/?link=" + payload
        #expect(
            try link(["androidPackageName": "p", "androidInstallApp": true, "androidMinimumVersion": "5.116.0"])
                == start + "&apn=p&amv=5.116.0")
        #expect(try link(["androidPackageName": "p"]) == start + "&apn=p&amv&afl=" + payload)
        #expect(try link(["iOSBundleId": "b"]) == start + "&ibi=b&ifl=" + payload)
        #expect(try link(["iOSBundleId": "b", "iOSAppStoreId": "12"]) == start + "&ibi=b&isi=12")
        #expect(
            try link(["iOSBundleId": "b", "androidPackageName": "p", "androidMinimumVersion": "1"])
                == start + "&apn=p&amv=1&afl=" + payload + "&ibi=b&ifl=" + payload)
        // Characters that would end a parameter are encoded.
        #expect(try link(["androidPackageName": "p&q=#"]) == start + "&apn=p%26q%3D%23&amv&afl=" + payload)
    }

    @Test("a Hosting link carries its payload and nothing else")
    func hostingLinks() throws {
        let settings: JSONValue = [
            "url": "https://h.example/#/done", "handleCodeInApp": true,
            "android": ["packageName": "p", "installApp": true, "minimumVersion": "12"], "iOS": ["bundleId": "b"],
        ]
        #expect(
            try Self.compose(settings, Self.handler + "?mode=signIn&oobCode=C&apiKey=K", on: Self.hosting)
                == "https://auth.example.com/__/auth/links?link=https://p.firebaseapp.com/__/auth/action?apiKey%3DK%26mode%3DsignIn"
                + "%26oobCode%3DC%26continueUrl%3Dhttps://h.example/%2523/done")
    }

    @Test("a code for the web: the continue URL is the mobile link")
    func forTheWeb() throws {
        let settings: JSONValue = ["url": "https://h.example/?a=1", "iOS": ["bundleId": "b"]]
        let action = Self.handler + "?mode=resetPassword&oobCode=C&apiKey=K&lang=en"
        let start = action.dropLast("&lang=en".count) + "&continueUrl="
        #expect(
            try Self.compose(settings, action, on: Self.hosting)
                == start
                + "https%3A%2F%2Fauth.example.com%2F__%2Fauth%2Flinks%3Flink%3Dhttps%3A%2F%2Fh.example%2F%3Fa%253D1&lang=en"
        )
        #expect(
            try Self.compose(settings, action, on: MobileLink(.fdl, domain: "links.example.com/go"))
                == start
                + "https%3A%2F%2Flinks.example.com%2Fgo%2F%3Flink%3Dhttps%3A%2F%2Fh.example%2F%3Fa%253D1%26ibi%3Db"
                + "%26ifl%3Dhttps%3A%2F%2Fh.example%2F%3Fa%253D1&lang=en")
    }

    @Test("undoing knows no settings", arguments: ["recoverEmail", "revertSecondFactorAddition"])
    func undoing(mode: String) throws {
        let action = Self.handler + "?mode=\(mode)&oobCode=C&apiKey=K&lang=en"
        let settings: JSONValue = ["url": "https://h.example/", "handleCodeInApp": true, "iOS": ["bundleId": "b"]]
        #expect(try Self.compose(settings, action, on: Self.fdl) == action)
    }
}
