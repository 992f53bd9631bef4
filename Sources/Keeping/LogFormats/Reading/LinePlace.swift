/// Where a line of a log stands: in which input, in which block of it, and which line of the block it is.
///
/// Blocks are read on several cores, so that a line's number is not known while it is decided. Places are ordered as the
/// lines are; ``LineNumbers`` turns them into numbers when all is read.
public struct LinePlace: Sendable, Hashable, Comparable {
    /// The input, in the order in which they were given, from 0.
    public var input: Int32
    /// The block of the input, from 0.
    public var block: Int32
    /// The line of the block, from 0.
    public var line: Int32

    public init(input: Int32, block: Int32, line: Int32) {
        self.input = input
        self.block = block
        self.line = line
    }

    public static func < (one: LinePlace, other: LinePlace) -> Bool {
        (one.input, one.block, one.line) < (other.input, other.block, other.line)
    }
}

/// How many lines each block of each input has, to turn places into line numbers. Eight bytes a block.
public struct LineNumbers: Sendable {
    private var counts: [[Int]] = []

    public init() {}

    /// Notes how many lines a block has.
    public mutating func note(_ lines: Int, inBlock block: Int32, ofInput input: Int32) {
        while counts.count <= Int(input) { counts.append([]) }
        while counts[Int(input)].count <= Int(block) { counts[Int(input)].append(0) }
        counts[Int(input)][Int(block)] = lines
    }

    /// The number of a line in its file, from 1. Cost: one addition for each block before it.
    public func number(of place: LinePlace) -> Int {
        let blocks = counts.indices.contains(Int(place.input)) ? counts[Int(place.input)].prefix(Int(place.block)) : []
        return blocks.reduce(Int(place.line) + 1, +)
    }
}
