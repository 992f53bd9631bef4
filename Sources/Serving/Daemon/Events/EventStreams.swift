import EventSpool
import HTTP
import Libevent
import Server
import Threads

/// The readers of the stream of events: each is at a place of its own in the spool, and is sent what follows it.
///
/// A reader has one piece under way at a time. Who does not take it in time is dropped, and costs no memory beyond the piece.
final class EventStreams: Sendable {
    /// How a message reaches a worker.
    typealias Post = @Sendable (_ worker: Int, @escaping WorkerMessage) -> Void

    private struct Reader: Sendable {
        var ticket: AnswerTicket
        let holder: Credential.Holder
        var filter: EventFilter
        /// What it has read already; nil to begin with the next event.
        var last: EventID?
        /// The last event that it has, where events after it are no longer kept.
        var gap: EventID?
        /// Nil before its place is looked up.
        var position: SpoolPosition?
        var isReady = false
        var isFinished = false
        /// When something was last sent, and when the stream is to end, in milliseconds of the monotonic clock.
        var sent: Int64 = 0
        var end: Int64
    }

    private struct State: Sendable {
        var readers: [UInt64: Reader] = [:]
        var count: UInt64 = 0
        var ended: [OpenAnswer.End: UInt64] = [:]
        var post: Post?
    }

    /// Whether a stream begins.
    enum Admission: Sendable {
        case added
        /// Its holder has as many as one may have.
        case ownFull
        /// There are as many as there may be.
        case full
    }

    /// How many readers there may be.
    static let mostReaders = 64
    /// How many of them may be of one token or person: none can keep all others out.
    static let mostOfHolder = 8
    /// A reader learns that the connection lives at least this often, in milliseconds.
    private static let heartbeat: Int64 = 15_000
    /// A stream is no longer than this, in milliseconds: its reader comes again and shows its token again.
    private static let longest: Int64 = 15 * 60_000
    /// How many events are read at once.
    private static let pieceEvents = 256
    /// How many pieces are looked through for one reader before others get their turn.
    private static let mostLooks = 8

    private let spool: EventSpool
    private let bell: Bell
    private let state = Locked(State())

    init(_ spool: EventSpool, bell: Bell) { (self.spool, self.bell) = (spool, bell) }

    /// Connects the readers with the workers.
    func attach(_ post: @escaping Post) { state.withLock { $0.post = post } }

    /// Begins a stream as the answer to a deferred request, unless there are too many. From any thread.
    ///
    /// - Parameters:
    ///   - holder: Whose token or session the reader has.
    ///   - last: The last event that the reader has; nil to begin with the next one.
    func add(
        _ ticket: AnswerTicket, _ filter: EventFilter, of holder: Credential.Holder, after last: EventID?
    ) -> Admission {
        let end = MonotonicClock.milliseconds + Self.longest
        let admission = state.withLock { state -> Admission in
            guard state.readers.values.count(where: { $0.holder == holder }) < Self.mostOfHolder else {
                return .ownFull
            }
            guard state.readers.count < Self.mostReaders else { return .full }
            state.count += 1
            state.readers[state.count] = Reader(ticket: ticket, holder: holder, filter: filter, last: last, end: end)
            return .added
        }
        if admission == .added { bell.ring() }
        return admission
    }

    /// How many readers there are, and how many streams ended, by reason.
    var status: (readers: Int, ended: [OpenAnswer.End: UInt64]) { state.withLock { ($0.readers.count, $0.ended) } }

    var isEmpty: Bool { state.withLock { $0.readers.isEmpty } }

    // MARK: - The thread of events

    /// Sends each reader that is ready what there is for it; true where there is more.
    func serve() -> Bool {
        let (readers, post) = state.withLock { ($0.readers, $0.post) }
        guard let post else { return false }
        var hasMore = false
        for (number, reader) in readers {
            if reader.position == nil {
                begin(number, reader, post)
            } else if reader.isReady, advance(number, reader, post) {
                hasMore = true
            }
        }
        return hasMore
    }

