import ArgumentParser
import Routing
import Rules
import ServiceFiles
import Texts

struct Resolve: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Decides one click, or a batch of them.",
        discussion: """
            Exit code 0; 1 if the decision is an error; 2 for usage or I/O errors. A batch has one JSON request per \
            line; the output has one decision per line in the same order. Options apply to requests that do not \
            specify them.

            Examples:
              fingerpost resolve https://example.page.link/WXYZ --platform ios --app-state absent
              fingerpost resolve https://example.page.link/WXYZ --platform android --country IN --time 2026-12-24
              fingerpost resolve --batch requests.jsonl --language de
            """)

    @OptionGroup var question: QuestionOptions

    @OptionGroup var rules: RulesOption

    @OptionGroup var store: StoreOption

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        try question.requireOne("resolve")
        let place = try store.place(rules: rules.rules)
        let resolver = try RequestResolver(try rules.ruleSet(place), shortLinks: try place.shortLinks())
        try question.run(text: DecisionText.lines) { request, now, output throws(RequestFault) in
            try resolver.resolve(request, now: now, to: &output)
        }
    }
}
