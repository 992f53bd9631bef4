import Links
import Phones
import Routing

/// The reason for an undocumented outcome: phone behaviour that no response can change, or not on its own.
public struct Deviation: Sendable, Hashable {
    /// A stable identifier.
    public var id: String
    /// The explanation, in one sentence.
    public var sentence: String

    /// A deviation without a known reason: a fault of the rules, the pages or the model.
    public static let unexplained = Deviation(
        id: "unexplained", sentence: "No known behavior of phones explains it.")

    /// The reason for a journey that does not end as documented.
    init(
        of journey: Journey, _ documented: Documented, _ link: LinkFacts, _ situation: Situation,
        _ condition: AppCondition, rules: [String: String]
    ) {
        let deviating = DeviatingCase(
            journey: journey, documented: documented, link: link, situation: situation, condition: condition,
            rules: journey.asked.compactMap { rules[$0] })
        self = DeviationReason.all.first { $0.explains(deviating) }?.deviation ?? Self.unexplained
    }

    fileprivate init(id: String, sentence: String) {
        (self.id, self.sentence) = (id, sentence)
    }
}

/// The input for finding a reason.
private struct DeviatingCase {
    var journey: Journey
    var documented: Documented
    var link: LinkFacts
    var situation: Situation
    var condition: AppCondition
    /// The rules that decided during the journey.
    var rules: [String]

    func cites(_ facts: Fact...) -> Bool { journey.steps.contains { !Set($0.facts).isDisjoint(with: facts) } }

    var citesContradiction: Bool {
        journey.steps.contains { $0.facts.contains { $0.grade == .contradictory } }
    }

    var isApple: Bool { situation.platform.store == .ios }

    var wantsApp: Bool {
        if case .app = documented.ending { true } else { false }
    }
    var wantsWeb: Bool {
        if case .web = documented.ending { true } else { false }
    }
    var endsInApp: Bool {
        if case .app = journey.ending.accepted { true } else { false }
    }
    var wantsStore: Bool {
        if case .store = documented.ending { true } else { false }
    }
    var endsInStore: Bool {
        if case .store = journey.ending.accepted { true } else { false }
    }
    var endsOnWeb: Bool {
        if case .web = journey.ending.accepted { true } else { false }
    }
}

/// A reason with its condition. The first reason whose condition holds is used.
private struct DeviationReason: Sendable {
    var deviation: Deviation
    var explains: @Sendable (DeviatingCase) -> Bool

    init(_ id: String, _ sentence: String, _ explains: @escaping @Sendable (DeviatingCase) -> Bool) {
        deviation = Deviation(id: id, sentence: sentence)
        self.explains = explains
    }

    static let all: [DeviationReason] = [
        .init(
            "system-opens-any-version",
            "The system opens an installed app of any version without contacting a server; the app must compare.",
            { $0.condition == .outdated && $0.endsInApp && $0.journey.asked.isEmpty }),
        .init(
            "site-rule", "The site's own rule decides differently from the documentation.",
            { deviating in deviating.link.site.rules.contains { deviating.rules.contains($0.id) } }),
        .init(
            "intent-opens-any-version",
            "An intent opens an installed app of any version; the app receives the minimum and must compare.",
            { $0.condition == .outdated && $0.endsInApp }),
        .init(
            "undeclared-link", "The app's manifest does not declare the link that it receives.",
            { $0.condition == .undeclared && $0.wantsApp }),
        .init(
            "launch-blocked", "For a typed link or a script the browser loads the fallback of an intent.",
            {
                $0.condition != .absent && !$0.wantsWeb
                    && $0.cites(.startedByBrowser, .withoutGesture, .wentBackOrReloaded)
            }),
        .init(
            "firefox-never", "Firefox is set to open no links in apps.",
            { $0.wantsApp && $0.cites(.firefoxNever) }),
        .init(
            "firefox-prefers-play",
            "Firefox goes to Play rather than to an intent's fallback.",
            { $0.wantsWeb && $0.endsInStore && $0.cites(.firefoxPlayFirst) }),
        .init(
            "web-view-keeps-links", "The web view of an Android app passes neither links nor intents on.",
            { $0.wantsApp && $0.cites(.webViewStays, .webViewScheme, .metaWebView) }),
        .init(
            "app-keeps-links", "The app around the web view opens no universal links of other apps.",
            { $0.wantsApp && $0.cites(.appleTelegram, .hostAppRefuses) }),
        .init(
            "loaded-on-harmonyos",
            "A browser or web view of HarmonyOS that has loaded the link goes on to the web page.",
            { $0.wantsApp && $0.cites(.harmonyLoads) }),
        .init(
            "reports-differ", "Reports contradict each other, or there are none.",
            { $0.citesContradiction }),
        .init(
            "ipad-says-mac", "Safari on an iPad identifies as a Mac, and gets the response for a Mac.",
            { $0.situation.platform == .ipad && $0.situation.surface == .safari && !$0.journey.asked.isEmpty }),
        .init(
            "forced-redirect",
            "The sender disabled the page (efr=1), so nothing opens the app.",
            { $0.isApple && $0.wantsApp && $0.link[.efr] == "1" }),
        .init(
            "no-way-into-app",
            "The site has no other host for a page whose button is the link, so no tap opens the app.",
            { $0.isApple && $0.wantsApp && !$0.link.site.hasHostForPages }),
        .init(
            "state-unknown",
            "A server cannot detect whether the app is installed; for Hosting links the documents then specify the web page.",
            { $0.link.generation == .hosting && !$0.wantsWeb && $0.endsOnWeb && !$0.journey.asked.isEmpty }),
        .init(
            "version-unknown",
            "A server cannot detect the installed version, so the fallback is that of a missing app.",
            { $0.condition == .outdated && $0.wantsStore && $0.endsOnWeb }),
    ]
}

extension SiteDefinition {
    /// Whether the site has another host than the link's that can serve a page.
    fileprivate var hasHostForPages: Bool {
        pageHost != nil || Set(linkHosts).count > 1
    }
}
