import ByteText
import Links
import LogFormats

/// The first bad lines of each kind, and each file that was not read to its end. A worker reads blocks in order, so the
/// first lines overall are among each worker's first ones.
struct BadLineSamples: Sendable {
    private struct Sample: Sendable {
        var fault: LineFault
        var place: LinePlace
        var text: String
    }

    /// How many are kept of each kind.
    static let limit = 5
    /// How much of a line is kept, in bytes.
    private static let longestText = 200

    private var samples: [Sample] = []

    mutating func add(_ fault: LineFault, at place: LinePlace, _ line: TextRange, in arena: borrowing ByteArena) {
        guard fault == .damaged || samples.count(where: { $0.fault == fault }) < Self.limit else { return }
        let text = Masking.beginning(of: line, in: arena, to: Self.longestText)
        samples.append(Sample(fault: fault, place: place, text: text))
    }

    mutating func add(_ other: BadLineSamples) {
        samples += other.samples
        samples.sort { $0.place < $1.place }
        var counts = LineCounts()
        samples.removeAll { sample in
            counts[sample.fault] += 1
            return sample.fault != .damaged && counts[sample.fault] > Self.limit
        }
    }

    /// The samples in order, with the numbers of their lines.
    func lines(of inputs: [LogInput], _ numbers: LineNumbers) -> [BadLine] {
        samples.map { sample in
            BadLine(
                fault: sample.fault, path: inputs[Int(sample.place.input)].name,
                number: numbers.number(of: sample.place),
                text: sample.text)
        }
    }
}
