/// The rotation schedule of a key ring. All times are in seconds.
public struct KeySchedule: Sendable, Equatable {
    /// The time for which a key seals.
    public let period: Int64
    /// The time for which a key opens after its successor has started: the longest time that a node may be disconnected
    /// from the source, plus the lifetime of the sealed data.
    public let overlap: Int64
    /// The overlap after a rotation of keys that may be compromised.
    public let shortOverlap: Int64
    /// The time between the distribution of a key and its start. A node that is disconnected for less can open the
    /// other nodes' data.
    var lead = KeySchedule.notice
    /// The minimum time between the distribution of a key and its start: several polls of all nodes.
    static let notice: Int64 = 60

    /// Keys for pages, which are valid for five minutes. A node may be disconnected from the source for twelve hours.
    public static let pages = KeySchedule(
        period: 12 * 3600, overlap: 12 * 3600, shortOverlap: 600, lead: 12 * 3600)
    /// Keys for TLS session tickets, which are valid for two hours. An old key only saves a full handshake.
    public static let tickets = KeySchedule(period: 3600, overlap: 2 * 3600 + 600, shortOverlap: 60)
}
