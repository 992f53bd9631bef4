import ArgumentParser
import Locations

/// The files that say where addresses are.
struct GeoOption: ParsableArguments {
    @Option(
        help: "A geolocation file in MaxMind's format, such as GeoLite2-City.mmdb; repeatable.",
        completion: .file())
    var geo: [String] = []

    /// The files, opened; nil where none is given.
    func locations() throws -> Locations? { geo.isEmpty ? nil : try locations(stated: nil) }

    /// The files, opened, beside what is stated of all clients.
    func locations(stated: StatedPlace?) throws -> Locations {
        do throws(LocationFault) { return try Locations(geo, stated: stated) } catch {
            throw Failure("--geo: \(error)")
        }
    }
}
