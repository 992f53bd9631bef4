import ByteText
import Glibc

/// The clock of a load: monotonic nanoseconds.
enum MonotonicTime {
    static var nanoseconds: Int64 {
        var now = timespec()
        // Safe: the kernel writes one timespec into a local.
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }
}

/// The results of a load: the times of served and shed requests, and the number of failures.
struct LatencyLog {
    private var served: [Int64] = []
    private var shed: [Int64] = []
    private var other = 0
    private var failed = 0

    mutating func count(_ status: Int, _ nanoseconds: Int64) {
        switch status {
        case 200..<400: served.append(nanoseconds)
        case 503: shed.append(nanoseconds)
        default: other += 1
        }
    }

    mutating func countFailure() { failed += 1 }

    func report(requests: Int, seconds: Double) -> LatencyReport {
        LatencyReport(
            requests: requests, seconds: seconds, served: served.sorted(), shed: shed.sorted(), other: other,
            failed: failed)
    }
}

/// A load's result: times in microseconds.
struct LatencyReport {
    var requests: Int
    var seconds: Double
    var served: [Int64]
    var shed: [Int64]
    var other: Int
    var failed: Int

    private var values: [(String, Int)] {
        [
            ("requests", requests), ("milliseconds", Int(seconds * 1000)), ("served", served.count),
            ("shed", shed.count), ("other", other), ("failed", failed),
            ("p50_us", Self.percentile(0.5, of: served)), ("p99_us", Self.percentile(0.99, of: served)),
            ("p999_us", Self.percentile(0.999, of: served)), ("max_us", Self.percentile(1, of: served)),
            ("shed_p99_us", Self.percentile(0.99, of: shed)),
        ]
    }

    func text(json: Bool) -> String {
        guard json else { return values.map { "\($0)=\($1)" }.joined(separator: " ") }
        var object = JSONObject()
        for (name, value) in values { object.append(name, .number(JSONNumber(value))) }
        return JSONValue.object(object).text
    }

    private static func percentile(_ share: Double, of times: [Int64]) -> Int {
        guard !times.isEmpty else { return 0 }
        return Int(times[min(times.count - 1, Int(Double(times.count) * share))] / 1000)
    }
}
