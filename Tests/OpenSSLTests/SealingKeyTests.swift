import Testing

@testable import OpenSSL

@Suite("sealed texts")
struct SealingKeyTests {
    @Test("what is sealed can be opened with the same key alone", arguments: [0, 1, 15, 16, 17, 4096])
    func roundTrip(_ count: Int) {
        let key = SealingKey()
        let text = SecureRandom.bytes(count: count)
        let sealed = key.seal(text.span)
        #expect(sealed.count == count + SealingKey.overhead)
        #expect(key.open(sealed.span) == text)
        #expect(SealingKey().open(sealed.span) == nil)
        #expect(key.seal(text.span) != sealed, "the nonce is new each time")
    }

    @Test("every flipped bit and every cut is noticed")
    func changes() {
        let secret: [UInt8] = [1, 2, 3]
        let key = SealingKey(secret: secret.span)
        let text = Array("text".utf8)
        let sealed = key.seal(text.span)
        for index in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[index] ^= 1 << UInt8(bit)
                #expect(key.open(changed.span) == nil)
            }
            let cut = Array(sealed[..<index])
            #expect(key.open(cut.span) == nil)
        }
        #expect(SealingKey(secret: secret.span).open(sealed.span) == text)
    }

    /// Test case 14 of the GCM specification (McGrew and Viega): a zero key, a zero nonce, sixteen zero bytes.
    @Test("a sealed text of the specification opens")
    func knownAnswer() {
        let cipher: [UInt8] = [
            0xCE, 0xA7, 0x40, 0x3D, 0x4D, 0x60, 0x6B, 0x6E, 0x07, 0x4E, 0xC5, 0xD3, 0xBA, 0xF3, 0x9D, 0x18,
        ]
        let tag: [UInt8] = [
            0xD0, 0xD1, 0xC8, 0xA7, 0x99, 0x99, 0x6B, 0xF0, 0x26, 0x5B, 0x98, 0xB5, 0xD4, 0x8A, 0xB9, 0x19,
        ]
        let sealed = [UInt8](repeating: 0, count: 12) + cipher + tag
        let key = SealingKey(bytes: Array(repeating: 0, count: 32))
        #expect(key.open(sealed.span) == Array(repeating: 0, count: 16))
    }

    @Test("a sealer that is used again seals for any key, and its nonces differ")
    func sealer() {
        let sealer = Sealer()
        let keys = [SealingKey(), SealingKey()]
        var nonces: Set<[UInt8]> = []
        for round in 0..<200 {
            let (key, other) = (keys[round % 2], keys[(round + 1) % 2])
            let text = SecureRandom.bytes(count: round)
            let sealed = Self.output(round + SealingKey.overhead) {
                sealer.seal(text.span, with: key, to: &$0)
            }
            #expect(key.open(sealed.span) == text)
            nonces.insert(Array(sealed.prefix(12)))
            var isOpened = true
            let opened = Self.output(round) { isOpened = sealer.open(sealed.span, with: key, to: &$0) }
            #expect(isOpened && opened == text)
            let none = Self.output(round) { isOpened = sealer.open(sealed.span, with: other, to: &$0) }
            #expect(!isOpened && none.isEmpty)
            let digest = Self.output(16) { sealer.appendSHA256(of: text.span, first: 16, to: &$0) }
            #expect(digest == Array(Digest.sha256(text.span).prefix(16)))
        }
        #expect(nonces.count == 200)
    }

    private static func output(_ capacity: Int, _ write: (inout OutputSpan<UInt8>) -> Void) -> [UInt8] {
        // Safe: the span covers the array's own memory and counts the bytes written.
        unsafe [UInt8](unsafeUninitializedCapacity: capacity) { space, count in
            var output = unsafe OutputSpan(buffer: space, initializedCount: 0)
            write(&output)
            count = unsafe output.finalize(for: space)
        }
    }
}
