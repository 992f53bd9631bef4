import Daemon
public import Phones

/// What comes of a link in one situation, with the app in one condition.
public struct Cell: Sendable {
    /// How the app is on the phone.
    public var condition: AppCondition
    /// What can happen; more than one where the evidence is contradictory.
    public var journeys: [Journey]
    /// What the documents say should.
    public var documented: Documented
    /// How the two compare.
    public var verdict: Verdict
    /// The rules that decided on the way, by the address that was asked for.
    public var rules: [String: String]

    /// How what happens compares with what is documented.
    public enum Verdict: Sendable, Hashable {
        case asDocumented
        /// Some of what can happen is as documented; the rest deviates for a reason.
        case possibly(Deviation)
        case deviates(Deviation)
        /// The person ends at nothing that helps.
        case deadEnd(DeadEnd)
    }

    init(_ situation: Situation, _ condition: AppCondition, _ maker: PhoneMaker) {
        let phone = maker.phone(situation, condition)
        let link = maker.link
        let host = link.link.drop { $0 != ":" }.dropFirst(3).prefix { !"/?#:".contains($0) }.lowercased()
        journeys = phone.follow(
            situation.start(link.link), tapped: situation.tap.tap(host: host), through: maker.web)
        self.condition = condition
        documented =
            DocumentedCase(
                link: link, platform: situation.platform, state: condition.state, stores: phone.stores
            ).documented
        rules = [:]
        for url in Set(journeys.flatMap(\.asked)) { rules[url] = maker.web.decision(url, phone)?.rule }
        verdict = .asDocumented
        verdict = compare(link, situation)
    }

    private func compare(_ link: LinkFacts, _ situation: Situation) -> Verdict {
        for journey in journeys {
            if case .deadEnd(let deadEnd) = journey.ending.accepted { return .deadEnd(deadEnd) }
        }
        let (good, other) = (
            journeys.filter { documented.matches($0.ending, link) },
            journeys.first { !documented.matches($0.ending, link) }
        )
        guard let other else { return .asDocumented }
        let deviation = Deviation(of: other, documented, link, situation, condition, rules: rules)
        return good.isEmpty ? .deviates(deviation) : .possibly(deviation)
    }

    /// What a person does besides tapping the link.
    public var detours: [Journey.Detour] {
        var detours: [Journey.Detour] = []
        for detour in journeys.flatMap(\.detours) where !detours.contains(detour) { detours.append(detour) }
        return detours
    }

    /// The rule that decided last; nil where no server was asked.
    public var lastRule: String? {
        journeys.lazy.compactMap { $0.asked.reversed().lazy.compactMap { rules[$0] }.first }.first
    }
}
