import ByteText
import CAllocationCounter

/// What one operation costs.
struct Measurement: ReportLine {
    var name: String
    /// Nanoseconds of the fastest round, for one operation.
    var nanoseconds: Double
    /// Nanoseconds of the median round.
    var median: Double
    /// Calls of malloc and its relatives, for one operation.
    var allocations: Double
    /// What else is known, in its order: `rules=100000`.
    var more: [(String, Int)] = []

    /// Runs an operation in rounds. The first round warms up and is not counted.
    static func of(
        _ name: String, rounds: Int = 15, count: Int, _ more: [(String, Int)] = [], _ operation: (_ count: Int) -> Void
    ) -> Measurement {
        operation(count)
        let before = allocation_count()
        operation(count)
        let allocations = Double(allocation_count() - before) / Double(count)
        let clock = ContinuousClock()
        let times = (0..<rounds).map { _ in
            Double(clock.measure { operation(count) } / .nanoseconds(1)) / Double(count)
        }.sorted()
        return Measurement(
            name: name, nanoseconds: times[0], median: times[times.count / 2], allocations: allocations, more: more)
    }

    func text(json: Bool) -> String {
        guard json else {
            let extras = more.map { " \($0.0)=\($0.1)" }.joined()
            return
                "\(name)\(extras)  \(rounded(nanoseconds)) ns (median \(rounded(median)))  \(allocations) allocations"
        }
        var object = JSONObject()
        object.append("name", .string(name))
        object.append("ns", JSONNumber(nanoseconds).map { .number($0) } ?? .null)
        object.append("median_ns", JSONNumber(median).map { .number($0) } ?? .null)
        object.append("allocations", JSONNumber(allocations).map { .number($0) } ?? .null)
        object.append("bytes", .null)
        for (name, value) in more { object.append(name, .number(JSONNumber(value))) }
        return JSONValue.object(object).text
    }

    private func rounded(_ value: Double) -> String {
        String(Double(Int(value * 10)) / 10)
    }
}
