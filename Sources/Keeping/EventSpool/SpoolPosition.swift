/// A place between two events of a spool.
public struct SpoolPosition: Sendable, Hashable, Comparable {
    /// The number in the name of the file.
    var segment: Int
    /// The byte of the file.
    var offset: Int
    /// How many events of the spool are before it, those that were there when it was opened included.
    public internal(set) var number: Int

    /// Before all events.
    public static let start = SpoolPosition(segment: 0, offset: 0, number: 0)

    /// Whether the one place is before the other.
    public static func < (one: SpoolPosition, other: SpoolPosition) -> Bool {
        (one.segment, one.offset) < (other.segment, other.offset)
    }
}

/// What was read of a spool at once.
public struct SpoolPiece: Sendable {
    /// The texts of the events, each a JSON object that begins with the event's name.
    public var events: [[UInt8]] = []
    /// The place behind each of the events.
    public var ends: [SpoolPosition] = []
    /// Where to read on.
    public var next: SpoolPosition
    /// How many events there had been at the place to read from that are no longer kept.
    public var lost = 0
}
