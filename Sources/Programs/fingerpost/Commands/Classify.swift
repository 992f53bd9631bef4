import Threads
import Server
import ArgumentParser

struct Classify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says what device a user agent is: platform, version, form factor, in-app browser, bot.",
        discussion: """
            Reads user agents, one a line, or JSON objects with "user_agent" and "headers"; writes one JSON object a line, \
            in the same order. Works on all cores and in constant memory, however long the input is. On a terminal it says \
            on standard error how far it is. Exit code 0; 2 for bad usage or I/O.
            """)

    @Option(help: "The file to read; - is standard input, the default.")
    var batch = "-"

    @Option(help: "How many cores to use (default: all).")
    var workers: Int?

    func validate() throws {
        if let workers, !(1...256).contains(workers) { throw ValidationError("--workers takes 1 to 256") }
    }

    func run() throws {
        let count = workers ?? Processors.count
        let crew = ClassifyCrew(count: count)
        var blocks = try BlockReader(path: batch)
        var progress = ProgressLine()
        Interruption.expect()
        do {
            while let lines = try blocks.next() {
                try crew.classify(blocks.bytes, lines)
                progress.show(lines: crew.lineCount)
            }
        } catch {
            progress.clear()
            throw error
        }
        progress.clear()
        Interruption.endIfInterrupted()
    }
}
