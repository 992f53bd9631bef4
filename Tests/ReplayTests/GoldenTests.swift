import ByteText
import Devices
import Foundation
import Routing
import Testing

@testable import LogFormats

@testable import Replay

/// Each format: a log in `Golden`, and next to it the expected reading of each line.
@Suite("Formats of logs")
struct GoldenTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
    private static let pattern =
        "$remote_addr [$time_local] $host \"$request\" $status \"$http_user_agent\" $request_time"

    @Test(
        "are read as they are documented",
        arguments: [
            "combined", "vhost_combined", "common", "json", "logpush", "haproxy", "haproxy:host|user-agent", "alb",
            "elb",
            "s3", "w3c", "decisions", pattern,
        ])
    func golden(name: String) throws {
        let file = name == Self.pattern ? "pattern" : String(name.prefix { $0 != ":" })
        let log = [UInt8](try Data(contentsOf: Self.folder.appending(path: "\(file).log")))
        let format = try #require(try LogFormat.parse(name))
        let read = try Self.rendered(log, format)
        let expectation = Self.folder.appending(path: name.contains("|") ? "haproxy-captured.txt" : "\(file).txt")
        if ProcessInfo.processInfo.environment["FINGERPOST_RECORD"] != nil {
            try Data(read.utf8).write(to: expectation)
        }
        #expect(read == String(decoding: try Data(contentsOf: expectation), as: UTF8.self))
    }

    @Test(
        "are told from the first lines",
        arguments: [
            "combined", "vhost_combined", "common", "json", "logpush", "haproxy", "alb", "elb", "s3", "w3c",
            "decisions",
        ])
    func detection(name: String) throws {
        let log = [UInt8](try Data(contentsOf: Self.folder.appending(path: "\(name).log")))
        #expect(LogReading(detecting: log.span)?.format.name == name)
        // Without the last line end, too.
        #expect(LogReading(detecting: log.span.extracting(0..<log.count - 1))?.format.name == name)
    }

    /// Regression: these logs were not read, or their columns were dropped without notice. Each is a file in
    /// `Golden/Detected`, next to the expected format, unread names and reading of each line.
    @Test("are detected, and unread columns are named", arguments: try detectedLogs())
    func detected(name: String) throws {
        let log = [UInt8](try Data(contentsOf: Self.folder.appending(path: "Detected/\(name).log")))
        let detected = LogReading(detecting: log.span)
        let reading = try #require(detected)
        var text = "format: \(reading.format.name)\n"
        if !reading.unread.isEmpty { text += "not read: \(reading.unread.joined(separator: ", "))\n" }
        text += try Self.rendered(log, reading)
        let expectation = Self.folder.appending(path: "Detected/\(name).txt")
        if ProcessInfo.processInfo.environment["FINGERPOST_RECORD"] != nil {
            try Data(text.utf8).write(to: expectation)
        }
        #expect(text == String(decoding: try Data(contentsOf: expectation), as: UTF8.self))
        // The detected format's name selects it again.
        let named = try #require(try LogFormat.parse(reading.format.name))
        if named != .w3c { #expect(try LogReading(named, head: log.span).format == named) }
    }

    private static func detectedLogs() throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: "Detected"), includingPropertiesForKeys: nil)
        let names = files.filter { $0.pathExtension == "log" }.map { $0.deletingPathExtension().lastPathComponent }
        #expect(names.count > 20)
        return names.sorted()
    }

    @Test("are none if no line fits")
    func noFormat() {
        for text in [
            "", "\n\n", "what is this\n", "\u{0}\u{0}\u{0}", "a,b,c\n1,2,3\n", "#\u{1}\n", "{\u{2}\n", "# a remark\n",
        ] {
            #expect(LogReading(detecting: Array(text.utf8).span)?.format == nil)
        }
    }

    @Test("are named, or are patterns")
    func names() throws {
        #expect(try LogFormat.parse("auto") == nil)
        for (name, format) in LogFormat.named { #expect(try LogFormat.parse(name) == format) }
        #expect(try LogFormat.parse("haproxy:host|user-agent") == .haproxy(captured: ["host", "user-agent"]))
        for wrong in ["combind", "$request$status", "$", "${request", "$remote_addr $status", ""] {
            #expect(throws: LogFormatFault.self) { try LogFormat.parse(wrong) }
        }
    }

    /// The readings of a log, one line of text per line.
    private static func rendered(_ log: [UInt8], _ format: LogFormat) throws -> String {
        let nothing: [UInt8] = []
        return try rendered(log, LogReading(format, head: nothing.span))
    }

    private static func rendered(_ log: [UInt8], _ reading: LogReading) throws -> String {
        var schema = reading.schema
        var reader = LogLineReader()
        var arena = ByteArena()
        var request = ClickRequest()
        var text = ""
        for (index, line) in log.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().enumerated() {
            if case .w3c = schema, let header = W3CSchema(header: Array(line).span) { schema = .w3c(header) }
            if schema.isStateful, line.first == UInt8(ascii: "#") { continue }
            arena.reset()
            request.reset()
            var record = LogRecord()
            let range = arena.append(Array(line).span)
            text += "\(index + 1): "
            var way = 0
            do throws(LineFault) {
                var bypass: Bypass?
                do throws(LineFault) {
                    bypass = try reader.read(range, by: schema, into: &record, &request, &arena)
                } catch {
                    record = LogRecord()
                    guard let other = reader.readAgain(range, by: reading, into: &record, &request, &arena) else {
                        throw error
                    }
                    (way, bypass) = other
                }
                let format = reading.format(ofWay: way, isShort: reader.isShort)
                if format != reading.richest { text += "(\(format.name)) " }
                text += bypass.map { "\($0.name)" } ?? rendered(record, request, arena)
                if let rest = reader.rest { text += " and then \(arena.string(rest))" }
            } catch {
                text += "\(error.name)"
            }
            text += "\n"
        }
        return text
    }

    private static func rendered(
        _ record: LogRecord, _ request: borrowing ClickRequest, _ arena: borrowing ByteArena
    ) -> String {
        var parts: [String] = []
        func add(_ name: String, _ text: TextRange?) {
            if let text { parts.append("\(name)=\(arena.string(text))") }
        }
        add("method", record.method)
        add("host", record.host)
        add("target", record.target)
        add("ua", record.userAgent)
        add("referer", record.referer)
        add("language", record.acceptLanguage)
        add("ip", record.ip)
        add("country", record.country)
        if let time = record.time { parts.append("time=\(time)") }
        if let status = record.status { parts.append("status=\(status)") }
        add("location", record.location)
        add("hint-platform", record.hints.platform)
        add("hint-mobile", record.hints.mobile)
        if let logged = record.logged {
            add("link", request.link)
            parts.append("decision=\(logged.kind?.rawValue ?? "unknown") undecided=\(logged.undecidedCount ?? 0)")
            add("rule", logged.rule)
            add("to", logged.target)
            add("error", logged.error)
            if request.profile != nil { parts.append("profile") }
        }
        return parts.joined(separator: " ")
    }
}
