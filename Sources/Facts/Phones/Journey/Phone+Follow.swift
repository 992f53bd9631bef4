extension Phone {
    /// Follows a link to its endings. Returns more than one journey if the evidence is contradictory or the behaviour
    /// is undefined. The order is deterministic.
    ///
    /// - Parameters:
    ///   - link: An http or https URL.
    ///   - tap: The way the link was opened.
    ///   - web: The responses to the phone's requests.
    /// - Returns: The journeys; none for ``Tap/again(_:)`` if the link leads to none of our pages.
    public func follow(_ link: String, tapped tap: Tap, through web: any Answering) -> [Journey] {
        if case .again(let visit) = tap { return visitAgain(link, visit, through: web) }
        let walk = Walk(phone: self, web: web)
        let journeys =
            switch system {
            case .android: walk.startOnAndroid(link, tap)
            case .ios, .ipados: walk.startOnApple(link, tap)
            case .harmonyOS: walk.startOnHarmony(link, tap)
            case .desktop: walk.load(link)
            }
        return Self.distinct(journeys)
    }

    /// Types a link, and visits the pages that it leads to again.
    private func visitAgain(_ link: String, _ visit: PageVisit, through web: any Answering) -> [Journey] {
        var pages: [String] = []
        for case .page(let page) in follow(link, tapped: .typed, through: web).flatMap(\.detours)
        where !pages.contains(page) { pages.append(page) }
        let later = web.later(by: visit.delay)
        return Self.distinct(pages.flatMap { follow($0, tapped: visit.tap, through: later) })
    }

    private static func distinct(_ journeys: [Journey]) -> [Journey] {
        var seen: Set<Journey> = []
        return journeys.filter { seen.insert($0).inserted }
    }
}
