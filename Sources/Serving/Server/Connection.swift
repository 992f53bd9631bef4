import ByteText
import Glibc
import HTTP
import Libevent
import OpenSSL

/// One connection: a descriptor, where it is in its life, and the buffers it needs at the moment.
///
///     waiting ⇄ reading → handling → waiting | awaiting | flushing | lingering → closed
///
/// On the way that most requests take, a readable event leads to one `recv`, one call of the handler and one `send`.
final class Connection: ReadinessTarget {
    enum State {
        /// Nothing of a next request has arrived.
        case waiting
        case readingHead
        case readingBody
        /// The handler is running.
        case handling
        /// The handler answers later; nothing is read meanwhile.
        case awaiting
        /// The peer is slow to take its response; nothing is read meanwhile.
        case flushing
        /// HTTP/2: some stream is under way.
        case streaming
        /// The body of the response goes on; what the client sends is dropped.
        case awaitingMore
        /// The last response is out; what still comes is dropped.
        case lingering
        case closed
    }

    /// What comes after all that is written has been sent.
    enum NextStep {
        case readOn
        case processOn
        case awaitAnswer
        /// HTTP/2: send what there is, and read on.
        case streamOn
        /// The body goes on.
        case awaitMore
        case close
        case linger
    }

    /// How long a connection that waits is left open when a drain begins, in milliseconds.
    static let drainGrace: Int64 = 500

    /// The worker holds the connection as well, until ``close()`` takes it off the worker's list.
    let worker: Worker
    let descriptor: Int32
    let peer: Peer
    /// Whether what the peer says about its requests is believed.
    var isTrusted: Bool
    let slot: Int
    let listener: ListenerKind
    let requests: RequestLimits
    let handler: any RequestHandler
    /// Where the listener speaks TLS, what the bytes go through.
    var tls: TLSSession? {
        didSet { lentTLS = tls.map { unsafe Lent($0) } }
    }
    /// Where the client speaks HTTP/2, what the bytes mean.
    var streams: HTTP2Streams? {
        didSet { lentStreams = streams.map { unsafe Lent($0) } }
    }
    // Safe, both: who lets go of them keeps them until the round of the loop ends.
    private(set) var lentTLS: Lent<TLSSession>?
    private(set) var lentStreams: Lent<HTTP2Streams>?
    /// Whether the first bytes may be the preface of HTTP/2 without TLS.
    var mayBeHTTP2 = false

    var state = State.readingHead
    /// When ``timeOut()`` is due, in milliseconds of the monotonic clock.
    var deadline: Int64 = .max
    /// Holds the part of a request that has arrived; nil while there is none.
    var reader: ReaderBox?
    /// Holds what the peer has not accepted yet; nil while there is nothing.
    var output: WriterBox?
    /// How much of ``output`` has been sent.
    var sent = 0
    /// What comes after ``output``.
    var nextStep = NextStep.readOn
    /// The request that is to be answered later.
    var awaitedRequest: UInt64?
    /// The request whose answer goes on, and who writes it.
    var openRequest: UInt64?
    var openAnswer: OpenAnswer?
    var hasServed = false
    var answers: AnswerBudget
    /// Whether something has been read through TLS since the last tick, and whether its session keeps its buffers; see
    /// ``keepBuffers()``.
    var hasRead = false
    var keepsBuffers = false
    /// When the request under way was complete, in nanoseconds of the monotonic clock; set where there is an access log.
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

    /// Whether the connection has served and waits for a next request that has not begun.
    var isIdle: Bool { state == .waiting }

    /// Starts to read. The first request has the time of a head, not that of an idle connection.
    func open() {
        deadline = worker.now + worker.timeouts.header
        do {
            // The worker holds the connection until close(), which drops both events, and then until the round ends.
            readable = try IOEvent(base: worker.base, descriptor: descriptor, interest: .readable, target: self)
            resumeReading()
        } catch {
            close()
        }
    }

    /// Leaves the first request less time than ``open()`` did.
    func hasten(to earlier: Int64) { deadline = min(deadline, earlier) }

    /// Stops to read until ``resumeReading()``; the event is level-triggered and would fire all the time.
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

    /// Closes immediately and releases everything. May be called from within the connection's own events.
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
        giveBuffersBack()
        endStreams()
        reader = nil
        output = nil
        Glibc.close(descriptor)
        worker.remove(self)
    }

    /// What closes the connection may be the streams themselves.
    private func endStreams() {
        guard let streams else { return }
        streams.end()
        worker.base.keepUntilRoundEnds(streams)
        self.streams = nil
    }

    /// Lets what has begun come to its end, and closes what waits; see ``Worker/drain(deadline:)``.
    ///
    /// A connection that waits is left open for a moment: a request may be on its way, and is answered with the notice
    /// that it is the last. Closing immediately would lose it.
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

    /// The deadline has passed.
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
