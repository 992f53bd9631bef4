import Dispatch

/// Classifies blocks of lines on several cores, and writes the answers in the order of the lines.
final class ClassifyCrew {
    private let workers: [ClassifyWorker]
    /// How many lines have been answered.
    private(set) var lineCount = 0
    /// How many lines could not be read.
    private(set) var badLines = 0

    /// How many bytes are worth handing to each core at a time. What it writes of them, three times as much, is not more than a
    /// core's cache holds, and a first block touches no more memory.
    private static let share = 65_536

    /// How many bytes are best classified at a time.
    var blockSize: Int { Self.share * workers.count }

    /// Blocks below this size are not worth waking other cores for.
    private static let smallBlock = 32_768

    init(count: Int) {
        workers = (0..<count).map { _ in ClassifyWorker() }
    }

    /// Answers the lines in a piece of the bytes; all of them end with a line end, apart from the last of all.
    func classify(_ bytes: [UInt8], _ lines: Range<Int>) {
        let shares = lines.count < Self.smallBlock ? [lines] : Self.shares(of: lines, in: bytes, count: workers.count)
        if shares.count == 1 {
            workers[0].classify(bytes, shares[0])
        } else {
            let workers = workers
            DispatchQueue.concurrentPerform(iterations: shares.count) { workers[$0].classify(bytes, shares[$0]) }
        }
        for worker in workers[..<shares.count] { write(worker) }
    }

    private func write(_ worker: ClassifyWorker) {
        worker.take { result in
            Output.write(result.output)
            for (index, fault) in result.faults.enumerated() where badLines + index < ClassifyWorker.reportedLines {
                Output.error("line \(lineCount + fault.line): \(fault.reason)")
            }
            lineCount += result.lineCount
            badLines += result.badLines
        }
    }

    /// Pieces of about the same size that end where lines do.
    static func shares(of lines: Range<Int>, in bytes: [UInt8], count: Int) -> [Range<Int>] {
        var shares: [Range<Int>] = []
        var start = lines.lowerBound
        for share in 1...count where start < lines.upperBound {
            var end = share == count ? lines.upperBound : max(start, lines.lowerBound + lines.count / count * share)
            while end < lines.upperBound, end == start || bytes[end - 1] != 0x0A { end += 1 }
            shares.append(start..<end)
            start = end
        }
        return shares
    }
}
