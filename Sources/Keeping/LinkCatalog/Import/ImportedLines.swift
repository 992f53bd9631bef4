/// The lines of the links that an import created, by link ID, so that the refusal of a repetition can name the first
/// line. A run of consecutive links takes twelve bytes.
struct ImportedLines {
    /// Links with consecutive IDs and lines; the IDs are relative to ``base``.
    private struct Run {
        var id: UInt32
        var line: UInt32
        var count: UInt32
    }

    /// The ID of the first link; `nil` before there is one.
    private var base: UInt64?
    private var runs: [Run] = []

    /// Adds the links of a commit, whose IDs are consecutive and higher than those of earlier ones.
    mutating func add(_ rows: [ImportBatch.Row], from id: UInt64) {
        let first = base ?? id
        base = first
        var next = UInt32(truncatingIfNeeded: id - first)
        for row in rows {
            let line = UInt32(truncatingIfNeeded: row.line)
            if let last = runs.last, next == last.id + last.count, line == last.line + last.count {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(Run(id: next, line: line, count: 1))
            }
            next += 1
        }
    }

    /// The line of a link; `nil` if the import did not create it.
    func line(of id: UInt64) -> Int? {
        guard let base, id >= base, let wanted = UInt32(exactly: id - base) else { return nil }
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].id <= wanted { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let run = runs[low - 1]
        return wanted - run.id < run.count ? Int(run.line + (wanted - run.id)) : nil
    }
}
