import ByteText
import Glibc
import Threads

/// A bounded queue of events in the segment files of one directory, as readers see it. The oldest events are dropped if
/// the files exceed the limit.
///
/// One ``SpoolWriter`` appends to it. Readers keep their own positions, see complete events only, and never wait for
/// the writer. Appended events survive the end of the process; after a power loss, those that the system had written
/// out remain.
public final class EventSpool: Sendable {
    /// The maximum size of an event in bytes.
    public static let mostEventBytes = 128 << 10
    /// The bytes per read; an event always fits.
    private static let pieceBytes = 256 << 10

    struct Segment: Sendable {
        var number: Int
        var bytes = 0
        /// The number of events in the preceding segments.
        var before: Int
        var count = 0
        var first: EventID?

        var start: SpoolPosition { SpoolPosition(segment: number, offset: 0, number: before) }
        var end: SpoolPosition { SpoolPosition(segment: number, offset: bytes, number: before + count) }
    }

    /// The directory of the segment files, where readers keep their checkpoints.
    public let folder: String
    /// The maximum total size of the files in bytes.
    public let limit: Int
    /// Ordered by number; empty until a writer opens the spool.
    let segments = Locked<[Segment]>([])

    /// A spool that is not open yet.
    ///
    /// - Parameters:
    ///   - folder: The spool's directory, created by the writer.
    ///   - limit: The maximum total size of the files in bytes.
    public init(folder: String, limit: Int) { (self.folder, self.limit) = (folder, limit) }

    /// The position after the last event.
    public var end: SpoolPosition { segments.withLock { $0.last?.end ?? .start } }

    /// The total size of the files in bytes.
    public var bytes: Int { segments.withLock { $0.reduce(0) { $0 + $1.bytes } } }

    /// The number of events after a position that are still stored, and of those that have been dropped.
    public func backlog(from position: SpoolPosition) -> (kept: Int, lost: Int) {
        segments.withLock { segments in
            guard let first = segments.first, let end = segments.last?.end else { return (0, 0) }
            let lost = max(0, first.before - position.number)
            return (max(0, end.number - position.number - lost), lost)
        }
    }

    /// Reads up to `count` events after a position, in a read of at most 256 KiB.
    public func read(from position: SpoolPosition, atMost count: Int) -> SpoolPiece {
        var (piece, available) = segments.withLock { Self.place(position, in: $0) }
        guard available > 0 else { return piece }
        guard
            let bytes = SpoolFile.bytes(
                path(piece.next.segment), at: piece.next.offset, min(available, Self.pieceBytes))
        else { return piece }
        var offset = 0
        while piece.events.count < count, let found = SpoolFrame.event(in: bytes, at: offset) {
            piece.next.offset += found.next - offset
            piece.next.number += 1
            piece.events.append(found.event)
            piece.ends.append(piece.next)
            offset = found.next
        }
        return piece
    }

    /// The position to read from, and the bytes available there in its segment.
    private static func place(_ position: SpoolPosition, in segments: [Segment]) -> (SpoolPiece, available: Int) {
        var piece = SpoolPiece(next: position)
        guard let oldest = segments.first, let newest = segments.last else { return (piece, 0) }
        if position.segment < oldest.number {
            piece.lost = max(0, oldest.before - position.number)
            piece.next = oldest.start
        }
        for segment in segments where segment.number >= piece.next.segment {
            if segment.number > piece.next.segment { piece.next = segment.start }
            if piece.next.offset < segment.bytes || segment.number == newest.number {
                return (piece, segment.bytes - piece.next.offset)
            }
        }
        return (piece, 0)
    }

    /// The position after the event with an ID, and whether all later events are still stored.
    public func position(after id: EventID) -> (position: SpoolPosition, isWhole: Bool) {
        let segments = segments.withLock { $0 }
        guard let oldest = segments.first else { return (.start, true) }
        guard let segment = segments.last(where: { $0.first.map { $0 <= id } ?? false }) else {
            return (oldest.start, oldest.first == nil)
        }
        var place = segment.start
        while true {
            let piece = read(from: place, atMost: .max)
            for (event, end) in zip(piece.events, piece.ends) {
                guard let found = EventID(ofEvent: event), found <= id else { return (place, true) }
                place = end
            }
            if piece.events.isEmpty { return (place, true) }
        }
    }

    /// The position at an offset in a segment, as ``SpoolMark`` stores it; the nearest earlier position if there is
    /// none at it.
    func position(segment number: Int, offset: Int) -> SpoolPosition {
        let segments = segments.withLock { $0 }
        guard let segment = segments.first(where: { $0.number == number }) else {
            return segments.last(where: { $0.number < number })?.end ?? segments.first?.start ?? .start
        }
        var place = segment.start
        while place.offset < offset {
            let piece = read(from: place, atMost: .max)
            guard piece.next.segment == number, !piece.events.isEmpty else { break }
            for end in piece.ends where end.offset <= offset { place = end }
            if piece.next.offset > offset { break }
        }
        return place
    }

    func path(_ segment: Int) -> String {
        let digits = String(segment)
        return "\(folder)/\(String(repeating: "0", count: max(0, 12 - digits.count)))\(digits).events"
    }
}
