public import ArgumentParser
import CommandFiles
public import EdgeMap
import Terminal

extension MapFormat: ExpressibleByArgument {}

/// `--against-map` and `--for`.
struct MapComparisonOptions: ParsableArguments {
    @Option(
        help:
            "Compare with this table of fingerpost export, and report the clicks that it leads elsewhere (needs --for).",
        completion: .file())
    var againstMap: String?

    @Option(name: .customLong("for"), help: "The format of the table of --against-map.")
    var format: MapFormat?

    func validate() throws {
        if (againstMap == nil) != (format == nil) { throw ValidationError("--against-map and --for belong together") }
    }

    /// The table to compare with; `nil` without the options.
    func map() throws -> EdgeMap? {
        guard let againstMap, let format else { return nil }
        var lines = try LineReader(path: againstMap)
        var text = ""
        while let line = try lines.next() { text += String(decoding: line, as: UTF8.self) + "\n" }
        let map: EdgeMap
        do throws(MapLineFault) { map = try EdgeMap(reading: text, format) } catch {
            throw Failure("\(againstMap): \(error)")
        }
        guard map.count > 0 else {
            throw Failure("\(againstMap): contains no link; is it a table for \(format.rawValue)?")
        }
        return map
    }
}
