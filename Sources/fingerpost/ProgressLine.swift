import Glibc

/// A line on a terminal's standard error that says how far a long command is. Elsewhere it does nothing.
struct ProgressLine {
    private let isShown: Bool
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var last: ContinuousClock.Instant

    init() {
        // Results on the same terminal would be torn apart by it.
        isShown = isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) == 0
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

    func clear() {
        if isShown { Output.status("") }
    }

    /// A number with its digits in groups of three.
    static func grouped(_ number: Int) -> String {
        let digits = String(number)
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { result += "," }
            result.append(digit)
        }
        return result
    }
}
