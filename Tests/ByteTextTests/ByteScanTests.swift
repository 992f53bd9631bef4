import ByteText
import Testing

/// Compares vectorized scans with bytewise loops.
@Suite struct ByteScanTests {
    private static let seed = UInt64.random(in: 1 ... .max)

    /// Bytes with few special ones among them, so that runs are long, in a buffer of exactly their size.
    private static func text(_ count: Int, _ state: inout UInt64) -> [UInt8] {
        (0..<count).map { _ in
            let number = state.nextSplitMix()
            return number & 0x1F00 == 0 ? UInt8(truncatingIfNeeded: number) : 0x61 + UInt8(number & 15)
        }
    }

    // Separate functions, because the compiler does not support spans within the arguments of `#expect`.
    private static func end(_ bytes: [UInt8], _ set: ByteSet, _ start: Int = 0) -> Int {
        bytes.span.endOfRun(of: set, from: start)
    }

    private static func first(_ bytes: [UInt8], _ one: UInt8, _ other: UInt8, _ start: Int = 0) -> Int? {
        bytes.span.firstIndex(of: one, or: other, from: start)
    }

    private static func lowered(_ bytes: [UInt8]) -> UInt64 { bytes.span.word(at: 0).asciiLowercased }

    private static func word(_ bytes: [UInt8]) -> UInt64 { bytes.span.word(at: 0) }

