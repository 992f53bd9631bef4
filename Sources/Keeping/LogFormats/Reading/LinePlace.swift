/// The place of a line of a log: its input, the block in that input, and the line in that block.
///
/// Blocks are read on several cores, so a line's number is unknown while it is decided. Places sort in line order;
/// ``LineNumbers`` converts them into numbers once everything is read.
public struct LinePlace: Sendable, Hashable, Comparable {
    /// The input's index, from 0.
    public var input: Int32
    /// The block's index in the input, from 0.
    public var block: Int32
    /// The line's index in the block, from 0.
    public var line: Int32

    /// A place from its indices.
    public init(input: Int32, block: Int32, line: Int32) {
        self.input = input
        self.block = block
        self.line = line
    }

    public static func < (one: LinePlace, other: LinePlace) -> Bool {
        (one.input, one.block, one.line) < (other.input, other.block, other.line)
    }
}

/// The line counts of the blocks of each input, for converting places into line numbers. Eight bytes per block.
public struct LineNumbers: Sendable {
    private var counts: [[Int]] = []

    /// No blocks.
    public init() {}

    /// Records the line count of a block. Blocks may come in any order.
    public mutating func record(_ lines: Int, inBlock block: Int32, ofInput input: Int32) {
        while counts.count <= Int(input) { counts.append([]) }
        while counts[Int(input)].count <= Int(block) { counts[Int(input)].append(0) }
        counts[Int(input)][Int(block)] = lines
    }

    /// The line number in its file, from 1. Costs one addition for each block before it.
    public func number(of place: LinePlace) -> Int {
        let blocks = counts.indices.contains(Int(place.input)) ? counts[Int(place.input)].prefix(Int(place.block)) : []
        return blocks.reduce(Int(place.line) + 1, +)
    }
}
