/// Click counts that could not be written, for example to a full disk, held back to be retried.
struct HeldCounts {
    /// The maximum number of counts held: 32 MB. Later ones are lost.
    static let most = 1 << 20

    private var jobs: [WriteJob] = []
    private var count = 0

    var isEmpty: Bool { jobs.isEmpty }

    /// Holds a job that counts clicks; `false` for any other job, and if too many counts are held.
    mutating func hold(_ job: WriteJob) -> Bool {
        guard case .count(let counts) = job.change, counts.count <= Self.most - count else { return false }
        jobs.append(job)
        count += counts.count
        return true
    }

    /// Removes and returns all jobs.
    mutating func takeAll() -> [WriteJob] {
        defer { self = HeldCounts() }
        return jobs
    }
}