    @Test func setsOfAnyBytesEndTheirRunsWhereTheLoopDoes() {
        var state = Self.seed
        for _ in 0..<16 {
            let (one, two) = (state.nextSplitMix(), state.nextSplitMix())
            let set = ByteSet { byte in
                (0x61...0x70).contains(byte) || (byte < 0x80 ? one : two) >> UInt64(byte & 63) & 1 == 1
            }
            for count in 0...100 {
                let bytes = Self.text(count, &state)
                for start in 0...min(count, 40) {
                    let expected = bytes[start...].firstIndex { !set.contains($0) } ?? count
                    #expect(
                        Self.end(bytes, set, start) == expected, "seed \(Self.seed): \(bytes), \(start)")
                }
            }
        }
    }

    @Test func everyByteAloneEndsARunAtEveryPlace() {
        for byte in UInt8.min ... .max {
            let others = ByteSet { $0 != byte }
            for (count, place) in [(3, 1), (7, 5), (13, 12), (16, 0), (37, 21), (40, 39)] {
                var bytes = [UInt8](repeating: byte ^ 0x80, count: count)
                #expect(Self.end(bytes, others) == count)
                bytes[place] = byte
                #expect(Self.end(bytes, others) == place)
                #expect(Self.first(bytes, byte, byte) == place)
            }
        }
    }

    @Test func oneOfTwoBytesIsFoundWhereTheLoopFindsIt() {
        var state = Self.seed
        for count in 0...100 {
            let bytes = Self.text(count, &state)
            let (one, other) = (
                UInt8(truncatingIfNeeded: state.nextSplitMix()), 0x61 + UInt8(state.nextSplitMix() & 15)
            )
            for start in 0...count + 1 {
                let rest = start <= count ? bytes[start...] : []
                let message = "seed \(Self.seed): \(bytes), \(start)"
                #expect(Self.first(bytes, one, one, start) == rest.firstIndex(of: one), "\(message)")
                #expect(
                    Self.first(bytes, one, other, start)
                        == rest.firstIndex { $0 == one || $0 == other },
                    "\(message)")
            }
        }
    }

    /// Field lines with random faults: no line end, no colon, control characters, and a long or missing name.
    @Test func fieldLinesEndWhereTheLoopSaysAndSoDoTheirNames() {
        let names = ByteSet { $0.isAlphanumeric || $0 == 0x2D }
        let pieces = ["a", "Sec-CH-UA", "-", ":", ": ", "\t", "\r\n", "\r", "\n", "\u{7F}", " value", "\"x\""]
        var state = Self.seed
        for _ in 0..<20_000 {
            var bytes = Self.text(Int(state.nextSplitMix() % 70), &state)
            for _ in 0..<(state.nextSplitMix() % 5) {
                let place = Int(state.nextSplitMix() % UInt64(bytes.count + 1))
                bytes.insert(contentsOf: pieces[Int(state.nextSplitMix() % UInt64(pieces.count))].utf8, at: place)
            }
            let start = Int(state.nextSplitMix() % UInt64(bytes.count + 1))
            let end = bytes[start...].firstIndex { $0.isControl && $0 != 0x09 } ?? bytes.count
            let nameEnd = bytes[start..<end].firstIndex { !names.contains($0) } ?? end
            let span = bytes.span
            let line = span.fieldLine(from: start, names: names)
            #expect(line == (end, nameEnd), "seed \(Self.seed): \(bytes), \(start)")
        }
    }

    @Test func spansOfEveryLengthAreTheSameIfAllBytesAre() {
        /// `nil` if the two comparisons disagree.
        func equal(_ one: [UInt8], _ other: [UInt8]) -> Bool? {
            let isEqual = one.span.equals(other.span)
            return one.span.equalsLong(other.span) == isEqual ? isEqual : nil
        }
        var state = Self.seed
        for count in 0...150 {
            let bytes = Self.text(count, &state)
            #expect(equal(bytes, bytes) == true)
            #expect(equal(bytes, bytes + [0]) == false)
            for place in bytes.indices {
                var other = bytes
                other[place] ^= 1 << UInt8(state.nextSplitMix() & 7)
                #expect(equal(bytes, other) == false, "\(count) bytes, \(place)")
            }
        }
    }

    @Test func eightBytesAreLoweredAsEachIs() {
        for byte in UInt8.min ... .max {
            for place in 0..<8 {
                var bytes: [UInt8] = [0x40, 0x41, 0x5A, 0x5B, 0xC1, 0xFF, 0x00, 0x7F]
                bytes[place] = byte
                let expected = Self.word(bytes.map(\.lowercased))
                #expect(Self.lowered(bytes) == expected)
            }
        }
    }

    @Test func piecesOfEveryLengthAreCopied() {
        let bytes = (0..<80).map { UInt8($0) &* 3 }
        for count in 0...70 {
            var buffer = ByteBuffer(capacity: 1)
            buffer.append(0x2D)
            let span = bytes.span
            buffer.append(span.extracting(3..<(3 + count)))
            buffer.append(copyOf: 0..<(1 + count))
            buffer.append(lowercasing: span.extracting(first: count))
            let piece = Array(bytes[3..<(3 + count)])
            let expected = [0x2D] + piece + [0x2D] + piece + bytes.prefix(count).map(\.lowercased)
            let found = (0..<buffer.count).map { buffer[$0] }
            #expect(found == expected, "\(count) bytes")
        }
    }

    @Test func namesAreComparedWithoutCase() {
        func isNamed(_ text: [UInt8], _ name: StaticString) -> Bool { text.span.equalsIgnoringCase(name) }
        let names: [StaticString] = ["", "te", "host", "x-abcde", "referer!", "user-agent", "x-requested-with[]"]
        for name in names {
            let text = Array(name.description.utf8)
            #expect(isNamed(text, name))
            #expect(isNamed(Array(name.description.uppercased().utf8), name))
            for place in text.indices {
                var other = text
                for byte in UInt8.min ... .max {
                    other[place] = byte
                    #expect(isNamed(other, name) == (byte.lowercased == text[place]))
                }
            }
        }
    }

    @Test func namesWithinTheCodeAreComparedAsOthersAre() {
        func expectAlike(_ text: [UInt8]) {
            let name = text.span
            #expect(name.isField("host") == name.equalsIgnoringCase("host"))
            #expect(name.isField("referer") == name.equalsIgnoringCase("referer"))
            #expect(name.isField("x-abcdef") == name.equalsIgnoringCase("x-abcdef"))
            #expect(name.isField("user-agent") == name.equalsIgnoringCase("user-agent"))
            #expect(name.isField("transfer-encoding") == name.equalsIgnoringCase("transfer-encoding"))
            #expect(name.isWord("host") == name.equals("host"))
            #expect(name.isWord("x-abcdef") == name.equals("x-abcdef"))
            #expect(name.isWord("user-agent") == name.equals("user-agent"))
        }
        for name in ["", "host", "referer", "x-abcdef", "user-agent", "transfer-encoding"] {
            for text in [Array(name.utf8), Array(name.uppercased().utf8), Array((name + "s").utf8)] {
                expectAlike(text)
                for place in text.indices {
                    var other = text
                    other[place] ^= 1
                    expectAlike(other)
                    other[place] ^= 0x81
                    expectAlike(other)
                }
            }
        }
    }

    @Test func numbersHaveTheirHexadecimalDigits() {
        var state = Self.seed
        for _ in 0..<1000 {
            let number = UInt32(truncatingIfNeeded: state.nextSplitMix())
            let digits = (0..<8).map { UInt8(truncatingIfNeeded: number.hexDigits >> (8 * $0)) }
            let expected = (0..<8).map { UInt8.hexDigit(UInt8(truncatingIfNeeded: number >> (28 - 4 * $0))).lowercased }
            #expect(digits == expected)
        }
    }
}
