import ByteText

/// Parses the lines of a list of denied targets.
struct DenyListReader: ~Copyable {
    /// The maximum number of errors reported per list.
    private static let mostFaults = 10
    private static let digestPrefix: StaticString = "sha256:"

    private var arena = ByteArena(capacity: 4096)
    private(set) var names: [UInt64] = []
    /// The length in bytes of the longest name.
    private(set) var longestName = 0
    private(set) var digests: [UInt64] = []
    private(set) var faults: [DenyListFault] = []

    init() {}

    /// Parses all lines, or stops at the last error to report.
    mutating func read(_ text: Span<UInt8>) {
        var (start, number) = (0, 0)
        while start < text.count, faults.count < Self.mostFaults {
            let end = text.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? text.count
            number += 1
            var (first, last) = (start, end)
            while first < last, text[first] <= 0x20 { first += 1 }
            while last > first, text[last - 1] <= 0x20 { last -= 1 }
            if first < last, text[first] != UInt8(ascii: "#") { read(line: text.extracting(first..<last), number) }
            start = end + 1
        }
    }

    private mutating func read(line: Span<UInt8>, _ number: Int) {
        arena.reset()
        let prefix = Self.digestPrefix.utf8CodeUnitCount
        let problem =
            line.starts(with: Self.digestPrefix) ? addDigest(line.extracting(prefix..<line.count)) : addName(line)
        guard let problem else { return }
        faults.append(DenyListFault(line: number, problem: problem))
    }

    /// Adds a digest entry; returns an error message if it is invalid.
    private mutating func addDigest(_ digits: Span<UInt8>) -> String? {
        var key: UInt64 = 0
        guard digits.count == 64 else { return "expected 64 hexadecimal digits after `sha256:`" }
        for index in digits.indices {
            guard let value = digits[index].hexValue else { return "expected 64 hexadecimal digits after `sha256:`" }
            if index < 16 { key = key << 4 | UInt64(value) }
        }
        digests.append(key)
        return nil
    }

    /// Adds a host or an address; returns an error message if it is invalid.
    private mutating func addName(_ line: Span<UInt8>) -> String? {
        do throws(DenyListEntry.Problem) {
            let key = try DenyListEntry(line, in: &arena).key
            names.append(ByteHash64.of(arena[key]))
            longestName = max(longestName, Int(key.count))
            return nil
        } catch { return error.sentence }
    }
}

/// An invalid line in a list of denied targets.
public struct DenyListFault: Error, Sendable, Equatable {
    /// The line number, counted from 1.
    public let line: Int
    /// The error and the expected form. Never quotes the line, since a wrong path may point to any file.
    public let problem: String
}
