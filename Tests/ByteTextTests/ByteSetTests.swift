import ByteText
import Testing

@Suite struct ByteSetTests {
    @Test func theNamedSetsAreWhatTheirNamesSay() {
        for byte in UInt8.min ... .max {
            #expect(ByteSet.visible.contains(byte) == (0x21...0x7E).contains(byte))
            #expect(ByteSet.alphanumeric.contains(byte) == byte.isAlphanumeric)
            #expect(ByteSet.unreserved.contains(byte) == byte.isUnreserved)
        }
    }

    @Test func setsOfLiterals() {
        let set = ByteSet("%?~\0")
        for byte in UInt8.min ... .max {
            #expect(set.contains(byte) == [0, 0x25, 0x3F, 0x7E].contains(byte))
        }
        #expect(set.union(ByteSet("a")).subtracting(set) == ByteSet("a"))
    }
}
