import ByteText
import Foundation
import TestSupport
import Testing

@testable import Devices

/// What follows the engine of a phone's agent names the app. The words in such names had made televisions and bots of people's
/// phones: `Dropbox/412` a set-top box, `PriceMonitor/2.0` a bot, `Roku/11.2` another system.
@Suite struct ProductNamesTests {
    private static let names: [String] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "apps.txt")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }()

    private static let webKit = "like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    private static let chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0"

    private static func device(_ agent: String, _ describe: (Device, borrowing ByteArena) -> String) -> String {
        var arena = ByteArena()
        let device = DeviceClassifier.builtIn.classify(userAgent: arena.append(agent), in: &arena)
        return describe(device, arena)
    }

    /// Platform, version, form factor and bot.
    private static func facts(_ agent: String) -> String {
        device(agent) { device, arena in
            let kind = device.botKind.map { "\($0.name)" } ?? "-"
            return "\(device.platform.name) \(arena.string(device.osVersion)) \(device.formFactor.name) \(kind)"
        }
    }

    private static func app(_ agent: String) -> String { device(agent) { device, _ in "\(device.inApp.name)" } }

    @Test func namesOfAppsAreMany() { #expect(Self.names.count > 90) }

    /// `NAME` is replaced by names of apps, which leave the facts as an arbitrary name does.
    @Test(arguments: [
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 \(webKit) Mobile/15E148 NAME",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 \(webKit) Version/18.5 Mobile/15E148 Safari/604.1 NAME",
        "Mozilla/5.0 (iPad; CPU OS 17_5 \(webKit) Version/17.5 Mobile/15E148 Safari/604.1 NAME",
        "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/128.0.0.0 Mobile Safari/537.36 NAME",
        "Mozilla/5.0 (Linux; Android 13; SM-X710) \(chrome) Safari/537.36 NAME",
        "Mozilla/5.0 (Linux; Android 12; Example (5G)) \(chrome) Mobile Safari/537.36 NAME",
        "Mozilla/5.0 (Android 14; Mobile; rv:126.0) Gecko/126.0 Firefox/126.0 NAME",
        "MOZILLA/5.0 (LINUX; ANDROID 14; K) APPLEWEBKIT/537.36 (KHTML, LIKE GECKO) CHROME/140.0.0.0 MOBILE SAFARI/537.36 NAME",
        "Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8 Build/UP1A) NAME", "NAME (iPhone; iOS 18.5; Scale/3.00)",
        "NAME (Linux; U; Android 14; de_DE; Pixel 8; Build/UP1A; Cronet/128.0)",
        "NAME (com.example.app; build:412; iOS 18.5.0) Alamofire/5.9.1", "NAME CFNetwork/1568.200 Darwin/24.5.0",
    ])
    func wordsInNamesOfAppsCountForNothing(_ form: String) {
        for name in Self.names {
            for spelling in [
                "\(name.replacing(" ", with: ""))/412", "\(name.replacing(" ", with: "_"))/6.1.1", "\(name) 3.2",
            ] {
                let expected = Self.facts(
                    form.replacing("NAME", with: spelling.hasSuffix(" 3.2") ? "Qqzz 3.2" : "Qqzz/412"))
                #expect(Self.facts(form.replacing("NAME", with: spelling)) == expected, "\(spelling) in \(form)")
            }
        }
    }

    /// Bots on phones are known by their form, or by a name that no app has.
    @Test(arguments: [
        ("Safari/537.36 (compatible; ExampleCheck/2.1; +https://example.org)", "other"),
        ("Safari/537.36; compatible; ExampleCheck/2.1", "other"), ("Safari/537.36 ExampleBot/1.0", "other"),
        ("Safari/537.36 ExampleAI-User/1.0", "ai"), ("Safari/537.36 +https://example.org/check", "other"),
        ("Safari/537.36 Chrome-Lighthouse", "monitor"), ("Safari/537.36 PTST/230914", "monitor"),
        ("Safari/537.36 ExampleShop/3.2 (+https://shop.example)", "-"),
        ("Safari/537.36 ExampleShop/3.2 (support@shop.example)", "-"),
        ("Safari/537.36 (Mobile; afma-sdk-a-v260480999.260480000.0)", "-"), ("Safari/537.36 Roku/11.2.0", "-"),
    ])
    func botsOnPhonesHaveTheFormOfBots(_ products: String, _ kind: String) {
        let agent = "Mozilla/5.0 (Linux; Android 14; K) \(Self.chrome) Mobile \(products)"
        #expect(Self.facts(agent) == "android 14 phone \(kind)")
    }

    /// Devices that only the products show, in words that apps do not use.
    @Test(arguments: [
        ("Mozilla/5.0 (Linux; Android 11; EX-1 Build/RP1A; wv) \(chrome) YaBrowser/24.1 (lite) TV Safari/537.36", "tv"),
        ("Mozilla/5.0 (Linux; Android 9; EX-1) \(chrome) Safari/537.36 OPR/46.0 OMI/4.21", "tv"),
        ("Mozilla/5.0 (Linux; Android 9; EX-1) \(chrome) Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.1", "phone"),
        ("Mozilla/5.0 (Linux; Android 12; EX-1) \(chrome) VR Safari/537.36", "wearable"),
        (
            "Mozilla/5.0 (Linux; Android 8.0.0; de_DE) \(chrome) Mobile Safari/537.36 PocketBook/627 (screen 758x1024; FW 6.8)",
            "tablet"
        ),
        ("Mozilla/5.0 (Linux; Android 14; Pixel 8) \(chrome) Mobile Safari/537.36 PocketBook/5.5", "phone"),
        ("Mozilla/5.0 (Linux; Android 14; Android XR) \(chrome) Safari/537.36", "wearable"),
        ("Mozilla/5.0 (X11; Linux x86_64) \(chrome) Safari/537.36 Tesla/2026.2", "other"),
        ("Mozilla/5.0 (Linux; Android 12; Polestar 4) \(chrome) Safari/537.36", "other"),
    ])
    func devicesNamedBehindTheEngine(_ agent: String, _ form: String) {
        let found = Self.device(agent) { device, _ in "\(device.formFactor.name)" }
        #expect(found == form)
    }

    /// A web view with a product of its own is an app's, in whatever spelling; WhatsApp on iPhone names itself in brackets.
    @Test(arguments: [
        ("(iPhone; CPU iPhone OS 18_7 \(webKit) Mobile/15E148 ExampleShop/3.2", "other"),
        ("(iPhone; CPU iPhone OS 18_7 \(webKit) Mobile/15E148/exampleshop 10.6.20 rv:143", "other"),
        ("(iPhone; CPU iPhone OS 18_7 \(webKit) Mobile/15E148;ExampleShop/3.2 (iPhone; Scale/3.00)", "other"),
        ("(iPhone; CPU iPhone OS 18_7 \(webKit) Mobile/15E148", "ios_webview"),
        ("(iPhone; CPU iPhone OS 18_7 \(webKit) Mobile/15E148 (Mobile; afma-sdk-i-v11.5.0)", "ios_webview"),
        ("(iPhone; CPU iPhone OS 18_7 \(webKit) Version/26.0 Mobile/15E148 Safari/604.1", "none"),
        ("(iPhone; CPU iPhone OS 18_7 \(webKit) Version/26.0 Mobile/15E148 Safari/604.1 [WAiOS/2.26.31]", "whatsapp"),
        ("(iPhone; CPU iPhone OS 18_7 \(webKit) Version/26.0 Mobile/15E148 Safari/604.1 [Example/2.1]", "other"),
        ("(iPhone; CPU iPhone OS 18_7 \(webKit) CriOS/141.0 Mobile/15E148 Safari/604.1 [Example/2.1]", "none"),
        ("(Linux; Android 14; K; wv) \(chrome) Mobile Safari/537.36 exampleshop", "other"),
        ("(Linux; Android 14; K; wv) \(chrome) Mobile Safari/537.36Example/13.5", "other"),
        ("(Linux; Android 14; K; wv) \(chrome) Mobile Safari/537.36Snapchat/13.5 (Pixel 8; Android 14)", "snapchat"),
        ("(Linux; Android 14; K; wv) \(chrome) Mobile Safari/537.36", "android_webview"),
        ("(Linux; Android 14; K) \(chrome) Mobile Safari/537.36 exampleshop", "none"),
    ])
    func appsByTheirForm(_ agent: String, _ app: String) { #expect(Self.app("Mozilla/5.0 \(agent)") == app) }

    /// KaiOS begins with `(Mobile;`; Google's advertising library ends with it.
    @Test func kaiOSIsInTheFirstBrackets() {
        #expect(Self.facts("Mozilla/5.0 (Mobile; rv:84.0) Gecko/84.0 Firefox/84.0 KAIOS/3.1") == "other  phone -")
        #expect(Self.facts("Mozilla/5.0 (Mobile; Example 4G; rv:48.0) Gecko/48.0 Firefox/48.0") == "other  phone -")
    }

    @Test(arguments: [
        ("ExampleApp/3.1 (OHOS 5.0.1; ALN-AL00)", "harmonyos 5.0.1 phone -"),
        ("ExampleApp/1.2 (HarmonyOS; OHOSHarmonyOS 6.0; PLA-AL10)", "harmonyos 6.0 phone -"),
        ("com.google.Gmail/6.0.250601 iPhone/18.6 hw/iPhone16_2", "ios 18.6 phone -"),
        ("com.google.Example/4.2022 iPad/26.1 hw/iPad7_5", "ipados 26.1 tablet -"),
        // A browser's clothes with an address or a mail; security researchers add theirs to a browser used by hand.
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) \(chrome) Safari/537.36 (ops@example.org)",
            "windows 10.0 desktop other"
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) \(chrome) Safari/537.36 www.example.org",
            "windows 10.0 desktop other"
        ),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) \(chrome) Safari/537.36 me@intigriti.me", "windows 10.0 desktop -"),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) \(chrome) Safari/537.36 Example-User/1.0",
            "macos 10.15.7 desktop ai"
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) \(chrome) Safari/537.36; compatible; Example/1.0",
            "macos 10.15.7 desktop other"
        ),
        ("Example-User/1.0 (+https://example.org)", "unknown  unknown ai"),
    ])
    func formsOfThisYear(_ agent: String, _ expected: String) { #expect(Self.facts(agent) == expected) }
}
