import ArgumentParser
import ByteText
import Devices
import Routing

struct Classify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says what device a user agent is: platform, version, form factor, in-app browser, bot.",
        discussion: """
            Reads user agents, one a line, or JSON objects with "user_agent" and "headers"; writes one JSON object a line. \
            Exit code 0; 2 for bad usage or I/O.
            """)

    @Option(help: "The file to read; - is standard input, the default.")
    var batch = "-"

    func run() throws {
        let classifier = DeviceClassifier()
        let reader = ClickRequestReader()
        var lines = try LineReader(path: batch)
        var arena = ByteArena()
        var request = ClickRequest()
        var output: [UInt8] = []
        while let line = try lines.next(writing: &output) {
            arena.reset()
            request.reset()
            if line.first == UInt8(ascii: "{") {
                do {
                    let json = try JSONValue(parsing: line.span)
                    try reader.readHeaders(of: json, into: &request, &arena)
                } catch let fault as RequestFault {
                    throw Failure("line \(lines.lineNumber): \(fault.message)")
                } catch {
                    throw Failure("line \(lines.lineNumber): this is no JSON: \(error)")
                }
            } else {
                request.userAgent = arena.append(line.span)
            }
            let device = classifier.classify(
                userAgent: request.userAgent, hints: request.hints, profile: nil, in: &arena)
            write(device, request.userAgent, arena, &output)
        }
        Output.write(output)
    }

    private func write(
        _ device: Device, _ agent: TextRange?, _ arena: borrowing ByteArena, _ output: inout [UInt8]
    ) {
        JSONWriter.append(to: &output) { json in
            json.beginObject()
            json.member("user_agent", agent, in: arena)
            json.member("platform", device.platform.name)
            json.member("os_version", device.osVersion.isEmpty ? nil : device.osVersion, in: arena)
            json.member("form_factor", device.formFactor.name)
            json.member("in_app", device.inApp.name)
            json.member("bot", device.bot)
            json.name("bot_kind")
            if let kind = device.botKind { json.string(kind.name) } else { json.null() }
            json.endObject()
        }
        output.append(0x0A)
    }
}
