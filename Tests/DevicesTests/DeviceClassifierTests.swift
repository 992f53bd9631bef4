import ByteText
import TestSupport
import Testing

@testable import Devices

@Suite struct DeviceClassifierTests {
    private static func describe(_ agent: String, hints: [String: String] = [:], profile: String? = nil) throws
        -> String
    {
        var arena = ByteArena()
        let userAgent = agent.isEmpty ? nil : arena.append(agent)
        var given = ClientHints()
        if let value = hints["platform"] { given.platform = arena.append(value) }
        if let value = hints["version"] { given.platformVersion = arena.append(value) }
        if let value = hints["mobile"] { given.mobile = arena.append(value) }
        if let value = hints["model"] { given.model = arena.append(value) }
        if let value = hints["forms"] { given.formFactors = arena.append(value) }
        if let value = hints["package"] { given.requestedWith = arena.append(value) }
        var stated: DeviceProfile?
        if let profile {
            let field = arena.append(profile)
            stated = try DeviceProfile.parse(structuredField: field, in: &arena)
        }
        let device = DeviceClassifier.builtIn.classify(userAgent: userAgent, hints: given, profile: stated, in: &arena)
        let kind = device.botKind.map { "\($0.name)" } ?? "-"
        return
            "\(device.platform.name) \(arena.string(device.osVersion)) \(device.formFactor.name) \(device.inApp.name) \(kind)"
    }

    private static let chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0"

