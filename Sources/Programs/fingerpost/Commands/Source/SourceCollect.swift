import ArgumentParser
import ByteText
import Glibc
import LinkSource
import Terminal

struct SourceCollect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "collect",
        abstract: "Removes links from a source that were deleted long ago.",
        discussion: """
            A deleted link reserves its code, which can be used again after this. Counts, portions of max_clicks and \
            fingerprints of such links are removed as well. A node that was offline before the deletion resyncs \
            the affected shards. Exit code 0; 2 for usage errors, or if the source can't be reached.

            Examples:
              fingerpost source collect --older-than 365d
            """)

    @OptionGroup var option: SourceOption

    @Option(help: "The minimum age of the deletion: 365d, 12h or 30m.")
    var olderThan: String

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        guard let seconds = Self.seconds(olderThan) else {
            throw Failure("--older-than: \(olderThan) is not a duration; write 365d, 12h or 30m")
        }
        let limit = Int64(time(nil)) - seconds
        let count = try option.ask { source in try await source.collect(before: limit) }
        Output.line("\(counted(count, "deleted link")) removed")
    }

    private static func seconds(_ text: String) -> Int64? {
        guard let unit = text.last, let factor = ["d": 86_400, "h": 3_600, "m": 60, "s": 1][unit] as Int64?,
            let count = Int64(text.dropLast()), (0...100_000_000).contains(count)
        else { return nil }
        return count * factor
    }
}
