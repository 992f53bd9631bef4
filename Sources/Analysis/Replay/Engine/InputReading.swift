public import LogFormats

/// How the lines of one input were read.
public struct InputReading: Sendable {
    /// The format: the one with the most columns that any line has; nil if the input is empty or could not be opened.
    public var format: LogFormat?
    /// The lines, and why some were not decided.
    public var counts: LineCounts
    /// How many lines lack columns of the format and were read as another, by its name.
    public var fellBack: [String: Int]
    /// The names of the columns, members or variables that are not read.
    public var unread: [String]
    /// How many lines go on after the last column that is read.
    public var longer: Int
    /// The unread end of the first of these lines.
    public var longerSample: (place: LinePlace, text: String)?

    init(_ reading: LogReading?, _ tally: ReadingTally) {
        format = reading?.richest
        counts = tally.counts
        fellBack = reading.map(tally.fellBack) ?? [:]
        unread = tally.unread.union(reading?.unread ?? []).sorted()
        longer = tally.longer
        longerSample = tally.first.map { ($0.place, $0.text) }
        // If no line has all columns, the log has the shorter format.
        let readable = tally.counts.lines - tally.counts.faulty
        if readable > 0, fellBack.count == 1, let (name, count) = fellBack.first, count == readable {
            format = (try? LogFormat.parse(name)) ?? format
            fellBack = [:]
        }
    }

    /// Whether the input has lines and none of them could be read.
    public var isUnreadable: Bool { counts.lines > 0 && counts.faulty == counts.lines && counts[.damaged] == 0 }
}
