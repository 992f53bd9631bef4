import ByteText
import Foundation
import TestSupport
import Testing

@testable import Devices

/// Agents with their header fields, stored outside the repository.
@Suite struct SharedHintsTests {
    static let path = SharedData.path("data/ua/hints.jsonl")

    @Test(.enabled(if: path != nil, "shared/data/ua/hints.jsonl is missing: client hints are not scored"))
    func hintsDoNotMislead() throws {
        let lines = try String(contentsOfFile: #require(Self.path), encoding: .utf8).split(separator: "\n")
        let rows = try lines.map { try JSONValue(parsing: String($0)) }
        var tallies: [String: (right: Int, all: Int)] = [:]
        for row in rows {
            for (label, isRight) in Self.score(row) {
                tallies[label, default: (0, 0)].all += 1
                if isRight { tallies[label]!.right += 1 }
            }
        }
        for (label, tally) in tallies.sorted(by: { $0.key < $1.key }) {
            print("hints \(label): \(tally.right) of \(tally.all)")
        }
        // Some rows are identified only by headers of their own makers, and version labels follow other conventions.
        for (label, floor) in ["platform": 0.92, "form": 0.93, "bot": 0.99, "in_app": 0.92, "browser": 0.95] {
            let tally = try #require(tallies[label])
            #expect(Double(tally.right) >= floor * Double(tally.all), "\(label)")
        }
    }

    private static let browsers: [String: Browser] = [
        "chrome": .chrome, "chrome_mobile": .chrome, "firefox": .firefox, "firefox_mobile": .firefox, "safari": .safari,
        "mobile_safari": .safari, "samsung_browser": .samsungInternet, "microsoft_edge": .edge, "opera": .opera,
        "opera_mobile": .opera, "opera_gx": .opera, "duckduckgo_privacy_browser": .duckduckgo, "brave": .brave,
        "vivaldi": .vivaldi, "yandex_browser": .yandex, "uc_browser": .uc, "miui_browser": .miBrowser,
        "huawei_browser": .huaweiBrowser, "mobile_silk": .silk,
    ]

    private static func score(_ row: JSONValue) -> [(String, Bool)] {
        var arena = ByteArena()
        let agent = arena.append(row["ua"]?.string ?? "")
        var hints = ClientHints()
        for member in row["headers"]?.object?.members ?? [] {
            guard let value = member.value.string else { continue }
            let range = arena.append(value)
            let name = member.name
            switch name.lowercased() {
            case "sec-ch-ua": hints.brands = range
            case "sec-ch-ua-platform": hints.platform = range
            case "sec-ch-ua-platform-version": hints.platformVersion = range
            case "sec-ch-ua-mobile": hints.mobile = range
            case "sec-ch-ua-model": hints.model = range
            case "sec-ch-ua-form-factors": hints.formFactors = range
            case "sec-ch-ua-full-version-list": hints.fullVersionList = range
            case "x-requested-with", "http-x-requested-with": hints.requestedWith = range
            default: break
            }
        }
        let device = DeviceClassifier.builtIn.classify(userAgent: agent, hints: hints, in: &arena)
        func label(_ name: String) -> String { row[name]?.string ?? "" }
        let isBot = label("bot") == "1"
        var scores = [("bot", device.bot == isBot)]
        if !label("platform").isEmpty { scores.append(("platform", "\(device.platform.name)" == label("platform"))) }
        if !label("form_factor").isEmpty, !isBot {
            scores.append(("form", "\(device.formFactor.name)" == label("form_factor")))
        }
        // Labels have hundreds of names. Those in the list must be recognized, in agents that do not belong to an app.
        let browser = label("browser").lowercased().replacing(" ", with: "_")
        if let known = Self.browsers[browser], !isBot, device.inApp == .none {
            scores.append(("browser", device.browser == known))
        }
        if row["inapp_known"]?.bool == true, !isBot {
            let app = label("inapp").isEmpty ? "none" : label("inapp").hasPrefix("other:") ? "other" : label("inapp")
            scores.append(("in_app", "\(device.inApp.name)" == app))
        }
        return scores
    }
}
