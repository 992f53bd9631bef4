import Compression
import Glibc
import LogFormats

/// The lines of an input that can only be read sequentially: standard input, compressed files, growing logs, and logs
/// in which some lines define the format of others.
///
/// Protected by the source's lock.
final class LineStream {
    private var file: OpenFile
    private var compressed: CompressedFile?
    /// The command that decompresses the file, if it is compressed.
    private(set) var decompressor: String?
    /// The beginning of an incomplete line, left over from the last block.
    private var rest: [UInt8] = []
    /// Whether the next bytes belong to an overlong line.
    private var isSkipping = false
    private var isAtEnd = false
    /// Whether only zeros have been read so far. After copytruncate rotation, a log may begin with them.
    private var isAtStart = true
    /// The reason why reading ended before the end of the input; `nil` if it did not.
    private(set) var unread: UnreadRest?
    /// The number of consecutive times that a rotated log was read to its end.
    private var endsOfOldFile = 0
    private var plainBytesRead: Int64 = 0

    private static let blockSize = 1 << 20

    /// Whether compression is yet to be detected from the first bytes.
    private var isUnknown = false

    init(plain file: OpenFile) {
        self.file = file
    }

    /// Reads an input whose beginning can't be examined in advance, such as a pipe.
    init(unknown file: OpenFile) {
        self.file = file
        isUnknown = true
    }

    init(_ file: OpenFile, _ compression: CompressionFormat) throws(ReplayFault) {
        self.file = file
        decompressor = Self.decompressor(compression)
        do { compressed = try CompressedFile(compression) } catch {
            throw ReplayFault("\(file.name): not enough memory to decompress it")
        }
    }

    /// Reads as many whole lines into a buffer as are available. Returns their range, or `nil` at the end.
    ///
    /// - Parameters:
    ///   - path: The path to watch for more data at the end; `nil` to stop there.
    ///   - isInterrupted: Whether to stop waiting.
    func next(
        into buffer: inout [UInt8], following path: String?, isInterrupted: () -> Bool
    ) throws(ReplayFault) -> Range<Int>? {
        if buffer.count < Self.blockSize + LineLimits.longestLine {
            buffer = [UInt8](repeating: 0, count: Self.blockSize + LineLimits.longestLine + 1)
        }
        var count = copyRest(&buffer)
        var end = LineEnd.lastStart(in: buffer, 0..<count)
        while !isAtEnd, !isInterrupted(), end == 0 || (count < Self.blockSize && file.isReady(milliseconds: 0)) {
            let known = count
            guard let more = try read(&buffer, count) else { continue }
            if more == 0, !isAtEnd {
                if end > 0 { break }
                waitForMore(path, &count)
                continue
            }
            count += more
            if isAtStart { count = dropZeros(&buffer, count) }
            if isSkipping { count = skip(&buffer, known..<count) }
            let last = LineEnd.lastStart(in: buffer, known..<count)
            if last > known { end = last }
            if end == 0, count > LineLimits.longestLine { return cut(&buffer, count) }
            if end > 0, count - end > LineLimits.longestLine { break }
        }
        // A line whose rest can't be read is incomplete.
        if isAtEnd, unread == nil { end = count }
        keepRest(buffer, end..<count)
        return end > 0 ? 0..<end : nil
    }

    /// The beginning of an overlong line, whose rest will be skipped.
    private func cut(_ buffer: inout [UInt8], _ count: Int) -> Range<Int> {
        isSkipping = true
        rest.removeAll(keepingCapacity: true)
        return 0..<count
    }

    /// Removes the zeros at the beginning of the log. Returns the number of remaining bytes. One zero is kept until
    /// other bytes follow, so that a log of zeros does not count as empty.
    private func dropZeros(_ buffer: inout [UInt8], _ count: Int) -> Int {
        guard let first = buffer[..<count].firstIndex(where: { $0 != 0 }) else { return min(count, 1) }
        isAtStart = false
        // A single zero may be half a UTF-16 character.
        guard first > 1 else { return count }
        buffer.removeSubrange(0..<first)
        return count - first
    }

