extension Phone {
    /// Follows a link to where the person ends. More than one journey comes out where the evidence is contradictory or
    /// what happens is not defined; the order is always the same.
    ///
    /// - Parameters:
    ///   - link: An http or https address.
    ///   - tap: How it was opened.
    ///   - web: What answers.
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
