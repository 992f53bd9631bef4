import ArgumentParser
import ByteText
import Glibc
import Routing

/// What `resolve` and `explain` are asked: one click in options, or a batch of requests.
struct QuestionOptions: ParsableArguments {
    @Argument(help: "The clicked link.")
    var link: String?

    @Option(help: "JSON requests, one per line; - is standard input.")
    var batch: String?

    @Option(help: "The user agent of the click.")
    var userAgent: String?

    @Option(help: "The device profile as JSON: '{\"platform\":\"android\",\"app\":{\"state\":\"current\"}}'.")
    var device: String?

    @Option(name: .customLong("header"), help: "A header field of the click, 'Name: value'; repeatable.")
    var headers: [String] = []

    @Option(help: "click, or continue: the web action is done and the user continues.")
    var stage: String?

    @Flag(help: "Print the answer as JSON.")
    var json = false

    /// The click of the options as a request.
    func request() throws -> JSONValue {
        var object = JSONObject()
        object.append("link", .string(link ?? ""))
        if let userAgent { object.append("user_agent", .string(userAgent)) }
        if !headers.isEmpty { object.append("headers", try headerObject()) }
        if let device {
            do { object.append("device", try JSONValue(parsing: device)) } catch {
                throw Failure("--device: not valid JSON: \(error)")
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
                throw Failure("--header: \(header[..<colon]) appears twice")
            }
        }
        return .object(object)
    }
}

// MARK: - Asking

extension QuestionOptions {
    /// Answers a request: appends the answer in JSON and returns what was decided.
    typealias Ask = (JSONValue, _ now: Int64, inout [UInt8]) throws(RequestFault) -> DecisionKind

    /// Wants one question; asked for before the rules are, which may not be there.
    func requireOne(_ command: String) throws {
        guard (link == nil) != (batch == nil) else {
            throw Failure("give a link, or --batch with a file of requests; see fingerpost \(command) --help")
        }
    }

    /// Asks what the options ask, and prints the answers.
    ///
    /// - Parameter text: The answer for people.
    func run(text: (JSONValue) -> String, ask: Ask) throws {
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

    private func askBatch(_ path: String, _ ask: Ask) throws {
        try BatchAnswers.run(path) { request, output throws(RequestFault) in
            _ = try ask(request, Int64(time(nil)), &output)
        } refuse: { problem, id, output in
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
        }
    }
}
