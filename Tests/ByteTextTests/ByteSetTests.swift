@testable import ByteText
import CByteScan
import Testing

@Suite struct ByteSetTests {
    @Test func theNamedSetsAreWhatTheirNamesSay() {
        for byte in UInt8.min ... .max {
            #expect(ByteSet.visible.contains(byte) == (0x21...0x7E).contains(byte))
            #expect(ByteSet.alphanumeric.contains(byte) == byte.isAlphanumeric)
            #expect(ByteSet.unreserved.contains(byte) == byte.isUnreserved)
        }
    }

    /// For sets compiled in C, also compares the lookup tables of the scans.
    @Test func theNamedSetsAreAsSetsAreMade() {
        let sets: [(ByteSet, (UInt8) -> Bool)] = [
            (.visible, { $0 > 0x20 && $0 < 0x7F }), (.alphanumeric, { $0.isAlphanumeric }),
            (.unreserved, { $0.isUnreserved }),
            (.token, { $0.isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains($0) }),
            (.fieldName, { $0.isAlphanumeric && $0.lowercased == $0 || "!#$%&'*+-.^_`|~".utf8.contains($0) }),
            (.targetPath, { $0.isAlphanumeric || "!$%&'()*+,-./:;=@[]_|~".utf8.contains($0) }),
            (.targetQuery, { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }),
            (.text, { !$0.isControl }), (.lineText, { !$0.isControl || $0 == UInt8(ascii: "\t") }),
        ]
        for (set, isMember) in sets {
            let made = ByteSet(where: isMember)
            for place in 0..<Int(byte_scan_set_size) {
                // Safe: every set has `byte_scan_set_size` elements.
                #expect(unsafe set.members[place] == made.members[place], "\(place)")
            }
        }
    }

    @Test func setsOfLiterals() {
        let set = ByteSet("%?~\0")
        for byte in UInt8.min ... .max {
            #expect(set.contains(byte) == [0, 0x25, 0x3F, 0x7E].contains(byte))
        }
        let one = set.union(ByteSet("a")).subtracting(set)
        for byte in UInt8.min ... .max { #expect(one.contains(byte) == (byte == 0x61)) }
    }

    @Test func runsEndAtTheFirstOtherByte() {
        let bytes = Array("abc1é".utf8)
        let set = ByteSet.alphanumeric
        let ends = (0...7).map { bytes.span.endOfRun(of: set, from: $0) }
        #expect(ends == [4, 4, 4, 4, 4, 5, 6, 7])
    }
}
