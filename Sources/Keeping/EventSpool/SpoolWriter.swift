import Glibc
import Threads

/// Adds events to a spool. It belongs to one thread; no two processes can have one of the same folder.
public final class SpoolWriter {
    /// A file is closed when it has this many bytes, or an eighth of what may be kept.
    private static let segmentBytes = 4 << 20

    private let spool: EventSpool
    private let lock: Int32
    private var descriptor: Int32 = -1
    /// How many bytes at the end of the last file were no whole event, and are gone: what a crash left.
    public private(set) var cutBytes = 0
    /// The name of the last event; nil for none.
    public private(set) var last: EventID?

    /// Opens a spool: makes its folder, keeps other processes out, and cuts off what a crash has left half written.
    ///
    /// Throws a fault that ``SpoolFault/isInUse`` where another process has it open.
    public init(_ spool: EventSpool) throws(SpoolFault) {
        self.spool = spool
        // Safe: Swift lends the strings' bytes for the time of the calls.
        if unsafe mkdir(spool.folder, 0o700) != 0, errno != EEXIST { throw SpoolFault(spool.folder) }
        lock = try SpoolFile.open("\(spool.folder)/lock")
        // From here on the writer is whole, and its end closes what is open.
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw SpoolFault(spool.folder, isInUse: errno == EWOULDBLOCK)
        }
        try recover()
    }

    deinit {
        if descriptor >= 0 {
            fdatasync(descriptor)
            close(descriptor)
        }
        // Closing it would leave the lock to a child that has its own copy until it runs its program.
        flock(lock, LOCK_UN)
        close(lock)
    }

    private func recover() throws(SpoolFault) {
        var segments: [EventSpool.Segment] = []
        let numbers = try SpoolFile.segments(in: spool.folder)
        for number in numbers {
            let before = segments.last.map { $0.before + $0.count } ?? 0
            segments.append(examine(number, before: before))
        }
        if segments.isEmpty { segments.append(EventSpool.Segment(number: 1, before: 0)) }
        let current = segments[segments.count - 1]
        descriptor = try SpoolFile.open(spool.path(current.number))
        guard ftruncate(descriptor, off_t(current.bytes)) == 0 else { throw SpoolFault(spool.path(current.number)) }
        spool.segments.withLock { $0 = segments }
    }

    /// Counts the whole events of a file.
    private func examine(_ number: Int, before: Int) -> EventSpool.Segment {
        var segment = EventSpool.Segment(number: number, before: before)
        let bytes = SpoolFile.bytes(spool.path(number), at: 0, Int(Self.size(of: spool.path(number)))) ?? []
        while let found = SpoolFrame.event(in: bytes, at: segment.bytes) {
            let id = EventID(ofEvent: found.event)
            if segment.count == 0 { segment.first = id }
            if let id, last.map({ $0 < id }) ?? true { last = id }
            segment.bytes = found.next
            segment.count += 1
        }
        cutBytes += bytes.count - segment.bytes
        return segment
    }

    private static func size(of path: String) -> off_t {
        var status = stat()
        // Safe: Swift lends the string's bytes for the call, which fills a local in.
        return unsafe stat(path, &status) == 0 ? status.st_size : 0
    }

    /// Adds events, all or none: readers see them when this returns. Each begins with its name, and has
    /// ``EventSpool/mostEventBytes`` bytes at most.
    public func append(_ events: [[UInt8]]) throws(SpoolFault) {
        guard !events.isEmpty else { return }
        var current = spool.segments.withLock { $0[$0.count - 1] }
        if current.bytes >= min(Self.segmentBytes, spool.limit / 8) { current = try begin(after: current) }
        var bytes: [UInt8] = []
        for event in events { SpoolFrame.append(event, to: &bytes) }
        do throws(SpoolFault) {
            try SpoolFile.write(bytes, to: descriptor, at: current.bytes, spool.path(current.number))
        } catch {
            // What was written of it is written over, or cut off by the next start.
            _ = ftruncate(descriptor, off_t(current.bytes))
            throw error
        }
        if current.count == 0 { current.first = events.first.flatMap(EventID.init(ofEvent:)) }
        last = events.last.flatMap(EventID.init(ofEvent:)) ?? last
        current.bytes += bytes.count
        current.count += events.count
        spool.segments.withLock { $0[$0.count - 1] = current }
        giveUpOldest()
    }

    /// Begins the next file.
    private func begin(after old: EventSpool.Segment) throws(SpoolFault) -> EventSpool.Segment {
        let segment = EventSpool.Segment(number: old.number + 1, before: old.before + old.count)
        let next = try SpoolFile.open(spool.path(segment.number))
        fdatasync(descriptor)
        close(descriptor)
        descriptor = next
        spool.segments.withLock { $0.append(segment) }
        return segment
    }

    private func giveUpOldest() {
        while true {
            let oldest = spool.segments.withLock { segments -> Int? in
                guard segments.count > 1, segments.reduce(0, { $0 + $1.bytes }) > spool.limit else { return nil }
                return segments.removeFirst().number
            }
            guard let oldest else { return }
            // Safe: Swift lends the string's bytes for the time of the call.
            _ = unsafe unlink(spool.path(oldest))
        }
    }
}
