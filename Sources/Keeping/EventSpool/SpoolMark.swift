import ByteText
import Glibc
import Threads

/// A reader's checkpoint: its position, stored in a file next to the events and restored after a restart.
///
/// After a crash it may be some events behind, never ahead. Events read twice have the same IDs.
public struct SpoolMark: Sendable {
    private let spool: EventSpool
    private let path: String

    /// The checkpoint of the reader with a name.
    public init(_ name: String, of spool: EventSpool) {
        self.spool = spool
        path = "\(spool.folder)/\(name).mark"
    }

    /// The stored position, or the oldest event if there is none. The spool must be open.
    public func load() -> SpoolPosition {
        let text = String(decoding: SpoolFile.bytes(path, at: 0, 64) ?? [], as: UTF8.self)
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard numbers.count == 2 else { return spool.segments.withLock { $0.first?.start ?? .start } }
        return spool.position(segment: numbers[0], offset: numbers[1])
    }

    /// Stores a position atomically.
    public func keep(_ position: SpoolPosition) throws(SpoolFault) {
        let new = "\(path).new"
        let descriptor = try SpoolFile.open(new)
        defer { close(descriptor) }
        let text = Array("\(position.segment) \(position.offset)\n".utf8)
        guard ftruncate(descriptor, 0) == 0 else { throw SpoolFault(new) }
        try SpoolFile.write(text, to: descriptor, at: 0, new)
        // Safe: the strings' bytes are valid for the duration of the call.
        guard unsafe rename(new, path) == 0 else { throw SpoolFault(path) }
    }
}
