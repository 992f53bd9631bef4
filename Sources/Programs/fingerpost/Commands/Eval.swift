import ArgumentParser
import ByteText
import Expressions

struct Eval: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Evaluates a CEL expression, or a batch of them.",
        discussion: """
            Exit code 0; 1 if the expression fails; 2 for usage or I/O errors.

            Examples:
              fingerpost eval 'version("1.10") > version("1.9")'
            """)

    @Argument(help: "The expression.")
    var expression: String?

    @Option(help: "The values of the expression's variables, as JSON: '{\"x\":{\"int\":\"1\"}}'.")
    var bindings: String?

    @Option(help: "JSON requests, one per line: {\"id\",\"expr\",\"bindings\",\"check\"}; - is standard input.")
    var batch: String?

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        guard (expression == nil) != (batch == nil) else {
            throw Failure("give an expression, or --batch with a file; see fingerpost eval --help")
        }
        if let batch { return try evaluateBatch(batch) }
        switch try request().evaluate() {
        case .success(let value):
            var output: [UInt8] = []
            JSONWriter.append(to: &output) { json in value.write(to: &json) }
            output.append(0x0A)
            Output.write(output)
        case .failure(let error):
            Output.error(error.message)
            throw ExitCode(1)
        }
    }

    private func request() throws -> EvalRequest {
        var object: [(String, JSONValue)] = [("expr", .string(expression ?? ""))]
        if let bindings {
            do { object.append(("bindings", try JSONValue(parsing: bindings))) } catch {
                throw Failure("--bindings: not valid JSON: \(error)")
            }
        }
        var json = JSONObject()
        for (name, value) in object { json.append(name, value) }
        do throws(CELError) { return try EvalRequest(.object(json)) } catch {
            throw Failure("--bindings: \(error.message)")
        }
    }

    private func evaluateBatch(_ path: String) throws {
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
