import LogFormats

/// A piece of a log that one worker reads: whole lines, in memory that is reused.
struct LineBlock: ~Copyable {
    /// The buffer of the lines; longer than they are.
    var bytes: [UInt8] = []
    /// The range of the lines; the last one may lack its line end.
    var lines = 0..<0
    var input: Int32 = 0
    /// The block's index in its input, from 0.
    var number: Int32 = 0
    /// The block's index among those of all inputs, from 0.
    var sequence = 0
    var schema = LineSchema.json
    /// How the input is read, for lines that the schema does not fit.
    var reading: LogReading?
    /// How many bytes of the file were read for it.
    var bytesOfFile: Int64 = 0
    /// The range that the lines are yet to be read from, if any.
    var pending: FilePiece?
    /// Why the input is not read beyond these lines, if it has not ended.
    var unread: UnreadRest?
}

/// A range of a file that a worker reads by itself: the lines that begin in it.
struct FilePiece: Sendable {
    var file: OpenFile
    var range: Range<Int64>
    /// Whether a line begins at its start even though the file begins earlier.
    var isFirst = false

    private static let step = 65_536

    /// Reads the lines that begin in the range; returns their range in the buffer, and why they are not all.
    ///
    /// A line begins at the start of the log or after a line end, so the byte before the range is read too. The last
    /// line may extend beyond the range. A line that is too long is read only until that is certain; one that can't be
    /// read to its end is left out.
    func read(into buffer: inout [UInt8]) -> (lines: Range<Int>, unread: UnreadRest?) {
        let begins = isFirst || range.lowerBound == 0
        let start = begins ? range.lowerBound : range.lowerBound - 1
        var unread: UnreadRest?
        var count = fill(&buffer, 0, Int(range.upperBound - start), from: start, &unread)
        guard let first = begins ? 0 : LineEnd.after(0, in: buffer, before: count), first < count else {
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

    /// Reads the requested number of bytes, or up to the end of the file.
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
