import ByteText
import Routing
import Testing

/// Settings in a request must be valid for Firebase, in every spelling.
@Suite("Settings of a request")
struct StatedSettingsTests {
    private static func decide(_ settings: JSONValue) throws -> JSONValue {
        try Decided.by([
            "link":
                "https://example-app.firebaseapp.com/__/auth/action?mode=verifyEmail&oobCode=C&apiKey=K&continueUrl=https%3A%2F%2Fwww.example.com%2Fdone",
            "device": ["platform": "android", "app": ["state": "current"]], "settings": settings,
        ])
    }

    @Test(
        "what Firebase would not have sent is an error",
        arguments: [
            (["url": ""], "auth/invalid-continue-uri"), (["url": "//www.example.com/"], "auth/invalid-continue-uri"),
            (["continueUrl": "https://www.example.com//a"], "auth/invalid-continue-uri"),
            (["url": "https://www.example.org/"], "auth/unauthorized-continue-uri"),
            (["url": "http://www.example.com/"], "auth/unauthorized-continue-uri"),
            (["android": [:]], "auth/missing-android-pkg-name"),
            (["androidInstallApp": true], "auth/missing-android-pkg-name"),
            (["android_minimum_version": "12"], "auth/missing-android-pkg-name"),
            (["iOS": ["bundleId": ""]], "auth/missing-ios-bundle-id"),
            (["iOSAppStoreId": "1"], "auth/missing-ios-bundle-id"),
            (["linkDomain": ""], "auth/invalid-hosting-link-domain"),
            (["DynamicLinkDomain": ""], "auth/invalid-dynamic-link-domain"),
        ] as [(JSONValue, String)])
    func refused(settings: JSONValue, code: String) throws {
        let decision = try Self.decide(settings)
        #expect(decision["decision"] == "error")
        #expect(decision["error"]?["code"]?.string == code)
    }

    @Test(
        "every spelling decides alike, and the continue URL of the mail's own link is used if the settings have none",
        arguments: [
            [
                "url": "https://www.example.com/done", "handleCodeInApp": true,
                "android": ["packageName": "com.example.android"],
            ],
            [
                "url": "https://www.example.com/done", "handleCodeInApp": true,
                "androidPackageName": "com.example.android",
            ],
            [
                "url": "https://www.example.com/done", "handle_code_in_app": true,
                "android_package_name": "com.example.android",
            ],
            [
                "continueUrl": "https://www.example.com/done", "canHandleCodeInApp": true,
                "androidPackageName": "com.example.android",
            ],
            ["HandleCodeInApp": true, "AndroidPackageName": "com.example.android"],
        ] as [JSONValue])
    func spellings(settings: JSONValue) throws {
        let decision = try Self.decide(settings)
        #expect(decision["decision"] == "app_open")
        #expect(decision["rule"] == "firebase/email-link/installed")
        #expect(decision["app"]?["id"] == "com.example.android")
    }
}
