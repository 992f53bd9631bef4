import Outcomes
import Phones

extension AppCondition {
    /// The predicate of "the app …".
    var phrase: String {
        switch self {
        case .current: "is installed"
        case .outdated: "is installed in an old version"
        case .absent: "is not installed"
        case .unverified: "is installed, and the hosts of its links are not verified"
        case .undeclared: "is installed, and its manifest declares other links"
        }
    }
}

extension Cell.Verdict {
    /// The comparison with the documented behaviour, as text.
    var sentence: String {
        switch self {
        case .asDocumented: "As documented"
        case .possibly: "As documented on some phones"
        case .deviates: "Not as documented"
        case .deadEnd(let end): "A dead end: \(end)"
        }
    }
}

extension Ending {
    /// The ending as text.
    var sentence: String {
        switch self {
        case .app(let id, _, let url?): "In the app \(id), which receives \(url)"
        case .app(let id, _, nil): "In the app \(id), launched without a URL"
        case .store(let page):
            "At \(page.app ?? "no app") in \(page.store.title)\(page.isWeb ? ", on the store's web page" : "")"
        case .web(let url): "On the web, at \(url)"
        case .question(let question):
            "\(question.kind.sentence) If accepted: \(question.accepted.sentence). "
                + "If refused: \(question.refused.map(\.sentence).joined(separator: "; or: "))"
        case .deadEnd(let end): "At a dead end: \(end)"
        }
    }
}

extension Ending.Question.Kind {
    fileprivate var sentence: String {
        switch self {
        case .chooser: "Android asks which app should open the link."
        case .openApp: "The browser asks whether to leave it for the app."
        case .openStore: "The browser asks whether to leave it for the store."
        case .banner: "Chrome shows a banner that offers the app."
        }
    }
}
