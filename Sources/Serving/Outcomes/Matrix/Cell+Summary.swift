import Phones

extension AppCondition {
    /// The column title.
    public var title: String {
        switch self {
        case .current: "installed"
        case .outdated: "outdated"
        case .absent: "not installed"
        case .unverified: "installed, host not verified"
        case .undeclared: "installed, link not in manifest"
        }
    }
}

extension Cell {
    /// A summary in a few words: `app`, `page → Play ≠`, `asks → app or web ?`.
    public var summary: String {
        var words: [String] = []
        for journey in journeys where !words.contains(journey.ending.word) { words.append(journey.ending.word) }
        let paged = journeys.count { !$0.detours.isEmpty }
        let way = paged == 0 ? "" : paged == journeys.count ? "page → " : "(page →) "
        let mark =
            switch verdict {
            case .asDocumented: detours.isEmpty ? "" : " +"
            case .possibly: " ?"
            case .deviates: " ≠"
            case .deadEnd: " ✗"
            }
        return way + words.joined(separator: " or ") + mark
    }
}

extension Ending {
    fileprivate var word: String {
        switch self {
        case .app: "app"
        case .store(let page): page.store.title
        case .web: "web"
        case .question(let question): "asks → " + question.accepted.word
        case .deadEnd: "dead end"
        }
    }
}
