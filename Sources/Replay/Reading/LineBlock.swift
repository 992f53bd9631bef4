/// A piece of a log that one worker reads: whole lines, in memory that is used again.
struct LineBlock: ~Copyable {
    /// What holds the lines; longer than they are.
    var bytes: [UInt8] = []
    /// The place of the lines; the last one may lack its line end.
    var lines = 0..<0
    var input: Int32 = 0
    /// The block of the input, from 0.
    var number: Int32 = 0
    /// The block of all inputs, from 0.
    var sequence = 0
    var schema = LineSchema.json
    /// How many bytes of the file were read for it.
    var bytesOfFile: Int64 = 0
    /// Where the lines are to be read from, if they have not been.
    var pending: FilePiece?
    /// Whether the input ends here because what is compressed can't be read on.
    var endsInDamage = false
}

/// A piece of a file that a worker reads by itself: the lines that begin in it.
struct FilePiece: Sendable {
    var file: OpenFile
    var range: Range<Int64>

    private static let step = 65_536

    /// Reads the lines that begin in the piece; gives their place in the buffer.
    ///
    /// A line begins at the start of the file or behind a line end, so that the byte before the piece is read, too. The
    /// last line may go on behind the piece. Of a line that is too long only so much is read that this shows.
    func read(into buffer: inout [UInt8]) throws(ReplayFault) -> Range<Int> {
        let start = max(0, range.lowerBound - 1)
        let wanted = Int(range.upperBound - start)
        var count = try fill(&buffer, 0, wanted, from: start)
        guard let first = range.lowerBound == 0 ? 0 : LineEnd.after(0, in: buffer, before: count), first < count else {
            return 0..<0
        }
        guard count == wanted, buffer[count - 1] != 0x0A else { return first..<count }
        let last = LineEnd.lastStart(in: buffer, first..<count)
        while count - last <= LineLimits.longestLine {
            let known = count
            count += try fill(&buffer, count, Self.step, from: start + Int64(count))
            if let end = LineEnd.after(known, in: buffer, before: count) { return first..<end }
            if count < known + Self.step { break }
        }
        return first..<min(count, last + LineLimits.longestLine + 1)
    }

    /// Reads as many bytes as are wanted, or up to the end of the file.
    private func fill(
        _ buffer: inout [UInt8], _ place: Int, _ wanted: Int, from offset: Int64
    ) throws(ReplayFault) -> Int {
        if buffer.count < place + wanted {
            buffer.append(contentsOf: repeatElement(0, count: place + wanted - buffer.count))
        }
        var count = 0
        while count < wanted {
            let more = try file.read(into: &buffer, place + count..<place + wanted, at: offset + Int64(count))
            if more == 0 { break }
            count += more
        }
        return count
    }
}
