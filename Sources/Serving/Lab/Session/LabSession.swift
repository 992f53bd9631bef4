import ByteText
import Clicks
import Links
import Outcomes
import Phones

/// A test of a link on one phone.
struct LabSession: Sendable {
    /// The secret part of its address.
    let id: String
    let link: String
    /// The address of its first page.
    let address: String
    /// When it ends, in seconds since the epoch.
    var end: Int64
    var phone: LabPhone?
    var condition: AppCondition?
    /// The taps with their predictions, or why there are none; `nil` until they are computed.
    var plan: Result<LabPlan, LabFault>?
    /// Whether the tester has finished.
    var isFinished = false
    private(set) var trials: [TrialTap: Trial] = [:]

    /// A tap that was begun.
    struct Trial: Sendable {
        /// The number of requests that had been recorded before it.
        var start: Int
        /// The number of requests that had been recorded when another tap was begun; `nil` for the current one.
        var stop: Int?
        /// The ending that the tester saw.
        var answer: ObservedEnding?
    }

    init(_ id: String, link: String, address: String, end: Int64) {
        (self.id, self.link, self.address, self.end) = (id, link, address, end)
    }

    /// Begins a tap, or begins it again.
    ///
    /// - Parameter count: The number of requests recorded so far.
    mutating func begin(_ tap: TrialTap, count: Int) {
        for other in trials.keys where trials[other]?.stop == nil { trials[other]?.stop = count }
        trials[tap] = Trial(start: count)
    }

    /// Records the ending that the tester saw; ignored for a tap that was not begun.
    mutating func answer(_ tap: TrialTap, _ ending: ObservedEnding) { trials[tap]?.answer = ending }

    /// Whether a tap was begun.
    func has(_ tap: TrialTap) -> Bool { trials[tap] != nil }

    /// Whether a tap was begun, and no other one since.
    func isCurrent(_ tap: TrialTap) -> Bool { has(tap) && trials[tap]?.stop == nil }

    /// The ending that the tester saw.
    func answer(of tap: TrialTap) -> ObservedEnding? { trials[tap]?.answer }

    /// The requests of a tap.
    func requests(of tap: TrialTap, _ all: [SeenRequest]) -> ArraySlice<SeenRequest> {
        guard let trial = trials[tap] else { return [] }
        let stop = min(trial.stop ?? all.count, all.count)
        return all[min(trial.start, stop)..<stop]
    }

    /// The result of a tap; `nil` if it is not known yet. An app that requested the link's meaning needs no confirmation.
    func result(of planned: LabPlan.Tap, _ all: [SeenRequest]) -> TapEvidence? {
        let requests = requests(of: planned.tap, all)
        let isOpened = requests.contains { $0.kind == .app || $0.kind == .install }
        guard let observed = isOpened ? .app : trials[planned.tap]?.answer else { return nil }
        return TapEvidence(
            planned.tap, planned.expected, observed: observed, seen: requests.map(\.kind.rawValue),
            isConfirmedByApp: isOpened)
    }

    /// The taps with their results, as far as known.
    func results(_ all: [SeenRequest]) -> [(planned: LabPlan.Tap, result: TapEvidence?)] {
        guard case .success(let plan)? = plan else { return [] }
        return plan.taps.map { ($0, result(of: $0, all)) }
    }

    /// The evidence; `nil` until the phone is known.
    func evidence(_ all: [SeenRequest], at time: Int64) -> PhoneEvidence? {
        guard let phone, let condition, case .success(let plan)? = plan else { return nil }
        return PhoneEvidence(
            time: time, system: phone.system, browser: phone.browser, systemName: phone.systemName,
            browserName: phone.browserName, condition: condition, link: Masking.masked(link), ruleSet: plan.ruleSet,
            taps: results(all).compactMap(\.result))
    }

    /// The causes that would explain a wrong prediction of one tap, in a few words.
    func causes(of planned: LabPlan.Tap, _ result: TapEvidence) -> [String] {
        guard !result.fits, let phone else { return [] }
        return LabCause.allCases.filter { planned.others[$0].map { result.fits($0) } ?? false }
            .map { $0.title(on: phone.system) }
    }

    /// The causes that explain most of the wrong predictions; empty if none explains more than the stated condition does.
    func causes(_ all: [SeenRequest]) -> [LabCause] {
        let known = results(all).compactMap { row in row.result.map { (row.planned, $0) } }
        let fitting = known.count { $0.1.fits }
        guard fitting < known.count else { return [] }
        let scores = LabCause.allCases.compactMap { cause -> (cause: LabCause, score: Int)? in
            guard known.allSatisfy({ $0.0.others[cause] != nil }) else { return nil }
            return (cause, known.count { $0.1.fits($0.0.others[cause] ?? []) })
        }
        guard let best = scores.map(\.score).max(), best > fitting else { return [] }
        return scores.filter { $0.score == best }.map(\.cause)
    }
}

extension LabPlan.Tap {
    /// The journeys that are expected. After "Get the app" the app claims the link, which the model of a single tap does not
    /// cover.
    var expected: [Journey] { tap == .getApp ? journeys.map(\.continuedInApp) : journeys }
}

extension Journey {
    /// The journey of a user who installs and starts the app in the store.
    fileprivate var continuedInApp: Journey {
        guard case .store(let page) = ending.accepted else { return self }
        return endingIn(.app(id: page.app ?? "", version: "", url: nil))
    }
}
