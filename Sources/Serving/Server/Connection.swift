import ByteText
import Glibc
import HTTP
import Libevent
import OpenSSL

/// One connection: a descriptor, its state, and the buffers that it currently needs.
///
///     waiting ⇄ reading → handling → waiting | awaiting | flushing | lingering → closed
///
/// For most requests, one readable event leads to one `recv`, one call of the handler, and one `send`.
final class Connection: ReadinessTarget {
    enum State {
        /// No byte of the next request has arrived.
        case waiting
        case readingHead
        case readingBody
        /// The handler is running.
        case handling
        /// The response is deferred; input is not read.
        case awaiting
        /// The peer is slow to read its response; input is not read.
        case flushing
        /// HTTP/2: at least one stream is open.
        case streaming
        /// The response body is still open; input is discarded.
        case awaitingMore
        /// The last response was sent; input is discarded.
        case lingering
        case closed
    }

    /// The step after all pending output is sent.
    enum NextStep {
        case readOn
        case processOn
        case awaitAnswer
        /// HTTP/2: send pending frames, and continue reading.
        case streamOn
        /// Leave the response body open.
        case awaitMore
        case close
        case linger
    }

    /// How long a waiting connection stays open once a drain begins, in milliseconds.
    static let drainGrace: Int64 = 500

    /// Also retains the connection, until ``close()`` removes it from the worker's list.
    let worker: Worker
    let descriptor: Int32
    let peer: Peer
    /// Whether the peer is trusted, for instance for its `X-Request-Id`.
    var isTrusted: Bool
    let slot: Int
    let listener: ListenerKind
    let requests: RequestLimits
    let handler: any RequestHandler
    /// The TLS session, if the listener uses TLS.
    var tls: TLSSession? {
        didSet { lentTLS = tls.map { unsafe Lent($0) } }
    }
    /// The HTTP/2 streams, if the client uses HTTP/2.
    var streams: HTTP2Streams?
    // Safe: a session that is released here is kept until the round of the loop ends.
    private(set) var lentTLS: Lent<TLSSession>?
    /// Whether the first bytes may be the HTTP/2 preface without TLS.
    var mayBeHTTP2 = false

    var state = State.readingHead
    /// When ``timeOut()`` is due, in milliseconds of the monotonic clock.
    var deadline: Int64 = .max
    /// The partially received request, or `nil` if there is none.
    var reader: ReaderBox?
    /// The output that the peer has not accepted yet, or `nil` if there is none.
    var output: WriterBox?
    /// The number of bytes of ``output`` already sent.
    var sent = 0
    /// The step after ``output``.
    var nextStep = NextStep.readOn
    /// The request whose response is deferred.
    var awaitedRequest: UInt64?
    /// The request whose response body is open, and the callbacks of its producer.
    var openRequest: UInt64?
    var openAnswer: OpenAnswer?
    var hasServed = false
    var answers: AnswerBudget
    /// Whether TLS data was read since the last tick, and whether the session keeps its buffers; see ``keepBuffers()``.
    var hasRead = false
    var keepsBuffers = false
    /// When the current request was complete, in nanoseconds of the monotonic clock. Set only if there is an access
    /// log.
    var began: UInt64 = 0
    var droppedBytes = 0

    private var readable: IOEvent?
    private var writable: IOEvent?
    private var isReading = false

    init(
        worker: Worker, descriptor: Int32, peer: Peer, slot: Int, listener: ListenerKind, requests: RequestLimits,
        handler: any RequestHandler
    ) {
        self.worker = worker
        self.descriptor = descriptor
        self.peer = peer
        isTrusted = worker.trusts(peer)
        self.slot = slot
        answers = AnswerBudget(now: worker.now)
        self.listener = listener
        self.requests = requests
        self.handler = handler
    }

    /// Whether the connection has served a request and none has begun since.
    var isIdle: Bool { state == .waiting }

    /// Starts reading. The first request has the header timeout, not the idle timeout.
    func open() {
        deadline = worker.now + worker.timeouts.header
        do {
            // The worker retains the connection until close(), which drops both events, and then until the round ends.
            readable = try IOEvent(base: worker.base, descriptor: descriptor, interest: .readable, target: self)
            resumeReading()
        } catch {
            close()
        }
    }

    /// Shortens the time for the first request that ``open()`` has set.
    func shortenDeadline(to earlier: Int64) { deadline = min(deadline, earlier) }

    /// Stops reading until ``resumeReading()``. The event is level-triggered and would otherwise fire continuously.
    func pauseReading() {
        guard isReading else { return }
        isReading = false
        readable?.disable()
    }

    func resumeReading() {
        guard !isReading else { return }
        isReading = true
        do { try readable?.enable() } catch { close() }
    }

    func awaitWritability() {
        do {
            if writable == nil {
                writable = try IOEvent(base: worker.base, descriptor: descriptor, interest: .writable, target: self)
            }
            try writable?.enable()
        } catch {
            close()
        }
    }

    func becomeReady(for interest: IOEvent.Interest) {
        switch interest {
        case .readable: becomeReadable()
        case .writable: becomeWritable()
        }
    }

    func stopAwaitingWritability() { writable?.disable() }

    /// Closes immediately and releases all resources. May be called from within the connection's own events.
    func close() {
        guard state != .closed else { return }
        state = .closed
        deadline = .max
        awaitedRequest = nil
        loseOpenAnswer(.left)
        readable = nil
        writable = nil
        if let reader { worker.pool.put(reader) }
        if let output { worker.pool.put(output) }
        if output == nil { tls?.end() }
        returnBuffers()
        endStreams()
        reader = nil
        output = nil
        Glibc.close(descriptor)
        worker.remove(self)
    }

    /// The streams may be the caller of `close()`.
    private func endStreams() {
        guard let streams else { return }
        streams.end()
        worker.base.keepUntilRoundEnds(streams)
        self.streams = nil
    }

    /// Finishes requests in progress and closes idle connections; see ``Worker/drain(deadline:)``.
    ///
    /// An idle connection stays open briefly: a request may be in flight, and is answered with `Connection: close`.
    /// Closing immediately would lose it.
    func drain() {
        if streams != nil { return sendFrames() }
        switch state {
        case .waiting: deadline = min(deadline, worker.now + Connection.drainGrace)
        case .awaitingMore: endOpenAnswer(.drained)
        case .readingHead where !hasServed && reader == nil:
            deadline = min(deadline, worker.now + Connection.drainGrace)
        default: break
        }
    }

    /// Called when the deadline has passed.
    func timeOut() {
        if let streams, state == .streaming || state == .waiting { return streams.timeOut() }
        switch state {
        case .readingHead where reader != nil, .readingBody:
            let writer = worker.pool.borrowWriter()
            writeRefusal(.requestTimeout, to: reader?.reader.exchange ?? Exchange(), &writer.writer)
            send(writer, then: .linger)
        case .awaiting:
            answer { response in
                response.closeConnection()
                response.respond(.serviceUnavailable)
            }
        default:
            if state == .flushing { loseOpenAnswer(.slow) }
            close()
        }
    }
}
