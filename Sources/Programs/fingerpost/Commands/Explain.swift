import ArgumentParser
import ByteText
import Configuration
import Routing
import Rules
import ServiceFiles
import Terminal
import Texts

struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Decides one click and shows how each rule contributed.",
        discussion: """
            Shows the decision and its rule, with the rule's condition and values; earlier rules that did not match \
            because of an unknown fact, with the option for that fact; and rules that failed by one test. Codes, keys \
            and mail addresses are masked (in JSON, the decision's own addresses are not). JSON has every rule. Exit \
            codes as in resolve.

            With --decision, explains a decision of a log with the rules and the short link of its time, which a daemon \
            keeps next to its link store (receipts.keep_days). The exit code is also 1 if the decision is not that of \
            the log.

            Examples:
              fingerpost explain https://example.page.link/WXYZ --platform android
              fingerpost explain https://example.page.link/WXYZ --platform ios --app-state absent --country IN
              fingerpost explain --all https://example.page.link/WXYZ --user-agent curl/8.9.1
              fingerpost explain --decision 4f2a9c1e00000007 --log 'decisions.log*'
            """)

    @OptionGroup var question: QuestionOptions

    @Flag(help: "Show every rule in order, with the tests that ran.")
    var all = false

    @Option(help: "Explain the logged decision with this ID (decision_id) instead of a link.")
    var decision: String?

    @Option(
        name: .customLong("log"),
        help: "A decision log to search, plain or compressed, or a pattern such as 'decisions.log*'; repeatable.")
    var logs: [String] = []

    @OptionGroup var rules: RulesOption

    @OptionGroup var store: StoreOption

    @OptionGroup var terminal: TerminalOption

    func validate() throws {
        if decision != nil, logs.isEmpty { throw ValidationError("--decision needs --log with a decision log") }
        if decision == nil, !logs.isEmpty { throw ValidationError("--log needs --decision with the ID of a decision") }
    }

    func run() throws {
        if let decision { return try explainDecision(decision) }
        try question.requireOne("explain")
        let place = try store.place(rules: rules.rules)
        let (loaded, ruleSet) = try rules.compiled(place)
        let resolver = try RequestResolver(ruleSet, shortLinks: try place.shortLinks())
        try question.run(text: { lines($0, loaded) }) { request, now, output throws(RequestFault) in
            try resolver.explain(request, now: now, to: &output)
        }
    }

    private func lines(_ explanation: JSONValue, _ loaded: LoadedRules) -> [[StyledText]] {
        guard !all else { return StyledText.lines(ExplanationText.text(of: explanation)) }
        let places = loaded.locations.mapValues { "\($0.file):\($0.line)" }
        return BriefExplanation(explanation, places: places, width: Terminal.current().width).lines
    }
}
