import ByteText
import Testing

/// Hashes that are stored or shown, in partial results, buckets and masks, by values that were computed elsewhere.
@Suite struct HashTests {
    @Test(
        arguments: [
            ("", 0xAA37_C6E1_F901_EB56, 0x40BD_08DA_6873_AE1A), ("a", 0x111A_530E_7001_C0E2, 0xC59C_91B7_823F_BC5C),
            ("12345678", 0xFFBF_6B06_CB95_C697, 0x5FA5_C827_4984_E968),
            ("0123456789abcdef", 0x9112_4149_19C2_E735, 0x8C91_68EE_1547_4B0F),
            ("https://links.example.com/go/WXYZ?x=1", 0x0330_C72F_7548_5544, 0xFE13_716E_3566_D39B),
        ] as [(String, UInt64, UInt64)])
    func byteHash64(text: String, unseeded: UInt64, seeded: UInt64) {
        #expect(ByteHash64.of(text.utf8.span) == unseeded)
        #expect(ByteHash64.of(text.utf8.span, seed: 7) == seeded)
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
