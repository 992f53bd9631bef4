package import Devices
import Dispatch

/// Classifies blocks of lines on several cores, and writes the results in line order.
package final class ParallelClassifier {
    private let workers: [LineClassifier]
    /// The number of processed lines.
    package private(set) var lineCount = 0
    /// The number of invalid lines.
    package private(set) var badLines = 0
    /// The number of agents that corrections classify differently, by their changes.
    package private(set) var changes: [String: Int] = [:]

    /// The number of bytes per core and block. The output, three times as large, still fits a core's cache, and a first
    /// block touches no additional memory.
    private static let share = 65_536

    /// The best block size for ``classify(_:_:)``.
    package var blockSize: Int { Self.share * workers.count }

    /// Blocks below this size are processed on one core, since waking others costs more.
    private static let smallBlock = 32_768

    private let write: ([UInt8]) -> Void
    private let report: (_ line: Int, _ reason: String) -> Void

    /// - Parameters:
    ///   - count: The number of cores.
    ///   - corrections: Corrections to try, or `nil` for none.
    ///   - write: Writes results.
    ///   - report: Reports some of the invalid lines: the number of the line, and the reason.
    package init(
        count: Int, trying corrections: [DeviceCorrection]? = nil, write: @escaping ([UInt8]) -> Void,
        report: @escaping (_ line: Int, _ reason: String) -> Void
    ) {
        (self.write, self.report) = (write, report)
        let corrected = corrections.map { DeviceClassifier(corrections: $0) }
        workers = (0..<count).map { _ in LineClassifier(corrected: corrected) }
    }

    /// Classifies the lines in a range of the bytes. All of them end with a line end, except possibly the last one.
    package func classify(_ bytes: [UInt8], _ lines: Range<Int>) {
        let shares = lines.count < Self.smallBlock ? [lines] : Self.shares(of: lines, in: bytes, count: workers.count)
        if shares.count == 1 {
            workers[0].classify(bytes, shares[0])
        } else {
            let workers = workers
            DispatchQueue.concurrentPerform(iterations: shares.count) { workers[$0].classify(bytes, shares[$0]) }
        }
        for worker in workers[..<shares.count] { finish(worker) }
    }

    private func finish(_ worker: LineClassifier) {
        worker.take { result in
            write(result.output)
            for (index, fault) in result.faults.enumerated() where badLines + index < LineClassifier.reportedLines {
                report(lineCount + fault.line, fault.reason)
            }
            lineCount += result.lineCount
            badLines += result.badLines
            changes.merge(result.changes, uniquingKeysWith: +)
        }
    }

    /// Ranges of about equal size that end at line ends.
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
