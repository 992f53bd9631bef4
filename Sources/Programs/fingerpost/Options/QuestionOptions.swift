import ArgumentParser
import ByteText
import Glibc
import Links
import Routing
import Rules
import Terminal

/// The input of `resolve` and `explain`: one click in options, or a batch of requests.
struct QuestionOptions: ParsableArguments {
    @Argument(help: "The clicked link.")
    var link: String?

    @Option(
        help:
            "JSON requests, one per line; - is standard input. Other options apply to requests that do not specify them."
    )
    var batch: String?

    @OptionGroup var click: ClickOptions

    @Flag(help: "Print the answer as JSON.")
    var json = false

    /// The click of the options as a request.
    func request() throws -> JSONValue {
        var object = JSONObject()
        object.append("link", .string(TypedLink.withScheme(link ?? "")))
        for member in try click.stated(now: Int64(time(nil))).members { object.append(member.name, member.value) }
        return .object(object)
    }
}

// MARK: - Requests

extension QuestionOptions {
    /// Handles a request: appends the result in JSON and returns the kind of decision.
    typealias Ask = (JSONValue, _ now: Int64, inout [UInt8]) throws(RequestFault) -> DecisionKind

    /// Whether the options have a click, or facts of one.
    var statesClick: Bool {
        get throws { try link != nil || batch != nil || !click.stated(now: 0).isEmpty }
    }

    /// Requires exactly one input. Checked before the rules are loaded, which may not exist.
    func requireOne(_ command: String) throws {
        guard (link == nil) != (batch == nil) else {
            throw Failure("give a link, or --batch with a file of requests; see fingerpost \(command) --help")
        }
        _ = try request()
    }

    /// Handles the requests of the options, and prints the results.
    ///
    /// - Parameter text: Formats a result as text.
    func run(text: (JSONValue) -> [[StyledText]], ask: Ask) throws {
        if let batch { return try askBatch(batch, ask) }
        var output: [UInt8] = []
        let kind: DecisionKind
        let request = ClientPlaces(locations: try click.geo.locations()).completing(try request())
        do throws(RequestFault) {
            kind = try ask(request, Int64(time(nil)), &output)
        } catch {
            throw Failure(error.message)
        }
        if json {
            Output.write(output + [0x0A])
        } else {
            Output.lines(text(try JSONValue(parsing: output.span)))
        }
        if kind == .error { throw ExitCode(1) }
    }

    private func askBatch(_ path: String, _ ask: Ask) throws {
        let defaults = RequestDefaults(try click.stated(now: Int64(time(nil))))
        let places = ClientPlaces(locations: try click.geo.locations())
        try BatchAnswers.run(path) { request, output throws(RequestFault) in
            _ = try ask(places.completing(defaults.completing(request)), Int64(time(nil)), &output)
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
