import ByteText
import Compression
import Links
import LogFormats
import Threads

/// Hands out the logs to workers in blocks, in the order of the inputs.
///
/// For a plain file, a worker only gets the range to read. Sequential inputs are read under the lock. At most one block
/// per worker is in memory, regardless of the size of the inputs.
final class BlockSource: Sendable {
    private struct State: ~Copyable {
        var next = 0
        var current = Current.none
        var sequence = 0
        var readings: [LogReading?]
        /// The inputs that could not be read to their end.
        var unread: Set<Int> = []
    }

    private enum Current {
        case none
        case unread(UnreadRest)
        case pieces(PieceCursor)
        case lines(LineStream, BlockHeader)
    }

    private let inputs: [LogInput]
    private let format: LogFormat?
    private let follows: Bool
    private let workers: Int
    private let isInterrupted: @Sendable () -> Bool
    private let state: Locked<State>
    /// The size of all inputs in bytes; `nil` if one is unknown.
    let size: Int64?

    init(_ settings: ReplaySettings, isInterrupted: @escaping @Sendable () -> Bool) throws(ReplayFault) {
        inputs = settings.inputs
        format = settings.format
        follows = settings.follows
        workers = settings.follows ? 1 : max(1, settings.workers)
        self.isInterrupted = isInterrupted
        state = Locked(State(readings: Array(repeating: nil, count: settings.inputs.count)))
        var size: Int64? = settings.follows ? nil : 0
        for input in settings.inputs {
            let bytes = try OpenFile.size(of: input)
            size = size.flatMap { sum in bytes.map { sum + $0 } }
        }
        self.size = size
    }

    /// The reading of each input, as far as it is known.
    var readings: [LogReading?] { state.withLock { $0.readings } }

    /// Provides the next block. Returns false at the end of all inputs and after an interruption.
    func next(_ block: inout LineBlock) throws(ReplayFault) -> Bool {
        let found = try state.withLock { state throws(ReplayFault) in try next(&block, &state) }
        if let piece = block.pending, found {
            let (lines, unread) = piece.read(into: &block.bytes)
            block.lines = lines
            if let unread { abandon(&block, unread) }
        }
        return found
    }

    /// Stops reading a block's input. If several workers detect the same fault, only the first one's block reports it.
    private func abandon(_ block: inout LineBlock, _ reason: UnreadRest) {
        let input = Int(block.input)
        let isFirst = state.withLock { state in
            if state.next == input { finish(&state) }
            return state.unread.insert(input).inserted
        }
        if isFirst { block.unread = reason }
    }

    private func next(_ block: inout LineBlock, _ state: inout State) throws(ReplayFault) -> Bool {
        block.pending = nil
        block.unread = nil
        while !isInterrupted() {
            switch state.current {
            case .none:
                guard state.next < inputs.count else { return false }
                state.current = try open(&state)
            case .unread(let reason):
                report(reason, &block, 0, &state)
                return true
            case .pieces(var cursor):
                let piece = cursor.next()
                state.current = .pieces(cursor)
                guard let piece else {
                    finish(&state)
                    continue
                }
                block.pending = piece
                block.schema = cursor.reading.schema
                block.reading = cursor.reading
                block.bytesOfFile = Int64(piece.range.count)
                number(&block, cursor.count - 1, &state)
                return true
            case .lines(let stream, var header):
                if try nextLines(of: stream, &header, &block, &state) { return true }
            }
        }
        return false
    }

    private func number(_ block: inout LineBlock, _ number: Int, _ state: inout State) {
        block.input = Int32(state.next)
        block.number = Int32(number)
        block.sequence = state.sequence
        state.sequence += 1
    }

    /// Provides an empty block which reports that an input was not read to its end.
    private func report(_ reason: UnreadRest, _ block: inout LineBlock, _ count: Int, _ state: inout State) {
        block.lines = 0..<0
        block.schema = .json
        block.reading = nil
        block.bytesOfFile = 0
        block.unread = reason
        number(&block, count, &state)
        finish(&state)
    }

    private func finish(_ state: inout State) {
        state.next += 1
        state.current = .none
    }
}

// MARK: - Streams

extension BlockSource {
    /// The state of a stream before its next block.
    private struct BlockHeader {
        var reading: LogReading?
        /// The schema of the next lines. A W3C log may change it.
        var schema: LineSchema?
        var count = 0
        var bytesRead: Int64 = 0
    }

