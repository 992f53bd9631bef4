import OpenSSL

/// The keys with which all nodes seal and open one kind of data, stored as one value that is read and replaced as a
/// whole.
///
/// All nodes have a key before it starts to seal, and it opens for some time after its successor has started. Times are
/// seconds since 1970 by the source's clock. Nodes compare them with their own clocks, which should agree within
/// seconds.
public struct KeyRing: Sendable, Equatable {
    /// One key: 32 random bytes.
    public struct Key: Sendable, Equatable {
        /// The time from which it seals.
        public let start: Int64
        /// The time until which it opens; far in the future if it has no successor.
        public fileprivate(set) var end: Int64
        /// The key. Must never be displayed.
        public let secret: [UInt8]
    }

    private static let secretCount = 32
    /// The first byte: the format version.
    private static let version: UInt8 = 1
    /// The maximum number of keys: all of them are tried on data that none has sealed.
    private static let most = 12

    /// Ordered from oldest to newest.
    private var keys: [Key]

    /// A ring of one new key, which seals immediately.
    public init() {
        keys = [Key(start: 0, end: .max, secret: SecureRandom.bytes(count: Self.secretCount))]
    }

    /// Decodes a ring; `nil` unless the bytes are ``bytes`` of this or an older program version.
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

    /// The encoded ring, for storage. Secret.
    public var bytes: [UInt8] {
        var bytes = [Self.version]
        for key in keys {
            Self.append(key.start, to: &bytes)
            Self.append(key.end, to: &bytes)
            bytes += key.secret
        }
        return bytes
    }

    /// The keys valid at a time. The first one seals; all open, including those that will seal later. Never empty.
    public func secrets(at now: Int64) -> [[UInt8]] {
        let sealing = keys.last { $0.start <= now } ?? keys[0]
        let others = keys.reversed().filter { $0 != sealing && $0.end > now }
        return [sealing.secret] + others.map(\.secret)
    }

    // MARK: - Changing keys

    /// The ring after scheduled renewal: with the next key if the last one is about to end, and without keys that no
    /// longer open; `nil` if it is unchanged.
    func renewed(at now: Int64, _ schedule: KeySchedule) -> KeyRing? {
        var ring = self
        ring.keys.removeAll { $0.end <= now }
        let next = ring.keys[ring.keys.count - 1].start + schedule.period
        if next - schedule.lead <= now {
            ring.add(from: max(next, now + KeySchedule.notice), overlap: schedule.overlap)
        }
        return ring == self ? nil : ring
    }

    /// The ring with a new key. The previous keys, which may be compromised, open for as short a time as possible.
    func rotated(at now: Int64, _ schedule: KeySchedule) -> KeyRing {
        var ring = self
        // A key that was distributed but has not sealed yet may be compromised too.
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

/// The rotation schedule of a key ring. All times are in seconds.
public struct KeySchedule: Sendable, Equatable {
    /// The time for which a key seals.
    public let period: Int64
    /// The time for which a key opens after its successor has started: the longest time that a node may be disconnected
    /// from the source, plus the lifetime of the sealed data.
    public let overlap: Int64
    /// The overlap after a rotation of keys that may be compromised.
    public let shortOverlap: Int64
    /// The time between the distribution of a key and its start. A node that is disconnected for less can open the
    /// other nodes' data.
    var lead = KeySchedule.notice
    /// The minimum time between the distribution of a key and its start: several polls of all nodes.
    static let notice: Int64 = 60

    /// Keys for pages, which are valid for five minutes. A node may be disconnected from the source for twelve hours.
    public static let pages = KeySchedule(
        period: 12 * 3600, overlap: 12 * 3600, shortOverlap: 600, lead: 12 * 3600)
    /// Keys for TLS session tickets, which are valid for two hours. An old key only saves a full handshake.
    public static let tickets = KeySchedule(period: 3600, overlap: 2 * 3600 + 600, shortOverlap: 60)
}
