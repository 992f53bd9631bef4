import Clicks
import Outcomes
import Phones
import Routing

/// The taps of a test with their predictions. Computed once the phone and the condition of its app are known.
struct LabPlan: Sendable {
    /// The hash of the rules that the predictions follow from.
    let ruleSet: String
    let taps: [Tap]

    /// A tap to try.
    struct Tap: Sendable {
        var tap: TrialTap
        /// The address that it opens.
        var address: String
        /// The host of the page on which it is made.
        var pageHost: String
        /// The prediction for the app as documented.
        var journeys: [Journey]
        /// The predictions for other causes.
        var others: [LabCause: [Journey]]
    }

    /// Follows the link for each tap. Compiles the patterns of the rules: don't call it on an event loop's thread.
    ///
    /// - Throws: ``LinkRefused``, or if there is not enough memory for the patterns.
    init(
        of link: String, on phone: LabPhone, _ condition: AppCondition, _ ruleSet: RuleSet, _ shortLinks: StoredLinks?,
        now: Int64
    ) throws {
        let evaluator = try Evaluator(ruleSet, shortLinks: shortLinks)
        let front = try FrontInMemory(ruleSet, shortLinks: shortLinks, now: now)
        let trial = try PhoneTrial(of: link, evaluator, front, on: phone.system)
        self.ruleSet = ruleSet.hash
        let causes = LabCause.causes(of: trial, condition, on: phone.system)
        taps = trial.taps(condition).map { tap in
            var others: [LabCause: [Journey]] = [:]
            for cause in causes {
                others[cause] = trial.journeys(
                    of: tap, in: phone.browser, cause.condition ?? condition, cause.setup ?? .asDocumented)
            }
            return Tap(
                tap: tap, address: trial.address(of: tap), pageHost: trial.pageHost(of: tap),
                journeys: trial.journeys(of: tap, in: phone.browser, condition), others: others)
        }
    }
}