    private func nextLines(
        of stream: LineStream, _ header: inout BlockHeader, _ block: inout LineBlock, _ state: inout State
    ) throws(ReplayFault) -> Bool {
        let isLast = state.next == inputs.count - 1
        var path: String?
        if follows, isLast, case .file(let name) = inputs[state.next] { path = name }
        let lines = try stream.next(into: &block.bytes, following: path, isInterrupted: isInterrupted)
        block.bytesOfFile = stream.bytesRead - header.bytesRead
        header.bytesRead = stream.bytesRead
        guard var lines else {
            if let reason = stream.unread {
                report(reason, &block, header.count, &state)
                return true
            }
            if isInterrupted() { return false }
            finish(&state)
            return false
        }
        if header.reading == nil {
            let reading = try reading(
                of: block.bytes.span.extracting(lines), inputs[state.next].name, decompressor: stream.decompressor,
                &state)
            header.reading = reading
            header.schema = reading.schema
        }
        if case .w3c(let known)? = header.schema {
            let (schema, end) = W3CBlocks.cut(block.bytes, lines, known: known)
            if end < lines.upperBound { stream.putBack(block.bytes, end..<lines.upperBound) }
            lines = lines.lowerBound..<end
            header.schema = .w3c(schema)
        }
        block.lines = lines
        block.schema = header.schema ?? .json
        block.reading = header.reading
        number(&block, header.count, &state)
        header.count += 1
        state.current = .lines(stream, header)
        return true
    }
}

// MARK: - Opening

extension BlockSource {
    /// The number of bytes that are examined to detect a file's format.
    private static let headSize = 1 << 16

    private func open(_ state: inout State) throws(ReplayFault) -> Current {
        let file: OpenFile
        var head = [UInt8](repeating: 0, count: Self.headSize)
        var count: Int
        var start: Int64 = 0
        do throws(UnreadRest) {
            file = try OpenFile(inputs[state.next])
            guard file.isRegular else { return .lines(LineStream(unknown: file), BlockHeader()) }
            count = try file.read(into: &head, 0..<head.count, at: 0)
            // After copytruncate rotation, a log may begin with as many zeros as its previous size.
            while count == head.count, head.allSatisfy({ $0 == 0 }) {
                start += Int64(count)
                count = try file.read(into: &head, 0..<head.count, at: start)
            }
        } catch { return .unread(error) }
        // An empty file is not valid gzip or zstd, whose frames are never empty.
        if count == 0, file.name.hasSuffix(".gz") || file.name.hasSuffix(".zst") { return .unread(.cutOff) }
        if let compression = CompressionFormat(magic: head.span.extracting(0..<count)) {
            if follows {
                throw ReplayFault("\(file.name): a compressed log can't be followed")
            }
            return .lines(try LineStream(file, compression), BlockHeader())
        }
        if follows || count == 0 { return .lines(LineStream(plain: file), BlockHeader()) }
        let reading = try reading(of: head.span.extracting(0..<count), file.name, &state)
        if reading.schema.isStateful {
            return .lines(LineStream(plain: file), BlockHeader(reading: reading, schema: reading.schema))
        }
        return .pieces(PieceCursor(file, from: start, reading, workers: workers))
    }

    private func reading(
        of head: Span<UInt8>, _ name: String, decompressor: String? = nil, _ state: inout State
    ) throws(ReplayFault) -> LogReading {
        if let foreign = ForeignFile(head, needsLines: true) {
            var path: String?
            if case .file(let name) = inputs[state.next] { path = name }
            throw ReplayFault(foreign.advice(path: path, reader: "fingerpost replay -", decompressor: decompressor))
        }
        let reading: LogReading?
        do throws(LogFormatFault) {
            reading =
                try format.map { format throws(LogFormatFault) in try LogReading(format, head: head) }
                ?? LogReading(detecting: head)
        } catch {
            throw ReplayFault(error.description)
        }
        guard let reading else {
            throw ReplayFault("\(name): unknown log format; set --format to a name or a pattern\(Self.firstLine(head))")
        }
        state.readings[state.next] = reading
        return reading
    }

    /// The first line of a log in an unknown format, for the error message.
    private static func firstLine(_ head: Span<UInt8>) -> String {
        let end = min(head.count, head.firstIndex(of: 0x0A) ?? head.count, Masking.beginningCount)
        guard end > 0 else { return "" }
        var arena = ByteArena()
        let line = arena.append(head.extracting(0..<end))
        return "; the log begins with: \(Masking.beginning(of: line, in: arena, to: 120))"
    }
}

/// The unread ranges of a plain file.
struct PieceCursor: Sendable {
    let file: OpenFile
    let reading: LogReading
    private let step: Int64
    private var offset: Int64
    /// The number of pieces handed out.
    private(set) var count = 0

    /// Ranges are small enough that all workers get some and progress is visible, and large enough for fast reads.
    init(_ file: OpenFile, from start: Int64, _ reading: LogReading, workers: Int) {
        self.file = file
        self.reading = reading
        offset = start
        step = min(4 << 20, max(1 << 18, file.size / Int64(workers * 4)))
    }

    mutating func next() -> FilePiece? {
        guard offset < file.size else { return nil }
        let end = min(file.size, offset + step)
        defer { offset = end }
        count += 1
        return FilePiece(file: file, range: offset..<end, isFirst: count == 1)
    }
}
