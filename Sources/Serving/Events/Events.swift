package import ByteText
import Client
import EventSpool
import Glibc
import Libevent
package import LinkStore
package import LogFormats
package import Routing
import Server
package import ServiceFiles
package import Settings
import Telemetry
import Threads

/// Publishes clicks and link changes as events. Its thread takes events from the workers' rings, assigns IDs, and writes them
/// to the spool, which serves each ``Webhook`` and the readers of ``EventStreams``.
package final class Events: Sendable {
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

    /// The events of one change, and a closure to call once they are in the spool.
    private struct Submission: Sendable {
        var events: [[UInt8]]
        var then: @Sendable () -> Void
    }

    /// The interval at which events are taken, in milliseconds; earlier if a ring is half full or a link has changed.
    private static let pause: Int32 = 50
    /// The maximum interval while the stream has readers, in milliseconds.
    private static let attention: Int32 = 200
    /// The interval for retrying an unwritable folder, in milliseconds.
    private static let retry: Int32 = 500
    /// The time limit for the last events at shutdown, in milliseconds: a predecessor may still hold the spool, or the disk
    /// be full.
    private static let lastMoment: Int64 = 3_000
    /// The number of bytes taken from a ring at once.
    private static let pieceBytes = 1 << 20
    /// The maximum number of events waiting for the disk, in addition to those in the rings.
    private static let mostWaiting = 10_000
    /// The maximum number of events pending for a webhook; above it, changes by commands stay in the store's journal.
    private static let mostPending = 5_000

    let spool: EventSpool
    package let streams: EventStreams
    private let rings: [LogRing]
    private let bell: Bell
    private let state: Locked<State>
    /// The reader of the store's journal, in which commands record their changes; `nil` if there is none.
    private let journal = Locked<JournalReader?>(nil)
    /// All webhooks that the settings contained since startup.
    private let webhooks: Locked<[Webhook]>
    private let proxy: OutgoingProxy?
    private let report: @Sendable (String) -> Void

    /// `nil` if the settings specify no event folder.
    ///
    /// - Parameter report: Receives lines for standard error, on any thread.
    package init?(_ settings: DaemonSettings, workers: Int, report: @escaping @Sendable (String) -> Void) throws {
        proxy = try OutgoingProxy(settings.outgoing) { _ in }
        let targets = try WebhookTarget.all(settings.events, proxy: proxy, report: report)
        guard let folder = settings.events.folder else { return nil }
        let spool = EventSpool(folder: folder, limit: settings.events.spoolMegabytes << 20)
        self.spool = spool
        state = Locked(State(isUnmasked: settings.events.isUnmasked))
        let bell = try Bell()
        self.bell = bell
        streams = EventStreams(spool, bell: bell)
        self.report = report
        rings = (0..<workers).map { _ in LogRing(capacity: 1 << 22, bell: bell) }
        webhooks = Locked(targets.map { Webhook($0, spool, report: report) })
    }

    /// Whether events contain the secrets in addresses.
    package var isUnmasked: Bool { state.withLock(\.isUnmasked) }

    /// Uses other settings with the same folder, from each webhook's next request on.
    package func use(_ settings: DaemonSettings.Events) throws(StartupFault) {
        let targets = try WebhookTarget.all(settings, proxy: proxy, report: report)
        state.withLock { $0.isUnmasked = settings.isUnmasked }
        webhooks.withLock { webhooks in
            for webhook in webhooks { webhook.use(targets.first { $0.name == webhook.name }) }
            let known = Set(webhooks.map(\.name))
            webhooks += targets.filter { !known.contains($0.name) }.map { Webhook($0, spool, report: report) }
        }
        bell.ring()
    }

    /// Creates a worker's event log.
    package func log(ofWorker index: Int) -> EventLog { EventLog(rings[index], isUnmasked: isUnmasked) }

    /// Submits events from outside the workers. `then` is called once they are in the spool, or can't be written for now, on
    /// the event thread. Callable from any thread; does not wait.
    ///
    /// - Parameter events: JSON objects without an event ID.
    package func submit(_ events: [[UInt8]], then: @escaping @Sendable () -> Void = {}) {
        let isOver = state.withLock { state in
            if !state.hasEnded { state.submitted.append(Submission(events: events, then: then)) }
            return state.hasEnded
        }
        isOver ? then() : bell.ring()
    }

    /// Also publishes changes made by commands in the store's file. Called before ``start()``.
    ///
    /// - Parameter site: The site of a link domain, by the active rules.
    package func follow(_ store: LinkStore, site: @escaping @Sendable (String) -> String?) {
        do throws(StoreError) {
            try store.startJournal()
            journal.withLock { $0 = JournalReader(store, site: site) }
        } catch {
            report("events: no events for changes by commands in \(store.path): \(error)")
        }
    }

    /// The state of events.
    package var status: EventStatus {
        let state = state.withLock { $0 }
        var status = EventStatus(counts: state.counts, isSpooling: state.isSpooling, spoolBytes: spool.bytes)
        status.counts.drop(rings.reduce(0) { $0 + $1.droppedLines }, .ring)
        (status.readers, status.streamsEnded) = streams.status
        for (webhook, lost, deadLettersLost) in webhooks.withLock(\.self).compactMap(\.status) {
            status.webhooks.append(webhook)
            status.counts.drop(lost, .spoolFull)
            status.counts.drop(deadLettersLost, .deadLettersFull)
        }
        return status
    }

    // MARK: - Lifecycle

    /// Starts the threads.
    package func start() {
        state.withLock { $0.isStarted = true }
        SystemThread(name: "events") { [self] in
            run()
            state.withLock { $0.hasEnded = true }
        }.detach()
    }

    /// Writes the remaining events, ends the threads and waits for them. Called when no worker is running any more.
    package func finish() {
        let isStarted = state.withLock { state in
            state.isEnding = true
            return state.isStarted
        }
        guard isStarted else { return }
        bell.ring()
        state.wait { $0.hasEnded ? () : nil }
        let webhooks = webhooks.withLock(\.self)
        for webhook in webhooks { webhook.stop() }
        for webhook in webhooks { webhook.join() }
    }

    private func run() {
        let intake = EventIntake(rings)
        var writer = EventWriter(spool, report: report)
        var journal = journal.withLock(\.self)
        var end = Int64.max
        while true {
            let (submitted, isEnding) = state.withLock { state in
                defer { state.submitted = [] }
                return (state.submitted, state.isEnding)
            }
            writer.open()
            let room = max(0, Self.mostWaiting - writer.waiting.count)
            // Earlier changes by commands go first.
            let isFollowing = follow(&journal, &writer, isUrgent: !submitted.isEmpty)
            // Events left in the rings are dropped there when they are full.
            if room > 0 { writer.waiting += intake.lines(atMost: Self.pieceBytes) }
            let lost = writer.add(submitted.flatMap(\.events), room: room)
            let written = writer.write()
            count(written, lost, intake.tooLong, writer.isOpen && writer.waiting.isEmpty)
            for submission in submitted { submission.then() }
            if written > 0 || writer.isOpen { update(hasNew: written > 0, isOpen: writer.isOpen) }
            if isEnding {
                end = min(end, MonotonicClock.milliseconds + Self.lastMoment)
                let isDone = writer.waiting.isEmpty && !intake.hasLines
                if isDone || MonotonicClock.milliseconds >= end { return }
            }
            let hasMore = writer.isOpen && streams.serve()
            if !hasMore, !isFollowing {
                rest(intake, isStuck: !writer.waiting.isEmpty || !writer.isOpen, hasJournal: journal != nil)
            }
        }
    }

    /// Publishes changes made by commands, as long as all webhooks keep up: the journal keeps them, whereas a full spool
    /// drops its oldest events. Returns whether there are more.
    private func follow(_ journal: inout JournalReader?, _ writer: inout EventWriter, isUrgent: Bool) -> Bool {
        guard journal != nil, writer.isOpen, writer.waiting.isEmpty, pending < Self.mostPending,
            let piece = journal?.next(isUrgent: isUrgent, isUnmasked: isUnmasked)
        else { return false }
        _ = writer.add(piece.events, room: piece.events.count)
        let written = writer.write()
        guard writer.waiting.isEmpty else {
            // They stay in the journal.
            writer.waiting = []
            return false
        }
        state.withLock { state in
            state.counts.spooled += UInt64(written)
            state.counts.drop(piece.lost, .journalFull)
        }
        journal?.forget(piece)
        update(hasNew: true, isOpen: true)
        return piece.hasMore
    }

    /// Starts webhooks that are not running, and signals that there are more events.
    private func update(hasNew: Bool, isOpen: Bool) {
        for webhook in webhooks.withLock(\.self) {
            if hasNew { webhook.wake() }
            if isOpen { webhook.start() }
        }
    }

    /// The maximum number of events pending for a webhook.
    private var pending: Int { webhooks.withLock(\.self).map(\.pending).max() ?? 0 }

    private func rest(_ intake: EventIntake, isStuck: Bool, hasJournal: Bool) {
        if isStuck { return bell.wait(milliseconds: Self.retry) }
        if !streams.isEmpty {
            // Wake up for the readers' heartbeats.
            if !intake.hasLines { bell.wait(milliseconds: Self.attention) }
        } else if !intake.hasLines {
            bell.sleep(milliseconds: hasJournal ? Int32(JournalReader.pause) : -1) {
                intake.hasLines || hasWork || !streams.isEmpty
            }
        }
        // Clicks are written in batches; a link change is written at once, since its response waits for it.
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

/// One worker's click events: lines in a ring, as in a log.
package final class EventLog {
    private let ring: LogRing
    private let writer: ClickEventWriter

    init(_ ring: LogRing, isUnmasked: Bool) {
        self.ring = ring
        writer = ClickEventWriter(isUnmasked: isUnmasked)
    }

    /// Writes the event of a decision. If the ring is full, the event is dropped and counted: a click never waits.
    package func record(
        _ outcome: Outcome, of request: borrowing ClickRequest, by ruleSet: RuleSet,
        in arena: borrowing ByteArena, _ circumstances: DecisionLineWriter.Circumstances
    ) {
        writer.write(outcome, of: request, by: ruleSet, in: arena, circumstances) { ring.append($0) }
    }
}
