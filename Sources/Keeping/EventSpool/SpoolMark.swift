import ByteText
import Glibc
import Threads

/// The place that a reader has reached, in a file beside the events, so that it goes on there after a restart.
///
/// It may be some events behind after a crash, never ahead: what is read twice has the same names.
public struct SpoolMark: Sendable {
    private let spool: EventSpool
    private let path: String

    /// The mark of the reader of a name.
    public init(_ name: String, of spool: EventSpool) {
        self.spool = spool
        path = "\(spool.folder)/\(name).mark"
    }

    /// Where the reader was; the oldest event where it has never been. The spool must be open.
    public func load() -> SpoolPosition {
        let text = String(decoding: SpoolFile.bytes(path, at: 0, 64) ?? [], as: UTF8.self)
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard numbers.count == 2 else { return spool.segments.withLock { $0.first?.start ?? .start } }
        return spool.position(segment: numbers[0], offset: numbers[1])
    }

    /// Keeps a place: the file has the old one or the new one whole.
    public func keep(_ position: SpoolPosition) throws(SpoolFault) {
        let new = "\(path).new"
        let descriptor = try SpoolFile.open(new)
        defer { close(descriptor) }
        let text = Array("\(position.segment) \(position.offset)\n".utf8)
        guard ftruncate(descriptor, 0) == 0 else { throw SpoolFault(new) }
        try SpoolFile.write(text, to: descriptor, at: 0, new)
        // Safe: Swift lends the strings' bytes for the time of the call.
        guard unsafe rename(new, path) == 0 else { throw SpoolFault(path) }
    }
}
