import ArgumentParser
import ByteText
import Links
import Routing
import Rules
import Terminal

struct Compose: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compose",
        abstract: "Composes the link for a mail from ActionCodeSettings and an action link.",
        discussion: """
            The settings use the names of any Firebase SDK or of the REST API, also mixed; two names for one setting \
            must not contradict each other. The site's file defines which domains exist and which generation of links \
            is made; a domain in the settings selects one of them. The link is escaped as by Firebase: %, = and & of \
            the wrapped URL, and characters that URLs cannot contain, such as #. Warnings go to standard error. Exit \
            code 0; 1 if no link can be made; 2 for usage or I/O errors. A batch has one JSON request per line, {"id", \
            "settings", "action_link"}; the output has one line for each, in the same order: {"id", "link", "error", \
            "warnings"}. Action links are secrets, and other users can see command lines: pass them in a batch.

            Examples:
              fingerpost compose --batch requests.jsonl
              fingerpost compose --settings "$SETTINGS" --action-link "$LINK"
            """)

    @Option(help: "ActionCodeSettings as JSON: '{\"url\":\"https://…\",\"handleCodeInApp\":true,…}'.")
    var settings: String?

    @Option(help: "The action link: https://…/__/auth/action?mode=…&oobCode=…&apiKey=….")
    var actionLink: String?

    @Option(help: "JSON requests, one per line; - is standard input.")
    var batch: String?

    @Flag(help: "Print the answer as JSON.")
    var json = false

    @OptionGroup var rules: RulesOption

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let isSingle = settings != nil && actionLink != nil
        guard isSingle != (batch != nil), (settings == nil) == (actionLink == nil) else {
            throw Failure(
                "give --settings and --action-link, or --batch with a file of requests; see fingerpost compose --help")
        }
        if let batch { return try composeBatch(batch, LinkComposer(try rules.ruleSet())) }
        var request = JSONObject()
        do { request.append("settings", try JSONValue(parsing: settings ?? "")) } catch {
            throw Failure("--settings: not valid JSON: \(error)")
        }
        request.append("action_link", .string(actionLink ?? ""))
        try print(try LinkComposer(try rules.ruleSet()).compose(.object(request)))
    }

    private func print(_ outcome: ComposeOutcome) throws {
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { outcome.write(id: nil, to: &$0) }
        if json { Output.write(output + [0x0A]) }
        switch outcome {
        case .link(let link, let warnings):
            if json { return }
            for warning in warnings { Output.error("warning: \(warning.name): \(warning.sentence)") }
            Output.line(link)
        case .fault(let fault):
            if !json { Output.error("error: \(fault.code.name): \(fault.message)") }
            throw ExitCode(1)
        case .invalidRequest(let problem):
            throw Failure(problem)
        }
    }

    private func composeBatch(_ path: String, _ composer: LinkComposer) throws {
        func write(_ outcome: ComposeOutcome, _ id: JSONValue?, _ output: inout [UInt8]) {
            JSONWriter.append(to: &output) { outcome.write(id: id, to: &$0) }
        }
        try BatchAnswers.run(path) { request, output throws(RequestFault) in
            write(try composer.compose(request), request["id"], &output)
        } refuse: { problem, id, output in
            write(.invalidRequest(problem), id, &output)
        }
    }
}
