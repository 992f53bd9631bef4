import ByteText
import Libevent
import Testing

@testable import Telemetry
@testable import Daemon
@testable import LogFormats
@testable import Server

/// Log lines are printable ASCII, whatever clients send.
@Suite("texts in logs")
struct LogTextTests {
    @Test(
        "JSON beyond ASCII is escaped",
        arguments: [
            ("plain", "plain"), ("é", "\\u00E9"), ("€x", "\\u20ACx"), ("a😀b", "a\\uD83D\\uDE00b"), ("", ""),
        ])
    func json(_ text: String, _ escaped: String) throws {
        var line: [UInt8] = []
        LogEscaping.append(json: Array("\"\(text)\"".utf8).span, to: &line)
        #expect(String(decoding: line, as: UTF8.self) == "\"\(escaped)\"")
        #expect(try JSONValue(parsing: line.span).string == text)
    }

    @Test("quoted values are escaped as nginx does it")
    func quoted() {
        var line: [UInt8] = []
        LogEscaping.append(quoted: Array("a\"b\\c\u{1B}\r\né\u{7F}~ ".utf8).span, to: &line)
        #expect(String(decoding: line, as: UTF8.self) == "a\\x22b\\x5Cc\\x1B\\x0D\\x0A\\xC3\\xA9\\x7F~ ")
    }

    @Test("times")
    func times() {
        var time = LogTime()
        var line: [UInt8] = []
        time.append(WallClock(seconds: 1_700_000_000, microseconds: 42), to: &line)
        #expect(String(decoding: line, as: UTF8.self) == "2023-11-14T22:13:20.000042Z")
        #expect(String(decoding: time.common, as: UTF8.self) == "14/Nov/2023:22:13:20 +0000")
        #expect(Timestamp.text(951_782_400) == "2000-02-29T00:00:00Z")
    }

    private static func takes(_ name: String, _ identifiers: inout RequestIdentifiers) -> Bool {
        identifiers.adopt(Array(name.utf8).span)
    }

    @Test("request IDs: unique, 32 hexadecimal digits, and a peer's only if it is well-formed")
    func identifiers() {
        var identifiers = RequestIdentifiers()
        var seen: Set<[UInt8]> = []
        for number in 0..<10_000 {
            identifiers.make(UInt64(number))
            #expect(identifiers.current.count == 32)
            seen.insert(identifiers.current)
        }
        #expect(seen.count == 10_000)
        for name in ["a", "6f1c-0.Z_~+/=:", String(repeating: "x", count: 128)] {
            #expect(Self.takes(name, &identifiers))
            #expect(identifiers.current == Array(name.utf8))
        }
        for name in ["", "a b", "a\tb", "a\"b", "a,b", "é", String(repeating: "x", count: 129)] {
            #expect(!Self.takes(name, &identifiers), "\(name)")
        }
    }
}

/// Prometheus's text format.
@Suite("metrics as text")
struct MetricsTextTests {
    @Test("labels are escaped, numbers are written plainly")
    func labels() {
        var text = MetricsText()
        text.family("x_total", .counter, "Help.")
        text.sample(["a": "q\"\\\n", "b": ""], 3)
        text.value(1.5)
        #expect(
            String(decoding: text.bytes, as: UTF8.self) == """
                # HELP x_total Help.
                # TYPE x_total counter
                x_total{a="q\\"\\\\\\n",b=""} 3
                x_total 1.5

                """)
    }

    @Test("buckets add up, and a bound is in its bucket")
    func histogram() {
        var histogram = DurationHistogram()
        for nanoseconds: UInt64 in [0, 250, 251, 999, 1_000, 20_000_000] { histogram.add(nanoseconds: nanoseconds) }
        var twice = histogram
        twice.add(histogram)
        var text = MetricsText()
        text.family("x_seconds", .histogram, "Help.")
        text.histogram(twice)
        let lines = String(decoding: text.bytes, as: UTF8.self).split(separator: "\n")
        for line in [
            "x_seconds_bucket{le=\"2.5e-07\"} 4", "x_seconds_bucket{le=\"5e-07\"} 6",
            "x_seconds_bucket{le=\"1e-06\"} 10",
            "x_seconds_bucket{le=\"0.01\"} 10", "x_seconds_bucket{le=\"+Inf\"} 12", "x_seconds_sum 0.040005",
            "x_seconds_count 12",
        ] {
            #expect(lines.contains(Substring(line)), "\(line)")
        }
    }
}
