import EventSpool
import Glibc
import Threads

/// Delivers the events of the spool to a webhook, in their order, each at least once.
///
/// One request at a time, so that no event overtakes another. A request that is not accepted is made again, later each time;
/// an event that is not accepted within a time becomes a dead letter, and the next ones get their turn.
final class Webhook: Sendable {
    private struct State: Sendable {
        /// Nil while the settings name no webhook.
        var target: WebhookTarget?
        /// For how many seconds an event is tried.
        var retryFor: Int
        var position: SpoolPosition?
        var wakes = 0
        /// How often the settings were replaced: a pause between two tries ends then.
        var changes = 0
        var isRunning = false
        var isStopped = false
        var status = WebhookStatus()
        var lost = 0
        var deadLettersLost = 0
    }

    /// How many events a request has at most.
    static let mostEvents = 100
    /// A request is not longer than about this.
    private static let mostBytes = 512 << 10
    /// The longest pause between two tries, in seconds.
    private static let longestPause = 300
    /// How long the end of the process waits for a request under way, in seconds. It is made again by the next process.
    private static let lastMoment = 3

    private let spool: EventSpool
    private let mark: SpoolMark
    private let deadLetters: DeadLetters
    private let report: @Sendable (String) -> Void
    private let state: Locked<State>

    /// - Parameters:
    ///   - target: Where events are sent; nil for nowhere.
    ///   - retryFor: For how many seconds an event is tried.
    init(
        _ target: WebhookTarget?, _ spool: EventSpool, retryFor: Int, report: @escaping @Sendable (String) -> Void
    ) {
        (self.spool, self.report) = (spool, report)
        state = Locked(State(target: target, retryFor: retryFor))
        mark = SpoolMark("webhook", of: spool)
        deadLetters = DeadLetters(path: "\(spool.folder)/dead-letters.jsonl", limit: spool.limit)
    }

    /// Sends events elsewhere from the next request on; nil for nowhere.
    func use(_ target: WebhookTarget?, retryFor: Int) {
        state.withLock { state in
            (state.target, state.retryFor) = (target, retryFor)
            state.changes += 1
        }
    }

    /// How deliveries stand, how many events were lost before they could be delivered, and how many dead letters there was no
    /// room for; nil while the settings name no webhook.
    var status: (WebhookStatus, lost: Int, deadLettersLost: Int)? {
        let state = state.withLock { $0 }
        guard state.target != nil else { return nil }
        var status = state.status
        guard let position = state.position else { return (status, state.lost, state.deadLettersLost) }
        let backlog = spool.backlog(from: position)
        status.pending = backlog.kept
        status.oldest = spool.read(from: position, atMost: 1).events.first.flatMap(EventID.init(ofEvent:))?.seconds
        return (status, state.lost + backlog.lost, state.deadLettersLost)
    }

    /// How many events wait.
    var pending: Int { state.withLock(\.position).map { spool.backlog(from: $0).kept } ?? 0 }

    // MARK: - Life

    /// Starts the thread, once the spool is open; nothing while it runs, or there is no webhook.
    func start() {
        let isFirst = state.withLock { state in
            guard state.target != nil, !state.isRunning, !state.isStopped else { return false }
            state.isRunning = true
            return true
        }
        guard isFirst else { return }
        SystemThread(name: "webhook") { [self] in run() }.detach()
    }

    /// There are more events.
    func wake() { state.withLock { $0.wakes += 1 } }

    /// Ends the thread. What is not accepted by then is delivered by the next process.
    func stop() {
        state.withLock { $0.isStopped = true }
        _ = state.wait(seconds: Self.lastMoment) { $0.isRunning ? nil : true }
    }

    // MARK: - The thread

