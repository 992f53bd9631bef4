import ByteText
import HTTP
import Libevent
import NGHTTP2

/// The streams of one HTTP/2 connection: what a ``Connection`` hands its bytes to, and gets them from (RFC 9113).
///
/// Requests are handled as soon as they are whole, from within ``receive(_:)``: one after the other, as on HTTP/1.1, in
/// buffers that all connections of a worker share. Their answers are fields in nghttp2's queue, and content that is kept
/// until the peer has room for it.
final class HTTP2Streams {
    /// How many streams a client may have open.
    static let concurrentStreams: UInt32 = 128
    /// How many bytes the streams of a connection, and those of a worker, may make the server hold.
    private static let heldOfConnection = 1 << 21
    private static let heldOfWorker = 1 << 26

    /// Whose streams they are; it lets go of this object when it is closed.
    let connection: Connection
    let worker: Worker
    /// Nil when the connection is closed.
    private(set) var session: ServerSession? {
        didSet { lentSession = session.map { unsafe Lent($0) } }
    }
    // Safe: end() keeps the session until the round of the loop ends.
    private(set) var lentSession: Lent<ServerSession>?
    /// Streams by number; a number that nobody has is in ``freeSlots``.
    var streams: [HTTP2Stream?] {
        _read { yield table.value }
    }
    private let table = Confined<[HTTP2Stream?]>([])
    private let freeSlots = Confined<[Int]>([])
    var budget: FrameBudget {
        _read { yield ownBudget.value }
        _modify { yield &ownBudget.value }
    }
    private let ownBudget: Confined<FrameBudget>
    var scanner: FrameScanner {
        _read { yield ownScanner.value }
        _modify { yield &ownScanner.value }
    }
    private let ownScanner = Confined(FrameScanner())
    /// How many frames there were, and how many of them nothing came of.
    var scannedFrames = 0
    var passedOverFrames = 0
    /// Whether the frame of content that is arriving has held some.
    var hasContent = false
    /// How much of the trailer section that is arriving nobody is there for, counted as SETTINGS_MAX_HEADER_LIST_SIZE counts.
    var unclaimedBytes = 0
    /// The request whose fields are arriving; sections never mix (RFC 9113, section 4.3).
    let incoming = StreamRequestBox()
    /// When the section of fields under way has to be over; `.max` while there is none.
    var fieldsDeadline = Int64.max
    /// When a connection without streams is closed.
    var idleDeadline: Int64
    /// Whether the connection is given up: what is left to send is why.
    var isDoomed = false
    var drainPhase = DrainPhase.none

    /// When streams that begin are no longer answered, once the end is announced.
    var drainDeadline = Int64.max

    enum DrainPhase { case none, announced, closed }

    /// Nil when memory is lacking.
    init?(_ connection: Connection) {
        self.connection = connection
        worker = connection.worker
        ownBudget = Confined(FrameBudget(now: worker.now))
        // The preface and the first frame have the time of a head.
        idleDeadline = worker.now + worker.timeouts.header
        let settings = ServerSession.Settings(
            concurrentStreams: HTTP2Streams.concurrentStreams,
            fieldSectionBytes: UInt32(clamping: connection.requests.headBytes),
            windowBytes: UInt32(clamping: min(65_535, connection.requests.bodyBytes)))
        guard let session = ServerSession(settings, memory: worker.sessionMemory, events: self) else { return nil }
        self.session = session
        lentSession = unsafe Lent(session)
    }

    /// Takes bytes in, and answers the requests that they complete.
    func receive(_ bytes: Span<UInt8>) {
        guard !isDoomed else { return }
        scan(bytes)
        guard !isDoomed else { return }
        lentSession?.use { session in
            do throws(ServerSession.Fault) { try session.receive(bytes) } catch {
                switch error {
                case .continuations: shed(.continuationFlood)
                case .flood: shed(.pingFlood)
                case .notHTTP2, .broken: giveUp(.protocol)
                }
            }
        }
        countPassedOver()
    }

    /// Appends what is to be sent, up to about so many bytes. False when the session is of no more use.
    func fill(_ writer: inout ResponseWriter, upTo limit: Int) -> Bool {
        lentSession?.use { fill(&writer, upTo: limit, from: $0) } ?? false
    }

    private func fill(_ writer: inout ResponseWriter, upTo limit: Int, from session: ServerSession) -> Bool {
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

    /// Whether all is said and heard.
    var isOver: Bool { lentSession?.use { $0.isAlive } != true }

    /// Whether no stream waits for anything.
    var isIdle: Bool { freeSlots.value.count == streams.count && fieldsDeadline == .max }

    /// Gives the connection up: it is told so, and what is under way is lost.
    func shed(_ reason: ShedReason) {
        guard !isDoomed else { return }
        connection.countShed(reason)
        giveUp(.enhanceYourCalm)
    }

    /// Ends the connection as soon as the reason is sent.
    func giveUp(_ error: StreamError) {
        isDoomed = true
        session?.terminate(error)
    }

    // MARK: - Streams

    func slot(of identifier: Int32) -> Int? {
        guard freeSlots.value.count < streams.count else { return nil }
        return streams.firstIndex { $0?.identifier == identifier }
    }

    /// Keeps a stream; nil where that would hold too much memory.
    ///
    /// - Parameter error: What it is turned away with then.
    func keep(_ stream: consuming HTTP2Stream, or error: StreamError) -> Int? {
        let held = stream.heldBytes
        guard admits(held) else {
            turnAway(stream, error)
            return nil
        }
        let slot = freeSlots.value.popLast() ?? streams.count
        if slot == streams.count { table.value.append(nil) }
        table.value[slot] = stream
        account(held)
        return slot
    }

    /// Whether the server may hold so many bytes more for the peer. Where the worker holds too much for all of them, it gives
    /// up the connection that makes it hold most: who keeps to little is never turned away for those who don't.
    func admits(_ bytes: Int) -> Bool {
        guard heldBytes + bytes <= HTTP2Streams.heldOfConnection else { return false }
        guard worker.heldByStreams + bytes > HTTP2Streams.heldOfWorker else { return true }
        return worker.giveUpLargestHolder(besides: connection)
    }

    /// Gives the connection up for what it makes the server hold, which is released at once.
    func giveUpHeld() {
        shed(.stalledStreams)
        for slot in streams.indices { drop(slot) }
        connection.sendFrames()
    }

    func drop(_ slot: Int) {
        guard let stream = table.value[slot].take() else { return }
        account(-stream.heldBytes)
        release(stream)
        freeSlots.value.append(slot)
        if isIdle { idleDeadline = worker.now + worker.timeouts.idle }
    }

    /// Gives back what a stream has that is no longer kept, or never was.
    func release(_ stream: consuming HTTP2Stream) {
        if let box = stream.request.take() { worker.pool.put(box) }
        worker.pool.put(stream)
    }

    private(set) var heldBytes = 0

    func account(_ bytes: Int) {
        heldBytes += bytes
        worker.heldByStreams += bytes
    }

    /// The connection is closed.
    func end() {
        for slot in streams.indices { drop(slot) }
        guard let session else { return }
        worker.base.keepUntilRoundEnds(session)
        self.session = nil
    }
}
