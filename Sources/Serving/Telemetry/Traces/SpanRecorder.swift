import ByteText
package import HTTP
import Libevent
import LogFormats
package import Routing
package import Server

/// Records one worker's spans for the exporter: the requests of sampled traces, each as a line of OTLP's JSON.
///
/// Names follow OpenTelemetry's conventions for HTTP servers. Paths and user agents are masked as in logs; the client's
/// address is omitted. A span without room is dropped and counted, like a log line.
package final class SpanRecorder: RequestLog {
    /// The decision of the current request.
    private struct Noted {
        var kind: DecisionKind
        var rule: String?
        var site: String?
    }

    private let ring: LogRing
    /// The access log, if there is one.
    let next: (any RequestLog)?
    private unowned let worker: Worker
    private var noted: Noted?
    private var line: [UInt8] = []
    private var masked = MaskedText()

    package init(_ ring: LogRing, before next: (any RequestLog)?, worker: Worker) {
        (self.ring, self.next, self.worker) = (ring, next, worker)
        line.reserveCapacity(4096)
    }

    /// Stores the current request's decision for its span. Does not change the outcome, which is `inout` because a borrowed
    /// one would be copied.
    package func note(_ outcome: inout Outcome, by ruleSet: RuleSet) {
        guard let trace = worker.currentTrace, trace.isSampled else { return }
        noted = Noted(
            kind: outcome.decision.kind, rule: outcome.decision.rule.map { ruleSet.rules[$0].id },
            site: outcome.site.map { ruleSet.sites[$0].name })
    }

    package func record(_ request: borrowing Request, _ answer: AnsweredRequest) {
        if let next { next.record(request, answer) }
        guard let trace = answer.trace, trace.isSampled else { return }
        line.removeAll(keepingCapacity: true)
        JSONWriter.append(to: &line) { json in
            json.beginObject()
            write(trace, answer, name: request.methodName, to: &json)
            json.name("attributes")
            json.beginArray()
            json.attribute("http.request.method", request.methodName)
            json.attribute("server.address", request.host)
            json.attribute("url.path") { $0.string(masking: request.path, &masked) }
            if let agent = request.value(of: "user-agent") {
                json.attribute("user_agent.original") { $0.string(masking: agent, &masked) }
            }
            json.attribute("network.protocol.version") { $0.string(Self.version(of: request.version)) }
            writeAnswer(answer, to: &json)
            json.endArray()
            Self.write(answer.status, to: &json)
            json.endObject()
        }
        noted = nil
        send()
    }

    package func recordRefusal(_ answer: AnsweredRequest) {
        if let next { next.recordRefusal(answer) }
    }

    private func send() {
        line.append(0x0A)
        let bytes = line
        ring.append(bytes.span)
    }

    private func write(
        _ trace: TraceContext, _ answer: AnsweredRequest, name: Span<UInt8>, to json: inout JSONWriter
    ) {
        trace.withIDs { trace, span in
            json.member("traceId", trace)
            json.member("spanId", span)
        }
        trace.withParentID { json.member("parentSpanId", $0) }
        json.member("name", name)
        // SPAN_KIND_SERVER.
        json.member("kind", 2)
        // The event loop reads the clock before it processes events.
        let end = UInt64(answer.clock.seconds) * 1_000_000_000 + UInt64(answer.clock.microseconds) * 1_000
        json.name("startTimeUnixNano")
        json.string(decimal: end - min(end, answer.nanoseconds))
        json.name("endTimeUnixNano")
        json.string(decimal: end)
    }

    private func writeAnswer(_ answer: AnsweredRequest, to json: inout JSONWriter) {
        json.attribute("http.response.status_code", UInt64(answer.status.code))
        json.attribute("http.response.body.size", UInt64(answer.bodyBytes))
        json.attribute("fingerpost.listener") { $0.string(answer.listener.name) }
        json.attribute("fingerpost.request_id", answer.id.span)
        guard let noted else { return }
        json.attribute("fingerpost.decision") { $0.string(noted.kind.rawValue) }
        if let rule = noted.rule { json.attribute("fingerpost.rule") { $0.string(rule) } }
        if let site = noted.site { json.attribute("fingerpost.site") { $0.string(site) } }
    }

    /// Server errors are errors; client errors are not (conventions for HTTP spans, "Status").
    private static func write(_ status: Status, to json: inout JSONWriter) {
        guard status.code >= 500 else { return }
        json.name("status")
        json.beginObject()
        json.member("code", 2)
        json.endObject()
    }

    private static func version(of version: HTTPVersion) -> StaticString {
        switch version {
        case .http1_0: "1.0"
        case .http1_1: "1.1"
        case .http2: "2"
        }
    }
}

extension JSONWriter {
    /// Writes an attribute, whose text is written by `value`.
    fileprivate mutating func attribute(_ key: StaticString, _ value: (inout JSONWriter) -> Void) {
        beginObject()
        member("key", key)
        name("value")
        beginObject()
        name("stringValue")
        value(&self)
        endObject()
        endObject()
    }

    fileprivate mutating func attribute(_ key: StaticString, _ text: Span<UInt8>) {
        beginObject()
        member("key", key)
        name("value")
        beginObject()
        member("stringValue", text)
        endObject()
        endObject()
    }

    fileprivate mutating func attribute(_ key: StaticString, _ number: UInt64) {
        beginObject()
        member("key", key)
        name("value")
        beginObject()
        name("intValue")
        string(decimal: number)
        endObject()
        endObject()
    }

    /// Writes a 64-bit number, which is a string in OTLP (ProtoJSON).
    fileprivate mutating func string(decimal number: UInt64) {
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var (start, rest) = (20, number)
        repeat {
            start -= 1
            digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        string(digits.span.extracting(start..<20))
    }
}
