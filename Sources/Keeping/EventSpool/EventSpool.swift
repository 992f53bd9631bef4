import ByteText
import Glibc
import Threads

/// Events in files of one folder, the oldest given up when they take too much room: what readers see of it.
///
/// One ``SpoolWriter`` adds to it. Readers keep their own places, see whole events only, and never wait for the writer.
/// Whatever the writer has added survives the end of the process, and as much as the system has written by then a loss of power.
public final class EventSpool: Sendable {
    /// The most bytes that an event may have.
    public static let mostEventBytes = 128 << 10
    /// How much is read at once, at least one event.
    private static let pieceBytes = 256 << 10

    struct Segment: Sendable {
        var number: Int
        var bytes = 0
        /// How many events are in the segments before.
        var before: Int
        var count = 0
        var first: EventID?

        var start: SpoolPosition { SpoolPosition(segment: number, offset: 0, number: before) }
        var end: SpoolPosition { SpoolPosition(segment: number, offset: bytes, number: before + count) }
    }

    /// The directory of its files, where readers keep what they need to go on.
    public let folder: String
    /// How many bytes may be kept.
    public let limit: Int
    /// In the order of their numbers; none before a writer has opened the spool.
    let segments = Locked<[Segment]>([])

    /// A spool that nobody has opened yet.
    ///
    /// - Parameters:
    ///   - folder: Its directory; the writer makes it.
    ///   - limit: How many bytes its files may have together.
    public init(folder: String, limit: Int) { (self.folder, self.limit) = (folder, limit) }

    /// The place behind the last event.
    public var end: SpoolPosition { segments.withLock { $0.last?.end ?? .start } }

    /// How many bytes the files have.
    public var bytes: Int { segments.withLock { $0.reduce(0) { $0 + $1.bytes } } }

    /// How many events follow a place, and how many that did are no longer kept.
    public func backlog(from position: SpoolPosition) -> (kept: Int, lost: Int) {
        segments.withLock { segments in
            guard let first = segments.first, let end = segments.last?.end else { return (0, 0) }
            let lost = max(0, first.before - position.number)
            return (max(0, end.number - position.number - lost), lost)
        }
    }

    /// Reads events from a place on, as many as there are but no more than that, and about 256 KiB.
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

    /// Where to read for a place, and how many bytes there are from there on in its file.
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

    /// The place behind the event of a name, and whether everything after it is still kept.
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

    /// The place of a segment and a byte, as ``SpoolMark`` has kept it; the nearest before it where there is none such.
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
