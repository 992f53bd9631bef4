import ByteText
import Client
import HTTP
import OpenSSL
import Settings
import Threads

/// The OpenTelemetry collector that spans are sent to: OTLP/HTTP 1.x in JSON (OTLP Specification, "OTLP/HTTP").
struct SpanCollector: Sendable {
    /// What came of a request.
    enum Answer: Sendable, Equatable {
        /// Accepted, but for so many spans.
        case accepted(rejected: UInt64)
        /// To be sent again, no earlier than after so many seconds, if the collector has said so.
        case later(String, after: Int?)
        /// Not to be sent again.
        case refused(String)
    }

    private static let path = "/v1/traces"
    private static let patience = Duration.seconds(10)
    private static let longestWait = 300
    /// The most bytes of the file of header fields.
    private static let mostHeaderBytes = 16_384

    let address: BundleAddress
    private let headersFile: String?
    private let authorities: String?
    private let version: String
    private let instance: String

    /// Nil where the settings name no collector. Throws where its address or the file of its fields can't be used.
    init?(
        _ settings: DaemonSettings.Traces, node: String?, version: String, report: (String) -> Void
    ) throws(StartupFault) {
        guard let text = settings.endpoint else { return nil }
        do throws(BundleAddress.Fault) {
            // Within a cluster, collectors have no TLS; what a collector is let in by must not be read on the way.
            address = try BundleAddress(
                text, statedAs: "traces.endpoint", allowsPlain: settings.headersFile == nil)
        } catch {
            throw StartupFault(error.description)
        }
        (headersFile, authorities, self.version) = (settings.headersFile, settings.authorities, version)
        instance = node ?? HostName.current(or: "localhost")
        do throws(FileFault) {
            if let headersFile { try SecretFile.examine(headersFile, report: report) }
            _ = try fields()
        } catch { throw StartupFault("traces.headers_file: \(error.description)") }
    }

    /// Sends spans, each an object of OTLP's JSON. Waits for the network.
    func send(_ spans: ArraySlice<[UInt8]>) -> Answer {
        // Without a path, the address is that of the collector; what it has for traces is where OTLP says.
        var request = ClientRequest(host: address.host, target: address.target == "/" ? Self.path : address.target)
        request.method = "POST"
        request.authority = address.authority
        request.body = body(spans)
        do {
            request.fields = try fields()
            let tls = address.isSecure ? try TLSClientContext(authorities: authorities) : nil
            let outcome = try HostExchange(request, port: address.port, tls: tls).run(patience: Self.patience)
            switch outcome.result {
            case .success(let answer): return Self.answer(answer)
            case .failure(let fault): return .later("\(fault)", after: nil)
            }
        } catch { return .later("\(error)", after: nil) }
    }

    /// What a status means ("Failures"): four of them are worth another try.
    static func answer(_ answer: ClientAnswer) -> Answer {
        let status = answer.head.status
        switch status {
        case 200..<300:
            let said = (try? JSONValue(parsing: answer.body.span))?["partialSuccess"]?["rejectedSpans"]
            // ProtoJSON: a text, or a number.
            let rejected = said.flatMap { UInt64($0.string ?? $0.text) } ?? 0
            return .accepted(rejected: rejected)
        case 429, 502, 503, 504:
            let wait = answer.head["retry-after"].flatMap { Int($0) }.map { min(longestWait, max(0, $0)) }
            return .later("status \(status)", after: wait)
        default: return .refused("status \(status)")
        }
    }

    /// One `ExportTraceServiceRequest`.
    func body(_ spans: ArraySlice<[UInt8]>) -> [UInt8] {
        var body = Array(#"{"resourceSpans":[{"resource":{"attributes":["#.utf8)
        let attributes = [
            ("service.name", "fingerpost"), ("service.version", version), ("service.instance.id", instance),
            ("host.name", HostName.current(or: "localhost")),
        ]
        for (index, (key, value)) in attributes.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            JSONWriter.append(to: &body) { json in
                json.beginObject()
                json.member("key", key)
                json.name("value")
                json.beginObject()
                json.member("stringValue", value)
                json.endObject()
                json.endObject()
            }
        }
        body += Array(#"]},"scopeSpans":[{"scope":{"name":"fingerpost"},"spans":["#.utf8)
        body += spans.joined(separator: [UInt8(ascii: ",")])
        return body + Array("]}]}]}".utf8)
    }

    // MARK: - Fields

    private func fields() throws(FileFault) -> [(name: String, value: String)] {
        var fields = [
            (name: "User-Agent", value: "fingerpost/\(version)"), (name: "Content-Type", value: "application/json"),
        ]
        guard let headersFile else { return fields }
        let bytes = try SecretFile.bytes(headersFile, "the header fields of the collector", limit: Self.mostHeaderBytes)
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() where !line.hasPrefix("#") {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
                line[..<colon].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
                line[colon...].utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
            else { throw FileFault("\(headersFile):\(index + 1): not a header field; write one as `Name: value`") }
            let value = line[colon...].dropFirst()
            fields.append((String(line[..<colon]), String(value.drop { $0 == " " || $0 == "\t" })))
        }
        return fields
    }
}
