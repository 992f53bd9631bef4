public import ByteText
public import Phones

/// The results of testing a link on a real phone: a line of a file of evidence.
public struct PhoneEvidence: Sendable, Equatable {
    /// The time of the test, in seconds since the epoch.
    public var time: Int64
    /// The phone's system and its version.
    public var system: System
    /// The browser, as modelled.
    public var browser: Surface
    /// The system with its version, such as `Android 16`.
    public var systemName: String
    /// The browser with its version, such as `Chrome 156`.
    public var browserName: String
    /// The condition of the app, as stated by the tester.
    public var condition: AppCondition
    /// The tested link, with secrets masked.
    public var link: String
    /// The hash of the rules.
    public var ruleSet: String
    /// The taps with a result.
    public var taps: [TapEvidence]

    /// Creates evidence of a test.
    public init(
        time: Int64, system: System, browser: Surface, systemName: String, browserName: String,
        condition: AppCondition, link: String, ruleSet: String, taps: [TapEvidence]
    ) {
        (self.time, self.system, self.browser) = (time, system, browser)
        (self.systemName, self.browserName) = (systemName, browserName)
        (self.condition, self.link, self.ruleSet, self.taps) = (condition, link, ruleSet, taps)
    }

    /// The result in a sentence: `Android 16, Chrome 156, app current: 11 of 12 as predicted`.
    public var summary: String {
        guard !taps.isEmpty else {
            return "\(systemName), \(browserName), app \(condition.rawValue): nothing tried yet"
        }
        return
            "\(systemName), \(browserName), app \(condition.rawValue): \(taps.count { $0.fits }) of \(taps.count) as predicted"
    }

    /// The facts of the model that may be wrong: those that only predictions follow from which were not right. All facts of
    /// wrong predictions, if right ones follow from each of them, too.
    public var doubtfulFacts: [Fact] {
        let wrong = taps.filter { !$0.fits }.flatMap(\.facts)
        let right = Set(taps.filter(\.fits).flatMap(\.facts))
        let only = wrong.filter { !right.contains($0) }
        return Fact.allCases.filter { (only.isEmpty ? wrong : only).contains($0.name) }
    }
}

extension PhoneEvidence {
    /// A line of a file of evidence. It contains no address and no agent.
    public var json: JSONValue {
        [
            "type": "phone_evidence", "time": .string(Timestamp.text(time)), "summary": .string(summary),
            "system": .string(system.word), "system_version": .number(JSONNumber(system.version)),
            "system_name": .string(systemName), "browser": .string(browser.rawValue),
            "browser_name": .string(browserName), "app": .string(condition.rawValue), "link": .string(link),
            "rule_set": .string(ruleSet), "taps": .array(taps.map(\.json)),
            "doubtful_facts": .array(doubtfulFacts.map { .string($0.name) }),
        ]
    }

    /// Parses a line of a file of evidence; `nil` if it is not one.
    public init?(_ json: JSONValue) {
        guard json["type"]?.string == "phone_evidence",
            let time = json["time"]?.string.flatMap({ Timestamp.seconds($0) }),
            let system = json["system"]?.string.flatMap({ System($0, json["system_version"]?.number?.int ?? 0) }),
            let browser = json["browser"]?.string.flatMap(Surface.init),
            let condition = json["app"]?.string.flatMap(AppCondition.init),
            let link = json["link"]?.string, let taps = json["taps"]?.array
        else { return nil }
        self.init(
            time: time, system: system, browser: browser, systemName: json["system_name"]?.string ?? "",
            browserName: json["browser_name"]?.string ?? "", condition: condition, link: link,
            ruleSet: json["rule_set"]?.string ?? "", taps: taps.compactMap { TapEvidence($0) })
        guard self.taps.count == taps.count else { return nil }
    }
}

extension System {
    /// The name in evidence.
    fileprivate var word: String {
        switch self {
        case .android: "android"
        case .ios: "ios"
        case .ipados: "ipados"
        case .harmonyOS: "harmonyos"
        case .desktop: "desktop"
        }
    }

    fileprivate var version: Int {
        switch self {
        case .android(let version), .ios(let version), .ipados(let version), .harmonyOS(let version): version
        case .desktop: 0
        }
    }

    fileprivate init?(_ word: String, _ version: Int) {
        switch word {
        case "android": self = .android(version)
        case "ios": self = .ios(version)
        case "ipados": self = .ipados(version)
        case "harmonyos": self = .harmonyOS(version)
        case "desktop": self = .desktop
        default: return nil
        }
    }
}
