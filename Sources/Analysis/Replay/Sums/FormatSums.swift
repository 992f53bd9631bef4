import LogFormats

/// How logs of one format were read, whatever their number.
struct FormatSums: Sendable, Equatable {
    /// All lines, apart from empty ones and those that describe the log itself.
    var lines = 0
    /// Lines that lack columns of the format and were read as another, by its name.
    var fellBack: [String: Int] = [:]
    /// The names of columns, members or variables that are not read.
    var unread: Set<String> = []
    /// Lines that go on after the last column that is read.
    var longer = 0
    /// The unread end of the first of these lines.
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

/// The formats that logs were read in.
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

    /// Sets the numbers of sampled lines.
    mutating func resolve(_ numbers: LineNumbers) {
        for name in formats.keys { formats[name]?.longerSamples.forEach { $0.place.resolve(numbers) } }
    }
}