    private func run() {
        var position = mark.load()
        var pace = WebhookPace(mostEvents: Self.mostEvents)
        while true {
            guard let (target, wakes, changes) = turn(at: position) else { return }
            let piece = Self.bounded(spool.read(from: position, atMost: pace.events))
            noteLost(piece.lost)
            guard !piece.events.isEmpty else {
                position = piece.next
                state.wait { $0.isStopped || $0.wakes != wakes || $0.changes != changes ? () : nil }
                continue
            }
            switch target.send(piece.events) {
            case .accepted:
                position = piece.next
                succeed(piece.events.count, position, wasFailing: pace.failures > 0, target)
                pace.succeed()
            case .refused(let problem, let isOfContent, let retryAfter):
                pace.fail(isOfContent: isOfContent)
                fail(problem, isFirst: pace.failures == 1, target)
                position = giveUpOld(from: position, at: Int64(time(nil)))
                let seconds = pace.pause(asked: retryAfter, longest: Self.longestPause)
                _ = state.wait(seconds: seconds) { $0.isStopped || $0.changes != changes ? true : nil }
            }
        }
    }

    /// What the next request needs: where it goes, and the counts to wait by; nil at the end of the thread.
    private func turn(at position: SpoolPosition) -> (WebhookTarget, wakes: Int, changes: Int)? {
        state.withLock { state in
            guard let target = state.target, !state.isStopped else {
                (state.isRunning, state.position) = (false, nil)
                return nil
            }
            state.position = position
            return (target, state.wakes, state.changes)
        }
    }

    /// The first events that fit in a request; at least one.
    static func bounded(_ piece: SpoolPiece) -> SpoolPiece {
        var (bounded, bytes) = (piece, 0)
        for (index, event) in piece.events.enumerated() {
            bytes += event.count
            guard index > 0, bytes > mostBytes else { continue }
            bounded.events.removeLast(piece.events.count - index)
            bounded.ends.removeLast(piece.events.count - index)
            bounded.next = piece.ends[index - 1]
            return bounded
        }
        return bounded
    }

    private func noteLost(_ count: Int) {
        guard count > 0 else { return }
        state.withLock { $0.lost += count }
        report("webhook: spool full: dropped \(count) undelivered events")
    }

    private func succeed(_ count: Int, _ position: SpoolPosition, wasFailing: Bool, _ target: WebhookTarget) {
        state.withLock { state in
            state.status.successes += 1
            state.status.delivered += UInt64(count)
            state.status.problem = nil
        }
        if wasFailing { report("webhook: \(target.address): accepts events again") }
        keep(position)
    }

    private func fail(_ problem: String, isFirst: Bool, _ target: WebhookTarget) {
        state.withLock { state in
            state.status.failures += 1
            state.status.problem = problem
        }
        if isFirst { report("webhook: \(target.address): \(problem); events are kept and retried") }
    }

    /// Where it can't be kept, events are delivered twice after a restart, and never not at all.
    private func keep(_ position: SpoolPosition) {
        do throws(SpoolFault) { try mark.keep(position) } catch { report("webhook: \(error)") }
    }

    /// Makes dead letters of events that were tried for too long, and returns the place behind them.
    private func giveUpOld(from start: SpoolPosition, at now: Int64) -> SpoolPosition {
        var position = start
        let retryFor = state.withLock(\.retryFor)
        while true {
            let piece = spool.read(from: position, atMost: Self.mostEvents)
            noteLost(piece.lost)
            let old = piece.events.prefix { EventID(ofEvent: $0).map { $0.seconds < now - Int64(retryFor) } ?? true }
            guard !old.isEmpty else { break }
            bury(Array(old))
            position = piece.ends[old.count - 1]
            keep(position)
        }
        return position
    }

    private func bury(_ events: [[UInt8]]) {
        let isKept = deadLetters.add(events)
        state.withLock { state in
            state.status.deadLetters += UInt64(events.count)
            if !isKept { state.deadLettersLost += events.count }
        }
        report(
            isKept
                ? "webhook: \(events.count) events were not accepted in time and are in \(deadLetters.path)"
                : "webhook: \(events.count) events were not accepted in time and are lost: \(deadLetters.path) is full or can't be written"
        )
    }
}
