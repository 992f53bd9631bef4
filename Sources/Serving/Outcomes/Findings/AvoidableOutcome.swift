import ByteText
import Configuration
import Phones
import Routing
import RuleLint

/// An outcome that another response would improve. Represents all outcomes of its kind within a site.
struct AvoidableOutcome {
    var kind: Kind
    var sample: SampleLinks.Sample
    var situation: Situation
    var cell: Cell
    /// The number of cells of this kind in the site's links.
    var count = 1

    /// The kind of problem.
    enum Kind: Hashable {
        case deadEnd(DeadEnd)
        /// A typed link leads to the store although the app is installed.
        case bareStore
        /// The link leads to a store that the device does not have.
        case storeNotThere(AppStore)
        /// The link redirects straight to the App Store, so that Cancel leaves a blank page.
        case cancelLeavesNothing
    }

    /// The problem, with its place and rule.
    var message: String {
        let rule = cell.lastRule.map { " by `\($0)`" } ?? ""
        let others = count > 1 ? ", and in \(count - 1) more cases" : ""
        let link = sample.code.map { "the link \($0)" } ?? "\(sample.name) links"
        return "\(kind.fault): \(situation.device), \(situation.place), \(link)\(rule)\(others)"
    }

    /// The phone's first request, in the format of `resolve --batch`.
    var example: String {
        let request: JSONValue = ["link": .string(sample.link), "user_agent": .string(situation.userAgent)]
        return request.text
    }
}

extension AvoidableOutcome.Kind {
    /// Returns `nil` if no other response would improve the cell.
    init?(_ cell: Cell, _ situation: Situation, _ site: SiteDefinition, isForced: Bool) {
        if case .deadEnd(let deadEnd) = cell.verdict {
            self = .deadEnd(deadEnd)
        } else if let store = cell.missingStore {
            self = .storeNotThere(store)
        } else if cell.condition == .current, cell.verdict.deviation?.id == "launch-blocked", cell.endsInBareStore,
            !site.options.androidFallbackPage
        {
            self = .bareStore
        } else if !isForced, cell.leavesNothingOnCancel {
            self = .cancelLeavesNothing
        } else {
            return nil
        }
    }

    var code: FileDiagnostic.Code {
        switch self {
        case .deadEnd: .deadEnd
        case .bareStore: .bareStore
        case .storeNotThere: .storeNotThere
        case .cancelLeavesNothing: .redirectToStore
        }
    }

    /// Default behaviour that the documentation specifies is only a note.
    var severity: FileDiagnostic.Severity {
        switch self {
        case .deadEnd, .storeNotThere: .warning
        case .bareStore, .cancelLeavesNothing: .note
        }
    }

    fileprivate var fault: String {
        switch self {
        case .deadEnd(let deadEnd): "links lead to a dead end, \(deadEnd)"
        case .bareStore: "typed links lead to the store though the app is installed"
        case .storeNotThere(let store): "links lead to \(store.title), which the device does not have"
        case .cancelLeavesNothing: "links lead straight to the App Store, where Cancel leaves a blank page"
        }
    }

    var hint: String {
        switch self {
        case .deadEnd: "answer with a page (`page: interstitial`) or a web address"
        case .bareStore:
            "`options: {android_fallback_page: true}` leads them to a page with ways to the app and the store"
        case .storeNotThere: "set the app's own store for such devices: `stores: {amazon: …, huawei: …}`"
        case .cancelLeavesNothing: "a page with a link to the store (`page: interstitial`) stays when they cancel"
        }
    }
}

extension Cell {
    /// The store whose web page a journey ends at although the device does not have the store. Excludes phones whose
    /// app declares another manifest than the site's.
    fileprivate var missingStore: AppStore? {
        guard condition != .undeclared else { return nil }
        for journey in journeys where journey.steps.contains(where: { $0.facts.contains(.withoutPlay) }) {
            if case .store(let page) = journey.ending.accepted, page.isWeb { return page.store }
        }
        return nil
    }

    fileprivate var endsInBareStore: Bool {
        journeys.contains { journey in
            if case .store = journey.ending, journey.detours.isEmpty { true } else { false }
        }
    }

    fileprivate var leavesNothingOnCancel: Bool {
        journeys.contains { journey in
            guard journey.detours.isEmpty, case .question(let question) = journey.ending else { return false }
            return question.kind == .openStore && question.refused.contains(.deadEnd(.blankPage))
        }
    }
}
