import ByteText
import Markup

extension ByteBuffer {
    /// Appends a text of a page, escaped. Invalid UTF-8 is replaced.
    mutating func append(escaped text: TextRange, from arena: borrowing ByteArena) {
        let bytes = arena[text]
        guard bytes.isUTF8 else {
            let repaired = String(bytes)
            return HTMLText.append(repaired.utf8.span, to: &self)
        }
        HTMLText.append(bytes, to: &self)
    }
}

extension ByteSet {
    fileprivate static let ascii = ByteSet { $0 < 0x80 }
}

extension Span<UInt8> {
    /// Whether the bytes are valid UTF-8. Cheap for ASCII.
    fileprivate var isUTF8: Bool { endOfRun(of: .ascii) == count || (try? UTF8Span(validating: self)) != nil }
}
