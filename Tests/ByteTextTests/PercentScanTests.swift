@testable import ByteText
import CByteScan
import Glibc
import Testing

/// Compares vectorized percent-coding and query scans with their bytewise twins, and these with Swift implementations.
@Suite struct PercentScanTests {
    private static let seed = UInt64.random(in: 1 ... .max)

    /// Pieces as in links: letters, valid and invalid escapes, query delimiters. Occasionally mixed with arbitrary
    /// bytes.
    private static let pieces = [
        "a", "Z", "7", "%2F", "%20", "%41", "%e2", "%00", "%", "%4", "%zz", "&", "=", "==", ".", "-",
    ]

    private static func text(_ count: Int, _ state: inout UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        let density = state.nextSplitMix() % 24 + 1
        while bytes.count < count {
            let number = state.nextSplitMix()
            switch number % density {
            case 0: bytes += pieces[Int(number >> 32) % pieces.count].utf8
            case 1 where number & 0x1F00 == 0: bytes.append(UInt8(truncatingIfNeeded: number >> 32))
            default: bytes.append(0x61 + UInt8(number >> 32 & 15))
            }
        }
        return Array(bytes.prefix(count))
    }

    private static let literal = ByteSet.visible.subtracting(ByteSet("%#"))

    private static func endOfRun(_ bytes: [UInt8], _ start: Int) -> Int {
        bytes.span.endOfEscapedRun(of: literal, from: start)
    }

    private static func pairs(_ bytes: [UInt8], _ range: Range<Int>) -> [QueryPair] {
        var pairs = QueryPairs(from: range.lowerBound, to: range.upperBound)
        var found: [QueryPair] = []
        while let pair = pairs.next(in: bytes.span) { found.append(pair) }
        return found
    }

    private static func decoded(_ bytes: [UInt8]) -> (text: [UInt8], isAllText: Bool)? {
        // The bytes that follow in the arena do not belong to an escape.
        var arena = ByteArena(capacity: 16)
        let source = arena.append(bytes.span)
        if bytes.count & 1 == 0 { arena.append("41") }
        let mark = arena.count
        guard let decoded = arena.append(decoding: source) else {
            #expect(arena.count == mark)
            return nil
        }
        let isThere = arena[source].equals(bytes.span)
        #expect(isThere)
        return (Self.bytes(of: decoded.text, in: arena), decoded.isAllText)
    }

    private static func bytes(of piece: TextRange, in arena: borrowing ByteArena) -> [UInt8] {
        piece.indices.map { arena[$0] }
    }

    private static func encoded(_ bytes: [UInt8], _ set: ByteSet) -> [UInt8] {
        var arena = ByteArena(capacity: 16)
        let source = arena.append(bytes.span)
        if bytes.count & 1 == 0 { arena.append("%&") }
        let piece = arena.append(encoding: source, keeping: set)
        let encoded = Self.bytes(of: piece, in: arena)
        let isThere = arena[source].equals(bytes.span)
        #expect(isThere)
        let span = bytes.span
        #expect([UInt8](capacity: 3 * bytes.count) { $0.append(encoding: span, keeping: set) } == encoded)
        return encoded
    }

    // MARK: Expected results

    private static func escape(_ bytes: [UInt8], _ index: Int) -> UInt8? {
        guard index + 2 < bytes.count, let digits = String(bytes: bytes[(index + 1)...(index + 2)]) else { return nil }
        return digits.allSatisfy(\.isHexDigit) ? UInt8(digits, radix: 16) : nil
    }

