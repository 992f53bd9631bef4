/// A count and what was counted, for people: `1 site`, `2,000 sites`.
///
/// - Parameter plural: Where it is not made with an s.
public func counted(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
    "\(grouped(count)) \(count == 1 ? singular : plural ?? singular + "s")"
}

/// A number with its digits in groups of three.
public func grouped(_ number: Int) -> String {
    var digits = Array(String(number))
    var index = digits.count - 3
    while index > (number < 0 ? 1 : 0) {
        digits.insert(",", at: index)
        index -= 3
    }
    return String(digits)
}
