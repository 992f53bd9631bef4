import ByteText

import RE2

/// `size`, `contains`, `startsWith`, `endsWith`, `matches` (language definition, "Standard definitions").
extension Function {
    func callText(_ operands: [CELValue]) throws(CELError) -> CELValue? {
        if self == .size { return operands[0].size.map(CELValue.int) }
        guard case .string(let text) = operands[0], case .string(let piece) = operands[1] else { return nil }
        let (bytes, wanted) = (Array(text.utf8), Array(piece.utf8))
        switch self {
        case .contains: return .bool(TextSearch.contains(bytes.span, wanted.span))
        case .startsWith: return .bool(TextSearch.hasPrefix(bytes.span, wanted.span))
        case .endsWith: return .bool(TextSearch.hasSuffix(bytes.span, wanted.span))
        case .matches:
            do {
                return .bool(try Pattern(piece).matches(bytes.span))
            } catch {
                throw .invalid("\(quoted(piece)) is not a valid pattern: \(error.message)")
            }
        default: return nil
        }
    }
}

extension CELValue {
    /// The number of code points, bytes, elements or entries; `nil` for any other type.
    fileprivate var size: Int64? {
        switch self {
        case .string(let string): Int64(string.unicodeScalars.count)
        case .bytes(let bytes): Int64(bytes.count)
        case .list(let items): Int64(items.count)
        case .map(let map): Int64(map.count)
        default: nil
        }
    }
}

/// Bytewise search, which is correct for UTF-8, because no code point begins within another.
enum TextSearch {
    static func hasPrefix(_ text: Span<UInt8>, _ piece: Span<UInt8>) -> Bool {
        piece.count <= text.count && matches(text, piece, at: 0)
    }

    static func hasSuffix(_ text: Span<UInt8>, _ piece: Span<UInt8>) -> Bool {
        piece.count <= text.count && matches(text, piece, at: text.count - piece.count)
    }

    static func contains(_ text: Span<UInt8>, _ piece: Span<UInt8>) -> Bool {
        guard piece.count > 0 else { return true }
        let first = piece[0]
        var start = 0
        while start + piece.count <= text.count {
            if text[start] == first, matches(text, piece, at: start) { return true }
            start += 1
        }
        return false
    }

    @inline(__always)
    static func matches(_ text: Span<UInt8>, _ piece: Span<UInt8>, at start: Int) -> Bool {
        text.extracting(start..<start + piece.count).equals(piece)
    }
}
