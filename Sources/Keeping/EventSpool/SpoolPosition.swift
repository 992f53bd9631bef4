/// A position between two events of a spool.
public struct SpoolPosition: Sendable, Hashable, Comparable {
    /// The number in the segment's file name.
    var segment: Int
    /// The byte offset in the segment.
    var offset: Int
    /// The number of events before it, including those already in the spool when it was opened.
    public internal(set) var number: Int

    /// The position before all events.
    public static let start = SpoolPosition(segment: 0, offset: 0, number: 0)

    /// Whether one position precedes the other.
    public static func < (one: SpoolPosition, other: SpoolPosition) -> Bool {
        (one.segment, one.offset) < (other.segment, other.offset)
    }
}

/// The result of one read.
public struct SpoolPiece: Sendable {
    /// The texts of the events, each a JSON object that begins with the event's ID.
    public var events: [[UInt8]] = []
    /// The position after each event.
    public var ends: [SpoolPosition] = []
    /// The position to continue from.
    public var next: SpoolPosition
    /// The number of events after the requested position that have been dropped.
    public var lost = 0
}
