public import ByteText
import Links

/// Texts of a click on their way into a log, masked in memory that is used again.
public struct MaskedText {
    private var bytes: [UInt8] = []

    public init() { bytes.reserveCapacity(4096) }

    /// Lends the text without its secrets to a closure.
    public mutating func with(_ text: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
        guard Masking.suspects(text) else { return body(text) }
        bytes.removeAll(keepingCapacity: true)
        Masking.append(text, to: &bytes)
        body(bytes.span)
    }
}

extension JSONWriter {
    /// A member whose text may hold secrets; null where there is none.
    public mutating func member(
        _ name: StaticString, masking text: TextRange?, in arena: borrowing ByteArena, _ masked: inout MaskedText
    ) {
        self.name(name)
        guard let text else { return null() }
        string(masking: arena[text], &masked)
    }

    /// A text that may hold secrets, without them.
    public mutating func string(masking text: Span<UInt8>, _ masked: inout MaskedText) {
        masked.with(text) { string($0) }
    }
}
