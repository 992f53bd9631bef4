import ArgumentParser
import LogFormats
import Replay
import Server
import Terminal
import Threads

/// The logs that a replay reads, and their format.
struct ReplayReadingOptions: ParsableArguments {
    @Argument(
        help: "The logs, plain or compressed with gzip or zstd; patterns such as 'logs/*.gz'; - is standard input.")
    var logs: [String] = []

    @Option(
        help: "auto, a format name (see above), or a pattern or directive of nginx (log_format) or Apache (LogFormat).")
    var format = "auto"

    @Option(help: "The requested host, if the log does not contain it.")
    var host: String?

    @OptionGroup var geo: GeoOption

    @Option(help: "The number of cores to use (default: all).")
    var workers: Int?

    @Flag(help: "Keep reading the last log as it grows, through rotation and truncation, until Ctrl-C.")
    var follow = false

    func validate() throws {
        if let workers, !(1...256).contains(workers) { throw ValidationError("--workers must be from 1 to 256") }
        if let host, host.isEmpty || host.contains(where: { "/:?#@ ".contains($0) }) {
            throw ValidationError("--host must be a host such as example.page.link, without a scheme, port or path")
        }
    }

    /// The settings given by the options. Opens each log once.
    func settings(_ selection: LineSelection) throws -> ReplaySettings {
        let locations = try geo.locations()
        do {
            var settings = ReplaySettings(
                inputs: try LogInput.expanding(logs), format: try LogFormat.parse(format), host: host?.lowercased(),
                workers: workers ?? Processors.count, follows: follow)
            settings.locations = locations
            settings.selection = selection
            return settings
        } catch {
            throw Failure("\(error)")
        }
    }
}
