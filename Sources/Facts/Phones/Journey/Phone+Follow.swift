extension Phone {
    /// Follows a link to its endings. Returns more than one journey if the evidence is contradictory or the behaviour
    /// is undefined. The order is deterministic.
    ///
    /// - Parameters:
    ///   - link: An http or https URL.
    ///   - tap: The way the link was opened.
    ///   - web: The responses to the phone's requests.
    public func follow(_ link: String, tapped tap: Tap, through web: any Answering) -> [Journey] {
        let walk = Walk(phone: self, web: web)
        let journeys =
            switch system {
            case .android: walk.startOnAndroid(link, tap)
            case .ios, .ipados: walk.startOnApple(link, tap)
            case .desktop: walk.load(link)
            }
        var seen: Set<Journey> = []
        return journeys.filter { seen.insert($0).inserted }
    }
}
