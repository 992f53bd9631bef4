import ByteText
import Foundation
import Testing

@testable import Devices

/// The store and the browser of a device. `browsers.tsv` contains agents in the forms that their makers document, with
/// made-up versions.
@Suite("Stores and browsers")
struct BrowserTests {
    private static let rows: [[String]] = {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("browsers.tsv")
        let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").dropFirst().map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }()

    private static func describe(
        _ agent: String?, _ hints: [String: String] = [:], profile: String? = nil, findsVersion: Bool = true
    ) throws -> String {
        var arena = ByteArena()
        var given = ClientHints()
        for (name, value) in hints {
            let range = arena.append(value)
            switch name {
            case "brands": given.brands = range
            case "full": given.fullVersionList = range
            case "platform": given.platform = range
            case "model": given.model = range
            default: given.requestedWith = range
            }
        }
        var stated: DeviceProfile?
        if let profile {
            let field = arena.append(profile)
            stated = try DeviceProfile.parse(structuredField: field, in: &arena)
        }
        let text = agent.map { arena.append($0) }
        let device = DeviceClassifier.builtIn.classify(
            userAgent: text, hints: given, profile: stated, findsBrowserVersion: findsVersion, in: &arena)
        return "\(device.store.name) \(device.browser.name) \(arena.string(device.browserVersion))"
    }

    @Test("every labelled agent")
    func labelled() throws {
        #expect(Self.rows.count >= 50)
        for row in Self.rows { #expect(try Self.describe(row[0]) == row[1...].joined(separator: " "), "\(row[0])") }
    }

    @Test("every word of the two lists has an agent or a brand")
    func complete() {
        let brave = ["brave"]
        #expect(Set(Self.rows.map { $0[2] } + brave) == Set(Browser.allCases.map { "\($0.name)" }))
        #expect(Set(Self.rows.map { $0[1] }) == Set(DeviceStore.allCases.map { "\($0.name)" }))
    }

    @Test("without the version nothing else changes")
    func withoutVersion() throws {
        for row in Self.rows {
            #expect(try Self.describe(row[0], findsVersion: false) == "\(row[1]) \(row[2]) ", "\(row[0])")
        }
    }

    private static let android =
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Mobile Safari/537.36"

    @Test(
        "client hints beat the agent, and the full list the short one",
        arguments: [
            ([:], "play chrome 144.0.0.0"),
            (
                ["brands": #""Not;A=Brand";v="99", "Google Chrome";v="144", "Chromium";v="144""#],
                "play chrome 144.0.0.0"
            ),
            (["brands": #""Brave";v="144", "Not;A=Brand";v="99", "Chromium";v="144""#], "play brave 144"),
            (["brands": #""Chromium";v="144", "Not;A=Brand";v="99""#], "play chrome 144.0.0.0"),
            // The browsers of AI assistants count as Chromium, even if they send their own names.
            (["brands": #""Comet";v="140", "Chromium";v="144", "Not=A?Brand";v="24""#], "play chrome 144.0.0.0"),
            (["brands": #""Google Chrome";v="140", "Chromium";v="140""#], "play chrome 140"),
            (["brands": #""Google Chrome";v="1", "Chromium";v="1""#], "play chrome 1"),
            (
                [
                    "brands": #""Google Chrome";v="144", "Chromium";v="144""#,
                    "full": #""Google Chrome";v="144.0.7258.94", "Chromium";v="144.0.7258.94""#,
                ], "play chrome 144.0.7258.94"
            ),
            (
                ["brands": #""DuckDuckGo";v="144", "Chromium";v="144", "Android WebView";v="144""#],
                "play duckduckgo 144"
            ),
            (["brands": #""Samsung Internet";v="28.0";x=?1, "Chromium";v="130""#], "play samsung_internet 28.0"),
            (["brands": #""Microsoft Edge";v=144, "Chromium";v="144""#], "play edge "),
            (["brands": #""Opera";v="<script>", "Chromium";v="144""#], "play opera "),
            (["brands": #""Microsoft Edge";v="144", 7"#], "play chrome 144.0.0.0"),
            (["model": #""KFTRWI""#], "amazon chrome 144.0.0.0"), (["model": #""AFTMM""#], "amazon chrome 144.0.0.0"),
            (["model": #""KFexample""#], "play chrome 144.0.0.0"),
            (["platform": #""Windows""#], "none chrome 144.0.0.0"),
        ])
    func hints(hints: [String: String], expected: String) throws {
        #expect(try Self.describe(Self.android, hints) == expected)
    }

    @Test("a package of a browser names it where the agent has no better name")
    func packages() throws {
        let webView =
            "Mozilla/5.0 (Linux; Android 13; Pixel Fold Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) "
            + "Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36"
        #expect(try Self.describe(webView, ["package": "com.duckduckgo.mobile.android"]) == "play duckduckgo ")
        #expect(try Self.describe(webView, ["package": "com.example.shop"]) == "play chrome 116.0.0.0")
        #expect(try Self.describe(webView + " OPR/76.2", ["package": "com.opera.browser"]) == "play opera 76.2")
    }

    /// Regression: Meta's Quest was classified as an Android device with Google Play, which it does not have.
    @Test("a headset on Android has none of the stores, whatever names it")
    func headsets() throws {
        let quest =
            "Mozilla/5.0 (Linux; Android 14; Quest 3S) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/38.0.0.5.1 "
            + "Chrome/134.0.6998.95 Mobile VR Safari/537.36"
        #expect(try Self.describe(quest).hasPrefix("none "))
        #expect(try Self.describe(quest, ["platform": #""Android""#, "model": #""Quest 3S""#]).hasPrefix("none "))
        // As sent when requesting the desktop site.
        let desktop = quest.replacing("Linux; Android 14", with: "X11; Linux x86_64").replacing("Mobile VR", with: "VR")
        #expect(try Self.describe(desktop).hasPrefix("none "))
        #expect(try Self.describe(desktop, ["platform": #""Android""#]).hasPrefix("none "))
        #expect(try Self.describe(Self.android, ["model": #""Pico Neo 5""#]).hasPrefix("none "))
        #expect(
            try Self.describe("Mozilla/5.0 (Android 12; Mobile VR; rv:128.0) Gecko/128.0 Firefox/128.0")
                == "none firefox 128.0")
        #expect(try Self.describe(quest, profile: "store=play").hasPrefix("play "))
        // Similar models: a television with the same Android version keeps its store.
        let television = quest.replacing("Quest 3S", with: "BRAVIA 4K VH22").replacing(
            "OculusBrowser/38.0.0.5.1 ", with: "")
        #expect(try Self.describe(television.replacing("Mobile VR ", with: "")).hasPrefix("play "))
    }

    @Test("a profile beats all of it, and says the store by itself")
    func profile() throws {
        let brands = ["brands": #""Google Chrome";v="144""#]
        #expect(
            try Self.describe(Self.android, brands, profile: #"store=huawei, browser=firefox, browser-version="142.0""#)
                == "huawei firefox 142.0")
        #expect(try Self.describe(Self.android, brands, profile: "browser=firefox") == "play firefox ")
        #expect(try Self.describe(Self.android, brands, profile: "platform=ios") == "app_store chrome 144.0.0.0")
        #expect(try Self.describe(Self.android, brands, profile: "bot") == "none chrome 144.0.0.0")
        #expect(try Self.describe(nil, profile: "platform=android") == "play unknown ")
        #expect(try Self.describe(nil, profile: "store=amazon") == "amazon unknown ")
        #expect(try Self.describe(nil) == "unknown unknown ")
        for fault in ["store=galaxy", "browser=netscape", "browser-version=142", #"browser-version="x""#] {
            #expect(throws: DeviceProfileFault.self) { try Self.describe(nil, profile: fault) }
        }
    }

    @Test(
        "a version is dotted numbers, wherever the name appears and whatever follows it",
        arguments: [
            ("Chrome/144.0 Mobile", "144.0"), ("Chrome/144.", "144"), ("Chrome/144..0", "144"), ("Chrome/", ""),
            ("Chrome/.5", ""), ("Chrome/x/Chrome/5", ""), ("Version/4.0 Chrome/5.1.2)", "5.1.2"),
            ("HeadlessChrome/126.0", "126.0"), ("chrome/7", "7"), ("Chrome 7 Chrome/8", "8"),
        ])
    func versions(rest: String, version: String) throws {
        for start in [
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ", "Mozilla/5.0 (X11; Linux) ",
            "",
        ] {
            let text = try Self.describe(start + rest)
            #expect(text.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init) == version)
        }
    }
}
