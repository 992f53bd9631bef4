import ByteText
import HTTP

/// A request, passed between the pool and streams.
final class StreamRequestBox {
    var request = StreamRequest()
}

/// An HTTP/2 stream that outlives the event in which its header section arrived, because it waits for request content,
/// for the response, or for flow-control window.
///
/// Most requests have no content and are answered with no content; they need no object. Objects are pooled.
final class HTTP2Stream {
    enum State {
        /// Request content is still arriving.
        case receiving
        /// The response to the request with this ID is deferred.
        case awaiting(UInt64)
        /// Response content is being sent.
        case sending
    }

    private(set) var identifier: Int32 = 0
    var state = State.sending
    /// When the stream times out, in milliseconds of the monotonic clock.
    var deadline = Int64.max
    /// See ``Connection/began``; for a request whose response is deferred.
    var began: UInt64 = 0
    /// The request, until its response is written.
    var request: StreamRequestBox?
    /// The response content, and how much of it was handed to nghttp2.
    private var content = ByteBuffer(capacity: 4096)
    private var sent = 0
    /// The field lines to send after the content.
    private(set) var trailers: StaticString?
    /// The request was refused before it was complete: the rest of it is not needed once the response is sent (RFC
    /// 9113, section 8.1).
    var endsEarly = false

    /// Reuses the object for a new stream.
    func begin(_ identifier: Int32, _ state: State, deadline: Int64) {
        self.identifier = identifier
        self.state = state
        self.deadline = deadline
        content.removeAll()
        sent = 0
        trailers = nil
        endsEarly = false
    }

    /// The capacity of the content buffer, in bytes.
    var capacity: Int { content.capacity }

    /// The memory held for the peer, in bytes.
    var heldBytes: Int { (request?.request.capacity ?? 0) + capacity }

    /// Stores the response content and its trailers.
    func keep(_ answer: borrowing ResponseWriter) {
        content.append(answer.content)
        trailers = answer.trailers
    }

    /// Copies the next part of the response content. Returns the number of bytes, and whether they are the last.
    func copyContent(into space: UnsafeMutableRawBufferPointer) -> (count: Int, isLast: Bool) {
        let count = unsafe content.copy(from: sent, into: space)
        sent += count
        return (count, sent == content.count)
    }
}
