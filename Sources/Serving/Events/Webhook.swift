import EventSpool
import Glibc
import Settings
import Threads

/// Delivers the events of the spool to a webhook, in order, each at least once.
///
/// One request at a time, so that no event overtakes another. A request that is not accepted is retried with increasing
/// delay. An event that is not accepted within the configured time becomes a dead letter, and delivery continues with the
/// next ones. Events that its filter does not admit are skipped.
final class Webhook: Sendable {
    private struct State: Sendable {
        /// `nil` while the settings do not contain this webhook.
        var target: WebhookTarget?
        var position: SpoolPosition?
        var wakes = 0
        /// How often the settings were replaced, which interrupts the pause before a retry.
        var changes = 0
        var isRunning = false
        var isStopped = false
        var status = WebhookStatus()
        var lost = 0
        var deadLettersLost = 0
    }

    /// The maximum number of events per request.
    static let mostEvents = 100
    /// The maximum number of events that are read at once if a filter may skip them.
    private static let mostFiltered = 1_000
    /// The approximate maximum size of a request.
    private static let mostBytes = 512 << 10
    /// The maximum pause before a retry, in seconds.
    private static let longestPause = 300
    /// How long shutdown waits for a request in progress, in seconds. The next process repeats it.
    private static let lastMoment = 3

    /// The name in files, metrics and messages.
    let name: String
    private let spool: EventSpool
    private let mark: SpoolMark
    private let deadLetters: DeadLetters
    private let report: @Sendable (String) -> Void
    private let state: Locked<State>

    /// - Parameter report: Receives lines for standard error, on the webhook's thread.
    init(_ target: WebhookTarget, _ spool: EventSpool, report: @escaping @Sendable (String) -> Void) {
        (name, self.spool, self.report) = (target.name, spool, report)
        state = Locked(State(target: target))
        // The webhook of `events.webhook` has the files that it had when it was the only one.
        let isUsual = name == WebhookSetting.usualName
        mark = SpoolMark(isUsual ? name : "webhook-\(name)", of: spool)
        deadLetters = DeadLetters(
            path: "\(spool.folder)/dead-letters\(isUsual ? "" : "-\(name)").jsonl", limit: spool.limit)
    }

    /// Sends events to a changed receiver from the next request on; to none if `nil`, until it is set again.
    func use(_ target: WebhookTarget?) {
        state.withLock { state in
            state.target = target
            state.changes += 1
        }
    }

    /// The state of deliveries, the number of events lost before delivery, and the number of dead letters for which there was
    /// no room; `nil` while the settings do not contain this webhook.
    var status: (WebhookStatus, lost: Int, deadLettersLost: Int)? {
        let state = state.withLock { $0 }
        guard state.target != nil else { return nil }
        var status = state.status
        status.name = name
        guard let position = state.position else { return (status, state.lost, state.deadLettersLost) }
        let backlog = spool.backlog(from: position)
        status.pending = backlog.kept
        status.oldest = spool.read(from: position, atMost: 1).events.first.flatMap(EventID.init(ofEvent:))?.seconds
        return (status, state.lost + backlog.lost, state.deadLettersLost)
    }

    /// The number of pending events, including those that its filter will skip.
    var pending: Int { state.withLock(\.position).map { spool.backlog(from: $0).kept } ?? 0 }

    // MARK: - Lifecycle

    /// Starts the thread, once the spool is open. Does nothing while it is running, or if there is no webhook.
    func start() {
        let isFirst = state.withLock { state in
            guard state.target != nil, !state.isRunning, !state.isStopped else { return false }
            state.isRunning = true
            return true
        }
        guard isFirst else { return }
        SystemThread(name: "webhook") { [self] in run() }.detach()
    }

    /// Signals that there are more events.
    func wake() { state.withLock { $0.wakes += 1 } }

    /// Ends the thread. The next process delivers events not accepted by then.
    func stop() { state.withLock { $0.isStopped = true } }

    /// Waits for the end of the thread, within bounds.
    func join() {
        _ = state.wait(seconds: Self.lastMoment) { $0.isRunning ? nil : true }
    }

    // MARK: - On the webhook's thread

