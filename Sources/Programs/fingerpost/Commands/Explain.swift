import ArgumentParser
import ByteText
import Routing
import Rules

struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Decides one click and shows how each rule contributed.",
        discussion: """
            Lists every rule in order: whether it matched, each test of its condition with its values, and what was \
            unknown. Codes, keys and mail addresses are masked (in JSON, the decision's own addresses are not). Exit codes as in resolve.

            Examples:
              fingerpost explain https://example.page.link/WXYZ --device '{"platform": "ios"}'
            """)

    @OptionGroup var question: QuestionOptions

    @OptionGroup var rules: RulesOption

    @OptionGroup var store: StoreOption

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        try question.requireOne("explain")
        let place = try store.place(rules: rules.rules)
        let resolver = try RequestResolver(try rules.ruleSet(place), shortLinks: try place.shortLinks())
        try question.run(text: { StyledText.lines(ExplanationText.text(of: $0)) }) {
            request, now, output throws(RequestFault) in
            try resolver.explain(request, now: now, to: &output)
        }
    }
}
