import ByteText
import HTTP
import Libevent
import NGHTTP2

/// The streams of one HTTP/2 connection (RFC 9113). ``Connection`` passes received bytes in and takes frames to send
/// out.
///
/// Requests are handled as soon as they are complete, from within ``receive(_:)``: serially, as on HTTP/1.1, in buffers
/// shared by all connections of a worker. Responses consist of header fields in nghttp2's queue, and content that is
/// kept until the peer's flow-control window allows sending it.
final class HTTP2Streams {
    /// The maximum number of concurrent streams of a client.
    static let concurrentStreams: UInt32 = 128
    /// The maximum number of bytes that the streams of a connection, and of a worker, may make the server hold.
    private static let heldOfConnection = 1 << 21
    private static let heldOfWorker = 1 << 26

    /// The connection, which releases this object when it closes.
    let connection: Connection
    let worker: Worker
    /// `nil` once the connection is closed.
    private(set) var session: ServerSession?
    /// Streams by slot; unused slots are in ``freeSlots``.
    private(set) var streams: [HTTP2Stream?] = []
    private var freeSlots: [Int] = []
    var budget: FrameBudget
    var scanner = FrameScanner()
    /// The number of frames scanned, and of those without effect.
    var scannedFrames = 0
    var passedOverFrames = 0
    /// Whether the current DATA frame has contained any content.
    var hasContent = false
    /// The size of the part of the current trailer section that belongs to no request, computed as for
    /// SETTINGS_MAX_HEADER_LIST_SIZE.
    var unclaimedBytes = 0
    /// The request whose fields are arriving; field sections are never interleaved (RFC 9113, section 4.3).
    let incoming = StreamRequestBox()
    /// The deadline of the current field section, or `.max` if there is none.
    var fieldsDeadline = Int64.max
    /// When a connection without streams is closed.
    var idleDeadline: Int64
    /// Whether the connection is being terminated: all that is left to send is the GOAWAY.
    var isClosing = false
    var drainPhase = DrainPhase.none

    /// After the shutdown is announced, the time from which new streams are refused.
    var drainDeadline = Int64.max

    enum DrainPhase { case none, announced, closed }

    /// Returns `nil` if out of memory.
    init?(_ connection: Connection) {
        self.connection = connection
        worker = connection.worker
        budget = FrameBudget(now: worker.now)
        // The preface and the first frame have the timeout of a request head.
        idleDeadline = worker.now + worker.timeouts.header
        let settings = ServerSession.Settings(
            concurrentStreams: HTTP2Streams.concurrentStreams,
            fieldSectionBytes: UInt32(clamping: connection.requests.headBytes),
            windowBytes: UInt32(clamping: min(65_535, connection.requests.bodyBytes)))
        guard let session = ServerSession(settings, memory: worker.sessionMemory, events: self) else { return nil }
        self.session = session
    }

    /// Processes received bytes, and answers the requests that they complete.
    func receive(_ bytes: Span<UInt8>) {
        guard !isClosing else { return }
        scan(bytes)
        guard !isClosing else { return }
        do throws(ServerSession.Fault) { try session?.receive(bytes) } catch {
            switch error {
            case .continuations: shed(.continuationFlood)
            case .flood: shed(.pingFlood)
            case .notHTTP2, .broken: giveUp(.protocol)
            }
        }
        countPassedOver()
    }

    /// Appends pending frames, up to about `limit` bytes. Returns `false` if the session is unusable.
    func fill(_ writer: inout ResponseWriter, upTo limit: Int) -> Bool {
        guard let session else { return false }
        while writer.pendingCount < limit {
            do throws(ServerSession.Fault) {
                guard try session.nextFrame({ writer.append(frames: $0) }) else { return true }
            } catch {
                if error == .flood { connection.countShed(.pingFlood) }
                return false
            }
        }
        return true
    }

    /// Whether the session has nothing left to read or write.
    var isOver: Bool { session?.isAlive != true }

    /// Whether no stream is stored and no field section is being received.
    var isIdle: Bool { freeSlots.count == streams.count && fieldsDeadline == .max }

    /// Terminates the connection with ENHANCE_YOUR_CALM; open streams are lost.
    func shed(_ reason: ShedReason) {
        guard !isClosing else { return }
        connection.countShed(reason)
        giveUp(.enhanceYourCalm)
    }

    /// Terminates the connection once the GOAWAY is sent.
    func giveUp(_ error: StreamError) {
        isClosing = true
        session?.terminate(error)
    }

    // MARK: - Streams

    func slot(of identifier: Int32) -> Int? {
        guard freeSlots.count < streams.count else { return nil }
        return streams.firstIndex { $0?.identifier == identifier }
    }

    /// Stores a stream and returns its slot, or `nil` if it would exceed the memory limits.
    ///
    /// - Parameter error: The error code with which the stream is reset in that case.
    func keep(_ stream: consuming HTTP2Stream, or error: StreamError) -> Int? {
        let held = stream.heldBytes
        guard admits(held) else {
            rejectStream(stream, error)
            return nil
        }
        let slot = freeSlots.popLast() ?? streams.count
        if slot == streams.count { streams.append(nil) }
        streams[slot] = stream
        account(held)
        return slot
    }

    /// Whether this many more bytes may be held for the peer. If the worker's total is exceeded, the other connection
    /// that holds the most is terminated, so that connections that hold little are not penalized.
    func admits(_ bytes: Int) -> Bool {
        guard heldBytes + bytes <= HTTP2Streams.heldOfConnection else { return false }
        guard worker.heldByStreams + bytes > HTTP2Streams.heldOfWorker else { return true }
        return worker.giveUpLargestHolder(besides: connection)
    }

    /// Terminates the connection for the memory it holds, which is released immediately.
    func giveUpHeld() {
        shed(.stalledStreams)
        for slot in streams.indices { drop(slot) }
        connection.sendFrames()
    }

    func drop(_ slot: Int) {
        guard let stream = streams[slot].take() else { return }
        account(-stream.heldBytes)
        release(stream)
        freeSlots.append(slot)
        if isIdle { idleDeadline = worker.now + worker.timeouts.idle }
    }

    /// Returns a stream and its request to the pool, whether or not it was stored.
    func release(_ stream: consuming HTTP2Stream) {
        if let box = stream.request.take() { worker.pool.put(box) }
        worker.pool.put(stream)
    }

    private(set) var heldBytes = 0

    func account(_ bytes: Int) {
        heldBytes += bytes
        worker.heldByStreams += bytes
    }

    /// Releases everything. Called when the connection is closed.
    func end() {
        for slot in streams.indices { drop(slot) }
        guard let session else { return }
        worker.base.keepUntilRoundEnds(session)
        self.session = nil
    }
}
