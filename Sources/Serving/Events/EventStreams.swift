package import Access
package import EventSpool
import HTTP
import Libevent
package import Server
import Threads

/// The readers of the event stream. Each has its own position in the spool, and is sent the events after it.
///
/// A reader has one piece in flight at a time. A reader that is too slow is dropped, and costs no memory beyond the piece.
package final class EventStreams: Sendable {
    /// Posts a message to a worker.
    package typealias Post = @Sendable (_ worker: Int, @escaping WorkerMessage) -> Void

    private struct Reader: Sendable {
        var ticket: AnswerTicket
        let holder: Credential.Holder
        var filter: EventFilter
        /// The last event already read; `nil` to begin with the next event.
        var last: EventID?
        /// The reader's last event, if events after it are no longer kept.
        var gap: EventID?
        /// `nil` until its position is looked up.
        var position: SpoolPosition?
        var isReady = false
        var isFinished = false
        /// When data was last sent, and when the stream ends, in milliseconds of the monotonic clock.
        var sent: Int64 = 0
        var end: Int64
    }

    private struct State: Sendable {
        var readers: [UInt64: Reader] = [:]
        var count: UInt64 = 0
        var ended: [OpenAnswer.End: UInt64] = [:]
        var post: Post?
    }

    /// The result of adding a reader.
    package enum Admission: Sendable {
        case added
        /// Its holder already has the maximum number of streams.
        case ownFull
        /// The maximum number of streams is reached.
        case full
    }

    /// The maximum number of readers.
    static let mostReaders = 64
    /// The maximum number of readers of one token or person, so that no client can exclude the others.
    package static let mostOfHolder = 8
    /// The heartbeat interval of idle streams, in milliseconds.
    private static let heartbeat: Int64 = 15_000
    /// The maximum duration of a stream, in milliseconds. Its reader reconnects and authenticates again.
    private static let longest: Int64 = 15 * 60_000
    /// The number of events that are read at once.
    private static let pieceEvents = 256
    /// The number of pieces that are searched for one reader before the others are served.
    private static let mostLooks = 8

    private let spool: EventSpool
    private let bell: Bell
    private let state = Locked(State())

    init(_ spool: EventSpool, bell: Bell) { (self.spool, self.bell) = (spool, bell) }

    /// Connects the readers with the workers.
    package func attach(_ post: @escaping Post) { state.withLock { $0.post = post } }

    /// Starts a stream as the response to a deferred request, unless there are too many. Callable from any thread.
    ///
    /// - Parameters:
    ///   - holder: The holder of the reader's token or session.
    ///   - last: The reader's last event, or `nil` to begin with the next one.
    package func add(
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

    /// The number of readers, and the number of ended streams by reason.
    var status: (readers: Int, ended: [OpenAnswer.End: UInt64]) { state.withLock { ($0.readers.count, $0.ended) } }

    var isEmpty: Bool { state.withLock { $0.readers.isEmpty } }

    // MARK: - On the event thread

    /// Sends each ready reader its next events; returns `true` if there may be more.
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
                // Otherwise nginx buffers proxied responses.
                response.field("X-Accel-Buffering", "no")
            }
        }
        if !isWhole, let last = reader.last { state.withLock { $0.readers[number]?.gap = last } }
    }

    /// Sends a reader its next events, or a heartbeat; returns `true` if there may be more right away.
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

    /// The start of a stream: the reconnection time, and whether events are missing.
    private static func opening(of reader: Reader) -> [UInt8] {
        guard reader.sent == 0 else { return [] }
        var text = Array("retry: 1000\n\n".utf8)
        if reader.gap != nil { text += gap(nil) }
        return text
    }

    /// Reports that events the reader has not received are no longer kept.
    private static func gap(_ count: Int?) -> [UInt8] {
        Array("event: gap\ndata: {\"lost\":\(count.map(String.init) ?? "null")}\n\n".utf8)
    }

    /// Appends an event as `id` and one line of data.
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