    private func run() {
        var position = mark.load()
        var pace = WebhookPace(mostEvents: Self.mostEvents)
        while true {
            guard let (target, wakes, changes) = turn(at: position) else { return }
            let piece = spool.read(from: position, atMost: target.filter.isOpen ? pace.events : Self.mostFiltered)
            noteLost(piece.lost)
            guard !piece.events.isEmpty else {
                position = piece.next
                state.wait { $0.isStopped || $0.wakes != wakes || $0.changes != changes ? () : nil }
                continue
            }
            let batch = Self.bounded(piece, by: target.filter, atMost: pace.events)
            guard !batch.events.isEmpty else {
                position = batch.next
                keep(position)
                continue
            }
            switch target.send(batch.events) {
            case .accepted:
                position = batch.next
                succeed(batch.events.count, position, wasFailing: pace.failures > 0, target)
                pace.succeed()
            case .refused(let problem, let isOfContent, let retryAfter):
                pace.fail(isOfContent: isOfContent)
                fail(problem, isFirst: pace.failures == 1, target)
                position = giveUpOld(from: position, at: Int64(time(nil)), target)
                let seconds = pace.pause(retryAfter: retryAfter, longest: Self.longestPause)
                _ = state.wait(seconds: seconds) { $0.isStopped || $0.changes != changes ? true : nil }
            }
        }
    }

    /// The receiver of the next request, and the counts to wait by; `nil` if the thread should end.
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

    /// The first admitted events that fit in a request, at least one if any is admitted, and the position after them and the
    /// skipped ones before the next.
    static func bounded(_ piece: SpoolPiece, by filter: EventFilter = EventFilter(), atMost count: Int) -> SpoolPiece {
        var (bounded, bytes) = (piece, 0)
        (bounded.events, bounded.ends) = ([], [])
        for (index, event) in piece.events.enumerated() where filter.admits(event) {
            bytes += event.count
            guard bounded.events.isEmpty || (bounded.events.count < count && bytes <= mostBytes) else {
                bounded.next = piece.ends[index - 1]
                return bounded
            }
            bounded.events.append(event)
            bounded.ends.append(piece.ends[index])
        }
        return bounded
    }

    /// The begin of lines for standard error.
    private var heading: String { name == WebhookSetting.usualName ? name : "webhook \(name)" }

    private func noteLost(_ count: Int) {
        guard count > 0 else { return }
        state.withLock { $0.lost += count }
        report("\(heading): spool full: dropped \(count) undelivered events")
    }

    private func succeed(_ count: Int, _ position: SpoolPosition, wasFailing: Bool, _ target: WebhookTarget) {
        state.withLock { state in
            state.status.successes += 1
            state.status.delivered += UInt64(count)
            state.status.problem = nil
        }
        if wasFailing { report("\(heading): \(target.address): accepts events again") }
        keep(position)
    }

    private func fail(_ problem: String, isFirst: Bool, _ target: WebhookTarget) {
        state.withLock { state in
            state.status.failures += 1
            state.status.problem = problem
        }
        if isFirst { report("\(heading): \(target.address): \(problem); events are kept and retried") }
    }

    /// Saves the position. If that fails, events are delivered twice after a restart, but none is lost.
    private func keep(_ position: SpoolPosition) {
        do throws(SpoolFault) { try mark.keep(position) } catch { report("\(heading): \(error)") }
    }

    /// Turns events that were retried for too long into dead letters; returns the position after them.
    private func giveUpOld(from start: SpoolPosition, at now: Int64, _ target: WebhookTarget) -> SpoolPosition {
        var position = start
        while true {
            let piece = spool.read(from: position, atMost: Self.mostEvents)
            noteLost(piece.lost)
            let old = piece.events.prefix {
                EventID(ofEvent: $0).map { $0.seconds < now - Int64(target.retryFor) } ?? true
            }
            guard !old.isEmpty else { break }
            bury(old.filter(target.filter.admits))
            position = piece.ends[old.count - 1]
            keep(position)
        }
        return position
    }

    private func bury(_ events: [[UInt8]]) {
        guard !events.isEmpty else { return }
        let isKept = deadLetters.add(events)
        state.withLock { state in
            state.status.deadLetters += UInt64(events.count)
            if !isKept { state.deadLettersLost += events.count }
        }
        report(
            isKept
                ? "\(heading): \(events.count) events were not accepted in time and are in \(deadLetters.path)"
                : "\(heading): \(events.count) events were not accepted in time and are lost: \(deadLetters.path) is full or can't be written"
        )
    }
}
