import ByteText
import TestSupport
import Testing

@testable import Devices

/// New forms of agents this year. The agents are written after the makers' documents.
@Suite struct FreshAgentsTests {
    private static func describe(_ agent: String) -> String {
        var arena = ByteArena()
        let device = DeviceClassifier.builtIn.classify(userAgent: arena.append(agent), in: &arena)
        let kind = device.botKind.map { "\($0.name)" } ?? "-"
        return "\(device.platform.name) \(arena.string(device.osVersion)) \(device.formFactor.name) "
            + "\(device.inApp.name) \(device.store.name) \(kind)"
    }

    private static let webKit = "like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    private static let chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0"

    /// iOS 26 sends the frozen versions 18.6 and 18.7, except that some apps add the actual version.
    @Test(arguments: [
        (
            "iPhone; CPU iPhone OS 18_7 \(webKit) Mobile/15E148 [FBAN/FBIOS;FBSN/iOS;FBSV/26.1.1;FBSS/3]",
            "26.1.1"
        ),
        (
            "iPhone; CPU iPhone OS 18_7 \(webKit) Mobile/23B85 Instagram 400.0 (iPhone17,1; iOS 26_1; en_US)",
            "26.1"
        ),
        ("iPhone; CPU iPhone OS 18_6 \(webKit) Version/26.2 Mobile/15E148 Safari/604.1", "26.2"),
        (
            "iPhone; CPU iPhone OS 18_7 \(webKit) Mobile/15E148 [FBAN/FBIOS;FBSN/iOS;FBSV/18.7.2;FBSS/3]",
            "18.7.2"
        ),
        (
            "iPhone; CPU iPhone OS 17_7 \(webKit) Mobile/15E148 [FBAN/FBIOS;FBSN/iOS;FBSV/26.1;FBSS/3]",
            "17.7"
        ),
        ("iPhone; CPU iPhone OS 18_7 \(webKit) Version/18.7 Mobile/15E148 Safari/604.1", "18.7"),
    ])
    func frozenVersionOfAppleYieldsToATrueOne(_ agent: String, _ version: String) {
        var arena = ByteArena()
        let device = DeviceClassifier.builtIn.classify(
            userAgent: arena.append("Mozilla/5.0 (\(agent)"), in: &arena)
        #expect(arena.string(device.osVersion) == version)
    }

    @Test(arguments: [
        // HarmonyOS without Android, which claims to be similar to Android and Windows.
        (
            "Mozilla/5.0 (Phone; OpenHarmony 6.0; Android 10) \(chrome) Safari/537.36 ArkWeb/6.0.0.40 Mobile",
            "6.0 phone"
        ),
        ("Mozilla/5.0 (Tablet; OpenHarmony 6.0) \(chrome) Safari/537.36 ArkWeb/6.0.0.40", "6.0 tablet"),
        (
            "Mozilla/5.0 (PC; OpenHarmony 6.0; Windows NT 10.0) \(chrome) Safari/537.36 ArkWeb/6.0.0.40",
            "6.0 desktop"
        ),
        ("Mozilla/5.0 (2in1; OpenHarmony 5.1) \(chrome) Safari/537.36 ArkWeb/5.1.0.40", "5.1 desktop"),
    ])
    func openHarmonyIsASystemOfItsOwn(_ agent: String, _ versionAndForm: String) {
        #expect(Self.describe(agent) == "harmonyos \(versionAndForm) none huawei -")
    }

