import ByteText
import Replay
import Terminal

extension ProgressLine {
    /// Shows the progress of a replay, with the remaining time if it is known.
    mutating func show(_ progress: ReplayProgress) {
        show { _ in
            var text = "\(counted(progress.lines, "line")), \(grouped(Int(progress.rate)))/s"
            if let inAll = progress.bytesInAll, inAll > 0, let left = progress.secondsLeft {
                text += ", \(progress.bytesRead * 100 / inAll) %, \(Self.duration(Int(left.rounded(.up)))) left"
            }
            return text
        }
    }

    /// `1:05` for 65 seconds.
    private static func duration(_ seconds: Int) -> String {
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }
}
