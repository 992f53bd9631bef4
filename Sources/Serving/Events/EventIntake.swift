import Telemetry
import EventSpool

/// Takes complete lines from the workers' rings. Belongs to the event thread.
final class EventIntake {
    private let rings: [LogRing]
    /// The incomplete last lines, by ring.
    private var rests: [[UInt8]]
    /// The number of lines longer than the maximum length of an event.
    private(set) var tooLong = 0

    init(_ rings: [LogRing]) {
        self.rings = rings
        rests = rings.map { _ in [] }
    }

    /// Whether lines are waiting.
    var hasLines: Bool { rings.contains { $0.count > 0 } }

    /// Takes the waiting lines, without their line feeds, sorted by time; about the given number of bytes per ring at most.
    func lines(atMost bytes: Int) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for index in rings.indices {
            fill(index, atMost: bytes)
            split(index, into: &lines)
        }
        return rings.count > 1 ? Self.inOrder(lines) : lines
    }

    /// Moves the complete lines of a ring's bytes to the end of a list.
    private func split(_ index: Int, into lines: inout [[UInt8]]) {
        var start = 0
        while let end = rests[index][start...].firstIndex(of: 0x0A) {
            if end - start <= EventSpool.mostEventBytes - 64 {
                lines.append(Array(rests[index][start..<end]))
            } else {
                tooLong += 1
            }
            start = end + 1
        }
        // All at once: removing line by line would move the remaining bytes each time.
        rests[index].removeFirst(start)
    }

    /// Sorts lines by time; the sort is stable.
    static func inOrder(_ lines: [[UInt8]]) -> [[UInt8]] {
        let times = lines.map(time)
        let order = lines.indices.sorted { one, other in
            times[one] == times[other] ? one < other : times[one].lexicographicallyPrecedes(times[other])
        }
        return order.map { lines[$0] }
    }

    /// The time of a line, which is between the quotes of `{"type":"…","time":"…"` and has a fixed length; empty for another line.
    private static func time(of line: [UInt8]) -> ArraySlice<UInt8> {
        guard let type = line.dropFirst(9).firstIndex(of: UInt8(ascii: "\"")) else { return [] }
        return line.dropFirst(type + 10).prefix(27)
    }

    private func fill(_ index: Int, atMost bytes: Int) {
        var left = min(bytes, rings[index].count)
        while left > 0 {
            let count = unsafe rings[index].consume(atMost: left) { piece in
                // Safe: the piece is copied within the call.
                unsafe rests[index].append(contentsOf: piece)
                return piece.count
            }
            left -= count
        }
    }
}
