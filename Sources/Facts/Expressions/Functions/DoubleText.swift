/// Doubles as text, with the fewest digits that parse back to the same value.
enum DoubleText {
    /// Uses an exponent below 1e-4 and from 1e21 on.
    static func shortest(_ double: Double) -> String {
        guard double.isFinite, double != 0, !(1e-4..<1e21).contains(double.magnitude) else { return decimal(double) }
        let (sign, digits, exponent) = parts(double)
        let rest = digits.dropFirst()
        let mantissa = "\(digits.prefix(1))\(rest.isEmpty ? "" : ".\(rest)")"
        return "\(sign)\(mantissa)e\(exponent < 0 ? "-" : "+")\(padded(abs(exponent), 2))"
    }

    /// Never uses an exponent.
    static func decimal(_ double: Double) -> String {
        guard double.isFinite else { return double.isNaN ? "NaN" : double < 0 ? "-Infinity" : "Infinity" }
        let (sign, digits, exponent) = parts(double)
        if exponent < 0 { return "\(sign)0.\(String(repeating: "0", count: -exponent - 1))\(digits)" }
        let whole = digits.prefix(exponent + 1)
        let rest = digits.dropFirst(exponent + 1)
        let zeros = String(repeating: "0", count: exponent + 1 - whole.count)
        return "\(sign)\(whole)\(zeros)\(rest.isEmpty ? "" : ".\(rest)")"
    }

    /// Sign, significant digits, and the decimal exponent of the first digit.
    private static func parts(_ double: Double) -> (sign: String, digits: String, exponent: Int) {
        let sign = double.sign == .minus ? "-" : ""
        guard double != 0 else { return (sign, "0", 0) }
        let text = "\(double.magnitude)"
        let mark = text.firstIndex(of: "e") ?? text.endIndex
        let given = mark == text.endIndex ? 0 : Int(text[text.index(after: mark)...]) ?? 0
        let mantissa = text[..<mark]
        let point =
            mantissa.firstIndex(of: ".").map { mantissa.distance(from: mantissa.startIndex, to: $0) } ?? mantissa.count
        let all = mantissa.filter { $0 != "." }
        let zeros = all.prefix { $0 == "0" }.count
        var digits = all.dropFirst(zeros)
        while digits.count > 1, digits.last == "0" { digits.removeLast() }
        return (sign, String(digits), given + point - 1 - zeros)
    }
}
