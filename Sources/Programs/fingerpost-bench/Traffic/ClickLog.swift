/// Writes clicks as an access log in the combined format. The output is determined by the seed and the clicks.
struct ClickLog {
    private var draw: Draw
    private var second = 0

    init(seed: UInt64) { draw = Draw(seed: seed) }

    /// Appends a line for a click.
    mutating func append(_ click: Click, to bytes: inout [UInt8]) {
        if draw.number(below: 50) == 0 { second += 1 }
        let address = (0..<3).map { _ in ".\(draw.number(below: 256))" }.joined()
        bytes += "10\(address) - - [\(time)] \"GET \(click.target) HTTP/1.1\" 302 \(draw.number(below: 900)) ".utf8
        bytes += "\"-\" \"\(click.agent)\"\n".utf8
    }

    private var time: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hour, minute) = (second / 3600 % 24, second / 60 % 60)
        return "21/Nov/2026:\(two(hour)):\(two(minute)):\(two(second % 60)) +0000"
    }
}
