import ByteText
import WebAddress

/// Reads the lines of a list of denied targets.
struct DenyListReader: ~Copyable {
    /// The faults of one list that are reported; the others are like them.
    private static let mostFaults = 10
    private static let digestPrefix: StaticString = "sha256:"

    private var arena = ByteArena(capacity: 4096)
    private(set) var names: [UInt64] = []
    private(set) var digests: [UInt64] = []
    private(set) var faults: [DenyListFault] = []

    init() {}

    /// Reads all lines, or up to the last fault that is reported.
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
        let text = arena.append(line.extracting(0..<min(line.count, 100)))
        faults.append(DenyListFault(line: number, text: arena.string(text), problem: problem))
    }

    /// Adds the digest of an entry; returns what is wrong with it.
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

    /// Adds a host or an address; returns what is wrong with it.
    private mutating func addName(_ line: Span<UInt8>) -> String? {
        let isAddress = Self.hasScheme(line)
        let mark = arena.count
        if !isAddress { arena.append("https://") }
        // `*.evil.example` is how other lists write a host with its subdomains.
        let isWild = !isAddress && line.starts(with: "*.")
        arena.append(line.extracting((isWild ? 2 : 0)..<line.count))
        let text = arena.piece(from: mark)
        let address: WebAddress
        do throws(WebAddressFault) { address = try WebAddress.parse(text, in: &arena) } catch {
            return "neither a host such as evil.example nor an address such as https://evil.example/path"
        }
        guard address.scheme != .other else { return "expected http or https" }
        guard address.port == nil, address.fragment == nil else {
            return "leave out the port and what follows `#`: the entry is for all of them"
        }
        let target = DeniedTarget(address, in: &arena)
        names.append(ByteHash64.of(arena[target.key(in: arena)]))
        return nil
    }

    private static func hasScheme(_ line: Span<UInt8>) -> Bool {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return line.extracting(colon..<line.count).starts(with: "://")
    }
}
