public import ByteText
import Devices
import Links
public import Routing

/// Writes click events: the decision about a click as a line of JSON, for receivers that count or react.
///
/// Unlike the lines of ``DecisionLineWriter``, which contain everything needed to decide again, it has only the fields
/// that receivers need; of the client neither the address nor the agent.
public final class ClickEventWriter {
    private let isUnmasked: Bool
    private var line: [UInt8] = []
    private var time = LogTime()
    private var scratch: [UInt8] = []
    private var masked = MaskedText()

    /// A writer for one thread.
    ///
    /// - Parameter isUnmasked: Whether addresses are written with their secrets.
    public init(isUnmasked: Bool) {
        self.isUnmasked = isUnmasked
        line.reserveCapacity(8192)
        scratch.reserveCapacity(8192)
    }

    /// Writes the line of a click, with its line feed, and passes it to a closure.
    public func write(
        _ outcome: Outcome, of request: borrowing ClickRequest, by ruleSet: RuleSet, in arena: borrowing ByteArena,
        _ circumstances: DecisionLineWriter.Circumstances, to body: (_ line: Span<UInt8>) -> Void
    ) {
        scratch.removeAll(keepingCapacity: true)
        JSONWriter.append(to: &scratch) { json in
            json.beginObject()
            json.name("site")
            if let site = outcome.site { json.string(ruleSet.sites[site].name) } else { json.null() }
            json.member("link", outcome.shortLink?.key, in: arena)
            write("url", request.link, in: arena, to: &json)
            write(outcome, of: ruleSet, in: arena, to: &json)
            json.member("country", request.country, in: arena)
            json.name("referrer")
            let host = request.referer.map { ReferrerHost.find(in: $0, in: arena) } ?? .empty
            if host.isEmpty { json.null() } else { json.string(arena[host]) }
            if ScanMark.isOn(request.link, in: arena) { json.member("source", ScanMark.name) }
            json.member("listener", circumstances.listener)
            json.member("request_id", circumstances.id.span)
            json.endObject()
        }
        line.removeAll(keepingCapacity: true)
        DecisionLineWriter.begin("click", "time", at: circumstances.clock, &time, &line)
        DecisionLineWriter.endTime(in: &line)
        LogEscaping.append(json: scratch.span.extracting(1..<scratch.count), to: &line)
        line.append(0x0A)
        let bytes = line
        body(bytes.span)
    }

    private func write(
        _ outcome: Outcome, of ruleSet: RuleSet, in arena: borrowing ByteArena, to json: inout JSONWriter
    ) {
        let decision = outcome.decision
        DecisionLineWriter.writeDecided(decision, by: ruleSet, to: &json)
        json.name("reason")
        DecisionLineWriter.write(decision.error, of: ruleSet, to: &json)
        json.name("page")
        if let page = decision.page { json.string(page.rawValue) } else { json.null() }
        json.member("status", Int(decision.status))
        write("target", decision.target, in: arena, to: &json)
        if let passed = decision.passed { write("parameters", passed, in: arena, to: &json) }
        json.name("platform")
        if let device = outcome.device { json.string(device.platform.name) } else { json.null() }
        json.name("in_app")
        if let device = outcome.device { json.string(device.inApp.name) } else { json.null() }
        json.name("browser")
        if let device = outcome.device { json.string(device.browser.name) } else { json.null() }
        json.name("bot")
        if let device = outcome.device { json.bool(device.bot) } else { json.null() }
    }

    private func write(
        _ name: StaticString, _ text: TextRange?, in arena: borrowing ByteArena, to json: inout JSONWriter
    ) {
        if isUnmasked {
            json.member(name, text, in: arena)
        } else {
            json.member(name, masking: text, in: arena, &masked)
        }
    }
}
