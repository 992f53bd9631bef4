import Clicks
import ByteText
import Links
import Outcomes
import Routing
import Rules

/// Tries links on a rule set: the decision with its reasons, and the outcome on phones. Not thread-safe.
///
/// Created for each request. Its evaluators compile the patterns of the rules, which takes a few milliseconds.
struct TryBench {
    private let ruleSet: RuleSet
    private let shortLinks: StoredLinks?
    /// The wall clock, in seconds since the epoch.
    private let now: Int64

    init(_ ruleSet: RuleSet, _ shortLinks: StoredLinks?, now: Int64) {
        (self.ruleSet, self.shortLinks, self.now) = (ruleSet, shortLinks, now)
    }

    /// The result of trying a form.
    struct Answer {
        var request: JSONObject
        /// The decision and a trace of every rule, in the format of `explain --json`.
        var explanation: JSONValue
        /// The outcomes on every phone; `nil` if the rules refuse the link for all.
        var matrix: OutcomeMatrix?
        /// The outcome in the form's situation; `nil` if the form contains none.
        var cell: (situation: Situation, cell: Cell)?
    }

    /// Decides the form's request.
    ///
    /// - Parameter sites: The sites whose links may be tried; `nil` for all.
    func answer(_ form: TryForm, sites: Set<String>?) throws(TryForm.Fault) -> Answer {
        guard !form[.link].isEmpty else { throw TryForm.Fault(message: "Enter a link.") }
        try admit(form[.link], sites)
        let situation = Situation.all.first { $0.id == form[.situation] }
        let request = try form.request(userAgent: situation?.userAgent)
        var answer = Answer(request: request, explanation: try explain(request))
        answer.matrix = try matrix(form, request)
        if let situation, let row = answer.matrix?.rows.first(where: { $0.situation.id == situation.id }) {
            let condition = AppCondition(rawValue: form[.app]) ?? .current
            answer.cell = (row[condition] ?? row.cells.first).map { (situation, $0) }
        }
        return answer
    }

    /// Explains a request, as `explain --json` does.
    func explain(_ request: JSONObject) throws(TryForm.Fault) -> JSONValue {
        var output: [UInt8] = []
        do throws(RequestFault) {
            guard let resolver = try? RequestResolver(ruleSet, shortLinks: shortLinks) else { throw Self.noMemory }
            try resolver.explain(.object(request), now: now, to: &output)
        } catch {
            throw TryForm.Fault(message: error.message)
        }
        // The response repeats the request's label one level deeper, which may exceed the parser's nesting limit.
        guard let explanation = try? JSONValue(parsing: output.span) else {
            throw TryForm.Fault(message: "The request is nested too deeply.")
        }
        return explanation
    }

    private static let noMemory = RequestFault(key: "", problem: "can't be decided: no memory for the rules' patterns")

    private func matrix(_ form: TryForm, _ request: JSONObject) throws(TryForm.Fault) -> OutcomeMatrix? {
        var circumstances = ClientCircumstances()
        circumstances.country = request["country"]?.string
        if let language = request["accept_language"]?.string { circumstances.fields["accept-language"] = language }
        let time = request["time"]?.string.flatMap { Timestamp.seconds($0) } ?? now
        guard let evaluator = try? Evaluator(ruleSet, shortLinks: shortLinks),
            let front = try? FrontInMemory(
                ruleSet, shortLinks: shortLinks, circumstances: circumstances, now: time)
        else { throw TryForm.Fault(message: Self.noMemory.message) }
        return try? OutcomeMatrix(of: form[.link], evaluator, front)
    }

    /// Throws unless the visitor may see the link's site.
    private func admit(_ link: String, _ sites: Set<String>?) throws(TryForm.Fault) {
        guard let sites else { return }
        guard let site = ruleSet.siteName(of: link), sites.contains(site) else {
            throw TryForm.Fault(
                message: "Your token is only valid for links of \(sites.sorted().joined(separator: ", ")).")
        }
    }
}
