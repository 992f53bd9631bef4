import ArgumentParser
import Locations
import Terminal

/// The geolocation files.
struct GeoOption: ParsableArguments {
    @Option(
        help: "A geolocation file in MaxMind's format, such as GeoLite2-City.mmdb; repeatable.",
        completion: .file())
    var geo: [String] = []

    /// The opened files, or `nil` if none are given.
    func locations() throws -> Locations? { geo.isEmpty ? nil : try locations(stated: nil) }

    /// The opened files, combined with the location given for all clients.
    func locations(stated: StatedPlace?) throws -> Locations {
        do throws(LocationFault) { return try Locations(geo, stated: stated) } catch {
            throw Failure("--geo: \(error)")
        }
    }
}
