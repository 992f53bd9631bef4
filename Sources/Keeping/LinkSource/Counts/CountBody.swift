import LinkStore
import PostgreSQL

/// The counters of a link and a day or longer period as one value of `fp_tally`: for each counter a byte, four times
/// the event plus the platform, and its value in groups of seven bits, least significant first. Unknown counters of
/// newer programs are kept.
struct CountBody: Equatable, Sendable {
    private(set) var counters: [UInt8: UInt64] = [:]

    init() {}

    /// The sum of all counters. It grows with each of them, so of two values of an incarnation the larger sum is the
    /// later one.
    var sum: UInt64 { counters.values.reduce(0, &+) }

    /// The encoding at the source.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for (slot, count) in counters.sorted(by: { $0.key < $1.key }) {
            bytes.append(slot)
            var rest = count
            while rest > 0x7F {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(truncatingIfNeeded: rest))
        }
        return bytes
    }

    /// Throws if the bytes are not those of counters.
    init(_ bytes: [UInt8]) throws(PostgreSQLError) {
        var rest = bytes[...]
        while let slot = rest.popFirst() {
            var (count, shift) = (UInt64(0), UInt64(0))
            while true {
                guard let byte = rest.popFirst(), shift < 64 else {
                    throw .answer("fp_tally has an invalid row; its counts can't be read")
                }
                count |= UInt64(byte & 0x7F) << shift
                shift += 7
                if byte < 0x80 { break }
            }
            counters[slot, default: 0] &+= count
        }
    }

    mutating func add(_ other: CountBody) {
        counters.merge(other.counters) { $0 &+ $1 }
    }

    mutating func add(_ count: UInt64, event: Int64, platform: Int64) {
        guard (0..<63).contains(event), (0..<4).contains(platform) else { return }
        counters[UInt8(event * 4 + platform), default: 0] &+= count
    }

    /// The known counters, for a link and a place.
    func counts(of id: UInt64, at place: UInt32) -> [LinkCount] {
        guard let (period, day) = LinkCount.period(at: place) else { return [] }
        return counters.sorted { $0.key < $1.key }.compactMap { slot, count in
            guard let event = LinkCount.Event(rawValue: slot / 4), let platform = LinkCount.Platform(rawValue: slot % 4)
            else { return nil }
            return LinkCount(id: id, day: day, period: period, event: event, platform: platform, count: count)
        }
    }
}

/// A link, and the place of a day or a longer period: see ``LinkCount/place``.
struct TallyKey: Hashable, Comparable, Sendable {
    let link: UInt64
    let place: UInt32

    /// In the order of the source, which treats the highest bit of a link's ID as a sign.
    static func < (left: TallyKey, right: TallyKey) -> Bool {
        (Int64(bitPattern: left.link), left.place) < (Int64(bitPattern: right.link), right.place)
    }
}

/// The counters of a link and a place, and the breakdown of its clicks.
struct Tally: Equatable, Sendable {
    var body = CountBody()
    var breakdown = Breakdown()

    mutating func add(_ other: Tally) {
        body.add(other.body)
        breakdown.add(other.breakdown)
    }
}

/// A row of `fp_tally`, without its incarnation.
struct TallyRow: Sendable {
    let key: TallyKey
    let tally: Tally

    var body: CountBody { tally.body }
}

extension TallyRow {
    /// Counts and breakdowns as rows, one for each link and place.
    static func rows(_ counts: [LinkCount], _ breakdowns: [BreakdownRow] = []) -> [TallyRow] {
        var tallies: [TallyKey: Tally] = [:]
        for count in counts {
            tallies[TallyKey(link: count.id, place: count.place), default: Tally()].body.add(
                count.count, event: Int64(count.event.rawValue), platform: Int64(count.platform.rawValue))
        }
        for row in breakdowns { tallies[TallyKey(link: row.id, place: row.place)]?.breakdown = row.breakdown }
        return rows(tallies)
    }

    static func rows(_ tallies: [TallyKey: Tally]) -> [TallyRow] {
        tallies.map { TallyRow(key: $0.key, tally: $0.value) }.sorted { $0.key < $1.key }
    }
}

extension Rows {
    /// The rows of a result with link, place, body and parts.
    var tallies: [TallyRow] {
        get throws(PostgreSQLError) {
            var rows: [TallyRow] = []
            rows.reserveCapacity(count)
            for row in 0..<count {
                let key = TallyKey(link: try number(row, 0), place: UInt32(clamping: try integer(row, 1)))
                let tally = Tally(body: try CountBody(bytes(row, 2)), breakdown: breakdown(row, 3))
                rows.append(TallyRow(key: key, tally: tally))
            }
            return rows
        }
    }

    /// A breakdown. An older program leaves none, and one that can't be read counts as none: the counters have its clicks.
    func breakdown(_ row: Int, _ column: Int) -> Breakdown {
        isNull(row, column) ? Breakdown() : Breakdown(stored: bytes(row, column)) ?? Breakdown()
    }
}
