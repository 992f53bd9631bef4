import Glibc
import LogFormats

/// A piece of a log for one worker: whole lines, in reused memory.
struct LineBlock: ~Copyable {
    /// The buffer, which is longer than the lines.
    var bytes: [UInt8] = []
    /// The range of the lines. The last one may lack its line end.
    var lines = 0..<0
    var input: Int32 = 0
    /// The block's index in its input, from 0.
    var number: Int32 = 0
    /// The block's index among those of all inputs, from 0.
    var sequence = 0
    var schema = LineSchema.json
    /// The way to read the input's lines that do not match the schema.
    var reading: LogReading?
    /// The number of bytes that were read from the file.
    var bytesOfFile: Int64 = 0
    /// The range from which the lines have yet to be read, if any.
    var pending: FilePiece?
    /// The reason why reading ended before the end of the input; `nil` if it did not.
    var unread: UnreadRest?
}

/// A range of a file that a worker reads itself, containing the lines that begin in it.
struct FilePiece: Sendable {
    var file: OpenFile
    var range: Range<Int64>
    /// Whether a line begins at its start although the file begins earlier.
    var isFirst = false

    private static let step = 65_536

    /// Reads the lines that begin in the range. Returns their range in the buffer, and the reason if some are missing.
    ///
    /// A line begins at the start of the log or after a line end, so the byte before the range is read too. The last
    /// line may extend beyond the range. An overlong line is read only until its length exceeds the limit. A line that
    /// can't be read to its end is omitted.
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

/// Finds line ends. A line ends in a line feed; a carriage return before it belongs to the line end.
enum LineEnd {
    /// The offset after the first line end at or after `start`; `nil` if there is none.
    static func after(_ start: Int, in bytes: borrowing [UInt8], before end: Int) -> Int? {
        precondition(start >= 0 && end <= bytes.count)
        guard start < end else { return nil }
        // Safe: the pointer is read only within the call, between two offsets inside the buffer.
        return unsafe bytes.withUnsafeBytes { bytes in
            guard let found = unsafe memchr(bytes.baseAddress! + start, 0x0A, end - start) else { return nil }
            return unsafe UnsafeRawPointer(found) - bytes.baseAddress! + 1
        }
    }

    /// The offset at which the last line of a range begins.
    static func lastStart(in bytes: borrowing [UInt8], _ piece: Range<Int>) -> Int {
        var index = piece.upperBound
        while index > piece.lowerBound, bytes[index - 1] != 0x0A { index -= 1 }
        return index
    }
}
