/// How the keys of a ring follow one another. All in seconds.
public struct KeySchedule: Sendable, Equatable {
    /// How long a key seals.
    public let period: Int64
    /// How long it opens after the next one has begun: for as long as a node may be without the source, and what it sealed
    /// last is good.
    public let overlap: Int64
    /// The same, where keys are changed because they may be in the wrong hands.
    public let shortOverlap: Int64
    /// How long before its time the next key is there: a node that is without the source for less opens what the others seal.
    var lead = KeySchedule.notice
    /// How long before a key seals it is there at least: several looks of all nodes.
    static let notice: Int64 = 60

    /// Keys of pages, which are good for five minutes. A node may be without the source for twelve hours.
    public static let pages = KeySchedule(
        period: 12 * 3600, overlap: 12 * 3600, shortOverlap: 600, lead: 12 * 3600)
    /// Keys of TLS session tickets, which are good for two hours: what an old key opens is a whole handshake less.
    public static let tickets = KeySchedule(period: 3600, overlap: 2 * 3600 + 600, shortOverlap: 60)
}
