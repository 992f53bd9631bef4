import ByteText
import Links

/// Texts of a click on their way into a log: masked.
extension JSONWriter {
    /// A member whose text may hold secrets; null where there is none.
    mutating func member(masking name: StaticString, _ text: TextRange?, in arena: borrowing ByteArena) {
        self.name(name)
        guard let text else { return null() }
        string(masking: arena[text])
    }

    mutating func string(masking text: Span<UInt8>) {
        guard Masking.suspects(text) else { return string(text) }
        string(Masking.masked(String(text)))
    }
}
