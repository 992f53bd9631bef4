import LMDB

/// The one that changes the file: takes what is queued, commits it in one go, and tells everyone.
///
/// While a commit waits for the disk, the next changes gather: the busier, the more of them share one sync.
struct Writer {
    let core: StoreCore
    let queue: WriteQueue

    /// The most jobs of one commit: bounds how long the first of them waits.
    static let mostJobs = 4_096

    /// Works until the queue is closed and empty.
    func run() {
        var cared = ContinuousClock.now
        while true {
            if ContinuousClock.now - cared >= .seconds(1) {
                cared = .now
                care()
            }
            switch queue.next() {
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

    /// Once a second: looks whether the file is whole, and frees the places of readers that were killed.
    private func care() {
        guard (try? core.checkLength()) != nil else { return }
        _ = try? core.environment.clearStaleReaders()
    }

    /// Commits jobs together. One that fails after it has changed something is taken out, and the others are done again.
    private func commit(_ jobs: [WriteJob]) {
        var errors = [StoreError?](repeating: nil, count: jobs.count)
        var isTakenOut = [Bool](repeating: false, count: jobs.count)
        do throws(StoreError) {
            while try !attempt(jobs, &errors, &isTakenOut) {}
        } catch {
            core.probe()
            for index in errors.indices where errors[index] == nil { errors[index] = error }
        }
        for index in jobs.indices { jobs[index].finish(errors[index]) }
    }

    /// Runs the jobs and commits; false where one had to be taken out. Throws where nothing could be committed.
    private func attempt(
        _ jobs: [WriteJob], _ errors: inout [StoreError?], _ isTakenOut: inout [Bool]
    ) throws(StoreError) -> Bool {
        try core.checkLength()
        var transaction = try core.beginWriting()
        for index in jobs.indices where !isTakenOut[index] {
            errors[index] = nil
            let before = transaction.changes
            do throws(StoreError) { try jobs[index].run(&transaction) } catch {
                errors[index] = error
                guard transaction.changes != before else { continue }
                isTakenOut[index] = true
                return false
            }
        }
        guard transaction.changes > 0 else { return true }
        try transaction.commit()
        return true
    }
}
