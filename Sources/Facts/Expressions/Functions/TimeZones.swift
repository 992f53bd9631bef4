import ByteText
import Foundation

/// Time zones by name, for date functions with a zone argument. The only use of Foundation in this module.
enum TimeZones {
    /// The offset in seconds east of UTC at a point in time; `nil` if the zone does not exist. Accepts `UTC`, `+01:00` and
    /// names of the tz database.
    static func offset(of zone: String, at seconds: Int64) -> Int? {
        let bytes = Array(zone.utf8)
        // The sign is optional here, unlike in timestamps.
        if let offset = Timestamp.offset(bytes.span) ?? Timestamp.hoursAndMinutes(bytes.span) { return offset }
        let date = Date(timeIntervalSince1970: Double(seconds))
        return TimeZone(identifier: zone)?.secondsFromGMT(for: date)
    }

    /// A hint for an invalid time zone: the closest name, or the accepted forms.
    static func hint(for zone: String) -> String {
        suggestion(for: zone, among: TimeZone.knownTimeZoneIdentifiers)
            ?? "write a zone as `Europe/Berlin`, `UTC` or `+01:00`"
    }
}
