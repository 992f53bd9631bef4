/// A histogram of durations, with buckets for decisions, most of which take about a microsecond.
package struct DurationHistogram: Sendable {
    /// The upper bounds of the buckets: in nanoseconds, and in seconds as text.
    package static let bounds: [(nanoseconds: UInt64, seconds: StaticString)] = [
        (250, "2.5e-07"), (500, "5e-07"), (1_000, "1e-06"), (2_500, "2.5e-06"), (5_000, "5e-06"), (10_000, "1e-05"),
        (25_000, "2.5e-05"), (50_000, "5e-05"), (100_000, "0.0001"), (250_000, "0.00025"), (1_000_000, "0.001"),
        (10_000_000, "0.01"),
    ]

    /// The number of durations per bucket, above the previous bound and up to its own; the last has no bound.
    package private(set) var counts = [UInt64](repeating: 0, count: bounds.count + 1)
    package private(set) var totalNanoseconds: UInt64 = 0

    mutating func add(nanoseconds: UInt64) {
        var index = 0
        while index < Self.bounds.count, nanoseconds > Self.bounds[index].nanoseconds { index += 1 }
        counts[index] &+= 1
        totalNanoseconds &+= nanoseconds
    }

    mutating func add(_ other: DurationHistogram) {
        for index in counts.indices { counts[index] &+= other.counts[index] }
        totalNanoseconds &+= other.totalNanoseconds
    }
}
