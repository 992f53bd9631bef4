import ByteText
import HTTP

/// A reader that changes hands between a pool and the connections that are in the middle of a request.
final class ReaderBox {
    private let own = Confined(RequestReader())

    var reader: RequestReader {
        _read { yield own.value }
        _modify { yield &own.value }
    }
}

/// A writer that changes hands between a pool and the connections that have something to send.
final class WriterBox {
    private let own = Confined(ResponseWriter())

    var writer: ResponseWriter {
        _read { yield own.value }
        _modify { yield &own.value }
    }
}

/// Readers and writers that no connection needs at the moment.
///
/// A connection holds a reader only while part of a request has arrived, and a writer only while the peer is slow to read
/// its response: an idle connection costs no buffer.
struct BufferPool {
    private var readers: [ReaderBox] = []
    private var writers: [WriterBox] = []
    /// The ones that come and go with every request, outside the lists.
    private var reader: ReaderBox?
    private var writer: WriterBox?

    private var streamRequests: [StreamRequestBox] = []
    private var streams: [HTTP2Stream] = []

    /// How many of each are kept.
    private static let kept = 64
    /// How many streams are kept: as many as a few connections may have.
    private static let keptStreams = 512
    /// Buffers that have grown larger than this are given back to the system.
    private static let largestKept = 65_536

    mutating func borrowReader(_ limits: RequestLimits) -> ReaderBox {
        let box = reader.take() ?? readers.popLast() ?? ReaderBox()
        box.reader.limits = limits
        return box
    }

    /// Consumes the reference: to keep one that is borrowed would count it.
    mutating func put(_ box: consuming ReaderBox) {
        guard readers.count < BufferPool.kept, box.reader.capacity <= BufferPool.largestKept else { return }
        if !box.reader.isIdle { box.reader.reset() }
        if reader == nil { reader = box } else { readers.append(box) }
    }

    mutating func borrowStreamRequest() -> StreamRequestBox { streamRequests.popLast() ?? StreamRequestBox() }

    mutating func put(_ box: consuming StreamRequestBox) {
        guard streamRequests.count < BufferPool.kept, box.request.capacity <= BufferPool.largestKept else { return }
        streamRequests.append(box)
    }

    mutating func borrowStream() -> HTTP2Stream { streams.popLast() ?? HTTP2Stream() }

    mutating func put(_ stream: consuming HTTP2Stream) {
        guard streams.count < BufferPool.keptStreams, stream.capacity <= BufferPool.largestKept else { return }
        streams.append(stream)
    }

    mutating func borrowWriter() -> WriterBox { writer.take() ?? writers.popLast() ?? WriterBox() }

    mutating func put(_ box: consuming WriterBox) {
        guard writers.count < BufferPool.kept, box.writer.capacity <= BufferPool.largestKept else { return }
        box.writer.removePending()
        if writer == nil { writer = box } else { writers.append(box) }
    }
}
