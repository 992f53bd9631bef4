import ByteText

/// A row of the decision table of mail links: a combination and its decision.
struct DecisionRow: Sendable, CustomStringConvertible {
    static let actionURL =
        "https://example-app.firebaseapp.com/__/auth/action?mode=verifyEmail&oobCode=ABC123&apiKey=KEY"
    static let continueURL = "https://www.example.com/done"

    let description: String
    let generation, stage, platform, state, decision, target, tag: String
    let handlesCode, installs, hasID: Bool

    /// Reads a line of the table; `nil` if it is the heading.
    init?(_ line: String) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 11, fields[0] != "generation" else { return nil }
        description = fields.joined(separator: " ")
        (generation, stage, platform, state) = (fields[0], fields[1], fields[3], fields[4])
        (handlesCode, installs, hasID) = (fields[2] == "true", fields[5] == "true", fields[6] == "true")
        (decision, target, tag) = (fields[7], fields[8], fields[10])
    }

    var isAndroid: Bool { platform == "android" }
    var isApple: Bool { platform == "ios" || platform == "ipados" }
}

// MARK: The click that a row describes

extension DecisionRow {
    /// The click with the sender's settings.
    var withSettings: JSONValue {
        .object(["link": .string(link), "stage": .string(stage), "device": device, "settings": settings, "site": site])
    }

    /// The click alone. A Hosting link contains no app and no installation, so the site has them.
    var withoutSettings: JSONValue {
        .object(["link": .string(link), "stage": .string(stage), "device": device, "site": site])
    }

    private var device: JSONValue {
        switch platform {
        case "bot": ["bot": true, "bot_kind": "scanner", "app": ["state": .string(state)]]
        case "desktop": ["platform": "windows", "app": ["state": .string(state)]]
        default: ["platform": .string(platform), "app": ["state": .string(state)]]
        }
    }

    private var settings: JSONValue {
        // Installing without a package is an error in Firebase; a row without an ID has nothing to install.
        let package: JSONValue = [
            "packageName": "com.example.android", "installApp": .bool(installs), "minimumVersion": "12",
        ]
        let domain: (String, JSONValue) =
            generation == "fdl" ? ("dynamicLinkDomain", "example.page.link") : ("linkDomain", "auth.example.com")
        var object = JSONObject()
        object.append("url", .string(Self.continueURL))
        object.append("handleCodeInApp", .bool(handlesCode))
        if hasID || !isAndroid { object.append("android", package) }
        if hasID || !isApple { object.append("iOS", ["bundleId": "com.example.ios"]) }
        object.append(domain.0, domain.1)
        return .object(object)
    }

    /// The mail's link as Firebase builds it, or the target of the web action.
    private var link: String {
        switch (stage, handlesCode) {
        case ("click", false): Self.actionURL
        case ("click", true): wrapping(Self.actionURL)
        case (_, true): Self.continueURL
        case (_, false): wrapping(Self.continueURL)
        }
    }

    private func wrapping(_ payload: String) -> String {
        let encoded = Decided.encoded(payload)
        guard generation == "fdl" else { return "https://auth.example.com/__/auth/links?link=\(encoded)" }
        var link = "https://example.page.link/?link=\(encoded)"
        if hasID || !isAndroid { link += "&apn=com.example.android&amv=12" }
        if !installs { link += "&afl=\(encoded)" }
        if hasID || !isApple { link += "&ibi=com.example.ios&ifl=\(encoded)" }
        return link
    }

    /// A site with the row's apps; for Hosting links it contains the sender's settings.
    private var site: JSONValue {
        var apps: [JSONValue] = []
        if hasID || !isAndroid {
            apps.append([
                "android": ["package": "com.example.android", "minimum_version": "12", "install": .bool(installs)]
            ])
        }
        if hasID || !isApple { apps.append(["ios": ["bundle": "com.example.ios"]]) }
        return [
            "site": "example", "hosts": ["example.page.link"], "hosting": ["auth.example.com"],
            "handler": "https://example-app.firebaseapp.com/__/auth/action", "mobile_links": .string(generation),
            "authorized_domains": ["www.example.com", "example-app.firebaseapp.com"], "apps": .array(apps),
        ]
    }
}

// MARK: The expected decision

extension DecisionRow {
    private static let play = "https://play.google.com/store/apps/details?id=com.example.android"

    /// The app's page on Play, with the payload unless it is an action URL.
    private var playURL: String {
        stage == "click"
            ? Self.play + "&min_version=12" : Self.play + "&url=https%3A%2F%2Fwww.example.com%2Fdone&min_version=12"
    }

    private var opened: String { stage == "click" ? Self.actionURL : Self.continueURL }

    /// The expected target; `nil` for the page without a code.
    var expectedTarget: String? {
        switch target {
        case "ACTION_URL": Self.actionURL
        case "CONTINUE_URL": Self.continueURL
        case "PLAY(pkg,min)", "PLAY(pkg,min?)": playURL
        case "NONE(static page)": nil
        default: opened
        }
    }

    /// The shipped rules of the row's tag.
    var expectedRules: [String] {
        let file = tag.hasPrefix("E") ? "firebase/email-link/" : "firebase/continue/"
        return (Self.rules[tag] ?? []).map { file + $0 }
    }

    private static let rules: [String: [String]] = [
        "E1": ["code-not-handled-in-app"], "E2": ["device-without-app"], "E2b": ["scanners-and-previews"],
        "E3": ["no-app-for-platform"], "E4": ["installed"], "E5": ["outdated-android"],
        "E6": ["outdated-android-hosting"], "E7": ["absent-android-hosting"], "E8": ["absent-android-install"],
        "E9": ["absent-android"], "E10": ["unknown-android-hosting"],
        "E11": ["unknown-android-install", "unknown-android"], "E12": ["outdated-apple"], "E14": ["absent-apple"],
        "E15": ["unknown-apple", "unknown-apple-hosting"],
        "C1": ["plain-continue-url"], "C2": ["device-without-app"], "C3": ["no-app-for-platform"], "C4": ["installed"],
        "C5": ["outdated-android"], "C6": ["outdated"], "C7": ["absent"], "C8": ["absent-android-install"],
        "C9": ["absent"], "C10": ["unknown-android-install", "unknown-android"], "C11": ["unknown"],
        "C12": ["outdated"], "C13": ["absent"], "C14": ["unknown"],
    ]

    /// The fallback of an attempt to open an app, if the row has one.
    var expectedFallback: String? {
        switch target {
        case "INTENT(fallback=PLAY(pkg,min?))": playURL
        case "INTENT(fallback=ACTION_URL)", "INTENT(fallback=CONTINUE_URL)": opened
        default: nil
        }
    }
}
