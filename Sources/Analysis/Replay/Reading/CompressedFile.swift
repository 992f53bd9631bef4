import Compression

/// The decompressed text of a file, read piece by piece.
struct CompressedFile: ~Copyable {
    private let decompressor: Decompressor
    /// Compressed input, and the number of bytes that are not consumed yet.
    private var compressed = [UInt8](repeating: 0, count: 1 << 18)
    private var range = 0..<0
    /// Whether the decompressor may produce more output without more input.
    private var mayHoldMore = false
    /// The number of bytes read from the file.
    private(set) var bytesRead: Int64 = 0

    /// - Parameter beginning: Bytes of the file that have already been read.
    init(_ format: CompressionFormat, beginning: ArraySlice<UInt8> = []) throws(CompressionFault) {
        decompressor = try Decompressor(format)
        compressed.replaceSubrange(0..<beginning.count, with: beginning)
        range = 0..<beginning.count
        bytesRead = Int64(beginning.count)
    }

    /// Continues reading. Returns the number of bytes produced, 0 at the end, or `nil` after a signal or if it would
    /// block.
    mutating func readOn(
        _ file: OpenFile, into buffer: inout [UInt8], _ room: Range<Int>
    ) throws(UnreadRest) -> Int? {
        while true {
            if range.isEmpty, !mayHoldMore {
                guard file.isReady(milliseconds: 200),
                    let more = try file.readOn(into: &compressed, 0..<compressed.count)
                else { return nil }
                bytesRead += Int64(more)
                guard more > 0 else {
                    if !decompressor.isAtEnd { throw .cutOff }
                    return 0
                }
                range = 0..<more
            }
            let produced = try decompress(into: &buffer, room)
            if produced > 0 { return produced }
        }
    }

    private mutating func decompress(into buffer: inout [UInt8], _ room: Range<Int>) throws(UnreadRest) -> Int {
        do throws(CompressionFault) {
            let input = compressed
            let step = try decompressor.decompress(input.span.extracting(range), into: &buffer, room)
            // A step that neither consumes nor produces anything would loop forever.
            if step.produced == 0, step.consumed == 0, !range.isEmpty { throw CompressionFault() }
            range = range.lowerBound + step.consumed..<range.upperBound
            mayHoldMore = step.produced == room.count
            return step.produced
        } catch { throw .damaged }
    }
}
