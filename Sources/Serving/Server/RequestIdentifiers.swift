import ByteText
import HTTP
import OpenSSL

/// The names by which requests are found again in logs: the peer's own where it is trusted and well-formed, else one made
/// here. They go into the answer as `X-Request-Id`.
struct RequestIdentifiers {
    /// How long a peer's may be.
    static let maximumCount = 128

    private let key: UInt64
    private let prefix: [UInt8]
    /// The name of the request under way.
    private(set) var current: [UInt8] = []
    /// Whether ``current`` was made here, so that only its end has to be changed for the next.
    private var isMade = false

    init() {
        let random = SecureRandom.bytes(count: 16)
        key = random.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        prefix = Array(Hexadecimal.text(Array(random.suffix(8))).utf8)
        current.reserveCapacity(Self.maximumCount)
    }

    /// Makes a name of a number that no other request of the process has. It does not reveal the number: how many requests
    /// there were is not public.
    mutating func make(_ number: UInt64) {
        // Different numbers have different results. It need not resist an attack: the names are not secret.
        let mixed = (number ^ key).splitMixed
        if !isMade {
            current.removeAll(keepingCapacity: true)
            current.append(contentsOf: prefix)
            current.append(contentsOf: repeatElement(0, count: 16))
            isMade = true
        }
        var digits = current.mutableSpan
        for place in 0..<16 {
            let nibble = UInt8(truncatingIfNeeded: mixed >> UInt64(60 &- 4 &* place)) & 15
            digits[digits.count - 16 + place] = nibble < 10 ? 0x30 &+ nibble : 0x57 &+ nibble
        }
    }

    /// Adopts a peer's name; false where it is not well-formed.
    mutating func adopt(_ name: Span<UInt8>) -> Bool {
        guard (1...Self.maximumCount).contains(name.count) else { return false }
        for index in name.indices where !Self.allowed.contains(name[index]) { return false }
        isMade = false
        current.removeAll(keepingCapacity: true)
        for index in name.indices { current.append(name[index]) }
        return true
    }

    private static let allowed = ByteSet { $0.isAlphanumeric || ".-_~+/=:".utf8.contains($0) }
}
