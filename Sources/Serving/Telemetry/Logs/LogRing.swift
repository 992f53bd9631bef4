import Glibc
package import Libevent
import Synchronization

/// A bounded single-producer, single-consumer byte ring for log lines.
///
/// The producer never waits: a line without room is dropped as a whole and counted. The consumer sees a line completely or
/// not at all. There is no lock and, after creation, no allocation.
@safe package final class LogRing: @unchecked Sendable {
    // Safe to share: bytes from `head` to `tail` belong to the consumer, all others to the producer. Each side changes only
    // its own index, and sees the other's bytes before the other's index.
    private let bytes: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    /// The total numbers of bytes ever removed, and added.
    private let head = Atomic<Int>(0)
    private let tail = Atomic<Int>(0)
    private let dropped = Atomic<Int>(0)
    private let bell: Bell

    /// - Parameter capacity: The maximum number of waiting bytes; the system allocates them on first use.
    package init(capacity: Int = 1 << 20, bell: Bell) {
        self.capacity = capacity
        self.bell = bell
        // Safe: freed in deinit.
        unsafe bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    }

    deinit {
        // Safe: both sides hold a reference to the ring, so neither is active any more.
        unsafe bytes.deallocate()
    }

    /// The number of dropped lines.
    package var droppedLines: Int { dropped.load(ordering: .relaxed) }

    // MARK: - Producer

    /// Appends a line, including its line feed; `false` if it was dropped.
    @discardableResult
    package func append(_ line: Span<UInt8>) -> Bool {
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
            // Safe: `used` and `line.count` together fit, so both pieces are within the ring, in the producer's part.
            unsafe memcpy(bytes + place, start, first)
            unsafe memcpy(bytes, start + first, line.count - first)
        }
        // The bell checks afterwards whether the consumer sleeps; the consumer checks in the opposite order.
        self.tail.store(tail + line.count, ordering: .sequentiallyConsistent)
        if used + line.count > capacity / 2, used <= capacity / 2 { bell.ring() } else { bell.ringIfAsleep() }
        return true
    }

    // MARK: - Consumer

    /// The number of waiting bytes. They are whole lines, except for the removed part of the first.
    package var count: Int { tail.load(ordering: .sequentiallyConsistent) - head.load(ordering: .relaxed) }

    /// Passes the longest contiguous piece at the front, at most `limit` bytes, to a closure, and removes as many bytes as
    /// the closure returns; a negative result removes none.
    package func consume(atMost limit: Int, _ body: (UnsafeRawBufferPointer) -> Int) -> Int {
        let head = head.load(ordering: .relaxed)
        let place = head % capacity
        let length = min(limit, count, capacity - place)
        // Safe: the piece is between the indices, which is the consumer's part.
        let result = unsafe body(UnsafeRawBufferPointer(start: bytes + place, count: length))
        if result > 0 { self.head.store(head + result, ordering: .releasing) }
        return result
    }

    /// Counts a line that the producer could not append, or the consumer could not write completely.
    func countDropped() { dropped.wrappingAdd(1, ordering: .relaxed) }
}
