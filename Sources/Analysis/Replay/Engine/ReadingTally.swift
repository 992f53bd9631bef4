import ByteText
import Links
import LogFormats

/// One worker's counts of how the lines of one input were read.
struct ReadingTally: Sendable {
    /// The end of a line that was not read.
    struct Sample: Sendable {
        var place: LinePlace
        var text: String
    }

    var counts = LineCounts()
    /// Lines that deviate from the majority, by the way in which they were read and whether the last columns are
    /// missing.
    private(set) var others = [Int](repeating: 0, count: 2 * LogReading.wayLimit)
    /// Lines that continue after the last known column.
    private(set) var longer = 0
    private(set) var first: Sample?
    /// The names of unread columns, from blocks that define their own columns.
    var unread: Set<String> = []

    /// The maximum length of a kept unread end, in bytes.
    private static let longestText = 120

    /// Counts a line that lacks columns or was read in another way.
    mutating func add(way: Int, isShort: Bool) {
        others[2 * way + (isShort ? 1 : 0)] += 1
    }

    /// The number of lines per format, for formats with fewer columns.
    func fellBack(_ reading: LogReading) -> [String: Int] {
        var counts: [String: Int] = [:]
        for index in others.indices where others[index] > 0 {
            let format = reading.format(ofWay: index / 2, isShort: index % 2 == 1)
            if format != reading.richest { counts[format.name, default: 0] += others[index] }
        }
        return counts
    }

    /// Counts a line with an unread end.
    mutating func add(rest: TextRange, at place: LinePlace, in arena: borrowing ByteArena) {
        guard rest.indices.contains(where: { arena[$0] > 0x20 }) else { return }
        longer += 1
        guard first == nil else { return }
        first = Sample(place: place, text: Masking.beginning(of: rest, in: arena, to: Self.longestText))
    }

    mutating func add(_ other: ReadingTally) {
        counts.add(other.counts)
        for index in others.indices { others[index] += other.others[index] }
        longer += other.longer
        unread.formUnion(other.unread)
        if let theirs = other.first, first.map({ theirs.place < $0.place }) ?? true { first = theirs }
    }
}