    /// Removes bytes that belong to an overlong line. Returns the number of remaining bytes.
    private func skip(_ buffer: inout [UInt8], _ piece: Range<Int>) -> Int {
        guard let end = LineEnd.after(piece.lowerBound, in: buffer, before: piece.upperBound) else {
            return piece.lowerBound
        }
        isSkipping = false
        for index in end..<piece.upperBound { buffer[piece.lowerBound + index - end] = buffer[index] }
        return piece.lowerBound + piece.upperBound - end
    }

    private func copyRest(_ buffer: inout [UInt8]) -> Int {
        for index in rest.indices { buffer[index] = rest[index] }
        return rest.count
    }

    private func keepRest(_ buffer: [UInt8], _ piece: Range<Int>) {
        rest.removeAll(keepingCapacity: true)
        rest.append(contentsOf: buffer[piece])
    }

    /// Puts lines back for the next block.
    func putBack(_ buffer: [UInt8], _ piece: Range<Int>) {
        rest.insert(contentsOf: buffer[piece], at: 0)
    }
}

// MARK: - Bytes

extension LineStream {
    /// Reads to the end of the buffer's contents. Returns the number of bytes added, or `nil` after a signal or if the
    /// read would block. Read errors count as the end.
    private func read(_ buffer: inout [UInt8], _ count: Int) throws(ReplayFault) -> Int? {
        let room = count..<min(buffer.count, count + (isUnknown ? 1 << 18 : Self.blockSize))
        let more: Int?
        do throws(UnreadRest) { more = try fill(&buffer, room) } catch {
            unread = error
            isAtEnd = true
            return 0
        }
        guard isUnknown, let more else { return more }
        return try begin(buffer[room.lowerBound..<room.lowerBound + more])
    }

    private func fill(_ buffer: inout [UInt8], _ room: Range<Int>) throws(UnreadRest) -> Int? {
        if compressed != nil { return try compressed?.readOn(file, into: &buffer, room) }
        guard file.isReady(milliseconds: 200) else { return nil }
        let more = try file.readOn(into: &buffer, room)
        plainBytesRead += Int64(more ?? 0)
        return more
    }

    /// Detects compression from the first bytes. Returns the number of them that are text, or `nil` if they have yet to
    /// be decompressed.
    private func begin(_ beginning: ArraySlice<UInt8>) throws(ReplayFault) -> Int? {
        isUnknown = false
        // A pipe returns each write in one piece, and no program writes a header byte by byte.
        guard let format = CompressionFormat(magic: beginning.span) else { return beginning.count }
        decompressor = Self.decompressor(format)
        do { compressed = try CompressedFile(format, beginning: beginning) } catch {
            throw ReplayFault("\(file.name): not enough memory to decompress it")
        }
        return nil
    }

    private static func decompressor(_ format: CompressionFormat) -> String {
        format == .gzip ? "zcat" : "zstdcat"
    }

    /// The number of bytes read from the file.
    var bytesRead: Int64 { compressed?.bytesRead ?? plainBytesRead }
}

// MARK: - Growing logs

extension LineStream {
    /// Waits for more data at the end, or ends. Continues a rotated log in its new file, and a truncated one from its
    /// beginning. An unfinished line of the old log is dropped.
    private func waitForMore(_ path: String?, _ count: inout Int) {
        guard let path else {
            isAtEnd = true
            if compressed == nil, plainBytesRead < file.size { unread = .shrunk }
            return
        }
        if file.wasReplaced(at: path) {
            // More may have been written between the last read and the rotation.
            if endsOfOldFile > 0 {
                open(path)
                endsOfOldFile = 0
                count = 0
            } else {
                endsOfOldFile = 1
            }
        } else if file.rewindIfTruncated() {
            count = 0
        } else {
            Pause.briefly()
        }
    }

    private func open(_ path: String) {
        do throws(UnreadRest) { file = try OpenFile(.file(path)) } catch {
            unread = error
            isAtEnd = true
        }
    }
}

/// Waiting for a log to grow.
enum Pause {
    /// Long enough to cost nothing, short enough for interactive use. A signal may end it early.
    static func briefly() {
        usleep(200_000)
    }
}
