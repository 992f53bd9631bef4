import ByteText

/// Human-readable numbers.
public enum Numbers {
    /// The number with digits in groups of three.
    public static func grouped(_ number: Int) -> String { ByteText.grouped(number) }

    /// A percentage with one decimal. Only zero is shown as 0 %, and only the total as 100 %.
    static func percent(_ count: Int, of total: Int) -> String {
        guard total > 0 else { return "–" }
        guard count > 0 else { return "0 %" }
        let tenths = Int((Double(count) / Double(total) * 1000).rounded())
        if tenths == 0 { return "<0.1 %" }
        if tenths == 1000, count < total { return ">99.9 %" }
        return "\(tenths / 10).\(tenths % 10) %"
    }

    /// The number abbreviated, for example 40 M or 1.2 k.
    static func short(_ number: Int) -> String {
        for (unit, name) in [(1_000_000_000, " G"), (1_000_000, " M"), (1_000, " k")] where number >= unit {
            let tenths = number / (unit / 10)
            return (tenths >= 1000 || tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)") + name
        }
        return String(number)
    }
}
