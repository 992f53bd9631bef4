import ByteText
import Glibc

/// `format` of the strings extension: `"%s is %d".format(["x", 1])`.
extension Function {
    static func formatted(_ operands: [CELValue]) throws(CELError) -> CELValue? {
        guard case .string(let template) = operands[0], case .list(let arguments) = operands[1] else { return nil }
        var out = String.UnicodeScalarView()
        var rest = Array(template.unicodeScalars)[...]
        var next = 0
        while let scalar = rest.popFirst() {
            guard scalar == "%" else {
                out.append(scalar)
                continue
            }
            if rest.first == "%" {
                rest.removeFirst()
                out.append("%")
                continue
            }
            let clause = try FormatClause(&rest)
            guard next < arguments.count else {
                throw .invalid("format() has \(counted(arguments.count, "argument")), but more clauses")
            }
            out.append(contentsOf: try clause.format(arguments[next]).unicodeScalars)
            next += 1
        }
        return .string(String(out))
    }

    /// The number of arguments that a template requires.
    static func clauseCount(of template: String) throws(CELError) -> Int {
        var rest = Array(template.unicodeScalars)[...]
        var count = 0
        while let scalar = rest.popFirst() {
            guard scalar == "%" else { continue }
            if rest.first == "%" {
                rest.removeFirst()
            } else {
                _ = try FormatClause(&rest)
                count += 1
            }
        }
        return count
    }
}

/// A `%…` clause of a template.
private struct FormatClause {
    static let maximumPrecision = 1000

    var verb: Unicode.Scalar
    var precision = 6

    /// Parses a clause after the percent sign.
    init(_ rest: inout ArraySlice<Unicode.Scalar>) throws(CELError) {
        if rest.first == "." {
            rest.removeFirst()
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            guard let given = Int(String(String.UnicodeScalarView(digits))), given <= FormatClause.maximumPrecision
            else {
                throw .invalid("format() needs a precision from 0 to \(FormatClause.maximumPrecision) after `%.`")
            }
            precision = given
        }
        guard let verb = rest.popFirst() else { throw .invalid("format() string ends inside a clause") }
        guard "sdfebxXo".unicodeScalars.contains(verb) else {
            throw .invalid("format() doesn't support the clause `%\(verb)`")
        }
        self.verb = verb
    }

    func format(_ value: CELValue) throws(CELError) -> String {
        let text: String?
        switch verb {
        case "s": text = plain(value)
        case "d": text = decimal(value)
        case "f", "e": text = number(value).map { fixed($0) }
        case "b": text = value.isBool ? plainBit(value) : integer(value, radix: 2)
        case "o": text = integer(value, radix: 8)
        default: text = hexadecimal(value)
        }
        guard let text else { throw .invalid("format() can't format \(value.type) as `%\(verb)`") }
        return text
    }

    /// Any value, with strings unquoted and the entries of maps sorted by the text of their keys.
    private func plain(_ value: CELValue) -> String? {
        switch value {
        case .null: return "null"
        case .bool(let bool): return "\(bool)"
        case .string(let string): return string
        case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
        case .timestamp(let timestamp): return timestamp.description
        case .duration(let duration): return duration.description
        case .type(let name): return name
        case .ip(let ip): return ip.description
        case .cidr(let cidr): return cidr.description
        case .version(let version): return version.description
        case .int, .uint, .double: return decimal(value)
        case .list(let items):
            let texts = items.compactMap { plain($0) }
            return texts.count == items.count ? "[\(texts.joined(separator: ", "))]" : nil
        case .map(let map):
            let pairs = map.entries.compactMap { entry in
                plain(entry.key).flatMap { key in plain(entry.value).map { (key: key, value: $0) } }
            }
            guard pairs.count == map.count else { return nil }
            let sorted = pairs.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            return "{\(sorted.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
        }
    }

    private func decimal(_ value: CELValue) -> String? {
        if case .double(let double) = value { return DoubleText.decimal(double) }
        return integer(value, radix: 10)
    }

    private func integer(_ value: CELValue, radix: Int) -> String? {
        switch value {
        case .int(let int): String(int, radix: radix)
        case .uint(let uint): String(uint, radix: radix)
        default: nil
        }
    }

    private func plainBit(_ value: CELValue) -> String? {
        if case .bool(let bool) = value { bool ? "1" : "0" } else { nil }
    }

    private func hexadecimal(_ value: CELValue) -> String? {
        let lower: String?
        switch value {
        case .string(let string): lower = hex(Array(string.utf8))
        case .bytes(let bytes): lower = hex(bytes)
        default: lower = integer(value, radix: 16)
        }
        return verb == "X" ? lower?.uppercased() : lower
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func number(_ value: CELValue) -> Double? {
        switch value {
        case .double(let double): double
        case .int(let int): Double(int)
        case .uint(let uint): Double(uint)
        default: nil
        }
    }

    private func fixed(_ double: Double) -> String {
        guard double.isFinite else { return DoubleText.shortest(double) }
        let template = "%.\(precision)\(verb)"
        // The longest double has 309 digits before the decimal point.
        var buffer = [CChar](repeating: 0, count: precision + 400)
        // Safe: the buffer is longer than any result, and vsnprintf writes at most the given length.
        let count = unsafe withVaList([double]) { unsafe vsnprintf(&buffer, buffer.count, template, $0) }
        return String(decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension CELValue {
    fileprivate var isBool: Bool {
        if case .bool = self { true } else { false }
    }
}
