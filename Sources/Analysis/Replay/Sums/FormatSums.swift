import LogFormats

/// How the logs of one format were read.
struct FormatSums: Sendable, Equatable {
    /// All lines except empty ones and those that describe the log itself.
    var lines = 0
    /// The number of lines that lack columns and were read in another format, by its name.
    var fellBack: [String: Int] = [:]
    /// The names of unread columns, members or variables.
    var unread: Set<String> = []
    /// The number of lines that continue after the last known column.
    var longer = 0
    /// The unread end of the first such line.
    var longerSamples = Samples<BadLineSample>(limit: 1)

    init() {}

    init(_ reading: InputReading, source: String) {
        lines = reading.counts.lines
        fellBack = reading.fellBack
        unread = Set(reading.unread)
        longer = reading.longer
        if let (place, text) = reading.longerSample {
            longerSamples.add(BadLineSample(place: SampledPlace(place, source: source), text: text))
        }
    }

    mutating func merge(_ other: FormatSums) {
        lines += other.lines
        fellBack.merge(other.fellBack, uniquingKeysWith: +)
        unread.formUnion(other.unread)
        longer += other.longer
        longerSamples.merge(other.longerSamples)
    }
}

/// The formats in which logs were read.
struct FormatTable: Sendable, Equatable {
    private(set) var formats: [String: FormatSums] = [:]

    /// By the names of the formats.
    var rows: [(name: String, sums: FormatSums)] {
        formats.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    mutating func add(_ name: String, _ sums: FormatSums) {
        formats[name, default: FormatSums()].merge(sums)
    }

    mutating func merge(_ other: FormatTable) {
        for (name, sums) in other.formats { add(name, sums) }
    }

    /// Sets the line numbers of samples.
    mutating func resolve(_ numbers: LineNumbers) {
        for name in formats.keys { formats[name]?.longerSamples.forEach { $0.place.resolve(numbers) } }
    }
}
