import ByteText
import Markup

extension ByteBuffer {
    /// Appends a value of a page, escaped.
    mutating func append(_ text: PageText, from arena: borrowing ByteArena) {
        switch text {
        case .none: break
        case .words(let words): append(words)
        case .number(let number): append(decimal: number)
        case .piece(let piece):
            let bytes = arena[piece]
            guard bytes.isUTF8 else {
                let repaired = String(bytes)
                return HTMLText.append(repaired.utf8.span, to: &self)
            }
            HTMLText.append(bytes, to: &self)
        }
    }
}

extension ByteSet {
    fileprivate static let ascii = ByteSet { $0 < 0x80 }
}

extension Span<UInt8> {
    /// Whether the bytes are UTF-8. Costs little where they are ASCII.
    fileprivate var isUTF8: Bool { endOfRun(of: .ascii) == count || (try? UTF8Span(validating: self)) != nil }
}