    private static func expectedEnd(_ bytes: [UInt8], _ start: Int) -> Int {
        var index = start
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%") {
                guard let value = escape(bytes, index), value != 0 else { return index }
                index += 3
            } else {
                guard literal.contains(bytes[index]) else { return index }
                index += 1
            }
        }
        return index
    }

    private static func expectedText(_ bytes: [UInt8]) -> [UInt8]? {
        var text: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%") {
                guard let value = escape(bytes, index) else { return nil }
                text.append(value)
                index += 3
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        return text
    }

    @Test func escapesAreReadAsOneByOne() {
        var state = Self.seed
        for turn in 0..<20_000 {
            let bytes = Self.text(Int(state.nextSplitMix() % 140), &state)
            let start = bytes.isEmpty ? 0 : Int(state.nextSplitMix() % UInt64(bytes.count))
            let message = "seed \(Self.seed), turn \(turn): \(bytes) from \(start)"
            #expect(Self.endOfRun(bytes, start) == Self.expectedEnd(bytes, start), "\(message)")
            let expected = Self.expectedText(bytes)
            let found = Self.decoded(bytes)
            #expect(found?.text == expected, "\(message)")
            if let expected {
                #expect(found?.isAllText == expected.allSatisfy { (0x20..<0x7F).contains($0) }, "\(message)")
            }
        }
    }

    @Test func whatIsEncodedIsDecodedAgain() {
        var state = Self.seed
        for turn in 0..<20_000 {
            let bytes = Self.text(Int(state.nextSplitMix() % 140), &state)
            let set = [ByteSet.unreserved, .alphanumeric, ByteSet("%"), Self.literal][turn & 3]
            let expected = bytes.flatMap { byte -> [UInt8] in
                if set.contains(byte) { return [byte] }
                let digits = String(byte, radix: 16, uppercase: true)
                return Array("%\(digits.count == 1 ? "0" : "")\(digits)".utf8)
            }
            let message = "seed \(Self.seed), turn \(turn): \(bytes)"
            #expect(Self.encoded(bytes, set) == expected, "\(message)")
            if !set.contains(UInt8(ascii: "%")) { #expect(Self.decoded(expected)?.text == bytes, "\(message)") }
        }
    }

    @Test func queriesAreDividedAsOneByOne() {
        var state = Self.seed
        for turn in 0..<20_000 {
            let bytes = Self.text(Int(state.nextSplitMix() % 300), &state)
            let start = Int(state.nextSplitMix() % UInt64(bytes.count + 1))
            let end = start + Int(state.nextSplitMix() % UInt64(bytes.count - start + 1))
            let expected = bytes[start..<end].split(separator: UInt8(ascii: "&")).map { piece in
                QueryPair(
                    start: piece.startIndex,
                    separator: piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.endIndex,
                    end: piece.endIndex,
                    isPlain: piece.allSatisfy { (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "%") })
            }
            #expect(
                Self.pairs(bytes, start..<end) == expected,
                "seed \(Self.seed), turn \(turn): \(bytes) from \(start) to \(end)")
        }
    }

    /// Also at the border of a page, since short addresses are copied before reading.
    @Test func plainAddressesAreReadAsOneByOne() throws {
        let source = try BorderedPage()
        let names = ByteSet.unreserved
        let hosts = ["a", "www", ".", "x", "example", "7", "-", "", "page.link", "abcdefghijklmnopqrst", ".", "."]
        let ends = ["/", "/", "?", "", "#", "/."]
        var (plain, state) = (0, Self.seed)
        for turn in 0..<20_000 {
            var bytes = Array((turn % 32 == 0 ? "http://" : "https://").utf8)
            for _ in 0..<(state.nextSplitMix() % 5) { bytes += hosts[Int(state.nextSplitMix() % 12)].utf8 }
            bytes += ends[Int(state.nextSplitMix() % 6)].utf8
            bytes += Self.text(Int(state.nextSplitMix() % 80), &state)
            if turn % 3 == 0 {
                bytes += "?".utf8
                bytes += Self.text(Int(state.nextSplitMix() % 80), &state)
            }
            let count = bytes.count
            // Safe: the page lives as long as the test, and has room for the bytes before its border.
            unsafe source.end.advanced(by: -count).update(from: bytes, count: count)
            let start = unsafe UnsafePointer(source.end - count)
            let found = unsafe byte_scan_plain_address(start, count, names.members, Self.literal.members)
            let same = unsafe byte_scan_plain_address_plain(start, count, names.members, Self.literal.members)
            #expect(
                found.host_end == same.host_end && found.path_end == same.path_end,
                "seed \(Self.seed), turn \(turn): \(String(bytes: bytes[...]) ?? "\(bytes)")")
            if found.host_end > 0 { plain += 1 }
        }
        #expect(plain > 1000 && plain < 19_000, "\(plain) (seed \(Self.seed))")
    }

    /// The variants for this and other machines at the end of accessible memory: no scan reads beyond its input or
    /// writes beyond its output.
    @Test func twinsAgreeAtTheBorderOfAPage() throws {
        let source = try BorderedPage()
        let target = try BorderedPage()
        let set = Self.literal
        var state = Self.seed
        for turn in 0..<5000 {
            let bytes = Self.text(Int(state.nextSplitMix() % 140) + 1, &state)
            let message = "seed \(Self.seed), turn \(turn): \(bytes)"
            let count = bytes.count
            // Safe: the pages live as long as the test, and the bytes in use end at the border or before it.
            unsafe source.end.advanced(by: -count).update(from: bytes, count: count)
            let start = unsafe UnsafePointer(source.end - count)
            let span = unsafe UnsafeBufferPointer(start: start, count: count).span

            let few = min(count, 64)
            // Safe: `last` is within the `count` bytes before the border.
            let last = unsafe start + (count - few)
            let marks = unsafe byte_scan_query_marks(last, few)
            for twin in unsafe [byte_scan_query_marks_plain(last, few), byte_scan_query_marks_narrow(last, few)] {
                #expect(twin.ends == marks.ends && twin.separators == marks.separators, "\(message)")
                #expect(twin.strangers == marks.strangers, "\(message)")
            }
            let members = unsafe set.members
            let run = span.endOfLongRun(of: set)
            #expect(unsafe run == byte_scan_end_of_run_plain(start, count, members), "\(message)")
            #expect(unsafe run == byte_scan_end_of_run_narrow(start, count, members), "\(message)")
            let escaped = span.endOfEscapedRun(of: set, from: 0)
            #expect(unsafe escaped == byte_scan_end_of_escaped_run_plain(start, count, members), "\(message)")
            #expect(
                unsafe byte_scan_first_of(start, count, 0x25, 0x26)
                    == byte_scan_first_of_plain(start, count, 0x25, 0x26), "\(message)")

            let line = unsafe byte_scan_field_line(start, count, members)
            let plain = unsafe byte_scan_field_line_plain(start, count, members)
            #expect(line.end == plain.end && line.name_end == plain.name_end, "\(message)")

            // These two scans may access `byte_scan_slack` more bytes, which end at the border.
            let slack = Int(byte_scan_slack)
            unsafe source.end.advanced(by: -count - slack).update(from: bytes, count: count)
            let moved = unsafe UnsafePointer(source.end - count - slack)
            unsafe expectSame(target, room: count + slack, message) { target, isPlain in
                var isText: Int32 = 1
                return unsafe isPlain
                    ? byte_scan_decode_plain(moved, count, target, &isText)
                    : byte_scan_decode(moved, count, target, &isText)
            }
            unsafe expectSame(target, room: 3 * count + slack, message) { target, isPlain in
                unsafe isPlain
                    ? byte_scan_encode_plain(moved, count, target, members)
                    : byte_scan_encode(moved, count, target, members)
            }
        }
    }

    /// Runs a writing scan and its twin, with output that ends at the border.
    private func expectSame(
        _ page: borrowing BorderedPage, room: Int, _ message: String, _ scan: (UnsafeMutablePointer<UInt8>, Bool) -> Int
    ) {
        // Safe: the page is larger than any requested output, and the written bytes are within it.
        let target = unsafe page.end - room
        let results = [false, true].map { isPlain in
            let written = unsafe scan(target, isPlain)
            return unsafe written < 0 ? nil : Array(UnsafeBufferPointer(start: target, count: written))
        }
        #expect(results[0] == results[1], "\(message)")
    }
}

/// A page followed by an inaccessible one.
@safe private struct BorderedPage: ~Copyable {
    private let start: UnsafeMutableRawPointer
    private static let size = 4096
    /// The first inaccessible byte.
    var end: UnsafeMutablePointer<UInt8> {
        // Safe: the mapping has two pages.
        unsafe (start + Self.size).assumingMemoryBound(to: UInt8.self)
    }

    init() throws {
        // Safe: the mapping is new, its second page is made inaccessible, and `deinit` unmaps both.
        let pages = unsafe mmap(nil, 2 * Self.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        let first = unsafe try #require(pages)
        try #require(unsafe mprotect(first + Self.size, Self.size, PROT_NONE) == 0)
        unsafe start = first
    }

    deinit { unsafe munmap(start, 2 * Self.size) }
}

extension String {
    /// ASCII bytes as a string; `nil` if there are other bytes.
    fileprivate init?(bytes: ArraySlice<UInt8>) {
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        self = String(decoding: bytes, as: UTF8.self)
    }
}
