import ByteText
import Links
import LogFormats

/// The first bad lines of each kind, and each file that was not read to its end. Each worker reads its blocks in order,
/// so the overall first lines are among the first lines of each worker.
struct BadLineSamples: Sendable {
    private struct Sample: Sendable {
        var fault: LineFault
        var place: LinePlace
        var text: String
    }

    /// The number of lines kept per kind.
    static let limit = 5
    /// The maximum length of a kept line, in bytes.
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

    /// The samples in order, with their line numbers.
    func lines(of inputs: [LogInput], _ numbers: LineNumbers) -> [BadLine] {
        samples.map { sample in
            BadLine(
                fault: sample.fault, path: inputs[Int(sample.place.input)].name,
                number: numbers.number(of: sample.place),
                text: sample.text)
        }
    }
}
