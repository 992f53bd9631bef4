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
        while true {
            if ContinuousClock.now - maintained >= .seconds(1) {
                maintained = .now
                maintain()
                report(core.changeFault, after: &fault)
                isIndexing = true
            }
            if isIndexing { isIndexing = core.extendDestinations() }
            switch queue.next(waiting: !isIndexing) {
            case .jobs(let jobs):
                var rest = jobs[...]
                while !rest.isEmpty {
                    commit(Array(rest.prefix(Self.mostJobs)))
                    rest = rest.dropFirst(Self.mostJobs)
                }
            case .idle: break
            case .end: return
            }
        }
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

    /// Commits jobs together. One that fails after changing something is removed, and the others are done again.
    private func commit(_ jobs: [WriteJob]) {
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
        for index in jobs.indices { jobs[index].finish(results[index] ?? .failure(failure)) }
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