    @Test(arguments: [
        // Vega runs on Fire TVs without Android.
        (
            "Mozilla/5.0 (Linux; Kepler 1.1; AFTCA001 user/1; wv) \(chrome) Safari/537.36",
            "other  tv none none -"
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) \(chrome) Mobile Safari/537.36 [WA4A/2.26.1;]",
            "android 10 phone whatsapp play -"
        ),
        (
            "Mozilla/5.0 (Linux; Android 16; Pixel 9; wv) \(chrome) Mobile Safari/537.36 Reddit/Version 2026.1/Build 1/Android 16",
            "android 16 phone other play -"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 \(webKit) Mobile/23B85 AliApp(DingTalk/7.8.0) language/en",
            "ios 26.1 phone other app_store -"
        ),
        (
            "com.ss.android.ugc.trill/2026 (Linux; U; Android 15; en_US; Pixel 8)",
            "android 15 phone tiktok play -"
        ),
        (
            "com.facebook.orca/400 (Linux; U; Android 15; en_US; Pixel 8)",
            "android 15 phone messenger play -"
        ),
        // The package of Google Play services begins like Gmail's.
        (
            "com.google.android.gms/24 (Linux; U; Android 15; en_US; Pixel 8)",
            "android 15 phone none play -"
        ),
        ("Mozilla/5.0 (compatible; xAI-Example/1.0)", "unknown  unknown none none ai"),
    ])
    func namesOfThisYear(_ agent: String, _ expected: String) {
        #expect(Self.describe(agent) == expected)
    }

    /// The API level appears where others have the version. No version is as high as the API levels.
    @Test(arguments: [
        ("ExampleBrowser/5 (com.example; Android API 33)", "13"),
        ("ExampleApp/1.0 (Android 25; Pixel)", "7.1"),
        ("ExampleApp/1.0 (Android 17; Pixel)", "17"), ("ExampleApp/1.0 (Android 20; Pixel)", "20"),
        ("ExampleApp/1.0 (Android 37; Pixel)", "17"), ("ExampleApp/1.0 (Android 99; Pixel)", "99"),
    ])
    func levelOfAndroidIsItsVersion(_ agent: String, _ version: String) {
        #expect(Self.describe(agent).hasPrefix("android \(version) "), "\(Self.describe(agent))")
    }

    @Test(arguments: [
        // The build of a device, or the system's version after `Linux`, without the word Android.
        (
            "Mozilla/5.0 (Linux; 5.1.1; Example-5 Build/LMY48X) \(chrome) Mobile Safari/537.36",
            "android 5.1.1 phone"
        ),
        (
            "Mozilla/5.0 (Linux; U; Example_Tab 4.0.4; de-de; Example_Tab Build/IMM76K) AppleWebKit/534.30",
            "android  tablet"
        ),
        ("Mozilla/5.0 (X11; Linux x86_64) \(chrome) Safari/537.36 Example Build/123", "linux  desktop"),
        // Opera on Windows Mobile begins with the device; Opera on a desktop does not.
        ("EXA_T1234 Opera/9.50 (Windows NT 5.1; U; en)", "other  phone"),
        ("Opera/9.80 (Windows NT 6.1; U; mt) Presto/2.12.388 Version/12.16", "windows 6.1 desktop"),
        // A word for large screens also appears on televisions.
        (
            "Mozilla/5.0 (Linux; Android 11; EX-50UHDX) \(chrome) YaSearchBrowser/25.1/apad Safari/537.36",
            "android 11 tv"
        ),
        (
            "Mozilla/5.0 (Linux; Android 11; Example) \(chrome) YaSearchBrowser/25.1/apad Safari/537.36",
            "android 11 tablet"
        ),
        (
            "Mozilla/5.0 (Linux; Android 8.1.0; Inspiron 15-3555) \(chrome) Safari/537.36",
            "android 8.1.0 desktop"
        ),
        ("Mozilla/5.0 (Linux; Android 13; EXA-AN00; wv) \(chrome) Safari/537.36", "android 13 phone"),
        ("Mozilla/5.0 (Linux; Android 13; EXA-AL09; wv) \(chrome) Safari/537.36", "android 13 tablet"),
        // The name of a panel, with its diagonal in tenths of inches, in firmware for several makers.
        ("Mozilla/5.0 (Linux; Android 8.0.0; Example Shell LC430XY1A) \(chrome) Safari/537.36", "android 8.0.0 tv"),
        ("Mozilla/5.0 (Linux; Android 4.4.4; Example 536D3206XX12) \(chrome) Safari/537.36", "android 4.4.4 tv"),
        ("Mozilla/5.0 (Linux; Android 8.0.0; Example TF430XY) \(chrome) Mobile Safari/537.36", "android 8.0.0 phone"),
        ("Mozilla/5.0 (Linux; Android 9; EXA_P55U51X) \(chrome) Safari/537.36", "android 9 tv"),
        ("Mozilla/5.0 (Linux; Android 9; EXA_P55X) \(chrome) Safari/537.36", "android 9 tablet"),
        ("Mozilla/5.0 (Linux; Android 9;  de-de; 55EXA-9) \(chrome) Safari/537.36", "android 9 tv"),
        ("Mozilla/5.0 (Linux; Android 9; de; 55EXA-9) \(chrome) Safari/537.36", "android 9 tv"),
        // A series number that begins with the diagonal of a tablet. On phones, such numbers have no suffix.
        ("Mozilla/5.0 (Linux; Android 9; EX-7099G) \(chrome) Mobile Safari/537.36", "android 9 tablet"),
        ("Mozilla/5.0 (Linux; Android 9; Exa_1099_3G) \(chrome) Mobile Safari/537.36", "android 9 tablet"),
        ("Mozilla/5.0 (Linux; Android 9; EX-7099) \(chrome) Mobile Safari/537.36", "android 9 phone"),
        ("Mozilla/5.0 (Linux; Android 9; EX-6099G) \(chrome) Mobile Safari/537.36", "android 9 phone"),
        ("Mozilla/5.0 (Linux; Android 9; SM-W2099) \(chrome) Mobile Safari/537.36", "android 9 phone"),
    ])
    func whatSeparatesOldWebViewsAndTelevisions(_ agent: String, _ expected: String) {
        #expect(Self.describe(agent).hasPrefix(expected + " "), "\(Self.describe(agent))")
    }

    /// Common properties of a class of systems, whatever their names.
    @Test(arguments: [
        // Mozilla's order: window system, encryption, system, language. Opera omits the system.
        ("Mozilla/4.7 [de] (X11; I; ExampleIX 4.2 EX4000)", "other  desktop"),
        ("Mozilla/5.0 (X11; U; ExampleIX ex86; de; rv:1.8) Gecko/20051111 Firefox/1.5", "other  desktop"),
        ("Mozilla/4.7 (X11;_I;_ExampleIX_4.2)", "other  desktop"),
        ("NCSA_Mosaic/2.7 (X11;ExampleIX 4.2)", "other  desktop"),
        ("Mozilla/5.0 (Example; U; ExampleIX ex86; de; rv:1.8) Gecko/20051111", "other  unknown"),
        ("Opera/9.50 (X11; U; de)", "linux  desktop"), ("Opera/9.50 (X11", "linux  desktop"),
        ("Mozilla/5.0 (X11; U; de-de) Gecko/20051111", "linux  desktop"),
        ("Mozilla/5.0 (X11; U; X11; de; rv:1.8) Gecko/20051111", "linux  desktop"),
        ("Mozilla/5.0 (X11; U; gentoo ex86; de; rv:1.8) Gecko/20051111", "linux  desktop"),
        ("Mozilla/5.0 (Example; U; de; rv:1.8) Gecko/20051111", "unknown  unknown"),
        ("Mozilla/5.0 (Example; 7; ExampleIX; 1) Gecko/20051111", "unknown  unknown"),
        // Linux that impersonates another system.
        ("Mozilla/5.0 (Macintosh; ARM Mac OS X) AppleWebKit/602.1 Safari/602.1 Debian/8.2", "linux  desktop"),
        ("Mozilla/5.0 (Example 5, like iPhone; X11; Linux aarch64) AppleWebKit/605.1 Safari/605.1", "linux  desktop"),
        // Ubuntu on devices and on desktops.
        ("Mozilla/5.0 (Ubuntu; Tablet; rv:1.1) WebKit/538.15", "other  tablet"),
        ("Mozilla/5.0 (Ubuntu; X11; Linux x86_64; rv:9.0) Gecko/20100101", "linux  desktop"),
        // The letter at the end of WhatsApp's agent.
        ("WhatsApp/2.24 A", "android  phone"), ("WhatsApp/2.24 i", "ios  phone"),
        ("WhatsApp/2.24 W", "windows  desktop"), ("WhatsApp/2.24 X", "unknown  unknown"),
        ("WhatsApp/", "unknown  unknown"), ("ExampleWhatsApp/2.24 A", "android  phone"),
        // Apple's devices that are neither phones nor tablets, and feature phones by Puffin's letters.
        ("AppleCoreMedia/1.0.0.19K53 (Example; U; CPU OS 15_2 like Mac OS X; de_de)", "other  unknown"),
        ("AppleCoreMedia/1.0.0.19H53 (iPhone; U; CPU OS 15_2 like Mac OS X; de_de)", "ios 15.2 phone"),
        ("Mozilla/5.0 (Example) \(chrome) Mobile Safari/537.36 Puffin/12.2.1.5FP", "other  phone"),
    ])
    func whatSystemsHaveInCommon(_ agent: String, _ expected: String) {
        #expect(Self.describe(agent).hasPrefix(expected + " "), "\(Self.describe(agent))")
    }

    /// Agents that open a page for a user and crawlers are both bots of kind `ai`, identified by their makers'
    /// documents.
    @Test(arguments: [
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-AdsBot/1.0; +https://openai.com/adsbot",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-SearchBot/1.0; +Claude-SearchBot@anthropic.com)",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; MistralAI-User/1.0; +https://docs.mistral.ai/robots)",
        "Mozilla/5.0 (Linux; Android 10; K) \(chrome) Mobile Safari/537.36 (compatible; Google-Agent; +https://example.org)",
        "Mozilla/5.0 (X11; Linux x86_64) \(chrome) Safari/537.36 (compatible; Google-GeminiNotebook; +https://example.org)",
        "DuckAssistBot/1.2; (+http://duckduckgo.com/duckassistbot.html)",
    ])
    func assistantsAndTheirCrawlersAreAI(_ agent: String) {
        #expect(Self.describe(agent).hasSuffix(" ai"), "\(Self.describe(agent))")
    }

    @Test(arguments: [
        // Atlas, Comet and Dia send Chrome's agent, since a person uses them.
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) \(chrome) Safari/537.36",
            "macos 10.15.7 desktop none none -"
        ),
        // Discord's and Bluesky's apps open the phone's browser. Discord on a desktop is a browser itself.
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) discord/1.0.9300 Chrome/138.0.7204.251 Electron/37.6.0 Safari/537.36",
            "windows 10.0 desktop none none -"
        ),
        (
            "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discord.com)",
            "unknown  unknown none none preview"
        ),
        ("Mozilla/5.0 (compatible; Bluesky Cardyb/1.1)", "unknown  unknown none none preview"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 \(webKit) Mobile/23D127 Barcelona 410.0 (iPhone17,1; iOS 26_3; en_US)",
            "ios 26.3 phone other app_store -"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 \(webKit) Mobile/15E148 [FBAN/FBIOS;FBSN/iOS;FBSV/26.3;FBSS/3]",
            "ios 26.3 phone facebook app_store -"
        ),
        // Web views of Android 16 and later send Chrome's agent with `wv`. Apps that set an agent keep theirs.
        (
            "Mozilla/5.0 (Linux; Android 10; K; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36",
            "android 10 phone android_webview play -"
        ),
        (
            "Mozilla/5.0 (Linux; Android 17; Pixel 11; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/150.0.0.0 Mobile Safari/537.36",
            "android 17 phone android_webview play -"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 \(webKit) Version/27.0 Mobile/15E148 Safari/604.1",
            "ios 27.0 phone none app_store -"
        ),
        (
            "Mozilla/5.0 (iPad; CPU OS 18_7 \(webKit) Version/27.1 Mobile/15E148 Safari/604.1",
            "ipados 27.1 tablet none app_store -"
        ),
    ])
    func whatThisYearsAppsAndSystemsSay(_ agent: String, _ expected: String) {
        #expect(Self.describe(agent) == expected)
    }

    /// Words for tasks identify bots if nothing else in the agent indicates a person. Names of phones and players do
    /// not.
    @Test(arguments: [
        ("ExampleAnalyzer/1.0", "other"), ("Example FM Analyser / 1.0", "other"),
        ("Example URL Expander", "preview"),
        ("example.ai/scanning Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/126.0 Safari/537.36", "scanner"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148 example-content-scan", "scanner"),
        ("Example Windows Network Diagnostics", "monitor"), ("Example/9.3.z-SNAPSHOT", "other"),
        ("Mozilla/5.0 (xx) AppleWebKit/537.36 (KHTML, like Gecko; Example Default) Safari/537.36", "other"),
        ("ExamplePlayer/1.0 (https://example.org)", "-"), ("Podcast Example/4.2", "-"),
        ("Mozilla/5.0 (Linux; Android 12; Analyzer X) \(chrome) Mobile Safari/537.36", "-"),
        ("ScannerApp/3 CFNetwork/1410.0.3 Darwin/22.6.0", "-"),
    ])
    func wordsForTasksShowBots(_ agent: String, _ kind: String) {
        #expect(Self.describe(agent).hasSuffix(" \(kind)"), "\(agent): \(Self.describe(agent))")
    }
}
