import Devices

/// The values of the fields with which a site asks browsers for client hints.
public struct AskedHints: Sendable {
    /// `Accept-CH` (RFC 8942, section 3.1).
    public let accept: [UInt8]
    /// `Critical-CH` (Client Hints Reliability, section 3); nil where no hint is critical.
    public let critical: [UInt8]?

    /// Nil where a site asks for nothing. Who calls a hint critical asks for it, too.
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
