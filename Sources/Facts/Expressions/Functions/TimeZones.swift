import ByteText
import Foundation

/// Time zones by name: the only door to Foundation here, used by date functions that are given a zone.
enum TimeZones {
    /// Seconds east of UTC at a point in time; nil for what is not a zone. Accepts `UTC`, `+01:00` and names of the tz
    /// database.
    static func offset(of zone: String, at seconds: Int64) -> Int? {
        let bytes = Array(zone.utf8)
        // The sign may be missing here, unlike in a time.
        if let offset = Timestamp.offset(bytes.span) ?? Timestamp.hoursAndMinutes(bytes.span) { return offset }
        let date = Date(timeIntervalSince1970: Double(seconds))
        return TimeZone(identifier: zone)?.secondsFromGMT(for: date)
    }

    /// The zone that was probably meant by a name that is not one.
    static func hint(for zone: String) -> String {
        suggestion(for: zone, among: TimeZone.knownTimeZoneIdentifiers)
            ?? "write a zone as `Europe/Berlin`, `UTC` or `+01:00`"
    }
}
