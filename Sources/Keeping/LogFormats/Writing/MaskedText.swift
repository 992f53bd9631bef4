public import ByteText
import Links

/// Masks texts of a click for a log, in a buffer that is reused.
public struct MaskedText {
    private var bytes: [UInt8] = []

    /// Reserves the buffer, 4 KiB.
    public init() { bytes.reserveCapacity(4096) }

    /// Passes the text without its secrets to a closure; the span is valid within the call only.
    public mutating func with(_ text: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
        guard Masking.suspects(text) else { return body(text) }
        bytes.removeAll(keepingCapacity: true)
        Masking.append(text, to: &bytes)
        body(bytes.span)
    }
}

extension JSONWriter {
    /// Writes a member whose text may contain secrets; null if there is no text.
    public mutating func member(
        _ name: StaticString, masking text: TextRange?, in arena: borrowing ByteArena, _ masked: inout MaskedText
    ) {
        self.name(name)
        guard let text else { return null() }
        string(masking: arena[text], &masked)
    }

    /// Writes a text that may contain secrets, without them.
    public mutating func string(masking text: Span<UInt8>, _ masked: inout MaskedText) {
        masked.with(text) { string($0) }
    }
}
