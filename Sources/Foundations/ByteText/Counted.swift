/// A count and its noun for display: `1 site`, `2,000 sites`.
///
/// - Parameter plural: The plural if it is irregular; by default `singular` with an `s`.
public func counted(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
    "\(grouped(count)) \(count == 1 ? singular : plural ?? singular + "s")"
}

/// A number with thousands separators.
public func grouped(_ number: Int) -> String {
    var digits = Array(String(number))
    var index = digits.count - 3
    while index > (number < 0 ? 1 : 0) {
        digits.insert(",", at: index)
        index -= 3
    }
    return String(digits)
}
