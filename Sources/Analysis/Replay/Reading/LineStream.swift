import Compression
import Glibc
import LogFormats

/// The lines of an input that can only be read sequentially: standard input, compressed files, logs whose lines define
/// one another, and logs that grow.
///
/// It belongs to the holder of the source's lock.
final class LineStream {
    private var file: OpenFile
    private var compressed: CompressedFile?
    /// The command that decompresses the file, if it is compressed.
    private(set) var decompressor: String?
    /// The line that had begun when the last block was handed out; nothing precedes it.
    private var rest: [UInt8] = []
    /// Whether the next bytes belong to a line that is too long.
    private var isSkipping = false
    private var isAtEnd = false
    /// Whether only zeros were read so far: after copy-and-truncate rotation a log may begin with them.
    private var isAtStart = true
    /// Why the input is not read on, if it has not ended.
    private(set) var unread: UnreadRest?
    /// How many times in a row a rotated log was read to its end.
    private var endsOfOldFile = 0
    private var plainBytesRead: Int64 = 0

    private static let blockSize = 1 << 20

    /// Whether it is yet to be determined from the first bytes if the input is compressed.
    private var isUnknown = false

    init(plain file: OpenFile) {
        self.file = file
    }

    /// Reads an input whose beginning can't be examined and read again.
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

    /// Reads as many whole lines into a buffer as are available; returns their range, or nil at the end.
    ///
    /// - Parameters:
    ///   - path: Where to wait for more at the end; nil to stop there.
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
        // A line whose rest can't be read is not whole.
        if isAtEnd, unread == nil { end = count }
        keepRest(buffer, end..<count)
        return end > 0 ? 0..<end : nil
    }

    /// The beginning of a line that is too long; its rest will be skipped.
    private func cut(_ buffer: inout [UInt8], _ count: Int) -> Range<Int> {
        isSkipping = true
        rest.removeAll(keepingCapacity: true)
        return 0..<count
    }

    /// Drops the zeros at the beginning of the log; returns how much remains in the buffer. One is kept until
    /// other bytes follow, so that a log of zeros does not pass for an empty one.
    private func dropZeros(_ buffer: inout [UInt8], _ count: Int) -> Int {
        guard let first = buffer[..<count].firstIndex(where: { $0 != 0 }) else { return min(count, 1) }
        isAtStart = false
        // One zero is half a character of UTF-16.
        guard first > 1 else { return count }
        buffer.removeSubrange(0..<first)
        return count - first
    }

    /// Drops what belongs to a line that is too long; returns how much remains in the buffer.
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

    /// Puts lines back that another block is to begin with.
    func putBack(_ buffer: [UInt8], _ piece: Range<Int>) {
        rest.insert(contentsOf: buffer[piece], at: 0)
    }
}

// MARK: - Bytes

extension LineStream {
    /// Reads on after the contents of the buffer; returns how many bytes were added, and nil if a signal or a wait came
    /// first. If nothing can be read, that is the end.
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

    /// Determines from the first bytes whether the input is compressed; returns how many of them are text, and nil if
    /// they have yet to be decompressed.
    private func begin(_ beginning: ArraySlice<UInt8>) throws(ReplayFault) -> Int? {
        isUnknown = false
        // A pipe returns what was written in one piece, and no program writes a header byte by byte.
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

    /// Bytes of the file that were read.
    var bytesRead: Int64 { compressed?.bytesRead ?? plainBytesRead }
}

// MARK: - Growing logs

extension LineStream {
    /// At the end: waits a moment for more, or ends. A log that was rotated is continued in its new file, one that was
    /// truncated from its beginning; an unfinished line of the old one is dropped.
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
    /// Long enough to cost nothing, short enough for a human observer. A signal may end it early.
    static func briefly() {
        usleep(200_000)
    }
}
