import ByteText
import HTTP
import Libevent
import Links

/// One worker's access log: a line for each request, as nginx and Apache write it (`combined`) or as JSON.
///
/// Targets, referrers and agents are masked. A line is made in memory that is used again.
final class AccessLog {
    /// What the line tells of the answer.
    struct Outcome {
        var status: Status
        var bodyBytes: Int
        var nanoseconds: UInt64
    }

    private let ring: LogRing
    private let format: LogSettings.Format
    private var time = LogTime()
    private var line: [UInt8] = []
    private var scratch: [UInt8] = []
    private var masked = MaskedText()

    init(_ ring: LogRing, _ format: LogSettings.Format) {
        self.ring = ring
        self.format = format
        line.reserveCapacity(4096)
        scratch.reserveCapacity(4096)
    }

    /// Writes the line of a request that was handled.
    func record(
        _ request: borrowing Request, from peer: Peer, _ listener: ListenerKind, id: [UInt8], at clock: WallClock,
        _ outcome: Outcome
    ) {
        line.removeAll(keepingCapacity: true)
        switch format {
        case .json:
            beginJSON(peer, listener, id: id, at: clock, outcome) { json in
                json.member("method", request.methodName)
                json.member("host", request.host)
                json.name("target")
                // What operators ask may hold keys of interfaces: the path alone is logged.
                if listener == .admin {
                    json.string(masking: request.path, &masked)
                } else {
                    json.string(masking: request.target, &masked)
                }
                json.member("protocol", request.minorVersion == 0 ? "HTTP/1.0" : "HTTP/1.1")
                json.name("referer")
                if let referer = request.value(of: "referer") {
                    json.string(masking: referer, &masked)
                } else {
                    json.null()
                }
                json.name("user_agent")
                if let agent = request.value(of: "user-agent") {
                    json.string(masking: agent, &masked)
                } else {
                    json.null()
                }
            }
        case .combined:
            beginCombined(peer, at: clock)
            LogEscaping.append(quoted: request.methodName, to: &line)
            line.append(0x20)
            if listener == .admin { append(masking: request.path) } else { append(masking: request.target) }
            append(request.minorVersion == 0 ? " HTTP/1.0\" " : " HTTP/1.1\" ")
            append(outcome)
            append(" \"")
            if let referer = request.value(of: "referer") { append(masking: referer) } else { append("-") }
            append("\" \"")
            if let agent = request.value(of: "user-agent") { append(masking: agent) } else { append("-") }
            append("\"\n")
        }
        let bytes = line
        ring.append(bytes.span)
    }

    /// Writes the line of bytes that were no request, or too many, or too slow.
    func recordRefusal(from peer: Peer, _ listener: ListenerKind, id: [UInt8], at clock: WallClock, _ outcome: Outcome)
    {
        line.removeAll(keepingCapacity: true)
        switch format {
        case .json:
            beginJSON(peer, listener, id: id, at: clock, outcome) { json in
                for name: StaticString in ["method", "host", "target", "protocol", "referer", "user_agent"] {
                    json.nullMember(name)
                }
            }
        case .combined:
            beginCombined(peer, at: clock)
            append("-\" ")
            append(outcome)
            append(" \"-\" \"-\"\n")
        }
        let bytes = line
        ring.append(bytes.span)
    }
}

// MARK: - JSON

extension AccessLog {
    private func beginJSON(
        _ peer: Peer, _ listener: ListenerKind, id: [UInt8], at clock: WallClock, _ outcome: Outcome,
        _ body: (inout JSONWriter) -> Void
    ) {
        scratch.removeAll(keepingCapacity: true)
        append("{\"ts\":\"")
        time.append(clock, to: &line)
        append("\",")
        JSONWriter.append(to: &scratch) { json in
            json.beginObject()
            json.member("listener", listener.name)
            json.member("request_id", id.span)
            json.name("remote")
            if let address = peer.address { address.withText { json.string($0) } } else { json.null() }
            body(&json)
            json.member("status", Int(outcome.status.code))
            json.member("bytes", outcome.bodyBytes)
            json.member("duration_ns", Int(outcome.nanoseconds))
            json.endObject()
        }
        LogEscaping.append(json: scratch.span.extracting(1..<scratch.count), to: &line)
        line.append(0x0A)
    }
}

// MARK: - Combined

extension AccessLog {
    private func beginCombined(_ peer: Peer, at clock: WallClock) {
        if let address = peer.address {
            address.withText { LogEscaping.append($0, to: &line) }
        } else {
            append("-")
        }
        time.update(clock.seconds)
        append(" - - [")
        line.append(contentsOf: time.common)
        append("] \"")
    }

    private func append(_ outcome: Outcome) {
        append(decimal: Int(outcome.status.code))
        line.append(0x20)
        append(decimal: outcome.bodyBytes)
    }

    private func append(masking text: Span<UInt8>) {
        masked.with(text) { LogEscaping.append(quoted: $0, to: &line) }
    }

    private func append(_ literal: StaticString) {
        // Safe: the buffer is read within the call only.
        literal.withUTF8Buffer { unsafe line.append(contentsOf: $0) }
    }

    private func append(decimal value: Int) {
        var divisor = 1
        while value / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            line.append(0x30 + UInt8(truncatingIfNeeded: value / divisor % 10))
            divisor /= 10
        }
    }
}
