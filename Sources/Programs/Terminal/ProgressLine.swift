import ByteText
import Glibc

/// The progress of a long command, on a terminal's standard error. If it is not a terminal, nothing is shown.
package struct ProgressLine: Sendable {
    private let isShown: Bool
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var last: ContinuousClock.Instant

    /// - Parameter withResults: Whether results are written to standard output at the same time. Nothing is shown if
    ///   both are the same terminal.
    package init(withResults: Bool = true) {
        isShown = isatty(STDERR_FILENO) == 1 && (!withResults || isatty(STDOUT_FILENO) == 0)
        start = clock.now
        last = start
    }

    /// Shows the number of processed lines, a few times a second.
    ///
    /// - Parameter part: The fraction of the whole, from 0 to 1, or `nil` if the whole is unknown.
    package mutating func show(lines: Int, part: Double? = nil) {
        let start = start
        show { now in
            let rate = Double(lines) / (start.duration(to: now) / .seconds(1))
            return "\(part.map(Self.bar) ?? "")\(counted(lines, "line")), \(grouped(Int(rate)))/s"
        }
    }

    /// Shows a text, a few times a second.
    package mutating func show(_ text: (ContinuousClock.Instant) -> String) {
        guard isShown, last.duration(to: clock.now) > .milliseconds(250) else { return }
        last = clock.now
        Output.status(text(last))
    }

    /// `[#####               ]  25 %  `.
    private static func bar(_ part: Double) -> String {
        let filled = Int(max(0, min(1, part)) * 20)
        let percent = String(Int(part * 100))
        return "[" + String(repeating: "#", count: filled) + String(repeating: " ", count: 20 - filled) + "] "
            + String(repeating: " ", count: max(0, 3 - percent.count)) + percent + " %  "
    }

    /// Shows the current step instead of the progress.
    package func say(_ text: String) {
        if isShown { Output.status(text) }
    }

    package func clear() {
        if isShown { Output.status("") }
    }
}
