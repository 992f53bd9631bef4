import ByteText
package import HTTP
import Libevent
import Links
import LogFormats
package import Server
package import Settings

/// One worker's access log: a line for each request, in the `combined` format of nginx and Apache, or as JSON.
///
/// Targets, referrers and user agents are masked. The memory for lines is reused.
package final class AccessLog: RequestLog {
    private let ring: LogRing
    let format: DaemonSettings.LogFormat
    private var time = LogTime()
    private var line: [UInt8] = []
    private var scratch: [UInt8] = []
    private var masked = MaskedText()

    package init(_ ring: LogRing, _ format: DaemonSettings.LogFormat) {
        self.ring = ring
        self.format = format
        line.reserveCapacity(4096)
        scratch.reserveCapacity(4096)
    }

    /// Writes the line of a handled request.
    package func record(_ request: borrowing Request, _ answer: AnsweredRequest) {
        line.removeAll(keepingCapacity: true)
        switch format {
        case .json:
            writeJSON(answer) { json in
                json.member("method", request.methodName)
                json.member("host", request.host)
                json.name("target")
                if Self.mayCarryKey(answer.listener) {
                    json.string(masking: request.path, &masked)
                } else {
                    json.string(masking: request.target, &masked)
                }
                json.member("protocol", request.version.text)
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
            beginCombined(answer)
            LogEscaping.append(quoted: request.methodName, to: &line)
            line.append(0x20)
            if Self.mayCarryKey(answer.listener) {
                append(masking: request.path)
            } else {
                append(masking: request.target)
            }
            append(" ")
            append(request.version.text)
            append("\" ")
            appendOutcome(of: answer)
            append(" \"")
            if let referer = request.value(of: "referer") { append(masking: referer) } else { append("-") }
            append("\" \"")
            if let agent = request.value(of: "user-agent") { append(masking: agent) } else { append("-") }
            append("\"\n")
        }
        let bytes = line
        ring.append(bytes.span)
    }

    /// Whether queries may contain API keys, so that only the path is logged.
    private static func mayCarryKey(_ listener: ListenerKind) -> Bool { listener == .admin || listener == .api }

    /// Writes the line of a refused connection or request: invalid, too large or too slow.
    package func recordRefusal(_ answer: AnsweredRequest) {
        line.removeAll(keepingCapacity: true)
        switch format {
        case .json:
            writeJSON(answer) { json in
                for name: StaticString in ["method", "host", "target", "protocol", "referer", "user_agent"] {
                    json.nullMember(name)
                }
            }
        case .combined:
            beginCombined(answer)
            append("-\" ")
            appendOutcome(of: answer)
            append(" \"-\" \"-\"\n")
        }
        let bytes = line
        ring.append(bytes.span)
    }
}

// MARK: - JSON

extension AccessLog {
    private func writeJSON(_ answer: AnsweredRequest, _ body: (inout JSONWriter) -> Void) {
        scratch.removeAll(keepingCapacity: true)
        append("{\"ts\":\"")
        time.append(answer.clock, to: &line)
        LogSchema.endTime(in: &line)
        JSONWriter.append(to: &scratch) { json in
            json.beginObject()
            json.member("listener", answer.listener.name)
            json.member("request_id", answer.id.span)
            if let trace = answer.trace { json.members(of: trace) }
            json.name("remote")
            if let address = answer.peer.address { address.withText { json.string($0) } } else { json.null() }
            body(&json)
            json.member("status", Int(answer.status.code))
            json.member("bytes", answer.bodyBytes)
            json.member("duration_ns", Int(answer.nanoseconds))
            json.endObject()
        }
        LogEscaping.append(json: scratch.span.extracting(1..<scratch.count), to: &line)
        line.append(0x0A)
    }
}

// MARK: - Combined

extension AccessLog {
    private func beginCombined(_ answer: AnsweredRequest) {
        if let address = answer.peer.address {
            address.withText { LogEscaping.append($0, to: &line) }
        } else {
            append("-")
        }
        time.update(answer.clock.seconds)
        append(" - - [")
        line.append(contentsOf: time.common)
        append("] \"")
    }

    private func appendOutcome(of answer: AnsweredRequest) {
        append(decimal: Int(answer.status.code))
        line.append(0x20)
        append(decimal: answer.bodyBytes)
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