    private func begin(_ number: UInt64, _ reader: Reader, _ post: Post) {
        let (position, isWhole) = reader.last.map { spool.position(after: $0) } ?? (spool.end, true)
        let isHere = state.withLock { state in
            state.readers[number]?.position = position
            return state.readers[number] != nil
        }
        guard isHere else { return }
        let answer = OpenAnswer(ready: { [weak self] in self?.becomeReady(number) }) { [weak self] end in
            self?.remove(number, end)
        }
        let ticket = reader.ticket
        post(ticket.worker) { worker in
            worker.open(ticket, answer) { response in
                response.begin(.ok)
                response.field("Content-Type", "text/event-stream")
                response.field("Cache-Control", "no-store")
                response.field("Referrer-Policy", "no-referrer")
                // nginx holds back what it proxies otherwise.
                response.field("X-Accel-Buffering", "no")
            }
        }
        if !isWhole, let last = reader.last { state.withLock { $0.readers[number]?.gap = last } }
    }

    /// Sends a reader the next events, or a sign of life; true where there may be more for it at once.
    private func advance(_ number: UInt64, _ reader: Reader, _ post: Post) -> Bool {
        let now = MonotonicClock.milliseconds
        if now >= reader.end {
            if !reader.isFinished { post(reader.ticket.worker) { [ticket = reader.ticket] in $0.finish(ticket) } }
            state.withLock { $0.readers[number]?.isFinished = true }
            return false
        }
        guard var position = reader.position else { return false }
        var text = Self.opening(of: reader)
        var hasMore = false
        for _ in 0..<Self.mostLooks where text.isEmpty || reader.sent == 0 {
            let piece = spool.read(from: position, atMost: Self.pieceEvents)
            if piece.lost > 0 { text += Self.gap(piece.lost) }
            for event in piece.events where reader.filter.admits(event) { Self.append(event, to: &text) }
            position = piece.next
            hasMore = !piece.events.isEmpty
            if !hasMore || !text.isEmpty { break }
        }
        if text.isEmpty, now - reader.sent >= Self.heartbeat { text = Array(": still here\n\n".utf8) }
        let isSending = !text.isEmpty
        state.withLock { state in
            state.readers[number]?.position = position
            guard isSending else { return }
            state.readers[number]?.isReady = false
            state.readers[number]?.sent = now
            state.readers[number]?.gap = nil
        }
        if isSending { post(reader.ticket.worker) { [ticket = reader.ticket, text] in $0.extend(ticket, with: text) } }
        return hasMore && !isSending
    }

    /// What a stream begins with: how soon to come again, and whether events are missing.
    private static func opening(of reader: Reader) -> [UInt8] {
        guard reader.sent == 0 else { return [] }
        var text = Array("retry: 1000\n\n".utf8)
        if reader.gap != nil { text += gap(nil) }
        return text
    }

    /// Says that events are no longer kept that the reader has not had.
    private static func gap(_ count: Int?) -> [UInt8] {
        Array("event: gap\ndata: {\"lost\":\(count.map(String.init) ?? "null")}\n\n".utf8)
    }

    /// `id`, and the event in one line.
    static func append(_ event: [UInt8], to text: inout [UInt8]) {
        if let id = EventID(ofEvent: event) {
            text += "id: ".utf8
            text += id.text
            text.append(0x0A)
        }
        text += "data: ".utf8
        text += event
        text += "\n\n".utf8
    }

    private func becomeReady(_ number: UInt64) {
        state.withLock { $0.readers[number]?.isReady = true }
        bell.ring()
    }

    private func remove(_ number: UInt64, _ end: OpenAnswer.End) {
        state.withLock { state in
            guard state.readers.removeValue(forKey: number) != nil else { return }
            state.ended[end, default: 0] += 1
        }
    }
}
