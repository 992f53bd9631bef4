import ByteText
import TestSupport
import Testing

@testable import Devices

/// Versions are read eight bytes at a time. The result must equal that of a bytewise reader.
@Suite struct ShortVersionTests {
    @Test func readsWhatReadingByteByByteFinds() {
        var random = SplitMix64(seed: 0x5407)
        let alphabet = Array("0123456789.._; /:aé".utf8)
        for _ in 0..<50_000 {
            let bytes = (0..<Int(random.next() % 14)).map { _ in alphabet.randomElement(using: &random)! }
            let start = Int(random.next() % 4)
            guard let version = bytes.span.shortVersion(at: start) else {
                #expect(Self.count(bytes, start) == nil || bytes.count - start < 8 || Self.count(bytes, start)! > 7)
                continue
            }
            let own = bytes[start..<start + version.count]
            #expect(version.count == Self.count(bytes, start), "\(bytes) at \(start)")
            #expect(version.hasUnderscores == own.contains(UInt8(ascii: "_")))
            for (place, byte) in own.enumerated() {
                let dotted = byte == UInt8(ascii: "_") ? UInt8(ascii: ".") : byte
                #expect(UInt8(truncatingIfNeeded: version.word >> UInt64(8 * place)) == dotted)
            }
        }
    }

    /// The length of the numbers from an index on; `nil` if a separator is at either end or next to another one.
    private static func count(_ bytes: [UInt8], _ start: Int) -> Int? {
        let own = bytes.dropFirst(start).prefix { $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") }
        let numbers = own.split(omittingEmptySubsequences: false) { !$0.isDigit }
        return own.isEmpty || numbers.allSatisfy { !$0.isEmpty } ? own.count : nil
    }
}
