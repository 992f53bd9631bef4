import ArgumentParser
import ByteText
import CommandFiles
import Replay
import Terminal

/// `merge`: adds up the output of `replay --partial` from many machines or runs.
struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merges the parts written by replay --partial.",
        discussion: """
            A file may contain several parts, one per line; - is standard input. The order does not matter: the result is \
            byte for byte that of one replay of all logs. Parts of other rules or conditions, and parts that are damaged \
            or truncated, are reported, and no result is printed. Exit code 0; 1 if --fail-on-change finds a change; 2 for bad \
            parts, parts without a decision, usage or I/O errors.

            Examples:
              fingerpost merge part1.json part2.json --report report.html
              cat parts/* | fingerpost merge -
            """)

    @Argument(help: "The parts.")
    var parts: [String] = []

    @OptionGroup var reporting: ReportOptions

    @OptionGroup var terminal: TerminalOption

    func validate() throws {
        guard !parts.isEmpty else { throw ValidationError("missing parts to merge; - is standard input") }
    }

    func run() throws {
        try reporting.checkPlaces(inputs: parts)
        var merger = PartMerger()
        for path in parts { try merger.take(path) }
        guard merger.faults.isEmpty else { throw Failure(lines: merger.faults) }
        guard let sums = merger.sums else { throw Failure("no parts to merge") }
        try reporting.finish(sums, sources: [counted(merger.count, "part")])
        if let emptiness = sums.emptiness { throw Failure(emptiness) }
    }
}

/// Adds up parts and collects their faults.
private struct PartMerger {
    private(set) var sums: ReplaySums?
    private(set) var faults: [String] = []
    private(set) var count = 0
    /// The first place of each checksum: a repeated part would be counted twice.
    private var places: [[UInt8]: String] = [:]
    private static let checkCount = 80

    /// Adds the parts of a file.
    mutating func take(_ path: String) throws {
        let before = count
        var lines = try LineReader(path: path)
        while let text = try lines.next() {
            // Hadoop appends a tab to lines.
            let line = text.trimmingBlanks
            guard !line.isEmpty else { continue }
            count += 1
            take(line, at: "\(path == "-" ? "standard input" : path):\(lines.lineNumber)")
        }
        if count == before { faults.append("\(path): contains no part; was replay --partial interrupted?") }
    }

    private mutating func take(_ line: [UInt8], at place: String) {
        do throws(PartFault) {
            let part = try ReplaySums(part: line.span)
            if let first = places.updateValue(place, forKey: line.suffix(Self.checkCount)), part.counts.lines > 0 {
                Output.error("\(place): warning: same part as \(first); its lines are counted twice")
            }
            add(part, at: place)
        } catch {
            faults.append("\(place): \(error)")
        }
    }

    private mutating func add(_ part: ReplaySums, at place: String) {
        guard sums != nil else {
            sums = part
            return
        }
        do throws(SumsMismatch) {
            try sums?.merge(part)
        } catch {
            faults.append("\(place): can't be merged with the parts before it: \(error)")
        }
    }
}

extension [UInt8] {
    /// The bytes without trailing blanks, tabs and carriage returns.
    fileprivate var trimmingBlanks: [UInt8] {
        Array(self[..<((lastIndex { !" \t\r".utf8.contains($0) } ?? -1) + 1)])
    }

    fileprivate func suffix(_ count: Int) -> [UInt8] { Array(self[Swift.max(0, self.count - count)...]) }
}
