import ArgumentParser
import Locations

/// The files that say where addresses are.
struct GeoOption: ParsableArguments {
    @Option(
        help: "A file in MaxMind's format that says where addresses are, such as GeoLite2-City.mmdb; repeatable.",
        completion: .file())
    var geo: [String] = []

    /// The files, opened; nil where none is given.
    func locations() throws -> Locations? {
        guard !geo.isEmpty else { return nil }
        do throws(LocationFault) { return try Locations(geo) } catch { throw Failure("--geo: \(error)") }
    }
}
