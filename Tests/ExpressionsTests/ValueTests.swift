import ByteText
import Expressions
import Testing

@Suite struct ValueTests {
    /// From lowest to highest; versions in one row are equal.
    static let versions: [[String]] = [
        ["0", "0.0", "00"], ["0.0.1"], ["1-alpha"], ["1-alpha.1"], ["1-alpha.beta"], ["1-beta"], ["1-beta.2"],
        ["1-beta.11"],
        ["1-rc.1", "1.0-rc.1"], ["1", "1.0", "1.0.0", "01", "1+build.5", "1.0+x"], ["1.2"], ["1.9"], ["1.10"],
        ["1.10.1"], ["2"],
        ["10"], ["99999999999999999999"], ["99999999999999999999.1"], ["100000000000000000000"],
    ]

    @Test func versionsAreOrdered() {
        for (i, left) in ValueTests.versions.enumerated() {
            for (j, right) in ValueTests.versions.enumerated() {
                let expected: VersionOrder = i < j ? .less : i > j ? .greater : .equal
                for (a, b) in left.flatMap({ a in right.map { (a, $0) } }) {
                    #expect(VersionOrder.compare(Array(a.utf8).span, Array(b.utf8).span) == expected, "\(a) and \(b)")
                }
            }
        }
    }

    @Test(arguments: [
        "", ".", "1.", ".1", "1..2", "v1", "1 ", "1-", "1+", "1-a..b", "1-a_b", "1+a+b", "1,2", "1-é", "-1", "+1",
    ])
    func noVersions(name: String) {
        #expect(VersionOrder.compare(Array(name.utf8).span, Array("1".utf8).span) == nil)
        #expect(VersionNumber(name) == nil)
    }

    @Test func bucketsAreTheSameEverywhereAndEven() {
        func part(_ key: String, _ salt: String) -> Int64 {
            Bucket.part(of: Array(key.utf8).span, salt: Array(salt.utf8).span)
        }
        // SipHash-2-4 with the key 0 over "exp1", a zero byte and "WXYZ".
        #expect(part("WXYZ", "exp1") == 27)
        var counts = [Int](repeating: 0, count: 100)
        var same = 0
        for key in 0..<100_000 {
            counts[Int(part("\(key)", "a"))] += 1
            if (part("\(key)", "a") < 50) == (part("\(key)", "b") < 50) { same += 1 }
        }
        // Five standard deviations of a fair split.
        #expect(counts.allSatisfy { abs($0 - 1000) < 160 }, "\(counts)")
        #expect(abs(same - 50_000) < 800)
    }

    @Test(arguments: [
        ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("2001:db8::", "2001:db8::"),
        ("2001:0DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("1:0:3:4:5:6:7:8", "1:0:3:4:5:6:7:8"), ("::1.2.3.4", "::102:304"),
        ("64:ff9b::1.2.3.4", "64:ff9b::102:304"), ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"),
        ("0.0.0.0", "0.0.0.0"),
        ("255.255.255.255", "255.255.255.255"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
    ])
    func addresses(text: String, canonical: String) {
        #expect(IPAddress(condition: text)?.description == canonical)
    }

    @Test(arguments: [
        "", "1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.4 ", "1..3.4", ":", ":::", "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1::2::3", "12345::", "g::", "::1%eth0", "::ffff:1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4", "1:2:3:4:5:6:7:8::", "1:",
        ":1", "::1.2.3",
    ])
    func noAddresses(text: String) {
        #expect(IPAddress(condition: text) == nil)
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1), ("0001-01-01T00:00:00Z", -62_135_596_800),
        ("9999-12-31T23:59:59Z", 253_402_300_799), ("2000-02-29T00:00:00Z", 951_782_400),
        ("1900-03-01T00:00:00Z", -2_203_891_200),
    ])
    func timestamps(text: String, seconds: Int64) {
        #expect(CELTimestamp(text)?.seconds == seconds)
        #expect(CELTimestamp(seconds: seconds)?.description == text)
    }

    @Test(arguments: [
        "2024-01-01", "2024-01-01T00:00:00", "2024-1-01T00:00:00Z", "2024-13-01T00:00:00Z", "2024-01-01T24:00:00Z",
        "2024-01-01T00:00:60Z", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00.1234567890Z", "2024-01-01T00:00:00+1:00",
        "1900-02-29T00:00:00Z", "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "2024-01-01T00:00:00Zx",
        "0001-01-01T00:00:00+00:01",
    ])
    func noTimestamps(text: String) {
        #expect(CELTimestamp(text) == nil)
    }

    @Test(arguments: [
        ("0", "0s"), ("1h", "3600s"), ("-1.5h", "-5400s"), ("1h30m", "5400s"), (".5s", "0.5s"), ("1.s", "1s"),
        ("1us1ns", "0.000001001s"),
        ("+1µs", "0.000001s"), ("0.1234567891s", "0.123456789s"), ("315576000000s", "315576000000s"),
    ])
    func durations(text: String, canonical: String) {
        #expect(CELDuration(text)?.description == canonical)
    }

    @Test(arguments: ["", "-", "1", "s", ".s", "1h ", "1 h", "1d", "315576000001s", "99999999999999999999s", "--1s"])
    func noDurations(text: String) {
        #expect(CELDuration(text) == nil)
    }
}
