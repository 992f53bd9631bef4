import EventSpool
import Glibc

/// Assigns event IDs and writes events to the spool, as soon as it is writable. Belongs to the event thread.
struct EventWriter {
    private let spool: EventSpool
    private let report: (String) -> Void
    private var writer: SpoolWriter?
    private var ids = EventIDs(after: nil)
    /// The last reported problem; each is reported once.
    private var problem: String?
    /// Events that are not in the spool yet.
    var waiting: [[UInt8]] = []

    init(_ spool: EventSpool, report: @escaping (String) -> Void) { (self.spool, self.report) = (spool, report) }

    var isOpen: Bool { writer != nil }

    /// Opens the spool, unless it is open or can't be opened yet: a predecessor holds it until it ends.
    mutating func open() {
        guard writer == nil else { return }
        do throws(SpoolFault) {
            let writer = try SpoolWriter(spool)
            ids = EventIDs(after: writer.last)
            if writer.cutBytes > 0 {
                report("events: \(spool.folder): skipped \(writer.cutBytes) bytes of truncated events")
            }
            self.writer = writer
            succeed()
        } catch {
            fail(error, "events are buffered in memory until it is free")
        }
    }

    /// Adds events to the waiting ones; returns the number for which there was no room.
    mutating func add(_ events: [[UInt8]], room: Int) -> Int {
        waiting += events.prefix(room)
        return max(0, events.count - room)
    }

    /// Writes the waiting events; returns their number.
    mutating func write() -> Int {
        guard let writer, !waiting.isEmpty else { return 0 }
        var clock = timespec()
        // Safe: the system fills in a local variable.
        unsafe clock_gettime(CLOCK_REALTIME, &clock)
        let now = UInt64(clock.tv_sec) * 1000 + UInt64(clock.tv_nsec) / 1_000_000
        let events = waiting.map { ids.next(at: now).named($0) }
        do throws(SpoolFault) { try writer.append(events) } catch {
            fail(error, "events are buffered in memory until the buffer is full, then dropped")
            return 0
        }
        waiting = []
        succeed()
        return events.count
    }

    private mutating func fail(_ fault: SpoolFault, _ consequence: String) {
        guard problem != fault.description else { return }
        problem = fault.description
        report("events: \(fault); \(consequence)")
    }

    private mutating func succeed() {
        if problem != nil { report("events: \(spool.folder): writing again") }
        problem = nil
    }
}
