import ByteText
import Devices
import Links
import PageDesign
import Pages
import Routing

/// The `d=1` page: the link's target on each platform, as decided by the evaluator.
extension FrontHandler {
    private static let platforms: [(name: String, platform: Platform)] = [
        ("Android", .android), ("iPhone", .ios), ("iPad", .ipados), ("", .other),
    ]
    private static let states: [(question: PageWord, state: AppState)] = [
        (.appCurrent, .current), (.appOutdated, .outdated), (.appAbsent, .absent), (.appUnknown, .unknown),
    ]

    func debugPage(_ decision: Decision, _ edition: PageEdition) -> DebugPage {
        let link = masked(decider.clickedLink) ?? ""
        let warnings = decision.warnings.codes
        let own = decider.request.profile
        let platforms = Self.platforms.map { flowchart(of: $0.name, $0.platform, own, edition) }
        decider.request.profile = own
        return DebugPage(link: link, platforms: platforms, warnings: warnings)
    }

    private func flowchart(
        of name: String, _ platform: Platform, _ own: DeviceProfile?, _ edition: PageEdition
    ) -> DebugPage.Platform {
        let name = name.isEmpty ? edition.text(.debugElsewhere) : name
        var steps: [DebugPage.Step] = []
        var shown: Decision?
        for (question, state) in platform == .other ? [Self.states[3]] : Self.states {
            decider.request.profile = DeviceProfile(
                platform: platform, inApp: InApp.none, bot: false, apps: [AppReport(state: state)])
            let decision = decider.decideHypothetically().decision
            let taken = state == (own?.apps.first?.state ?? .unknown)
            steps.append(DebugPage.Step(question: edition.text(question), answer: describe(decision), taken: taken))
            if taken { shown = decision }
        }
        guard let shown else { return DebugPage.Platform(name: name, steps: steps, decision: "") }
        let rule = shown.rule.map { decider.evaluator.ruleSet.rules[$0] }
        return DebugPage.Platform(
            name: name, steps: steps, decision: shown.kind.rawValue, target: masked(shown.target),
            rule: rule?.id, reason: rule?.because)
    }

    private func describe(_ decision: Decision) -> String {
        var text = decision.kind.rawValue
        if let target = masked(decision.target) { text += " → \(target)" }
        if let fallback = decision.fallback, let target = masked(fallback.target) {
            text += ", else \(fallback.kind.rawValue) → \(target)"
        }
        return text
    }

    /// A masked text of the click: everyone with the link can view the page.
    private func masked(_ range: TextRange?) -> String? {
        decider.string(range).map(Masking.masked)
    }
}
