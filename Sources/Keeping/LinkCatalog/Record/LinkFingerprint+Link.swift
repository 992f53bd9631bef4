import ByteText
public import LinkStore
import Links
import OpenSSL

extension LinkFingerprint {
    /// The fingerprint of a long link and a code style. Equivalent spellings of the long link have the same
    /// fingerprint.
    public init(longLink: String, _ suffix: LinkRecord.Suffix) {
        var arena = ByteArena(capacity: 2 * longLink.utf8.count + 256)
        let input = arena.append(longLink)
        guard let parts = try? LongLinkParts(input, in: &arena) else {
            self.init(canonical: longLink.utf8.span, suffix)
            return
        }
        var text = LongLinkText()
        parts.write(&arena, to: &text)
        self.init(canonical: text.bytes.span, suffix)
    }

    /// The fingerprint of a long link in the canonical form that ``Links/LongLinkText`` writes.
    init(canonical text: Span<UInt8>, _ suffix: LinkRecord.Suffix) {
        var input: [UInt8] = []
        input.reserveCapacity(16 + text.count)
        // Safe: the literal's bytes are read within the call.
        suffix.name.withUTF8Buffer { unsafe input.append(contentsOf: $0) }
        input.append(UInt8(ascii: " "))
        // Safe: the pointer is read within the call only.
        unsafe text.withUnsafeBufferPointer { unsafe input.append(contentsOf: $0) }
        self.init(digest: Digest.sha256(input.span))
    }
}
