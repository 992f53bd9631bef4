import ArgumentParser
import ByteText
import CommandFiles
import Expressions
import Glibc
import Links
import Routing
import Rules
import ServiceFiles
import Terminal
import Texts

struct Eval: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval",
        abstract: "Evaluates a CEL expression: on its own, for a click, or a batch of them.",
        discussion: """
            An expression with facts is evaluated for the click described by the options, like a rule's condition; \
            without --link only for the device and request of the other options. The device corrections of the rules \
            apply, those of a site only with --link. The result is unknown, with the \
            missing facts, if it depends on facts that the click does not contain. An enumeration is never missing, \
            since `unknown` is one of its values (article “Unknown facts”). Exit code 0; 1 if the expression fails or \
            is unknown; 2 for usage or I/O errors.

            Examples:
              fingerpost eval 'device.in_app == "wechat"' --user-agent 'Mozilla/5.0 (Linux; Android 14) \
            MicroMessenger/8.0'
              fingerpost eval 'bucket(request.ip, "checkout-b") < 10' --ip 203.0.113.5
              fingerpost eval 'version("1.10") > version("1.9")'
              fingerpost eval -- '-1 < 0'
            """)

    @Argument(help: "The expression.")
    var expression: String?

    @Option(help: "The clicked link, interpreted by the rules.")
    var link: String?

    @Option(
        help: "A file with the click as a request in JSON; - is standard input. Other options supplement it.")
    var request: String?

    @OptionGroup var click: ClickOptions

    @OptionGroup var rules: RulesOption

    @OptionGroup var store: StoreOption

    @Option(help: "The values of the expression's variables, as JSON: '{\"x\":{\"int\":\"1\"}}'.")
    var bindings: String?

    @Option(help: "JSON requests, one per line: {\"id\",\"expr\",\"bindings\",\"check\"}; - is standard input.")
    var batch: String?

    @Flag(help: "Print {\"value\"}, {\"unknown\"} or {\"error\"} as JSON.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        guard (expression == nil) != (batch == nil) else {
            throw Failure("give an expression, or --batch with a file; see fingerpost eval --help")
        }
        let stated = try click.stated(now: Int64(time(nil)))
        let statesClick = link != nil || request != nil || !stated.members.isEmpty
        guard !statesClick || batch == nil && bindings == nil else {
            throw Failure(
                "\(batch == nil ? "--bindings" : "--batch") contains the values; omit the click options")
        }
        guard request == nil || link == nil else { throw Failure("--request already has a link; omit --link") }
        if let batch { return try EvalBatch.evaluate(batch) }
        let source = expression ?? ""
        if bindings == nil {
            let question = try compiled(source)
            if statesClick || !question.facts.isEmpty { return try ask(question, stated) }
        }
        switch try bound(source).evaluate() {
        case .success(let value): try EvalAnswer.typed(value).print(json: json)
        case .failure(let error): try EvalAnswer.failed(error.message).print(json: json)
        }
    }

    // MARK: - With a click

    private func compiled(_ source: String) throws -> FactExpression {
        do throws(FactExpression.Fault) { return try FactExpression(source) } catch {
            if json { try EvalAnswer.failed(error.message).print(json: true) }
            Output.errorLines(error.diagnostics.shown(in: source))
            throw ExitCode(1)
        }
    }

    private func ask(_ question: FactExpression, _ stated: JSONObject) throws {
        var asked: JSONValue = ["link": .string(link ?? "")]
        if let request { asked = try RequestFile.read(request) }
        asked = ClientPlaces(locations: try click.geo.locations()).completing(RequestDefaults(stated).completing(asked))
        let resolver = try resolver(for: question.facts)
        let answer: FactResolver.Answer
        do throws(RequestFault) { answer = try resolver.answer(question, asked, now: Int64(time(nil))) } catch {
            throw Failure(error.message)
        }
        try EvalAnswer(answer).print(json: json)
    }

    /// Without a link, no rules are needed, so none have to exist.
    private func resolver(for facts: FactSet) throws -> FactResolver {
        guard link != nil || request != nil || rules.rules != nil else {
            return try FactResolver(
                RuleSet(
                    sites: [], rules: [], patterns: PatternList(), hash: "",
                    corrections: try RulesOption.standingCorrections(), alsoConsulted: facts))
        }
        let place = try store.place(rules: rules.rules)
        let ruleSet = try rules.ruleSet(place, alsoConsulted: facts)
        return try FactResolver(ruleSet, shortLinks: try place.shortLinks())
    }

    // MARK: - With bindings

    private func bound(_ source: String) throws -> EvalRequest {
        var json = JSONObject()
        json.append("expr", .string(source))
        if let bindings {
            do { json.append("bindings", try JSONValue(parsing: bindings)) } catch {
                throw Failure("--bindings: not valid JSON: \(error)")
            }
        }
        do throws(CELError) { return try EvalRequest(.object(json)) } catch {
            throw Failure("--bindings: \(error.message)")
        }
    }
}

/// `eval --batch`: one result line for each input line.
private enum EvalBatch {
    static func evaluate(_ path: String) throws {
        var lines = try LineReader(path: path)
        var output: [UInt8] = []
        var badLines = 0
        while let line = try lines.next(writing: &output) {
            if line.isEmpty { continue }
            if !EvalRequest.answer(line.span, into: &output) {
                badLines += 1
                Output.error("line \(lines.lineNumber): not valid JSON")
            }
            output.append(0x0A)
        }
        Output.write(output)
        if badLines > 0 { throw ExitCode(2) }
    }
}

extension EvalAnswer {
    /// Prints the result. The exit code is 1 if it is not a value.
    func print(json: Bool) throws {
        switch self {
        case .value, .typed: return Output.line(json ? self.json : text)
        case .failed where !json: Output.errorLines(text)
        case .unknown, .failed: Output.line(json ? self.json : text)
        }
        throw ExitCode(1)
    }
}
