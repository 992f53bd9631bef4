import EventSpool
import Glibc
import Libevent
import LinkStore
import Server
import Settings
import Threads

/// Tells others of clicks and of changes to links: the thread that takes events from the workers' rings, names them and writes
/// them into the spool, from which the ``Webhook`` and the readers of ``EventStreams`` are served.
final class Events: Sendable {
    private struct State: Sendable {
        /// Changes to links that are not in the spool yet.
        var submitted: [Submission] = []
        var isStarted = false
        var isEnding = false
        var hasEnded = false
        var isSpooling = false
        var isUnmasked: Bool
        var counts = EventCounts()
    }

    /// Events of one change, and what is to be done once they are in the spool.
    private struct Submission: Sendable {
        var events: [[UInt8]]
        var then: @Sendable () -> Void
    }

    /// Events are taken this many milliseconds apart, or earlier when a ring is half full or a link has changed.
    private static let pause: Int32 = 50
    /// Where somebody reads the stream, events are taken this many milliseconds apart at most.
    private static let attention: Int32 = 200
    /// A folder that can't be written is tried again this many milliseconds later.
    private static let retry: Int32 = 500
    /// How long the last events may take, in milliseconds: a predecessor may still have the spool, or the disk be full.
    private static let lastMoment: Int64 = 3_000
    /// How many bytes of a ring are taken at once.
    private static let pieceBytes = 1 << 20
    /// How many events may wait for the disk, besides those in the rings.
    private static let mostWaiting = 10_000
    /// How many events may wait for the webhook before what commands have changed waits in the store's journal.
    private static let mostPending = 5_000

    let spool: EventSpool
    let streams: EventStreams
    private let rings: [LogRing]
    private let bell: Bell
    private let state: Locked<State>
    /// Where others note what they change; nil where nobody does.
    private let journal = Locked<JournalReader?>(nil)
    private let webhook: Webhook
    private let report: @Sendable (String) -> Void

    /// Nil if the settings name no folder for events.
    ///
    /// - Parameter report: Receives a line for standard error, on any thread.
    init?(_ settings: DaemonSettings, workers: Int, report: @escaping @Sendable (String) -> Void) throws {
        let target = try Self.target(settings.events, report: report)
        guard let folder = settings.events.folder else { return nil }
        let spool = EventSpool(folder: folder, limit: settings.events.spoolMegabytes << 20)
        self.spool = spool
        state = Locked(State(isUnmasked: settings.events.isUnmasked))
        let bell = try Bell()
        self.bell = bell
        streams = EventStreams(spool, bell: bell)
        self.report = report
        rings = (0..<workers).map { _ in LogRing(capacity: 1 << 22, bell: bell) }
        webhook = Webhook(target, spool, retryFor: settings.events.retryHours * 3600, report: report)
    }

    /// Where the settings send events, checked; `nil` if nowhere.
    static func target(
        _ settings: DaemonSettings.Events, report: (String) -> Void
    ) throws(StartupFault) -> WebhookTarget? {
        guard settings.folder != nil || settings.webhook == nil else {
            throw StartupFault(
                "events.webhook: events are kept in a folder until they are delivered: set events.folder")
        }
        return try WebhookTarget(settings, report: report)
    }

    /// Whether events have the secrets of addresses.
    var isUnmasked: Bool { state.withLock(\.isUnmasked) }

    /// Delivers by other settings, of the same folder, from the next request to the webhook on.
    func use(_ settings: DaemonSettings.Events) throws(StartupFault) {
        let target = try Self.target(settings, report: report)
        state.withLock { $0.isUnmasked = settings.isUnmasked }
        webhook.use(target, retryFor: settings.retryHours * 3600)
        bell.ring()
    }

    /// Makes a worker's side.
    func log(ofWorker index: Int) -> EventLog { EventLog(rings[index], isUnmasked: isUnmasked) }

    /// Adds events from outside the workers. `then` is called, once, when they are in the spool, or can't be written for now:
    /// on the thread of events. From any thread; does not wait.
    ///
    /// - Parameter events: Each a JSON object without a name.
    func submit(_ events: [[UInt8]], then: @escaping @Sendable () -> Void = {}) {
        let isOver = state.withLock { state in
            if !state.hasEnded { state.submitted.append(Submission(events: events, then: then)) }
            return state.hasEnded
        }
        isOver ? then() : bell.ring()
    }

    /// Tells of what commands change in the store's file, too. Called before ``start()``.
    ///
    /// - Parameter site: The site of a link domain, by the rules in force.
    func follow(_ store: LinkStore, site: @escaping @Sendable (String) -> String?) {
        do throws(StoreError) {
            try store.startJournal()
            journal.withLock { $0 = JournalReader(store, site: site) }
        } catch {
            report("events: no events for changes by commands in \(store.path): \(error)")
        }
    }

