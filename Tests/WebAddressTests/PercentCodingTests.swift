import ByteText
import TestSupport
import Testing
import WebAddress

@Suite struct PercentCodingTests {
    private func decode(_ bytes: [UInt8]) throws(PercentCodingFault) -> (text: String, isInPlace: Bool) {
        var arena = ByteArena()
        let range = arena.append(bytes.span)
        let mark = arena.count
        do throws(PercentCodingFault) {
            let result = try PercentCoding.decode(range, in: &arena)
            return (arena.string(result), result == range && arena.count == mark)
        } catch {
            precondition(arena.count == mark, "a fault left bytes behind")
            throw error
        }
    }

    @Test(arguments: [
        ("a%20b", "a b"), ("%E2%82%AC", "€"), ("%e2%82%ac", "€"), ("%2541", "%41"), ("%252525", "%2525"),
        ("a+b%2B", "a+b+"),
        ("%F0%9F%98%80", "😀"), ("https%3A%2F%2Fh%3Fa%3D1%26b", "https://h?a=1&b"), ("ä%C3%A4", "ää"),
    ])
    func decoded(text: String, expected: String) throws {
        let (result, isInPlace) = try decode(Array(text.utf8))
        #expect(result == expected)
        #expect(!isInPlace)
    }

    @Test(arguments: ["", "abc", "a+b", "a b", "ä€😀", "a&b=c?d#e"])
    func sameRangeWhereThereIsNothingToDecode(text: String) throws {
        let (result, isInPlace) = try decode(Array(text.utf8))
        #expect(result == text)
        #expect(isInPlace)
    }

    @Test(arguments: [
        ("%", PercentCodingFault.badSequence), ("%4", .badSequence), ("%zz", .badSequence), ("%E0%A4%A", .badSequence),
        ("%u0041", .badSequence), ("% 41", .badSequence), ("%+1", .badSequence), ("a%%41", .badSequence),
        ("%FF", .notUTF8), ("%C3", .notUTF8), ("%C0%AF", .notUTF8), ("%ED%A0%80", .notUTF8), ("%E2%82", .notUTF8),
        ("%00", .controlCharacter), ("%0D%0A", .controlCharacter), ("%7F", .controlCharacter),
        ("%C2%85", .controlCharacter),
        ("a\nb", .controlCharacter), ("\u{85}", .controlCharacter), ("%09", .controlCharacter),
    ])
    func refused(text: String, fault: PercentCodingFault) {
        #expect(throws: fault) { try decode(Array(text.utf8)) }
    }

    @Test func rawBytesThatAreNoUTF8() {
        #expect(throws: PercentCodingFault.notUTF8) { try decode([0x61, 0xFF]) }
        #expect(throws: PercentCodingFault.notUTF8) { try decode(Array("%C3".utf8) + [0xC3]) }
    }

    @Test func theEncoders() {
        var arena = ByteArena()
        let text = "aZ09-._~ !*'()/?&=%+ä"
        let range = arena.append(text)
        #expect(
            arena.string(PercentCoding.encodeComponent(range, in: &arena))
                == "aZ09-._~%20%21%2A%27%28%29%2F%3F%26%3D%25%2B%C3%A4")
        #expect(
            arena.string(PercentCoding.encodeAlphanumeric(range, in: &arena))
                == "aZ09%2D%2E%5F%7E%20%21%2A%27%28%29%2F%3F%26%3D%25%2B%C3%A4")
        var output: [UInt8] = [0x3A]
        PercentCoding.encodeComponent(Array(text.utf8).span, into: &output)
        let expected = PercentCoding.encodeComponent(range, in: &arena)
        #expect(String(decoding: output, as: UTF8.self) == ":" + arena.string(expected))
    }

    /// Encoded text decodes to itself, at any number of levels.
    @Test(arguments: [UInt64.random(in: 0 ... .max), 1])
    func roundTrip(seed: UInt64) throws {
        var numbers = SplitMix64(seed: seed)
        for _ in 0..<300 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0..<40, using: &numbers) {
                let value = UInt32.random(in: 0x20..<(Bool.random(using: &numbers) ? 0x7F : 0x11_0000), using: &numbers)
                if let scalar = Unicode.Scalar(value), !(0x7F..<0xA0).contains(value) { text.append(scalar) }
            }
            var arena = ByteArena(capacity: 0)
            let range = arena.append(String(text))
            let levels = Int.random(in: 1...3, using: &numbers)
            var coded = range
            for level in 0..<levels {
                coded =
                    level.isMultiple(of: 2)
                    ? PercentCoding.encodeComponent(coded, in: &arena)
                    : PercentCoding.encodeAlphanumeric(coded, in: &arena)
            }
            for _ in 0..<levels { coded = try PercentCoding.decode(coded, in: &arena) }
            #expect(arena.string(coded) == String(text), "seed \(seed)")
        }
    }
}
