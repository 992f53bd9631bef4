import ByteText
import HTTP

/// A request that changes hands between a pool and streams.
final class StreamRequestBox {
    private let own = Confined(StreamRequest())

    var request: StreamRequest {
        _read { yield own.value }
        _modify { yield &own.value }
    }
}

/// A stream of HTTP/2 that outlives the event in which its fields came: content is still to come, or its answer, or room for
/// that.
///
/// Most requests have no content and an answer without it: they need no object. Objects come from a pool.
final class HTTP2Stream {
    enum State {
        /// Content of the request is to come.
        case receiving
        /// The handler answers later to the request of this number.
        case awaiting(UInt64)
        /// Content of the answer is to be sent.
        case sending
    }

    private(set) var identifier: Int32 = 0
    var state = State.sending
    /// When it is given up, in milliseconds of the monotonic clock.
    var deadline = Int64.max
    /// As ``Connection/began``, of a request whose answer comes later.
    var began: UInt64 = 0
    /// The request, until its answer is there.
    var request: StreamRequestBox?
    /// The answer's content, and how much of it has been handed out.
    private let content = Confined(ByteBuffer(capacity: 4096))
    private var sent = 0
    /// The request was refused before it was whole: nothing more of it is wanted once the answer is sent (RFC 9113, section
    /// 8.1).
    var endsEarly = false

    /// Makes it that of a stream.
    func begin(_ identifier: Int32, _ state: State, deadline: Int64) {
        self.identifier = identifier
        self.state = state
        self.deadline = deadline
        content.value.removeAll()
        sent = 0
        endsEarly = false
    }

    /// How many bytes the content has room for.
    var capacity: Int { content.value.capacity }

    /// How many bytes of memory it holds for the peer.
    var heldBytes: Int { (request?.request.capacity ?? 0) + capacity }

    /// Keeps the answer's content.
    func keep(_ answer: borrowing ResponseWriter) { content.value.append(answer.content) }

    /// Copies what comes next of the answer's content; returns how many bytes, and whether they are the last.
    func copyContent(into space: UnsafeMutableRawBufferPointer) -> (count: Int, isLast: Bool) {
        let count = unsafe content.value.copy(from: sent, into: space)
        sent += count
        return (count, sent == content.value.count)
    }
}
