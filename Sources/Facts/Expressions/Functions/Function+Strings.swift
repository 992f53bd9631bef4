/// The strings extension (cel-spec, "Strings"). Indices are in code points, starting at 0.
extension Function {
    func callStrings(_ operands: [CELValue]) throws(CELError) -> CELValue? {
        switch self {
        case .join: return Function.joined(operands)
        case .format: return try Function.formatted(operands)
        default: break
        }
        guard case .string(let text) = operands[0] else { return nil }
        switch self {
        case .quote: return .string(quoted(text))
        case .lowerAscii: return .string(Function.mapBytes(text) { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 })
        case .upperAscii: return .string(Function.mapBytes(text) { $0 &- 0x61 < 26 ? $0 & 0xDF : $0 })
        case .reverse: return .string(String(text.unicodeScalars.reversed()))
        case .trim: return .string(Function.trimmed(text))
        case .charAt, .substring: return try slice(Array(text.unicodeScalars), operands.dropFirst())
        case .indexOf, .lastIndexOf: return try search(Array(text.unicodeScalars), operands.dropFirst())
        case .replace: return Function.replaced(text, operands.dropFirst())
        case .split: return Function.split(text, operands.dropFirst())
        default: return nil
        }
    }

    private static func mapBytes(_ text: String, _ change: (UInt8) -> UInt8) -> String {
        String(decoding: text.utf8.map(change), as: UTF8.self)
    }

    private static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    private static func joined(_ operands: [CELValue]) -> CELValue? {
        guard case .list(let items) = operands[0] else { return nil }
        var separator = ""
        if operands.count == 2 {
            guard case .string(let given) = operands[1] else { return nil }
            separator = given
        }
        var pieces: [String] = []
        for item in items {
            guard case .string(let piece) = item else { return nil }
            pieces.append(piece)
        }
        return .string(pieces.joined(separator: separator))
    }

    private func slice(_ scalars: [Unicode.Scalar], _ rest: ArraySlice<CELValue>) throws(CELError) -> CELValue? {
        guard case .int(let first)? = rest.first, let start = Int(exactly: first) else { return nil }
        var end = scalars.count
        if self == .charAt {
            end = min(start &+ 1, scalars.count)
        } else if rest.count == 2 {
            guard case .int(let last)? = rest.last, let given = Int(exactly: last) else { return nil }
            end = given
        }
        guard start >= 0, start <= scalars.count, end <= scalars.count, start <= end else {
            throw CELError(.outOfRange, "\(rawValue)() index is out of range for a string of \(scalars.count)")
        }
        return .string(String(scalars[start..<end]))
    }

    private func search(_ scalars: [Unicode.Scalar], _ rest: ArraySlice<CELValue>) throws(CELError) -> CELValue? {
        guard case .string(let piece)? = rest.first else { return nil }
        let wanted = Array(piece.unicodeScalars)
        var limit: Int?
        if rest.count == 2 {
            guard case .int(let given)? = rest.last, let place = Int(exactly: given) else { return nil }
            guard (0...scalars.count).contains(place) else {
                throw CELError(.outOfRange, "\(rawValue)() start is out of range for a string of \(scalars.count)")
            }
            limit = place
        }
        let last = scalars.count - wanted.count
        if self == .indexOf {
            let start = limit ?? 0
            let found = start > last ? nil : (start...last).first { scalars[$0...].starts(with: wanted) }
            return .int(Int64(found ?? -1))
        }
        let start = min(limit ?? last, last)
        let found = start < 0 ? nil : (0...start).last { scalars[$0...].starts(with: wanted) }
        return .int(Int64(found ?? -1))
    }

    /// The optional limit argument: `nil` if it has another type, unlimited if it is missing.
    private static func limit(_ value: CELValue?) -> Int? {
        guard let value else { return .max }
        guard case .int(let limit) = value else { return nil }
        return limit < 0 ? .max : Int(clamping: limit)
    }

    private static func replaced(_ text: String, _ rest: ArraySlice<CELValue>) -> CELValue? {
        let arguments = Array(rest)
        guard case .string(let old) = arguments[0], case .string(let new) = arguments[1],
            let limit = limit(arguments.count > 2 ? arguments[2] : nil)
        else { return nil }
        guard limit > 0 else { return .string(text) }
        return .string(
            pieces(of: text, separator: old, limit: limit == .max ? limit : limit + 1, edges: true).joined(
                separator: new))
    }

    private static func split(_ text: String, _ rest: ArraySlice<CELValue>) -> CELValue? {
        guard case .string(let separator)? = rest.first, let limit = limit(rest.count > 1 ? rest.last : nil) else {
            return nil
        }
        guard limit > 0 else { return .list([]) }
        return .list(pieces(of: text, separator: separator, limit: limit, edges: false).map(CELValue.string))
    }

    /// Splits a text at separators into at most `limit` pieces. An empty separator matches between all code points, and
    /// if `edges` is true also before the first and after the last.
    private static func pieces(of text: String, separator: String, limit: Int, edges: Bool) -> [String] {
        let scalars = Array(text.unicodeScalars)
        let mark = Array(separator.unicodeScalars)
        if scalars.isEmpty, mark.isEmpty, !edges { return [] }
        var pieces: [String] = []
        var start = 0
        var index = 0
        if mark.isEmpty, !edges { index = 1 }
        while pieces.count + 1 < limit, index + mark.count <= scalars.count {
            if mark.isEmpty {
                guard edges || index < scalars.count else { break }
                pieces.append(String(scalars[start..<index]))
                start = index
                index += 1
            } else if scalars[index...].starts(with: mark) {
                pieces.append(String(scalars[start..<index]))
                index += mark.count
                start = index
            } else {
                index += 1
            }
        }
        pieces.append(String(scalars[start...]))
        return pieces
    }
}

extension String {
    /// Creates a string from code points.
    fileprivate init(_ scalars: some Sequence<Unicode.Scalar>) {
        self.init(UnicodeScalarView(scalars))
    }
}
