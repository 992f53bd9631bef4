import ByteText
import Glibc
import Replay

/// The progress of a long command, on a terminal's standard error. If it is not a terminal, nothing is shown.
struct ProgressLine {
    private let isShown: Bool
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var last: ContinuousClock.Instant

    /// - Parameter besideResults: Whether results are written to standard output at the same time. Nothing is shown if
    ///   both are the same terminal.
    init(besideResults: Bool = true) {
        isShown = isatty(STDERR_FILENO) == 1 && (!besideResults || isatty(STDOUT_FILENO) == 0)
        start = clock.now
        last = start
    }

    /// Shows the number of processed lines, a few times a second.
    ///
    /// - Parameter part: The fraction of the whole, from 0 to 1, or `nil` if the whole is unknown.
    mutating func show(lines: Int, part: Double? = nil) {
        guard isShown, last.duration(to: clock.now) > .milliseconds(250) else { return }
        last = clock.now
        let rate = Double(lines) / (start.duration(to: last) / .seconds(1))
        Output.status("\(part.map(Self.bar) ?? "")\(counted(lines, "line")), \(Self.grouped(Int(rate)))/s")
    }

    /// `[#####               ]  25 %  `.
    private static func bar(_ part: Double) -> String {
        let filled = Int(max(0, min(1, part)) * 20)
        let percent = String(Int(part * 100))
        return "[" + String(repeating: "#", count: filled) + String(repeating: " ", count: 20 - filled) + "] "
            + String(repeating: " ", count: max(0, 3 - percent.count)) + percent + " %  "
    }

    /// Shows the progress of a replay, with the remaining time if it is known.
    mutating func show(_ progress: ReplayProgress) {
        guard isShown, last.duration(to: clock.now) > .milliseconds(250) else { return }
        last = clock.now
        var text = "\(counted(progress.lines, "line")), \(Self.grouped(Int(progress.rate)))/s"
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

    /// Shows the current step instead of the progress.
    func say(_ text: String) {
        if isShown { Output.status(text) }
    }

    func clear() {
        if isShown { Output.status("") }
    }

    /// A number with digits in groups of three.
    static func grouped(_ number: Int) -> String { ByteText.grouped(number) }
}
