import Access
import ByteText
import HTTP
import Libevent
package import Server
import Threads

/// The live updates of pages: each reader is sent the page's current content once a second as server-sent events (HTML
/// standard, section 9.2), for as long as its session lasts.
///
/// Each event replaces the one before. A slow reader therefore misses some, and none are buffered for it. A reader that
/// accepts no data within the response timeout is dropped. Callable from any thread.
package final class PageStreams: Sendable {
    /// Posts a message to a worker.
    package typealias Post = @Sendable (_ worker: Int, @escaping WorkerMessage) -> Void

    private enum Stage: Sendable {
        /// An event is being sent.
        case sending
        case ready
        /// The next event is being created.
        case requested
    }

    private struct Reader: Sendable {
        var ticket: AnswerTicket
        var request: AdminPageRequest
        var session: AdminSession
        var stage = Stage.sending
        var hasEvents = false
        /// The end of the stream, in milliseconds of the monotonic clock.
        var end: Int64
    }

    private struct State: Sendable {
        var readers: [UInt64: Reader] = [:]
        var count: UInt64 = 0
        /// Whether a thread is running ``tick()``.
        var isTicking = false
    }

    /// The maximum number of readers.
    static let mostReaders = 32
    /// The maximum number of readers of one session.
    static let mostOfOne = 4
    /// The maximum number of readers of one token or person, in all their sessions.
    static let mostOfHolder = 8
    /// The maximum duration of a stream, in milliseconds. Its reader reconnects with its cookie, whose session may have ended
    /// at another daemon.
    static let longest: Int64 = 5 * 60_000

    private let pages: any AdminPages
    private let sessions: AdminSessions
    private let post: Post
    private let thread = JobThread(name: "page-streams")
    private let state = Locked(State())

    init(_ pages: any AdminPages, _ sessions: AdminSessions, _ post: @escaping Post) {
        (self.pages, self.sessions, self.post) = (pages, sessions, post)
    }

    /// Starts a stream as the response to a deferred request; `false` if there are too many.
    func add(_ ticket: AnswerTicket, _ request: AdminPageRequest, _ session: AdminSession) -> Bool {
        var session = session
        // Opening a stream counts as use of the session.
        session.used = request.now
        let end = MonotonicClock.milliseconds + Self.longest
        let reader = Reader(ticket: ticket, request: request, session: session, end: end)
        let (number, ticks) = state.withLock { state -> (UInt64?, Bool) in
            let holder = request.visitor?.credential.holder
            let own = state.readers.values.filter { $0.request.visitor?.credential.holder == holder }
            let ofSession = own.count { $0.session.formToken == session.formToken }
            guard state.readers.count < Self.mostReaders, own.count < Self.mostOfHolder, ofSession < Self.mostOfOne
            else { return (nil, false) }
            state.count += 1
            state.readers[state.count] = reader
            defer { state.isTicking = true }
            return (state.count, !state.isTicking)
        }
        guard let number else { return false }
        open(number, ticket)
        if ticks { thread.run { [weak self] in self?.tick() } }
        return true
    }

    /// Ends the streams of a session.
    func end(_ session: AdminSession) {
        let readers = state.withLock(\.readers).filter { $0.value.session.formToken == session.formToken }
        for reader in readers.values { finish(reader) }
    }

    private func open(_ number: UInt64, _ ticket: AnswerTicket) {
        let answer = OpenAnswer(ready: { [weak self] in self?.becomeReady(number) }) { [weak self] _ in
            self?.state.withLock { _ = $0.readers.removeValue(forKey: number) }
        }
        post(ticket.worker) { worker in
            worker.open(ticket, answer) { Self.writeHead(to: &$0) }
        }
    }

    static func writeHead(to response: inout ResponseWriter) {
        response.begin(.ok)
        response.field("Content-Type", "text/event-stream")
        response.field("Cache-Control", "no-store")
        response.field("Cross-Origin-Resource-Policy", "same-origin")
        // Otherwise nginx buffers proxied responses.
        response.field("X-Accel-Buffering", "no")
    }

    /// Requests the next events, until there are no readers.
    private func tick() {
        while state.wait(seconds: 1, until: { $0.readers.isEmpty ? () : nil }) == nil || !stops() {
            let now = MonotonicClock.milliseconds
            for (number, reader) in state.withLock(\.readers) where reader.hasEvents || reader.end <= now {
                ask(number, at: now)
            }
        }
    }

    /// Whether there are still no readers. The next reader starts another thread then.
    private func stops() -> Bool {
        state.withLock { state in
            state.isTicking = !state.readers.isEmpty
            return state.readers.isEmpty
        }
    }

    /// All data of a reader has been sent.
    private func becomeReady(_ number: UInt64) {
        let isFirst = state.withLock { state in
            state.readers[number]?.stage = .ready
            defer { state.readers[number]?.hasEvents = true }
            return state.readers[number]?.hasEvents == false
        }
        if isFirst { ask(number, at: MonotonicClock.milliseconds) }
    }

    /// Creates the next event of a reader, unless an earlier one is pending or its session has ended.
    private func ask(_ number: UInt64, at now: Int64) {
        guard let reader = state.withLock(\.readers)[number] else { return }
        let second = WallClock.now.seconds
        guard reader.end > now, let credential = sessions.credential(of: reader.session, at: second) else {
            return finish(reader)
        }
        let isReady = state.withLock { state in
            guard state.readers[number]?.stage == .ready else { return false }
            state.readers[number]?.stage = .requested
            return true
        }
        guard isReady else { return }
        var request = reader.request
        request.now = second
        request.visitor?.credential = credential
        pages.event(request) { [weak self] event in self?.send(event, to: number, reader) }
    }

    private func send(_ event: [UInt8]?, to number: UInt64, _ reader: Reader) {
        guard let event else { return finish(reader) }
        state.withLock { $0.readers[number]?.stage = .sending }
        let text = Self.text(of: event)
        post(reader.ticket.worker) { [ticket = reader.ticket] in $0.extend(ticket, with: text) }
    }

    private func finish(_ reader: Reader) {
        post(reader.ticket.worker) { [ticket = reader.ticket] in $0.finish(ticket) }
    }

    /// Formats an event whose text may have several lines.
    static func text(of event: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(event.count + event.count / 8)
        for line in event.split(omittingEmptySubsequences: true, whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            text += "data: ".utf8
            text += line
            text.append(0x0A)
        }
        text.append(0x0A)
        return text
    }
}
