import ByteText
import Clicks
public import Phones

/// The outcome of a link in one situation, with the app in one condition.
public struct Cell: Sendable {
    /// The condition of the app on the phone.
    public var condition: AppCondition
    /// The possible journeys; more than one if the evidence is contradictory.
    public var journeys: [Journey]
    /// The documented outcome.
    public var documented: Documented
    /// The result of comparing the two.
    public var verdict: Verdict
    /// The rules that decided, by requested URL.
    public var rules: [String: String]

    /// The result of comparing the journeys with the documentation.
    public enum Verdict: Sendable, Hashable {
        case asDocumented
        /// Some journeys end as documented; the others deviate for a reason.
        case possibly(Deviation)
        case deviates(Deviation)
        /// The journey ends without a usable result.
        case deadEnd(DeadEnd)
    }

    /// Returns `nil` if nothing is visited again.
    init?(_ situation: Situation, _ condition: AppCondition, _ maker: PhoneMaker) {
        let phone = maker.phone(situation, condition)
        let link = maker.link
        let host = AddressParts(link.link).host ?? ""
        journeys = phone.follow(
            situation.start(link.link), tapped: situation.tap.tap(host: host), through: maker.web)
        guard !journeys.isEmpty else { return nil }
        self.condition = condition
        documented =
            DocumentedCase(
                link: link, platform: situation.platform, state: condition.state, stores: phone.stores
            ).documented
        rules = [:]
        for url in Set(journeys.flatMap(\.asked)) { rules[url] = maker.web.decision(url, phone)?.rule }
        verdict = .asDocumented
        verdict = compare(link, situation, asking: maker.web)
    }

    private func compare(_ link: LinkFacts, _ situation: Situation, asking web: FrontWeb) -> Verdict {
        for journey in journeys {
            if case .deadEnd(let deadEnd) = journey.ending.accepted { return .deadEnd(deadEnd) }
        }
        let matches = journeys.map { documented.matches($0.ending, link, on: situation.platform, asking: web) }
        guard let index = matches.firstIndex(of: false) else { return .asDocumented }
        let deviation = Deviation(of: journeys[index], documented, link, situation, condition, rules: rules)
        return matches.contains(true) ? .possibly(deviation) : .deviates(deviation)
    }

    /// The user's actions besides tapping the link.
    public var detours: [Journey.Detour] {
        var detours: [Journey.Detour] = []
        for detour in journeys.flatMap(\.detours) where !detours.contains(detour) { detours.append(detour) }
        return detours
    }

    /// The rule that decided last; `nil` if no request was sent.
    public var lastRule: String? {
        journeys.lazy.compactMap { $0.asked.reversed().lazy.compactMap { rules[$0] }.first }.first
    }
}
