import ByteText
import Devices
import Links
import Routing
import Threads

/// Classifies lines serially: one core's share of a block.
final class LineClassifier: Sendable {
    /// The result of a share.
    struct Result {
        var output: [UInt8] = []
        var lineCount = 0
        /// The number of invalid lines.
        var badLines = 0
        /// The first invalid lines: their numbers within the share, from 1, and the reasons.
        var faults: [(line: Int, reason: String)] = []
        /// The number of agents that corrections classify differently, by their changes.
        var changes: [String: Int] = [:]
    }

    private struct State: ~Copyable {
        var arena = ByteArena()
        var request = ClickRequest()
        var result = Result()
        var writer = DeviceLineWriter()
    }

    private static let classifier = DeviceClassifier()
    /// The classifier with the corrections to try, or `nil` for none.
    private let corrected: DeviceClassifier?
    /// Only one thread at a time works on a share or reads its result, so the lock is never contended.
    private let state = Locked(State())

    /// The maximum number of invalid lines that are reported per share.
    static let reportedLines = 5

    init(corrected: DeviceClassifier? = nil) { self.corrected = corrected }

    /// Classifies the lines in a range of the bytes. For an invalid line, the result is the reason.
    func classify(_ bytes: [UInt8], _ lines: Range<Int>) {
        state.withLock { state in
            state.result.output.removeAll(keepingCapacity: true)
            state.result.lineCount = 0
            state.result.badLines = 0
            state.result.faults.removeAll()
            state.result.changes.removeAll()
            let bytes = bytes.span
            var start = lines.lowerBound
            while start < lines.upperBound {
                let end = min(bytes.firstIndex(of: 0x0A, from: start) ?? lines.upperBound, lines.upperBound)
                state.result.lineCount += 1
                classify(line: bytes.extracting(start..<end), &state)
                start = end + 1
            }
        }
    }

    /// Passes the result of the last share to a closure.
    func take(_ body: (Result) -> Void) {
        state.withLock { state in body(state.result) }
    }

    private func classify(line: Span<UInt8>, _ state: inout State) {
        state.arena.reset()
        state.request.reset()
        if line.isEmpty || line[0] != UInt8(ascii: "{") {
            let hasReturn = !line.isEmpty && line[line.count - 1] == 0x0D
            state.request.userAgent = state.arena.append(line.extracting(0..<line.count - (hasReturn ? 1 : 0)))
        } else if let fault = Self.read(json: line, &state) {
            return Self.refuse(fault, &state.result)
        }
        let device = Self.classifier.classify(
            userAgent: state.request.userAgent, hints: state.request.hints, profile: nil, in: &state.arena)
        let shown = state.request.userAgent.map { Self.masked($0, &state.arena) }
        if let corrected { return write(device, shown, by: corrected, &state) }
        state.writer.write(device, shown, state.arena, &state.result.output)
    }

    /// Writes the corrected device with its app's name and the changes.
    private func write(_ before: Device, _ agent: TextRange?, by corrected: DeviceClassifier, _ state: inout State) {
        let device = corrected.classify(
            userAgent: state.request.userAgent, hints: state.request.hints, profile: nil, in: &state.arena)
        let names = corrected.appNames.all
        state.writer.write(device, agent, state.arena, &state.result.output)
        // Continues the object that the writer has ended.
        state.result.output.removeLast("}\n".utf8.count)
        let changes = before.changes(to: device, names)
        var more: JSONObject = JSONObject()
        more.append("app_name", .string(device.appName(names)))
        more.append("changes", .array(changes.map { .string($0) }))
        state.result.output += ",".utf8
        state.result.output += JSONValue.object(more).text.utf8.dropFirst()
        state.result.output.append(0x0A)
        if !changes.isEmpty { state.result.changes[changes.joined(separator: ", "), default: 0] += 1 }
    }

    /// The agent for output, masked: a line may be a clicked link by mistake, which contains a personal code.
    private static func masked(_ agent: TextRange, _ arena: inout ByteArena) -> TextRange {
        guard Masking.suspects(arena[agent]) else { return agent }
        var bytes: [UInt8] = []
        Masking.append(arena[agent], to: &bytes)
        return arena.append(bytes.span)
    }

    /// Appends the reason for an invalid line, so that the n-th result belongs to the n-th line.
    private static func refuse(_ reason: String, _ result: inout Result) {
        result.badLines += 1
        if result.faults.count < reportedLines { result.faults.append((result.lineCount, reason)) }
        JSONWriter.append(to: &result.output) { json in
            json.beginObject()
            json.member("error", reason)
            json.endObject()
        }
        result.output.append(0x0A)
    }

    /// Parses a JSON line. Returns the problem, or `nil`.
    private static func read(json line: Span<UInt8>, _ state: inout State) -> String? {
        do {
            let json = try JSONValue(parsing: line)
            try ClickRequestReader().readHeaders(of: json, into: &state.request, &state.arena)
            return nil
        } catch let fault as RequestFault {
            return fault.message
        } catch {
            return "not valid JSON: \(error)"
        }
    }
}
