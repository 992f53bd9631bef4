import OpenSSL

/// The keys that all nodes seal and open one kind of thing with, as one value: who reads it has all of them.
///
/// A key is known to all nodes before it seals, and opens what it sealed for some time after the next one has begun. Times are
/// seconds since 1970, by the source's clock; a node compares them with its own, so clocks should agree to some seconds.
public struct KeyRing: Sendable, Equatable {
    /// One key: 32 random bytes.
    public struct Key: Sendable, Equatable {
        /// When it begins to seal.
        public let start: Int64
        /// Until when it opens; far away while no other key follows.
        public fileprivate(set) var end: Int64
        /// The key. Never to be shown.
        public let secret: [UInt8]
    }

    private static let secretCount = 32
    /// The first byte: the version of the form.
    private static let version: UInt8 = 1
    /// The most keys to keep: each is tried on what none has sealed.
    private static let most = 12

    /// The oldest first.
    private var keys: [Key]

    /// A ring of one new key, which seals at once.
    public init() {
        keys = [Key(start: 0, end: .max, secret: SecureRandom.bytes(count: Self.secretCount))]
    }

    /// Reads a ring; nil for anything else than ``bytes`` of this or an older program.
    public init?(_ bytes: [UInt8]) {
        let length = 16 + Self.secretCount
        guard bytes.first == Self.version, bytes.count > 1, (bytes.count - 1) % length == 0 else { return nil }
        keys = stride(from: 1, to: bytes.count, by: length).map { at in
            Key(
                start: Self.number(bytes[at..<(at + 8)]), end: Self.number(bytes[(at + 8)..<(at + 16)]),
                secret: Array(bytes[(at + 16)..<(at + length)]))
        }
        guard zip(keys, keys.dropFirst()).allSatisfy({ $0.start < $1.start }) else { return nil }
    }

    /// The ring, to be kept. Secret.
    public var bytes: [UInt8] {
        var bytes = [Self.version]
        for key in keys {
            Self.append(key.start, to: &bytes)
            Self.append(key.end, to: &bytes)
            bytes += key.secret
        }
        return bytes
    }

    /// The keys at a time: the first seals, all open, those included that will seal later. Never empty.
    public func secrets(at now: Int64) -> [[UInt8]] {
        let sealing = keys.last { $0.start <= now } ?? keys[0]
        let others = keys.reversed().filter { $0 != sealing && $0.end > now }
        return [sealing.secret] + others.map(\.secret)
    }

    // MARK: - Changing keys

    /// The ring as it should be now: with the next key, if the last one's time comes to its end, and without those that no
    /// longer open; nil if nothing is to be changed.
    func renewed(at now: Int64, _ schedule: KeySchedule) -> KeyRing? {
        var ring = self
        ring.keys.removeAll { $0.end <= now }
        let next = ring.keys[ring.keys.count - 1].start + schedule.period
        if next - schedule.lead <= now {
            ring.add(from: max(next, now + KeySchedule.notice), overlap: schedule.overlap)
        }
        return ring == self ? nil : ring
    }

    /// The ring with a new key; those before open for no longer than has to be: they may be in the wrong hands.
    func rotated(at now: Int64, _ schedule: KeySchedule) -> KeyRing {
        var ring = self
        // A key that the others know already and that nobody has sealed with may be in the wrong hands as well.
        let begun = keys.filter { $0.start <= now }
        if !begun.isEmpty { ring.keys = begun }
        ring.add(from: now + KeySchedule.notice, overlap: schedule.shortOverlap)
        return ring
    }

    private mutating func add(from time: Int64, overlap: Int64) {
        let start = max(time, keys[keys.count - 1].start + 1)
        for index in keys.indices { keys[index].end = min(keys[index].end, start + overlap) }
        keys.append(Key(start: start, end: .max, secret: SecureRandom.bytes(count: Self.secretCount)))
        if keys.count > Self.most { keys.removeFirst() }
    }

    private static func append(_ number: Int64, to bytes: inout [UInt8]) {
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }
}
