import ByteText
import HTTP

/// A request reader, passed between the pool and connections with a partial request.
final class ReaderBox {
    var reader = RequestReader()
}

/// A response writer, passed between the pool and connections with pending output.
final class WriterBox {
    var writer = ResponseWriter()
}

/// Readers and writers not in use by a connection.
///
/// A connection holds a reader only while it has received part of a request, and a writer only while the peer is slow
/// to read its response. Idle connections hold no buffers.
struct BufferPool {
    private var readers: [ReaderBox] = []
    private var writers: [WriterBox] = []
    /// The most recently returned ones, kept out of the arrays for the common case of one per request.
    private var reader: ReaderBox?
    private var writer: WriterBox?

    private var streamRequests: [StreamRequestBox] = []
    private var streams: [HTTP2Stream] = []

    /// The maximum number of pooled readers, writers, and stream requests each.
    private static let kept = 64
    /// The maximum number of pooled streams, enough for a few busy connections.
    private static let keptStreams = 512
    /// Buffers larger than this are freed, not pooled.
    private static let largestKept = 65_536

    mutating func borrowReader(_ limits: RequestLimits) -> ReaderBox {
        let box = reader.take() ?? readers.popLast() ?? ReaderBox()
        box.reader.limits = limits
        return box
    }

    /// Consumes the reference; retaining a borrowed one would cost a reference count.
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
