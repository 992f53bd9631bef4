import ByteText
import Configuration
import Phones
import Routing
import RuleLint

/// Where people end who would end better with another answer; the first of its kind that was found in a site.
struct AvoidableOutcome {
    var kind: Kind
    var sample: SampleLinks.Sample
    var situation: Situation
    var cell: Cell
    /// How many cells of the site's links are of the kind.
    var count = 1

    /// What would be better.
    enum Kind: Hashable {
        case deadEnd(DeadEnd)
        /// A typed link leads to the bare store though the app is installed.
        case bareStore
        /// The store is not on the device.
        case storeNotThere(Store)
        /// A redirect to the App Store comes first, and Cancel leaves a blank page.
        case cancelLeavesNothing
    }

    /// What happens, where, and by which rule.
    var message: String {
        let rule = cell.lastRule.map { " by `\($0)`" } ?? ""
        let others = count > 1 ? ", and in \(count - 1) more cases" : ""
        let link = sample.code.map { "the link \($0)" } ?? "\(sample.name) links"
        return "\(kind.fault): \(situation.device), \(situation.place), \(link)\(rule)\(others)"
    }

    /// The first request of the phone, as `resolve --batch` takes it.
    var example: String {
        let request: JSONValue = ["link": .string(sample.link), "user_agent": .string(situation.userAgent)]
        return request.text
    }
}

extension AvoidableOutcome.Kind {
    /// Nil for a cell that no other answer would make better.
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

    /// What the documents have by default is a note.
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
        case .storeNotThere: "state the app's own store for such devices: `stores: {amazon: …, huawei: …}`"
        case .cancelLeavesNothing: "a page with a link to the store (`page: interstitial`) stays when they cancel"
        }
    }
}

extension Cell {
    /// The store whose web page some journey ends at, where the device does not have it. Phones with another manifest than
    /// the site's are not the site's fault.
    fileprivate var missingStore: Store? {
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
