import ArgumentParser
import ByteText
import Glibc
import Routing

/// What `resolve` and `explain` are asked: one click in options, or a batch of requests.
struct QuestionOptions: ParsableArguments {
    @Argument(help: "The clicked link.")
    var link: String?

    @Option(help: "Requests in JSON, one a line; - is standard input.")
    var batch: String?

    @Option(help: "The clicker's user agent.")
    var userAgent: String?

    @Option(help: "The device profile, in JSON: '{\"platform\":\"android\",\"app\":{\"state\":\"current\"}}'.")
    var device: String?

    @Option(name: .customLong("header"), help: "A header field of the click, 'Name: value'; repeatable.")
    var headers: [String] = []

    @Option(help: "click, or continue: the web action is done and the user goes on.")
    var stage: String?

    @Flag(help: "Print the answer as JSON.")
    var json = false

    /// The click of the options as a request.
    private func request() throws -> JSONValue {
        var object = JSONObject()
        object.append("link", .string(link ?? ""))
        if let userAgent { object.append("user_agent", .string(userAgent)) }
        if !headers.isEmpty { object.append("headers", try headerObject()) }
        if let device {
            do { object.append("device", try JSONValue(parsing: device)) } catch {
                throw Failure("--device: this is no JSON: \(error)")
            }
        }
        if let stage { object.append("stage", .string(stage)) }
        return .object(object)
    }

    private func headerObject() throws -> JSONValue {
        var object = JSONObject()
        for header in headers {
            guard let colon = header.firstIndex(of: ":"), colon != header.startIndex else {
                throw Failure("--header: expected 'Name: value'")
            }
            let value = header[header.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            guard object.append(header[..<colon].lowercased(), .string(String(value))) else {
                throw Failure("--header: \(header[..<colon]) is given twice")
            }
        }
        return .object(object)
    }
}

// MARK: - Asking

extension QuestionOptions {
    /// Answers a request: appends the answer in JSON and tells what was decided.
    typealias Ask = (JSONValue, _ now: Int64, inout [UInt8]) throws(RequestFault) -> DecisionKind

    /// Asks what the options ask, and prints the answers.
    ///
    /// - Parameter text: The answer for people.
    func run(_ command: String, text: (JSONValue) -> String, ask: Ask) throws {
        guard (link == nil) != (batch == nil) else {
            throw Failure("give a link, or --batch with a file of requests; see fingerpost \(command) --help")
        }
        if let batch { return try askBatch(batch, ask) }
        var output: [UInt8] = []
        let kind: DecisionKind
        let request = try request()
        do throws(RequestFault) {
            kind = try ask(request, Int64(time(nil)), &output)
        } catch {
            throw Failure(error.message)
        }
        if json {
            Output.write(output + [0x0A])
        } else {
            Output.line(text(try JSONValue(parsing: output.span)))
        }
        if kind == .error { throw ExitCode(1) }
    }

    /// One line in, one line out, whatever is on it; a line that is no request makes the exit code 2 in the end.
    private func askBatch(_ path: String, _ ask: Ask) throws {
        var lines = try LineReader(path: path)
        var output: [UInt8] = []
        var badLines = 0
        while let line = try lines.next(writing: &output) {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
            if let problem = answer(line, ask, &output) {
                badLines += 1
                Output.error("line \(lines.lineNumber): \(problem)")
            }
            output.append(0x0A)
        }
        Output.write(output)
        if badLines > 0 { throw ExitCode(2) }
    }

    private func answer(_ line: [UInt8], _ ask: Ask, _ output: inout [UInt8]) -> String? {
        let request: JSONValue
        do { request = try JSONValue(parsing: line.span) } catch {
            return refuse("the request is no JSON: \(error)", id: nil, &output)
        }
        do throws(RequestFault) {
            _ = try ask(request, Int64(time(nil)), &output)
            return nil
        } catch {
            return refuse(error.message, id: request["id"], &output)
        }
    }

    /// A line that is no request still gets a line, so that the n-th answer belongs to the n-th request.
    private func refuse(_ problem: String, id: JSONValue?, _ output: inout [UInt8]) -> String {
        JSONWriter.append(to: &output) { json in
            json.beginObject()
            json.name("id")
            json.value(id ?? .null)
            json.member("decision", "error")
            json.name("error")
            json.beginObject()
            json.member("code", "invalid-request")
            json.member("message", problem)
            json.member("status", 400)
            json.endObject()
            json.endObject()
        }
        return problem
    }
}