    @Test(arguments: [
        ("Mozilla/5.0 (Linux; Android 14; Pixel 8) \(chrome) Mobile Safari/537.36", "android 14 phone none -"),
        ("Mozilla/5.0 (Linux; Android 13; SM-X910) \(chrome) Safari/537.36", "android 13 tablet none -"),
        (
            "Mozilla/5.0 (Linux; Android 9; KFMAWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/108.4.6 like Chrome/108.0 Safari/537.36",
            "android 9 tablet none -"
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Silk/108.4.6 like Chrome/108.0 Safari/537.36",
            "android  tablet none -"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
            "ios 17.5.3 phone none -"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
            "ios 26.0 phone none -"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
            "ios 18.6 phone none -"
        ),
        (
            "Mozilla/5.0 (iPad; CPU OS 16_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.3 Mobile/15E148 Safari/604.1",
            "ipados 16.3 tablet none -"
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15",
            "macos 10.15.7 desktop none -"
        ),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) \(chrome) Safari/537.36", "windows 10.0 desktop none -"),
        ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) \(chrome) Safari/537.36", "chromeos 14541.0.0 desktop none -"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0", "linux  desktop none -"),
        (
            "Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; ARM; Trident/7.0; IEMobile/11.0; NOKIA; Lumia 520) like iPhone OS 7_0_3 Mac OS X AppleWebKit/537 Mobile Safari/537",
            "other  phone none -"
        ),
        ("ExampleApp/12 CFNetwork/1410.0.3 Darwin/22.6.0", "ios 16 phone none -"),
        ("Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5", "other  phone none -"),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_2) AppleWebKit/601.3.9 (KHTML, like Gecko) Version/9.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
            "macos 10.11.2 desktop none preview"
        ),
        (
            "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) \(chrome) Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            "android 6.0.1 phone none search"
        ),
        ("curl/8.4.0", "unknown  unknown none library"),
        (
            "Instagram 121.0.0.29.119 Android (29/10; 420dpi; 1080x2042; samsung; SM-G970F; beyond0; exynos9820; en_GB)",
            "android 10 phone instagram -"
        ),
        (
            "Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A; wv) \(chrome) Mobile Safari/537.36 [FB_IAB/MESSENGER;FBAV/420.0.0.32.61;]",
            "android 13 phone messenger -"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
            "ios 17.5 phone ios_webview -"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/322.0 Mobile/15E148 Safari/604.1",
            "ios 17.5 phone gsa -"
        ),
        (
            "Mozilla/5.0 (X11; U; Linux x86_64; en-US) \(chrome) Safari/537.36 Puffin/4.5.0IT",
            "ipados  tablet none -"
        ),
        ("Mozilla/5.0 (Linux; Andr0id 9; BRAVIA 4K) \(chrome) Safari/537.36 OMI/4.20", "android 9 tv none -"),
        ("Mozilla/5.0 (Web0S; Linux/SmartTV) \(chrome) Safari/537.36 WebAppManager", "other  tv none -"),
        (
            "Mozilla/5.0 (Phone; OpenHarmony 5.0) \(chrome) Safari/537.36 ArkWeb/4.1.6.1 Mobile",
            "harmonyos 5.0 phone none -"
        ),
        (
            "Mozilla/5.0 (Tablet; OpenHarmony 5.0) \(chrome) Safari/537.36 ArkWeb/4.1.6.1",
            "harmonyos 5.0 tablet none -"
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; HarmonyOS; ELS-AN00) \(chrome) HuaweiBrowser/12.0 Mobile Safari/537.36",
            "android 10 phone none -"
        ),
        ("Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", "unknown  unknown none preview"),
        ("Mozilla/5.0 (Linux; Android 8.0.0; CUBOT_P20) \(chrome) Mobile Safari/537.36", "android 8.0.0 phone none -"),
        ("AASA-Bot/1.0.0", "unknown  unknown none other"),
        ("", "unknown  unknown unknown -"),
    ])
    func readsAgents(_ agent: String, _ expected: String) throws {
        #expect(try Self.describe(agent) == expected, "\(agent)")
    }

    /// The names are made up, so that the surrounding words have to identify the device.
    @Test(arguments: [
        ("Mozilla/5.0 ExampleWatch/0.3", "other"),
        ("Mozilla/5.0 (someone@example.test)", "other"),
        ("Mozilla/5.0 (Example; rv:52.0) Gecko/20100101 Firefox/52.0", "-"),
        ("Mozilla/5.0 (Example https://example.org) Gecko/20100101 Firefox/52.0", "other"),
        ("Mozilla/5.0 (rv:91) Thunderbird/91.3.1", "-"),
        ("Mozilla/5.0 (X11; Linux x86_64) \(chrome) Safari/537.36; ExampleTask", "other"),
        ("Mozilla/5.0 (X11; Linux x86_64) \(chrome) Safari/537.36; ExampleBrowser/7", "-"),
        ("Mozilla/5.0 (Linux; Android 13; Pixel 7) \(chrome) Mobile Safari/537.36; ExampleApp", "-"),
        ("Mozilla/5.0 (Linux; SMART-TV) \(chrome) Safari/537.36; ExampleTV/2.0", "-"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1 (compatible; Example/2)",
            "other"
        ),
        (
            "Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko; Example) Chrome/126.0.0.0 Mobile Safari/537.36",
            "other"
        ),
        ("Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 5.1; ExampleBar)", "-"),
        ("Example-Extract/1.2", "other"),
        ("Example/1.2", "-"),
        ("Examplecast/1.4 (https://example.org)", "-"),
        ("Example/1.4 (https://example.org)", "other"),
        ("Steam Example HTTP Client 1.0", "preview"),
        ("ExampleChatBot/2 (+https://example.org)", "preview"),
        ("ExampleBot/2 (+https://example.org)", "other"),
        ("Example HTTP Client 1.0", "library"),
    ])
    func tellsBotsByTheWordsAroundTheirNames(_ agent: String, _ kind: String) throws {
        #expect(try Self.describe(agent).hasSuffix(" \(kind)"), "\(agent)")
    }

    @Test func profileBeatsHintsWhichBeatTheAgent() throws {
        let mac =
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15"
        #expect(
            try Self.describe(mac, profile: #"platform=ipados, os-version="17.4", form-factor=tablet"#)
                == "ipados 17.4 tablet none -")
        let linux = "Mozilla/5.0 (X11; Linux x86_64) \(Self.chrome) Safari/537.36"
        let android = ["platform": #""Android""#, "version": #""14.0.0""#, "mobile": "?1"]
        #expect(try Self.describe(linux, hints: android) == "android 14.0.0 phone none -")
        #expect(try Self.describe(linux, hints: android, profile: "platform=linux") == "linux  desktop none -")
        #expect(try Self.describe(mac, profile: "platform=ipados") == "ipados  tablet none -")
        #expect(try Self.describe("", profile: "platform=ios, bot") == "ios  phone unknown other")
    }

    @Test(arguments: [
        (["platform": #""Windows""#, "version": #""15.0.0""#], "windows 11 desktop none -"),
        (["platform": #""Windows""#, "version": #""10.0.0""#], "windows 10.0 desktop none -"),
        (["platform": #""Windows""#, "version": #""0.3.0""#], "windows 6.3 desktop none -"),
        (["platform": #""macOS""#, "version": #""14.4.1""#], "macos 14.4.1 desktop none -"),
        (["platform": #""Chrome OS""#], "chromeos  desktop none -"),
        (["platform": #""Android""#, "mobile": "?0", "model": #""SM-X910""#], "android  tablet none -"),
        (["platform": #""Android""#, "mobile": "?1", "model": #""Pixel 8""#], "android  phone none -"),
        (["platform": #""Android""#, "model": #""BRAVIA 4K""#], "android  tv none -"),
        (["platform": #""Android""#, "forms": #""EInk", "Watch""#], "android  wearable none -"),
        // The values of the specification, each quoted as by Chromium.
        (["platform": #""Windows""#, "version": #""19.0.0""#, "forms": #""Desktop""#], "windows 11 desktop none -"),
        (["platform": #""Android""#, "mobile": "?1", "forms": #""Mobile""#], "android  phone none -"),
        (["platform": #""Android""#, "mobile": "?0", "forms": #""Tablet""#], "android  tablet none -"),
        (["platform": #""Android""#, "version": #""16.0.0""#, "forms": #""XR""#], "android 16.0.0 wearable none -"),
        (
            ["platform": #""Android""#, "version": #""17.0.0""#, "forms": #""Automotive""#],
            "android 17.0.0 other none -"
        ),
        (
            ["platform": #""Lindows""#, "version": #""<script>""#, "mobile": "yes", "forms": "\"\"\""],
            "linux  desktop none -"
        ),
    ])
    func hintsCorrectTheAgent(_ hints: [String: String], _ expected: String) throws {
        let linux = "Mozilla/5.0 (X11; Linux x86_64) \(Self.chrome) Safari/537.36"
        #expect(try Self.describe(linux, hints: hints) == expected)
    }

    @Test(arguments: [
        ("com.facebook.katana", "facebook"), ("com.example.shop", "other"), ("com.example.browser", "none"),
        ("org.mozilla.focus", "none"), ("XMLHttpRequest", "android_webview"), ("", "android_webview"),
    ])
    func packagesNameTheApp(_ package: String, _ app: String) throws {
        let webView =
            "Mozilla/5.0 (Linux; Android 13; Pixel Fold Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) "
            + "Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36"
        #expect(try Self.describe(webView, hints: ["package": package]) == "android 13 phone \(app) -")
    }

    @Test func longHostileAgentsAreRead() throws {
        for piece in ["a", "android ", "bot", "; ", "(", "Android 1.", "facebookexternal", "9"] {
            let agent = String(repeating: piece, count: 16_384 / piece.utf8.count)
            _ = try Self.describe(agent)
        }
    }

    @Test func anyBytesAreRead() {
        var random = SplitMix64(seed: 0xB17E5)
        var arena = ByteArena()
        for _ in 0..<2000 {
            arena.reset()
            let mark = arena.count
            for _ in 0..<(random.next() % 64) { arena.append(UInt8(truncatingIfNeeded: random.next())) }
            _ = DeviceClassifier.builtIn.classify(userAgent: arena.piece(from: mark), in: &arena)
        }
    }

    @Test func namesAndValuesAgree() {
        var arena = ByteArena()
        for value in Platform.allCases {
            let range = arena.append(value.name)
            let found = Platform.named(arena[range])
            #expect(found == value)
        }
        for value in FormFactor.allCases {
            let range = arena.append(value.name)
            let found = FormFactor.named(arena[range])
            #expect(found == value)
        }
        for value in InApp.allCases {
            let range = arena.append(value.name)
            let found = InApp.named(arena[range])
            #expect(found == value)
        }
        for value in BotKind.allCases {
            let range = arena.append(value.name)
            let found = BotKind.named(arena[range])
            #expect(found == value)
        }
        for value in DeviceStore.allCases {
            let range = arena.append(value.name)
            let found = DeviceStore.named(arena[range])
            #expect(found == value)
        }
        for value in Browser.allCases {
            let range = arena.append(value.name)
            let found = Browser.named(arena[range])
            #expect(found == value)
        }
        for value in AppState.allCases {
            let range = arena.append(value.name)
            let found = AppState.named(arena[range])
            #expect(found == value)
        }
        let capital = arena.append("Android")
        let found = Platform.named(arena[capital])
        #expect(found == nil)
        #expect(InApp.names.map { "\($0)" }.suffix(2) == ["android_webview", "ios_webview"])
    }
}
