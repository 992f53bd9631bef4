import ArgumentParser
import ByteText
import CommandFiles
import Replay
import Server
import Terminal
import Threads

struct Classify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "classify",
        abstract: "Classifies user agents: platform, version, form factor, in-app browser, bot, store, browser.",
        discussion: """
            Reads user agents, one per line, or JSON objects with "user_agent" and "headers"; writes one JSON object \
            per line, in the same order. Uses all cores and constant memory. On a terminal it shows its progress on \
            standard error. A line that begins with { and is not such an object results in {"error": …} and is \
            counted. Exit code 0; 2 for such lines, usage or I/O errors.

            With --rules, agents are classified with the device corrections of that directory (article “Correcting \
            devices”). Lines then also contain the app's name and what changes, and the changes are counted on \
            standard error.

            Examples:
              fingerpost classify --batch agents.txt
              fingerpost classify --rules rules --batch agents.txt
              fingerpost classify < agents.txt
            """)

    @Option(help: "The file to read (default: -, standard input).")
    var batch = "-"

    @Option(help: "The number of cores to use (default: all).")
    var workers: Int?

    @OptionGroup var rules: RulesOption

    @OptionGroup var terminal: TerminalOption

    func validate() throws {
        if let workers, !(1...256).contains(workers) { throw ValidationError("--workers must be from 1 to 256") }
    }

    func run() throws {
        let count = workers ?? Processors.count
        let corrections = try rules.rules.map(RulesOption.corrections)
        if let place = rules.rules, corrections?.isEmpty ?? false {
            Output.error("\(place): no device corrections: see `devices` in fingerpost.yaml")
        }
        let classifier = ParallelClassifier(
            count: count, trying: corrections, write: { Output.write($0) },
            report: { Output.error("line \($0): \($1)") })
        var blocks = try BlockReader(path: batch, blockSize: classifier.blockSize)
        var progress = ProgressLine()
        Interruption.expect()
        do {
            while let lines = try blocks.next() {
                classifier.classify(blocks.bytes, lines)
                progress.show(lines: classifier.lineCount)
            }
        } catch {
            progress.clear()
            throw error
        }
        progress.clear()
        Interruption.endIfInterrupted()
        if rules.rules != nil { Self.show(classifier.changes, of: classifier.lineCount) }
        guard classifier.badLines > 0 else { return }
        Output.error("\(grouped(classifier.badLines)) of \(counted(classifier.lineCount, "line")) could not be read")
        throw ExitCode(2)
    }

    /// Counts the changes on standard error, the most frequent ones first.
    private static func show(_ changes: [String: Int], of lines: Int) {
        let changed = changes.values.reduce(0, +)
        Output.error("\(grouped(changed)) of \(counted(lines, "agent")) changed")
        let sorted = changes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        for (change, count) in sorted { Output.error("\(grouped(count))\t\(change)") }
    }
}
