import Glibc
import Replay

/// A line on a terminal's standard error that says how far a long command is. Elsewhere it does nothing.
struct ProgressLine {
    private let isShown: Bool
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var last: ContinuousClock.Instant

    /// - Parameter resultsComeLater: Whether nothing is printed while the line is shown. Results on the same terminal would
    ///   be torn apart by it.
    init(resultsComeLater: Bool = false) {
        isShown = isatty(STDERR_FILENO) == 1 && (resultsComeLater || isatty(STDOUT_FILENO) == 0)
        start = clock.now
        last = start
    }

    /// Shows the number of lines done, a few times a second.
    mutating func show(lines: Int) {
        guard isShown, last.duration(to: clock.now) > .milliseconds(250) else { return }
        last = clock.now
        let rate = Double(lines) / (start.duration(to: last) / .seconds(1))
        Output.status("\(Self.grouped(lines)) lines, \(Self.grouped(Int(rate))) a second")
    }

    /// Shows how far a replay is, with the time left where that is known.
    mutating func show(_ progress: ReplayProgress) {
        guard isShown, last.duration(to: clock.now) > .milliseconds(250) else { return }
        last = clock.now
        var text = "\(Self.grouped(progress.lines)) lines, \(Self.grouped(Int(progress.rate))) a second"
        if let inAll = progress.bytesInAll, inAll > 0, let left = progress.secondsLeft {
            text += ", \(progress.bytesRead * 100 / inAll) %, \(Self.duration(Int(left.rounded(.up)))) left"
        }
        Output.status(text)
    }

    /// `1:05` for 65 seconds.
    static func duration(_ seconds: Int) -> String {
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }

    func clear() {
        if isShown { Output.status("") }
    }

    /// A number with its digits in groups of three.
    static func grouped(_ number: Int) -> String { Numbers.grouped(number) }
}
