import LogFormats
import Compression
import Glibc

/// The lines of an input that can only be read on: standard input, compressed files, logs whose lines explain one another,
/// and logs that grow.
///
/// It belongs to whoever holds the source's lock.
final class LineStream {
    private var file: OpenFile
    private var compressed: CompressedFile?
    /// The line that had begun when the last block was handed out; in front of it, nothing.
    private var rest: [UInt8] = []
    /// Whether what comes next belongs to a line that is too long.
    private var isSkipping = false
    private var isAtEnd = false
    /// Why the input is not read on, where it has not ended.
    private(set) var unread: UnreadRest?
    /// How many times in a row a rotated log was read to its end.
    private var endsOfOldFile = 0
    private var plainBytesRead: Int64 = 0

    private static let blockSize = 1 << 20

    /// Whether the first bytes are yet to tell if the input is compressed.
    private var isUnknown = false

    init(plain file: OpenFile) {
        self.file = file
    }

    /// Takes an input whose beginning can't be looked at and read again.
    init(unknown file: OpenFile) {
        self.file = file
        isUnknown = true
    }

    init(_ file: OpenFile, _ compression: CompressionFormat) throws(ReplayFault) {
        self.file = file
        do { compressed = try CompressedFile(compression) } catch {
            throw ReplayFault("\(file.name): not enough memory to decompress it")
        }
    }

    /// Reads whole lines into a buffer, as many as are there; gives their place, or nil at the end.
    ///
    /// - Parameters:
    ///   - path: Where to wait for more at the end; nil where the end is the end.
    ///   - isInterrupted: Whether to stop waiting.
    func next(
        into buffer: inout [UInt8], following path: String?, isInterrupted: () -> Bool
    ) throws(ReplayFault) -> Range<Int>? {
        if buffer.count < Self.blockSize + LineLimits.longestLine {
            buffer = [UInt8](repeating: 0, count: Self.blockSize + LineLimits.longestLine + 1)
        }
        var count = takeRest(&buffer)
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
            if isSkipping { count = skip(&buffer, known..<count) }
            let last = LineEnd.lastStart(in: buffer, known..<count)
            if last > known { end = last }
            if end == 0, count > LineLimits.longestLine { return cut(&buffer, count) }
            if end > 0, count - end > LineLimits.longestLine { break }
        }
        // The line that can't be read on is not whole.
        if isAtEnd, unread == nil { end = count }
        keepRest(buffer, end..<count)
        return end > 0 ? 0..<end : nil
    }

    /// The beginning of a line that is too long; the rest of it will be skipped.
    private func cut(_ buffer: inout [UInt8], _ count: Int) -> Range<Int> {
        isSkipping = true
        rest.removeAll(keepingCapacity: true)
        return 0..<count
    }

    /// Drops what belongs to a line that is too long; gives how much is left in the buffer.
    private func skip(_ buffer: inout [UInt8], _ piece: Range<Int>) -> Int {
        guard let end = LineEnd.after(piece.lowerBound, in: buffer, before: piece.upperBound) else {
            return piece.lowerBound
        }
        isSkipping = false
        for index in end..<piece.upperBound { buffer[piece.lowerBound + index - end] = buffer[index] }
        return piece.lowerBound + piece.upperBound - end
    }

    private func takeRest(_ buffer: inout [UInt8]) -> Int {
        for index in rest.indices { buffer[index] = rest[index] }
        return rest.count
    }

    private func keepRest(_ buffer: [UInt8], _ piece: Range<Int>) {
        rest.removeAll(keepingCapacity: true)
        rest.append(contentsOf: buffer[piece])
    }

    /// Gives back lines that another block is to begin with.
    func putBack(_ buffer: [UInt8], _ piece: Range<Int>) {
        rest.insert(contentsOf: buffer[piece], at: 0)
    }
}

// MARK: - Bytes

extension LineStream {
    /// Reads on behind what is in the buffer; gives how many bytes came, and nil where a signal or a wait came first. Where
    /// nothing can be read, that is the end.
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

    /// Finds out of the first bytes whether the input is compressed; gives how many of them are text, and nil where they are
    /// yet to be made text.
    private func begin(_ beginning: ArraySlice<UInt8>) throws(ReplayFault) -> Int? {
        isUnknown = false
        // A pipe gives what was written at once, and nobody writes a header byte by byte.
        guard let format = CompressionFormat(magic: beginning.span) else { return beginning.count }
        do { compressed = try CompressedFile(format, beginning: beginning) } catch {
            throw ReplayFault("\(file.name): not enough memory to decompress it")
        }
        return nil
    }

    /// Bytes of the file that were read.
    var bytesRead: Int64 { compressed?.bytesRead ?? plainBytesRead }
}

// MARK: - Growing logs

extension LineStream {
    /// At the end: waits a moment for more, or ends. A log that was rotated is read on from its new file, one that was
    /// truncated from its beginning; of the old one a line without an end is dropped.
    private func waitForMore(_ path: String?, _ count: inout Int) {
        guard let path else {
            isAtEnd = true
            if compressed == nil, plainBytesRead < file.size { unread = .shrunk }
            return
        }
        if file.wasReplaced(at: path) {
            // Between the last read and the rotation more may have come.
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
    /// Long enough to cost nothing, short enough for who looks on. A signal may end it early.
    static func briefly() {
        usleep(200_000)
    }
}
