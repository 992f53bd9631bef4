package import ServiceFiles
import ByteText
package import Client
import HTTP
import OpenSSL
package import Settings
import Threads

/// The OpenTelemetry collector that receives spans: OTLP/HTTP 1.x in JSON (OTLP Specification, "OTLP/HTTP").
package struct SpanCollector: Sendable {
    /// The result of a request.
    enum Answer: Sendable, Equatable {
        /// Accepted, except for the given number of spans.
        case accepted(rejected: UInt64)
        /// To be retried, after at least the given number of seconds, if the collector specified one.
        case later(String, after: Int?)
        /// Not to be retried.
        case refused(String)
    }

    private static let path = "/v1/traces"
    private static let patience = Duration.seconds(10)
    private static let longestWait = 300
    /// The maximum size of the header fields file.
    private static let mostHeaderBytes = 16_384

    let address: ServerURL
    private let headersFile: String?
    private let authorities: String?
    private let proxy: OutgoingProxy?
    private let version: String
    private let instance: String

    /// `nil` if the settings specify no collector. Throws if its address or its header fields file can't be used.
    package init?(
        _ settings: DaemonSettings.Traces, node: String?, proxy: OutgoingProxy?, version: String,
        report: (String) -> Void
    ) throws(StartupFault) {
        guard let text = settings.endpoint else { return nil }
        self.proxy = proxy
        do throws(ServerURL.Fault) {
            // Collectors within a cluster have no TLS, but the credentials for a collector must not be sent in clear text.
            address = try ServerURL(
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
        // An address without a path is that of the collector, whose default path for traces is defined by OTLP.
        var request = ClientRequest(host: address.host, target: address.target == "/" ? Self.path : address.target)
        request.method = "POST"
        request.authority = address.authority
        request.body = body(spans)
        do {
            request.fields = try fields()
            let tls = address.isSecure ? try TLSClientContext(authorities: authorities) : nil
            let exchange = HostExchange(request, port: address.port, tls: tls, proxy: proxy)
            let outcome = try exchange.run(patience: Self.patience)
            switch outcome.result {
            case .success(let answer): return Self.answer(answer)
            case .failure(let fault): return .later("\(fault)", after: nil)
            }
        } catch { return .later("\(error)", after: nil) }
    }

    /// Maps a status ("Failures"): four of them are retryable.
    static func answer(_ answer: ClientAnswer) -> Answer {
        let status = answer.head.status
        switch status {
        case 200..<300:
            let said = (try? JSONValue(parsing: answer.body.span))?["partialSuccess"]?["rejectedSpans"]
            // ProtoJSON: a string or a number.
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

    // MARK: - Header fields

    private func fields() throws(FileFault) -> [(name: String, value: String)] {
        var fields = [
            (name: "User-Agent", value: "fingerpost/\(version)"), (name: "Content-Type", value: "application/json"),
        ]
        guard let headersFile else { return fields }
        let bytes = try SecretFile.bytes(headersFile, "the collector's header fields", limit: Self.mostHeaderBytes)
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
