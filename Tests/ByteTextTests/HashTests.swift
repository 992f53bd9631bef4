import ByteText
import Testing

/// Hashes that are stored or displayed, in partial results, buckets and masks, are compared with independently computed
/// values; others are tested for their properties.
@Suite struct HashTests {
    @Test(
        arguments: [
            ("", 0xAA37_C6E1_F901_EB56), ("a", 0x111A_530E_7001_C0E2), ("12345678", 0xFFBF_6B06_CB95_C697),
            ("0123456789abcdef", 0x9112_4149_19C2_E735),
            ("https://links.example.com/go/WXYZ?x=1", 0x0330_C72F_7548_5544),
        ] as [(String, UInt64)])
    func byteHash64(text: String, hash: UInt64) {
        #expect(ByteHash64.of(text.utf8.span) == hash)
    }

    @Test("each bit of a text, its length and the key change about half of the bits of the keyed hash")
    func keyedHash() {
        let key: UInt64 = 0x6A09_E667_F3BC_C908
        var seen: Set<UInt64> = []
        var (changed, changes) = (0, 0)
        func note(_ hash: UInt64, besides other: UInt64) {
            #expect(seen.insert(hash).inserted)
            changed += (hash ^ other).nonzeroBitCount
            changes += 1
            #expect((8...56).contains((hash ^ other).nonzeroBitCount))
        }
        for count in 0...100 {
            var text = (0..<count).map { _ in 0 as UInt8 }
            let hash = KeyedHash.of(text.span, key: key)
            #expect(seen.insert(hash).inserted)
            note(KeyedHash.of(text.span, key: key ^ 1 << 40), besides: hash)
            for bit in 0..<8 * count {
                text[bit / 8] ^= 1 << UInt8(bit % 8)
                note(KeyedHash.of(text.span, key: key), besides: hash)
                text[bit / 8] = 0
            }
        }
        let share = Double(changed) / Double(64 * changes)
        #expect((0.49...0.51).contains(share), "\(share)")
    }

    @Test("the first and the last vector of the paper's reference")
    func sipHash() {
        let (key0, key1): (UInt64, UInt64) = (0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908)
        #expect(SipHash(key0: key0, key1: key1).finish() == 0x726F_DB47_DD0E_0E31)
        var hash = SipHash(key0: key0, key1: key1)
        for byte in 0..<15 as Range<UInt8> { hash.append(byte) }
        #expect(hash.finish() == 0xA129_CA61_49BE_45E5)
    }

    @Test func splitMix64() {
        var state: UInt64 = 0
        #expect(state.nextSplitMix() == 0xE220_A839_7B1D_CDAF)
        #expect((1 as UInt64).splitMixed == 0x5692_161D_100B_05E5)
    }

    @Test("the hash of a beginning is that of the beginning alone")
    func byteHash32() {
        let text = Array("https://links.example.com/go/WXYZ".utf8)
        var hash = ByteHash32()
        for count in [0, 3, 8, 9, 16, 24, 31, text.count] {
            #expect(hash.ofBeginning(of: text.span, count: count) == ByteHash32.of(text.span.extracting(0..<count)))
        }
    }
}
