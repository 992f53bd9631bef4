import ByteText
import Testing

/// Numbers composed of bytes, and comparisons based on them.
@Suite struct WordsTests {
    private static let bytes = [UInt8](1...20)

    @Test("a short word is its bytes, at any offset", arguments: 0...20)
    func shortWords(length: Int) {
        let bytes = Array(Self.bytes.prefix(length))
        for index in 0...length {
            for count in 0...min(7, length - index) {
                let expected = bytes[index..<index + count].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                #expect(
                    bytes.span.shortWord(at: index, count: count) == expected, "\(count) bytes at \(index) of \(length)"
                )
            }
        }
    }

    @Test("spans are equal when all bytes are", arguments: 0...20)
    func equality(length: Int) {
        let bytes = Array(Self.bytes.prefix(length))
        func isEqual(_ other: [UInt8]) -> Bool { bytes.span.equals(other.span) }
        #expect(isEqual(Array(bytes)))
        #expect(!isEqual(bytes + [0]))
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 0x80
            #expect(!isEqual(other), "byte \(index) of \(length) differs")
        }
    }
}
