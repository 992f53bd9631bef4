import Glibc
import Threads

/// Appends events to a spool. Confined to one thread; two processes can't write to the same directory.
public final class SpoolWriter {
    /// The size at which a segment is closed, unless an eighth of the spool's limit is less.
    private static let segmentBytes = 4 << 20

    private let spool: EventSpool
    private let lock: Int32
    private var descriptor: Int32 = -1
    /// The number of bytes removed from the ends of segments because a crash left them incomplete.
    public private(set) var cutBytes = 0
    /// The ID of the last event; `nil` if there is none.
    public private(set) var last: EventID?

    /// Opens a spool: creates its directory, locks out other processes, and truncates an event that a crash left
    /// incomplete.
    ///
    /// Throws a fault with ``SpoolFault/isInUse`` if another process has it open.
    public init(_ spool: EventSpool) throws(SpoolFault) {
        self.spool = spool
        // Safe: the strings' bytes are valid for the duration of the calls.
        if unsafe mkdir(spool.folder, 0o700) != 0, errno != EEXIST { throw SpoolFault(spool.folder) }
        lock = try SpoolFile.open("\(spool.folder)/lock")
        // From here on the writer is initialized, and `deinit` closes open descriptors.
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
        // Closing it would leave the lock to a forked child that has a copy of the descriptor until it calls exec.
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

    /// Counts the complete events of a segment.
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
        // Safe: the string's bytes are valid for the duration of the call, which fills a local variable.
        return unsafe stat(path, &status) == 0 ? status.st_size : 0
    }

    /// Appends events, all or none. Readers see them once this returns. Each must begin with its ID and have at most
    /// ``EventSpool/mostEventBytes`` bytes.
    public func append(_ events: [[UInt8]]) throws(SpoolFault) {
        guard !events.isEmpty else { return }
        var current = spool.segments.withLock { $0[$0.count - 1] }
        if current.bytes >= min(Self.segmentBytes, spool.limit / 8) { current = try begin(after: current) }
        var bytes: [UInt8] = []
        for event in events { SpoolFrame.append(event, to: &bytes) }
        do throws(SpoolFault) {
            try SpoolFile.write(bytes, to: descriptor, at: current.bytes, spool.path(current.number))
        } catch {
            // A partial write is overwritten by the next one, or truncated by the next start.
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

    /// Starts the next segment.
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
            // Safe: the string's bytes are valid for the duration of the call.
            _ = unsafe unlink(spool.path(oldest))
        }
    }
}