    /// How events stand.
    var status: EventStatus {
        let state = state.withLock { $0 }
        var status = EventStatus(counts: state.counts, isSpooling: state.isSpooling, spoolBytes: spool.bytes)
        status.counts.drop(rings.reduce(0) { $0 + $1.droppedLines }, .ring)
        (status.readers, status.streamsEnded) = streams.status
        if let (webhookStatus, lost, deadLettersLost) = webhook.status {
            status.webhook = webhookStatus
            status.counts.drop(lost, .spoolFull)
            status.counts.drop(deadLettersLost, .deadLettersFull)
        }
        return status
    }

    // MARK: - Life

    /// Starts the threads.
    func start() {
        state.withLock { $0.isStarted = true }
        SystemThread(name: "events") { [self] in
            run()
            state.withLock { $0.hasEnded = true }
        }.detach()
    }

    /// Writes what is left and ends the threads; returns when that is done. Called when no worker runs any more.
    func finish() {
        let isStarted = state.withLock { state in
            state.isEnding = true
            return state.isStarted
        }
        guard isStarted else { return }
        bell.ring()
        state.wait { $0.hasEnded ? () : nil }
        webhook.stop()
    }

    private func run() {
        let intake = EventIntake(rings)
        var pen = EventPen(spool, report: report)
        var journal = journal.withLock(\.self)
        var end = Int64.max
        while true {
            let (submitted, isEnding) = state.withLock { state in
                defer { state.submitted = [] }
                return (state.submitted, state.isEnding)
            }
            pen.open()
            let room = max(0, Self.mostWaiting - pen.waiting.count)
            // What a command changed before comes before.
            let isFollowing = follow(&journal, &pen, isUrgent: !submitted.isEmpty)
            // What stays in the rings is dropped there when they are full.
            if room > 0 { pen.waiting += intake.lines(atMost: Self.pieceBytes) }
            let lost = pen.add(submitted.flatMap(\.events), room: room)
            let written = pen.write()
            count(written, lost, intake.tooLong, pen.isOpen && pen.waiting.isEmpty)
            for submission in submitted { submission.then() }
            if written > 0 { webhook.wake() }
            if pen.isOpen { webhook.start() }
            if isEnding {
                end = min(end, MonotonicClock.milliseconds + Self.lastMoment)
                let isDone = pen.waiting.isEmpty && !intake.hasLines
                if isDone || MonotonicClock.milliseconds >= end { return }
            }
            let hasMore = pen.isOpen && streams.serve()
            if !hasMore, !isFollowing {
                rest(intake, isStuck: !pen.waiting.isEmpty || !pen.isOpen, hasJournal: journal != nil)
            }
        }
    }

    /// Tells of what commands have changed, as long as the webhook keeps up: the journal waits better than the spool, which gives
    /// up its oldest. Returns whether there is more.
    private func follow(_ journal: inout JournalReader?, _ pen: inout EventPen, isUrgent: Bool) -> Bool {
        guard journal != nil, pen.isOpen, pen.waiting.isEmpty, webhook.pending < Self.mostPending,
            let piece = journal?.next(isUrgent: isUrgent, isUnmasked: isUnmasked)
        else { return false }
        _ = pen.add(piece.events, room: piece.events.count)
        let written = pen.write()
        guard pen.waiting.isEmpty else {
            // They stay in the journal.
            pen.waiting = []
            return false
        }
        state.withLock { state in
            state.counts.spooled += UInt64(written)
            state.counts.drop(piece.lost, .journalFull)
        }
        journal?.forget(piece)
        webhook.wake()
        return piece.hasMore
    }

    private func rest(_ intake: EventIntake, isStuck: Bool, hasJournal: Bool) {
        if isStuck { return bell.wait(milliseconds: Self.retry) }
        if !streams.isEmpty {
            // Readers want a sign of life now and then.
            if !intake.hasLines { bell.wait(milliseconds: Self.attention) }
        } else if !intake.hasLines {
            bell.sleep(milliseconds: hasJournal ? Int32(JournalReader.pause) : -1) {
                intake.hasLines || hasWork || !streams.isEmpty
            }
        }
        // Clicks arrive in groups; a change to a link is waited for.
        if !hasWork { bell.wait(milliseconds: Self.pause) }
    }

    private var hasWork: Bool { state.withLock { !$0.submitted.isEmpty || $0.isEnding } }

    private func count(_ written: Int, _ lost: Int, _ tooLong: Int, _ isSpooling: Bool) {
        state.withLock { state in
            state.counts.spooled += UInt64(written)
            state.counts.drop(lost, .backlog)
            if tooLong > 0 { state.counts.dropped[.tooLong] = UInt64(tooLong) }
            state.isSpooling = isSpooling
        }
    }
}
