import Devices

/// The field values with which a site requests client hints from browsers.
public struct AskedHints: Sendable {
    /// `Accept-CH` (RFC 8942, section 3.1).
    public let accept: [UInt8]
    /// `Critical-CH` (Client Hints Reliability, section 3); `nil` if no hint is critical.
    public let critical: [UInt8]?

    /// `nil` if a site requests no hints. Critical hints are requested implicitly.
    init?(_ devices: SiteDevices) {
        let all = HighEntropyHint.allCases.filter { devices.hints.contains($0) || devices.criticalHints.contains($0) }
        guard !all.isEmpty else { return nil }
        accept = Self.list(all)
        critical = devices.criticalHints.isEmpty ? nil : Self.list(devices.criticalHints)
    }

    private static func list(_ hints: [HighEntropyHint]) -> [UInt8] {
        Array(hints.map(\.field.description).joined(separator: ", ").utf8)
    }
}
