import ByteText
import Links
import LogFormats

/// How the lines of one input were read, as one worker counts it.
struct ReadingTally: Sendable {
    /// The end of a line that was not read.
    struct Sample: Sendable {
        var place: LinePlace
        var text: String
    }

    var counts = LineCounts()
    /// Lines that are not as most are: by the way in which they were read, and whether the last columns are missing.
    private(set) var others = [Int](repeating: 0, count: 2 * LogReading.wayLimit)
    /// Lines that go on after the last column that is read.
    private(set) var longer = 0
    private(set) var first: Sample?
    /// The names of columns that are not read, of blocks that name their own.
    var unread: Set<String> = []

    /// How much of an unread end is kept, in bytes.
    private static let longestText = 120

    /// Counts a line that lacks columns or was read in another way.
    mutating func add(way: Int, isShort: Bool) {
        others[2 * way + (isShort ? 1 : 0)] += 1
    }

    /// Lines by the format that they turned out to have, if it is a poorer one.
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
