import Glibc
import Libevent
import Synchronization

/// Lines on their way from one thread that makes them to the one that writes them: a ring of bytes with a bound.
///
/// The maker never waits: a line that has no room is dropped whole and counted. A line becomes visible to the writer all at
/// once. There is no lock and, once it is made, no allocation.
@safe final class LogRing: @unchecked Sendable {
    // Safe to share: bytes from `head` to `tail` are the writer's, all others the maker's. Each side moves its own mark
    // only, and sees the other's bytes before it sees the other's mark.
    private let bytes: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    /// How many bytes were ever taken out, and put in.
    private let head = Atomic<Int>(0)
    private let tail = Atomic<Int>(0)
    private let dropped = Atomic<Int>(0)
    private let bell: Bell

    /// - Parameter capacity: How many bytes may wait; the system gives them memory as they are first used.
    init(capacity: Int = 1 << 20, bell: Bell) {
        self.capacity = capacity
        self.bell = bell
        // Safe: freed in deinit.
        unsafe bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    }

    deinit {
        // Safe: both sides hold the ring, so neither is at work any more.
        unsafe bytes.deallocate()
    }

    /// How many lines were dropped.
    var droppedLines: Int { dropped.load(ordering: .relaxed) }

    // MARK: - The maker's side

    /// Puts a line in, its line feed included; false where it was dropped.
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
            // Safe: `used` and `line.count` together fit, so both pieces lie in the ring, in the part that is the maker's.
            unsafe memcpy(bytes + place, start, first)
            unsafe memcpy(bytes, start + first, line.count - first)
        }
        // The bell looks whether the writer sleeps after this is seen; the writer looks in the other order.
        self.tail.store(tail + line.count, ordering: .sequentiallyConsistent)
        if used + line.count > capacity / 2, used <= capacity / 2 { bell.ring() } else { bell.ringIfAsleep() }
        return true
    }

    // MARK: - The writer's side

    /// How many bytes wait. They are whole lines, but for what was taken of the first.
    var count: Int { tail.load(ordering: .sequentiallyConsistent) - head.load(ordering: .relaxed) }

    /// Lends the longest piece at the front that lies in one place, at most `limit` bytes of it, and drops as many bytes as
    /// the body returns; a result below 0 drops none.
    func take(atMost limit: Int, _ body: (UnsafeRawBufferPointer) -> Int) -> Int {
        let head = head.load(ordering: .relaxed)
        let place = head % capacity
        let length = min(limit, count, capacity - place)
        // Safe: the piece lies between the marks, which is the writer's.
        let result = unsafe body(UnsafeRawBufferPointer(start: bytes + place, count: length))
        if result > 0 { self.head.store(head + result, ordering: .releasing) }
        return result
    }

    /// Counts a line that the maker could not put in, or the writer could not write whole.
    func countDropped() { dropped.wrappingAdd(1, ordering: .relaxed) }
}
