import Glibc
import Libevent
import Synchronization

/// Lines on their way from the thread that makes them to the one that writes them: a bounded ring of bytes.
///
/// The maker never waits: a line without room is dropped whole and counted. The writer sees a line completely or not at
/// all. There is no lock and, after creation, no allocation.
@safe final class LogRing: @unchecked Sendable {
    // Safe to share: bytes from `head` to `tail` are the writer's, all others the maker's. Each side moves only its own
    // mark, and sees the other's bytes before the other's mark.
    private let bytes: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    /// How many bytes were ever removed, and added.
    private let head = Atomic<Int>(0)
    private let tail = Atomic<Int>(0)
    private let dropped = Atomic<Int>(0)
    private let bell: Bell

    /// - Parameter capacity: How many bytes may wait; the system allocates them when they are first used.
    init(capacity: Int = 1 << 20, bell: Bell) {
        self.capacity = capacity
        self.bell = bell
        // Safe: freed in deinit.
        unsafe bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    }

    deinit {
        // Safe: both sides hold the ring, so neither is active any more.
        unsafe bytes.deallocate()
    }

    /// How many lines were dropped.
    var droppedLines: Int { dropped.load(ordering: .relaxed) }

    // MARK: - The maker's side

    /// Adds a line, including its line feed; false if it was dropped.
    @discardableResult
    func append(_ line: Span<UInt8>) -> Bool {
        let tail = tail.load(ordering: .relaxed)
        let used = tail - head.load(ordering: .acquiring)
        guard line.count <= capacity - used else {
            countDropped()
            return false
        }
        let place = tail % capacity
        let first = min(line.count, capacity - place)
        unsafe line.withUnsafeBufferPointer { line in
            guard let start = line.baseAddress else { return }
            // Safe: `used` and `line.count` together fit, so both pieces are in the ring, in the part that is the
            // maker's.
            unsafe memcpy(bytes + place, start, first)
            unsafe memcpy(bytes, start + first, line.count - first)
        }
        // The bell checks after this is visible whether the writer sleeps; the writer checks in the opposite order.
        self.tail.store(tail + line.count, ordering: .sequentiallyConsistent)
        if used + line.count > capacity / 2, used <= capacity / 2 { bell.ring() } else { bell.ringIfAsleep() }
        return true
    }

    // MARK: - The writer's side

    /// How many bytes are waiting. They are whole lines, except for what was removed of the first.
    var count: Int { tail.load(ordering: .sequentiallyConsistent) - head.load(ordering: .relaxed) }

    /// Passes the longest contiguous piece at the front to a closure, at most `limit` bytes of it, and removes as many
    /// bytes as the closure returns; a negative result removes none.
    func consume(atMost limit: Int, _ body: (UnsafeRawBufferPointer) -> Int) -> Int {
        let head = head.load(ordering: .relaxed)
        let place = head % capacity
        let length = min(limit, count, capacity - place)
        // Safe: the piece is between the marks, which is the writer's part.
        let result = unsafe body(UnsafeRawBufferPointer(start: bytes + place, count: length))
        if result > 0 { self.head.store(head + result, ordering: .releasing) }
        return result
    }

    /// Counts a line that the maker could not add, or the writer could not write whole.
    func countDropped() { dropped.wrappingAdd(1, ordering: .relaxed) }
}
