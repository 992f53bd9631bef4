import LMDB
import Threads

/// The only writer of the file: commits what is queued together, and reports each result.
///
/// While a commit waits for the disk, the next changes gather: the higher the load, the more of them share one sync.
struct Writer {
    let core: StoreCore
    let queue: WriteQueue

    /// The most jobs of one commit: bounds how long the first of them waits.
    static let mostJobs = 4_096

    /// Works until the queue is closed and empty.
    func run() {
        var maintained = ContinuousClock.now
        var fault: StoreError?
        var isIndexing = true
        var held = HeldCounts()
        var roller = CountRoller()
        var isRolling = false
        while true {
            if ContinuousClock.now - maintained >= .seconds(1) {
                maintained = .now
                maintain()
                if !held.isEmpty { commit(held.takeAll(), holding: &held) }
                report(core.changeFault, after: &fault)
                isIndexing = true
                isRolling = true
            }
            if isIndexing { isIndexing = core.extendDestinations() }
            if isRolling { isRolling = roller.step(core, core.retention.withLock(\.self)) }
            switch queue.next(waiting: !isIndexing && !isRolling) {
            case .jobs(let jobs):
                var rest = jobs[...]
                while !rest.isEmpty {
                    commit(Array(rest.prefix(Self.mostJobs)), holding: &held)
                    rest = rest.dropFirst(Self.mostJobs)
                }
            case .idle: break
            case .end: return finish(held.takeAll())
            }
        }
    }

    /// Tries counts that are held for the last time.
    private func finish(_ jobs: [WriteJob]) {
        guard !jobs.isEmpty else { return }
        var held = HeldCounts()
        commit(jobs, holding: &held)
        for job in held.takeAll() { job.finish(.failure(.closed)) }
    }

    /// Once a second: checks that the file is complete and still the store's own, and frees the slots of readers that were killed.
    private func maintain() {
        guard (try? core.checkLength()) != nil else { return }
        try? core.noticeReplica()
        _ = try? core.environment.clearStaleReaders()
    }

    /// Passes a new reason why links can't be changed to the observer.
    private func report(_ fault: StoreError?, after last: inout StoreError?) {
        guard let observer = core.changeFaultObserver.withLock(\.self), fault != last else { return }
        last = fault
        if let fault { observer(fault) }
    }

    /// Commits jobs together. One that fails after changing something is removed, and the others are done again. If nothing can be
    /// committed, counts are held: no client waits for them, and their clicks happened.
    private func commit(_ jobs: [WriteJob], holding held: inout HeldCounts) {
        var results = [Result<LinkResult, StoreError>?](repeating: nil, count: jobs.count)
        var isTakenOut = [Bool](repeating: false, count: jobs.count)
        var failure = StoreError.closed
        do throws(StoreError) {
            while try !attempt(jobs, &results, &isTakenOut) {}
        } catch {
            core.probe()
            failure = error
            // Nothing is on the disk; refusals stand all the same.
            for index in results.indices { if case .success = results[index] { results[index] = nil } }
        }
        for index in jobs.indices {
            if results[index] == nil, held.hold(jobs[index]) { continue }
            jobs[index].finish(results[index] ?? .failure(failure))
        }
    }

    /// Makes the changes and commits; false if one had to be removed. Throws if nothing could be committed.
    private func attempt(
        _ jobs: [WriteJob], _ results: inout [Result<LinkResult, StoreError>?], _ isTakenOut: inout [Bool]
    ) throws(StoreError) -> Bool {
        try core.checkLength()
        var transaction = try core.beginWriting()
        for index in jobs.indices where !isTakenOut[index] {
            let before = transaction.changes
            do throws(StoreError) { results[index] = .success(try transaction.apply(jobs[index].change)) } catch {
                results[index] = .failure(error)
                guard transaction.changes != before else { continue }
                isTakenOut[index] = true
                return false
            }
        }
        guard transaction.changes > 0 else { return true }
        try transaction.commit()
        // LMDB may have left pages out; what fails here is found before the next change.
        try? core.checkLength()
        return true
    }
}
