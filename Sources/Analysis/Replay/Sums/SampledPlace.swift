import LogFormats

/// The place of a sampled line: its file, and its line number once that is known.
///
/// While a log is read, lines are numbered within their block. Places are ordered by file name and line, and the order
/// does not change when ``resolve(_:)`` sets the line number.
public struct SampledPlace: Sendable, Hashable {
    /// The file as given; `-` for standard input.
    public var source: String
    private var block: Int32 = 0
    /// The line number: from 0 within the block, or from 1 in the file once that is known.
    public private(set) var line: Int
    private var input: Int32 = 0

    init(_ place: LinePlace, source: String) {
        self.source = source
        block = place.block
        line = Int(place.line)
        input = place.input
    }

    /// A place in a file.
    init(source: String, line: Int) {
        self.source = source
        self.line = line
    }

    /// Sets the line number.
    mutating func resolve(_ numbers: LineNumbers) {
        line = numbers.number(of: LinePlace(input: input, block: block, line: Int32(line)))
        block = 0
        input = 0
    }
}

extension SampledPlace: Comparable {
    public static func < (one: SampledPlace, other: SampledPlace) -> Bool {
        (one.source, one.block, one.line) < (other.source, other.block, other.line)
    }
}

extension SampledPlace: CustomStringConvertible {
    public var description: String { "\(source):\(line)" }
}
