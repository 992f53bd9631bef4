import ByteText

/// The cost of one operation.
struct Measurement: ReportLine {
    var name: String
    /// Nanoseconds per operation in the fastest round.
    var nanoseconds: Double
    /// Nanoseconds per operation in the median round.
    var median: Double
    /// Calls of malloc and related functions per operation.
    var allocations: Double
    /// Additional values, in order: `rules=100000`.
    var more: [(String, Int)] = []

    /// The label in text output: `rules first rules=10 sites=1`.
    static func label(_ name: String, _ more: [(String, Int)]) -> String {
        name + more.map { " \($0.0)=\($0.1)" }.joined()
    }

    func text(json: Bool) -> String {
        guard json else {
            let label = Self.label(name, more)
            return
                "\(label)  \(rounded(nanoseconds)) ns (median \(rounded(median)))  \(allocations) allocations"
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
