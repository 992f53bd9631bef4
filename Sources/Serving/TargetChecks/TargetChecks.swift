package import ServiceFiles
import ByteText
package import Client
import Glibc
import Libevent
package import LinkStore
import Links
package import Settings
import Threads

/// Checks the targets of stored links on a schedule, and stores the results with them.
///
/// One thread iterates over the store and writes results. Each check has its own thread, so that no name lookup and no server
/// delays another, and shutdown waits for none of them. Memory is limited to that of the checks in progress.
package final class TargetChecks: Sendable {
    /// The counters.
    package struct Status: Sendable {
        /// The number of checks by outcome.
        package var counts: [TargetOutcome: UInt64] = [:]
        /// When the last complete round ended; 0 for never.
        package var lastRound: Int64 = 0
    }

    /// The settings for the next check.
    private struct Terms: Sendable {
        var everySeconds: Int
        var perHostMilliseconds: Int
        var concurrency: Int
        var probe: TargetProbe
    }

    private struct State: Sendable {
        /// `nil` while targets are not checked.
        var terms: Terms?
        var isStarted = false
        var isStopped = false
        var hasEnded = true
        var done: [(host: [UInt8], finding: TargetFinding)] = []
        var status = Status()
    }

    /// The maximum number of links that get a result in one transaction.
    private static let linksAtATime = 256
    /// How long to wait if the store can't be read, or its index is being built, in milliseconds.
    private static let patience: Int64 = 10_000
    private static let lastMoment = 3

    private let store: LinkStore
    private let version: String
    private let proxy: OutgoingProxy?
    private let bell: Bell
    private let state = Locked(State())

    /// `nil` without a store. Checks nothing while the settings have no interval.
    package init?(
        _ settings: DaemonSettings.TargetChecks, _ store: LinkStore?, version: String, proxy: OutgoingProxy? = nil
    ) throws {
        guard let store else { return nil }
        (self.store, self.version, self.proxy) = (store, version, proxy)
        bell = try Bell()
        let terms = try Self.terms(settings, version, proxy)
        state.withLock { $0.terms = terms }
    }

    private static func terms(
        _ settings: DaemonSettings.TargetChecks, _ version: String, _ proxy: OutgoingProxy?
    ) throws(StartupFault) -> Terms? {
        guard let everySeconds = settings.everySeconds else { return nil }
        let spacing = HostSpacing(milliseconds: settings.perHostMilliseconds)
        return Terms(
            everySeconds: everySeconds, perHostMilliseconds: settings.perHostMilliseconds,
            concurrency: settings.concurrency,
            probe: try TargetProbe(settings, spacing, version: version, proxy: proxy))
    }

    /// Uses other settings from the next check on. Checks in progress keep theirs.
    package func use(_ settings: DaemonSettings.TargetChecks) throws(StartupFault) {
        let terms = try Self.terms(settings, version, proxy)
        let mustStart = state.withLock { state in
            state.terms = terms
            return !state.isStarted && !state.isStopped
        }
        bell.ring()
        if mustStart { start() }
    }

    /// The counters so far; `nil` if target checks were never enabled.
    package var status: Status? { state.withLock { $0.terms == nil && !$0.isStarted ? nil : $0.status } }

    /// Starts the thread, unless target checks are disabled.
    package func start() {
        let mustStart = state.withLock { state in
            guard state.terms != nil else { return false }
            (state.isStarted, state.hasEnded) = (true, false)
            return true
        }
        guard mustStart else { return }
        SystemThread(name: "targets") { [self] in
            run()
            state.withLock { $0.hasEnded = true }
        }.detach()
    }

    /// Starts no further checks. Does not wait.
    package func halt() {
        state.withLock { $0.isStopped = true }
        bell.ring()
    }

    /// Ends the thread. Checks in progress are dropped; the next process repeats them.
    package func stop() {
        halt()
        _ = state.wait(seconds: Self.lastMoment) { $0.hasEnded ? true : nil }
    }

    private var isStopped: Bool { state.withLock { $0.isStopped } }
    private var wallClock: Int64 { Int64(time(nil)) }

    // MARK: - On the checker's thread

    private func run() {
        var round = TargetRound(began: wallClock)
        if let kept = try? store.targetProgress(), let known = TargetRound(stored: kept) { round = known }
        state.withLock { $0.status.lastRound = round.ended }
        var nextStart: Int64 = 0
        while !isStopped {
            let wait: Int64
            do throws(StoreError) {
                let terms = state.withLock(\.terms)
                try keepResults(&round, perHostMilliseconds: terms?.perHostMilliseconds ?? 0)
                // A bell ends the wait: results, and changed settings.
                wait = try terms.map { terms throws(StoreError) in try advance(&round, &nextStart, terms) } ?? -1
            } catch { wait = Self.patience }
            if wait != 0 { bell.wait(milliseconds: Int32(clamping: wait)) }
        }
    }

    /// Stores the results since the last call. If the store fails, they are kept for the next call.
    private func keepResults(_ round: inout TargetRound, perHostMilliseconds: Int) throws(StoreError) {
        var rest = state.withLock { state in
            defer { state.done = [] }
            return state.done
        }
        while let (host, finding) = rest.first {
            round.conclude(host, nextAt: MonotonicClock.milliseconds + Int64(perHostMilliseconds))
            do throws(StoreError) { try keep(finding, round) } catch {
                state.withLock { [rest] in $0.done.insert(contentsOf: rest, at: 0) }
                throw error
            }
            state.withLock { $0.status.counts[finding.outcome, default: 0] += 1 }
            rest.removeFirst()
        }
    }

    private func keep(_ finding: TargetFinding, _ round: TargetRound) throws(StoreError) {
        var position: [UInt8]?
        repeat {
            let links = try store.linksOfTarget(finding.address, after: position, limit: Self.linksAtATime)
            position = links.next
            try store.apply(.target(TargetNote(finding, on: links.keys, progress: round.stored)))
        } while position != nil && !isStopped
    }

    /// Starts due checks; returns how many milliseconds to wait until the next, or a negative number to wait for the end of a
    /// check.
    private func advance(
        _ round: inout TargetRound, _ nextStart: inout Int64, _ terms: Terms
    ) throws(StoreError) -> Int64 {
        guard try store.destinationIndex() == .complete else { return Self.patience }
        if round.beginIfDue(at: wallClock, everySeconds: terms.everySeconds) { try keep(round) }
        try openLanes(&round, terms)
        guard let lane = round.nextLane else {
            if !round.lanes.isEmpty { return -1 }
            return try rest(&round, terms)
        }
        let now = MonotonicClock.milliseconds
        let due = max(nextStart, round.lanes[lane].nextAt)
        if due > now { return due - now }
        if try begin(lane, &round, terms.probe) {
            nextStart = now + TargetRound.pace(links: try store.count(), everySeconds: terms.everySeconds)
        }
        return 0
    }

    private func openLanes(_ round: inout TargetRound, _ terms: Terms) throws(StoreError) {
        while !round.isThrough, round.lanes.count < terms.concurrency {
            guard let host = try store.targetHost(after: round.front) else {
                round.isThrough = true
                return
            }
            round.front = host
            if !round.lanes.contains(where: { $0.host == host }) { round.lanes.append(TargetRound.Lane(host: host)) }
        }
    }

    /// Records the end of a round; returns the time until the next.
    private func rest(_ round: inout TargetRound, _ terms: Terms) throws(StoreError) -> Int64 {
        if round.ended < round.began || round.ended == 0 {
            round.ended = wallClock
            state.withLock { [ended = round.ended] in $0.status.lastRound = ended }
            try keep(round)
        }
        return max(100, (round.began + Int64(terms.everySeconds) - wallClock) * 1_000)
    }

    private func keep(_ round: TargetRound) throws(StoreError) {
        try store.apply(.target(TargetNote(progress: round.stored)))
    }

    /// Starts checking the next target of a lane, or closes the lane if there is none; returns whether a check was started.
    private func begin(
        _ lane: Int, _ round: inout TargetRound, _ probe: TargetProbe
    ) throws(StoreError) -> Bool {
        let host = round.lanes[lane].host
        let found = try store.target(inHost: host, after: round.lanes[lane].position, at: wallClock)
        guard let address = found.address, Masking.masked(address) == address else {
            // No target found, or one with a one-time code, which only its user may use.
            round.lanes[lane].position = found.next
            if found.next == nil { round.lanes.remove(at: lane) }
            return false
        }
        round.lanes[lane].busy = TargetRound.Busy(address: address, next: found.next)
        SystemThread(name: "target") { [state, bell] in
            let result = probe.look(at: address)
            let finding = TargetFinding(address, at: Int64(time(nil)), result.outcome, status: result.status)
            state.withLock { $0.done.append((host, finding)) }
            bell.ring()
        }.detach()
        return true
    }
}
