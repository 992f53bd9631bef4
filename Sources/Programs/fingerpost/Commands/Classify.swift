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

            Examples:
              fingerpost classify --batch agents.txt
              fingerpost classify < agents.txt
            """)

    @Option(help: "The file to read (default: -, standard input).")
    var batch = "-"

    @Option(help: "The number of cores to use (default: all).")
    var workers: Int?

    @OptionGroup var terminal: TerminalOption

    func validate() throws {
        if let workers, !(1...256).contains(workers) { throw ValidationError("--workers must be from 1 to 256") }
    }

    func run() throws {
        let count = workers ?? Processors.count
        let classifier = ParallelClassifier(
            count: count, write: { Output.write($0) }, report: { Output.error("line \($0): \($1)") })
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
        guard classifier.badLines > 0 else { return }
        Output.error("\(grouped(classifier.badLines)) of \(counted(classifier.lineCount, "line")) could not be read")
        throw ExitCode(2)
    }
}
