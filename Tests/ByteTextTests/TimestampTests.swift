import ByteText
import Foundation
import TestSupport
import Testing

@Suite("Times of RFC 3339")
struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:01Z", 1), ("1969-12-31T23:59:59Z", -1),
        ("2026-11-20T12:00:00Z", 1_795_176_000), ("2026-11-20t12:00:00z", 1_795_176_000),
        ("2026-11-20T12:00:00.999999999Z", 1_795_176_000), ("2026-11-20T12:00:00.0Z", 1_795_176_000),
        ("2026-11-20T17:30:00+05:30", 1_795_176_000), ("2026-11-20T04:00:00-08:00", 1_795_176_000),
        ("2026-11-20T12:00:00-00:00", 1_795_176_000), ("2026-11-20T12:00:00.5+00:00", 1_795_176_000),
        ("2000-02-29T00:00:00Z", 951_782_400), ("2024-02-29T23:59:59Z", 1_709_251_199),
        ("1900-02-28T00:00:00Z", -2_203_977_600), ("0000-01-01T00:00:00Z", -62_167_219_200),
        ("9999-12-31T23:59:59Z", 253_402_300_799), ("2016-12-31T23:59:60Z", 1_483_228_800),
    ])
    func seconds(text: String, expected: Int64) {
        #expect(Timestamp.seconds(text) == expected)
    }

    @Test(arguments: [
        "", "2026", "2026-11-20", "2026-11-20T12:00:00", "2026-11-20 12:00:00Z", "2026-11-20T12:00Z",
        "2026-13-20T12:00:00Z",
        "2026-00-20T12:00:00Z", "2026-11-31T12:00:00Z", "2026-11-00T12:00:00Z", "2026-02-29T12:00:00Z",
        "1900-02-29T12:00:00Z",
        "2026-11-20T24:00:00Z", "2026-11-20T12:60:00Z", "2026-11-20T12:00:61Z", "2026-11-20T12:00:00.Z",
        "2026-11-20T12:00:00,5Z",
        "2026-11-20T12:00:00+5:30", "2026-11-20T12:00:00+0530", "2026-11-20T12:00:00+05:60",
        "2026-11-20T12:00:00+24:00",
        "2026-11-20T12:00:00ZZ", "2026-11-20T12:00:00Z ", " 2026-11-20T12:00:00Z", "-026-11-20T12:00:00Z",
        "+026-11-20T12:00:00Z",
        "2026-11-20T12:00:0\u{661}Z", "２026-11-20T12:00:00Z", "20260-11-20T12:00:00Z", "2026-11-20T12:00:00+05:30Z",
        "2026-11-20T12:00:00Z\0",
    ])
    func refused(text: String) {
        #expect(Timestamp.seconds(text) == nil)
    }

    @Test("it agrees with Foundation on any day")
    func agrees() throws {
        let seed: UInt64 = 20_261_120
        var generator = SplitMix64(seed: seed)
        let formatter = ISO8601DateFormatter()
        for _ in 0..<2_000 {
            let seconds = Int64.random(in: -2_000_000_000...250_000_000_000, using: &generator)
            let text = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
            #expect(Timestamp.seconds(text) == seconds, "\(text), seed \(seed)")
            #expect(Timestamp.text(seconds) == text, "seed \(seed)")
        }
    }

    @Test(
        "any number of seconds has a text",
        arguments: [
            (-62_167_219_201, "-1-12-31T23:59:59Z"), (253_402_300_800, "10000-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
        ])
    func longYears(seconds: Int64, text: String) {
        #expect(Timestamp.text(seconds) == text)
        #expect(!Timestamp.text(.min).isEmpty && !Timestamp.text(.max).isEmpty)
    }

    @Test func namesOfMonths() {
        #expect(CivilTime.month(named: Array("dEc".utf8).span) == 12)
        #expect(CivilTime.month(named: Array("Jan".utf8).span) == 1)
        #expect(CivilTime.month(named: Array("ecJ".utf8).span) == nil)
    }
}

/// Times as typed by users, at 2026-11-20T12:00:00Z.
@Suite("typed times")
struct TypedTimeTests {
    private static let now: Int64 = 1_795_176_000

    @Test(
        arguments: [
            ("now", "2026-11-20T12:00:00Z"), ("90min", "2026-11-20T13:30:00Z"), ("12h", "2026-11-21T00:00:00Z"),
            ("30d", "2026-12-20T12:00:00Z"), ("2w", "2026-12-04T12:00:00Z"), ("0d", "2026-11-20T12:00:00Z"),
            ("2026-12-24", "2026-12-24T00:00:00Z"), ("2026-12-24T18:00Z", "2026-12-24T18:00:00Z"),
            ("2026-12-24 18:00+01:00", "2026-12-24T17:00:00Z"), ("2026-12-24T18:00:30.5Z", "2026-12-24T18:00:30Z"),
        ])
    func accepted(_ text: String, _ expected: String) {
        #expect(Timestamp.seconds(typed: text, now: Self.now).map(Timestamp.text) == expected)
    }

    @Test(
        "what leaves something to guess is refused",
        arguments: [
            "", "tomorrow", "30", "d", "-1d", "1m", "1y", "2026-12-24T18:00", "2026-12-24T18:00:00", "2026-13-01",
            "24.12.2026", "99999999999999999999d", "9223372036854775807min", "2026-12-24 18", "9223372036854775807h",
        ])
    func refused(_ text: String) {
        #expect(Timestamp.seconds(typed: text, now: Self.now) == nil)
    }
}
