import ByteText
import TestSupport
import Testing

/// Timestamp formats of databases and programs. Regression: PostgreSQL exports of Kutt's table were refused row by row
/// because of `2024-01-02 03:04:05+00`.
@Suite("exported times")
struct ExportedTimeTests {
    private static func read(_ text: String) -> Timestamp.Exported { Timestamp.exported(text.utf8.span) }

    @Test(
        "each form is the same time",
        arguments: [
            // RFC 3339 and ISO 8601.
            "2024-01-02T03:04:05Z", "2024-01-02t03:04:05z", "2024-01-02T03:04:05", "2024-01-02T03:04:05.678Z",
            "2024-01-02T05:04:05+02:00", "2024-01-02T05:04:05+0200", "2024-01-02T05:04:05.000+02",
            // PostgreSQL: timestamptz, with a fraction, with other zones, and timestamp.
            "2024-01-02 03:04:05+00", "2024-01-02 03:04:05.123456+00", "2024-01-02 08:34:05.1+05:30",
            "2024-01-01 22:04:05-05", "2024-01-02 03:04:05.123", "2024-01-02 03:04:05 +00:00",
            "2024-01-02 03:57:37+00:53:32", "Tue Jan  2 03:04:05 2024 UTC",
            // MySQL and SQLite.
            "2024-01-02 03:04:05", "2024-01-02 03:04:05.000000", "20240102030405", "2460311.6278356",
            // HTTP (RFC 9110), mail (RFC 5322), JavaScript, Ruby, a spreadsheet.
            "Tue, 02 Jan 2024 03:04:05 GMT", "Tuesday, 02-Jan-24 03:04:05 GMT", "Tue Jan  2 03:04:05 2024",
            "Tue, 2 Jan 2024 04:04:05 +0100", "Tue Jan 02 2024 04:04:05 GMT+0100 (Central European Standard Time)",
            "2024-01-02 03:04:05 UTC", "January 2, 2024 3:04:05 AM", "2 Jan 2024, 03:04:05", "2024/01/02 03:04:05",
            "02.01.2024 03:04:05", "Jan 2nd, 2024 at 3:04:05 am", "45293.1278356",
            // Seconds to nanoseconds since 1970.
            "1704164645", "1704164645.5", "1704164645000", "1704164645123456", "1704164645123456789",
            " 1704164645 ", "\u{A0}2024-01-02 03:04:05\u{A0}",
        ])
    func forms(_ text: String) {
        #expect(Self.read(text) == .time(1_704_164_645))
    }

    @Test(
        "a date is its first second, an afternoon comes after noon, and a slash is read if it has one meaning",
        arguments: [
            ("2024-01-02", Int64(1_704_153_600)), ("20240102", 1_704_153_600), ("2 January 2024", 1_704_153_600),
            ("2/13/2024", 1_707_782_400), ("13/2/2024", 1_707_782_400), ("3/3/2024", 1_709_424_000),
            ("2024-01-02 12:30 PM", 1_704_198_600), ("2024-01-02 12:30 am", 1_704_155_400),
            ("2024-01-02 03:04", 1_704_164_640), ("202401020304", 1_704_164_640), ("2024-01-02 3:04", 1_704_164_640),
            ("45293", 1_704_153_600), ("1969-12-31 23:59:59+00", -1),
        ])
    func others(_ text: String, _ seconds: Int64) {
        #expect(Self.read(text) == .time(seconds))
    }

    @Test(
        "nothing, zero and zero dates are no time",
        arguments: [
            "", "  ", "0", "0000-00-00", "0000-00-00 00:00:00", "0000-00-00T00:00:00Z", "0000-00-00 00:00:00.000000",
            "0001-01-01T00:00:00Z", "0001-01-01 00:00:00+00", "0.0", "infinity",
        ])
    func none(_ text: String) {
        #expect(Self.read(text) == .none)
    }

    @Test(
        "what is no time, or could be two, is not guessed",
        arguments: [
            "yesterday", "3/4/2024", "2024-13-02", "2024-02-30", "2024-01-02 25:00", "2024-01-02 03:04:05 CEST",
            "1.7e9", "12:30", "2024", "2024-01", "2024-01-02 03:04:05 03:04:05", "02-01-2024", "Jan 2", "-5", "null",
            "2024-01-02 13:00 PM", "2024-01-02 03:04:05+99", "2024-01-02 03:04:05+",
        ])
    func unreadable(_ text: String) {
        #expect(Self.read(text) == .unreadable)
    }

    @Test("any bytes are read without a trap")
    func anything() {
        let pieces = [
            "2024", "-", ":", "01", " ", "T", "+", "Jan", "Z", "(", ")", ",", "/", ".", "\u{A0}", "pm", "9", "\u{202F}",
        ]
        let seed = UInt64.random(in: 0 ... .max)
        var random = SplitMix64(seed: seed)
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in pieces.randomElement(using: &random)! }
                .joined()
            let bytes = Array(text.utf8).dropLast(Int.random(in: 0...1, using: &random))
            _ = Timestamp.exported(Array(bytes).span)
        }
    }
}
