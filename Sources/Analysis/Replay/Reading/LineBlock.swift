import LogFormats

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
    /// Why the input is not read on behind these lines, where it has not ended.
    var unread: UnreadRest?
}

/// A piece of a file that a worker reads by itself: the lines that begin in it.
struct FilePiece: Sendable {
    var file: OpenFile
    var range: Range<Int64>

    private static let step = 65_536

    /// Reads the lines that begin in the piece; gives their place in the buffer, and why they are not all.
    ///
    /// A line begins at the start of the file or behind a line end, so that the byte before the piece is read, too. The
    /// last line may go on behind the piece. Of a line that is too long only so much is read that this shows; one that can't
    /// be read to its end is left out.
    func read(into buffer: inout [UInt8]) -> (lines: Range<Int>, unread: UnreadRest?) {
        let start = max(0, range.lowerBound - 1)
        var unread: UnreadRest?
        var count = fill(&buffer, 0, Int(range.upperBound - start), from: start, &unread)
        guard let first = range.lowerBound == 0 ? 0 : LineEnd.after(0, in: buffer, before: count), first < count else {
            return (0..<0, unread)
        }
        let last = LineEnd.lastStart(in: buffer, first..<count)
        while unread == nil, last < count, count - last <= LineLimits.longestLine {
            let known = count
            count += fill(&buffer, count, Self.step, from: start + Int64(count), &unread)
            if let end = LineEnd.after(known, in: buffer, before: count) { return (first..<end, nil) }
            if count < known + Self.step { break }
        }
        if unread != nil { return (first..<last, unread) }
        return (first..<min(count, last + LineLimits.longestLine + 1), nil)
    }

    /// Reads as many bytes as are wanted, or up to the end of the file.
    private func fill(
        _ buffer: inout [UInt8], _ place: Int, _ wanted: Int, from offset: Int64, _ unread: inout UnreadRest?
    ) -> Int {
        if buffer.count < place + wanted {
            buffer.append(contentsOf: repeatElement(0, count: place + wanted - buffer.count))
        }
        var count = 0
        do throws(UnreadRest) {
            while count < wanted {
                let more = try file.read(into: &buffer, place + count..<place + wanted, at: offset + Int64(count))
                if more == 0 { break }
                count += more
            }
            if count < wanted, offset + Int64(count) < file.size { unread = .shrunk }
        } catch { unread = error }
        return count
    }
}
