import LMDB
import Threads

/// The only writer of the file: commits queued changes together, and reports each result.
///
/// While a commit waits for the disk, the next changes queue up: the higher the load, the more of them share a sync.
struct Writer {
    let core: StoreCore
    let queue: WriteQueue

    /// The maximum number of jobs in a commit, which bounds the wait of the first one.
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

    /// Makes a last attempt to commit held counts.
    private func finish(_ jobs: [WriteJob]) {
        guard !jobs.isEmpty else { return }
        var held = HeldCounts()
        commit(jobs, holding: &held)
        for job in held.takeAll() { job.finish(.failure(.closed)) }
    }

    /// Runs once a second: checks that the file is complete and has not been replaced, and clears the reader slots of
    /// killed processes.
    private func maintain() {
        guard (try? core.checkLength()) != nil else { return }
        try? core.noticeReplica()
        _ = try? core.environment.clearStaleReaders()
    }

    /// Passes a new ``LinkStore/changeFault`` to the observer.
    private func report(_ fault: StoreError?, after last: inout StoreError?) {
        guard let observer = core.changeFaultObserver.withLock(\.self), fault != last else { return }
        last = fault
        if let fault { observer(fault) }
    }

    /// Commits jobs together. A job that fails after a partial write is taken out, and the others are redone. If
    /// nothing can be committed, counts are held back, since no client waits for them and their clicks have happened.
    private func commit(_ jobs: [WriteJob], holding held: inout HeldCounts) {
        var results = [Result<LinkResult, StoreError>?](repeating: nil, count: jobs.count)
        var isTakenOut = [Bool](repeating: false, count: jobs.count)
        var failure = StoreError.closed
        do throws(StoreError) {
            while try !attempt(jobs, &results, &isTakenOut) {}
        } catch {
            core.probe()
            failure = error
            // Nothing is durable, but rejections remain valid.
            for index in results.indices { if case .success = results[index] { results[index] = nil } }
        }
        for index in jobs.indices {
            if results[index] == nil, held.hold(jobs[index]) { continue }
            jobs[index].finish(results[index] ?? .failure(failure))
        }
    }

    /// Applies the changes and commits; `false` if one had to be taken out. Throws if nothing could be committed.
    private func attempt(
        _ jobs: [WriteJob], _ results: inout [Result<LinkResult, StoreError>?], _ isTakenOut: inout [Bool]
    ) throws(StoreError) -> Bool {
        try core.checkLength()
        var transaction = try core.beginWriting()
        for index in jobs.indices where !isTakenOut[index] {
            let before = transaction.changes
            do throws(StoreError) {
                try transaction.requireOwnLinks(for: jobs[index].change)
                results[index] = .success(try transaction.apply(jobs[index].change))
            } catch {
                results[index] = .failure(error)
                guard transaction.changes != before else { continue }
                isTakenOut[index] = true
                return false
            }
        }
        guard transaction.changes > 0 else { return true }
        try transaction.commit()
        // LMDB may have left out pages. A failure here is found again before the next change.
        try? core.checkLength()
        return true
    }
}

/// Click counts that could not be written, for example to a full disk, held back to be retried.
struct HeldCounts {
    /// The maximum number of counts held: 32 MB. Later ones are lost.
    static let most = 1 << 20

    private var jobs: [WriteJob] = []
    private var count = 0

    var isEmpty: Bool { jobs.isEmpty }

    /// Holds a job that counts clicks; `false` for any other job, and if too many counts are held.
    mutating func hold(_ job: WriteJob) -> Bool {
        guard case .count(let counts, let details) = job.change else { return false }
        let added = counts.count + details.clicks.count
        guard added <= Self.most - count else { return false }
        jobs.append(job)
        count += added
        return true
    }

    /// Removes and returns all jobs.
    mutating func takeAll() -> [WriteJob] {
        defer { self = HeldCounts() }
        return jobs
    }
}
