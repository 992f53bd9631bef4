public import LogFormats

/// How the lines of one input were read.
public struct InputReading: Sendable {
    /// The format: the one with the most columns among all lines; `nil` if the input is empty or could not be opened.
    public var format: LogFormat?
    /// The line counts, including the reasons why lines were not decided.
    public var counts: LineCounts
    /// The number of lines that lack columns and were read in another format, by its name.
    public var fellBack: [String: Int]
    /// The names of unread columns, members or variables.
    public var unread: [String]
    /// The number of lines that continue after the last known column.
    public var longer: Int
    /// The unread end of the first such line.
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
