/// A growable byte buffer with unique ownership, used for connection I/O and as the storage of ``ByteArena``.
///
/// Unlike an array, it passes its free space directly to system calls, keeps its memory when emptied, is never copied
/// implicitly, and needs no uniqueness check on append.
@safe public struct ByteBuffer: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var used = 0
    @usableFromInline var space: Int

    /// The number of bytes in use.
    @inlinable public var count: Int { used }
    /// The number of bytes that fit without growing.
    @inlinable public var capacity: Int { space }

    /// Creates an empty buffer.
    public init(capacity: Int) {
        precondition(capacity > 0)
        space = capacity
        unsafe base = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    }

    /// Creates a buffer with a copy of `bytes`.
    public init(copying bytes: Span<UInt8>) {
        self.init(capacity: max(bytes.count, 1))
        append(bytes)
    }

    // Safe: the memory is freed only here, and spans of it cannot outlive the buffer.
    deinit { unsafe base.deallocate() }

    /// The bytes in use. Borrows the buffer.
    @inlinable
    public var bytes: Span<UInt8> {
        @_lifetime(borrow self) get {
            // Safe: the first `count` bytes are initialized, and the span's lifetime is bound to self.
            unsafe _overrideLifetime(Span(_unsafeStart: base, count: count), borrowing: self)
        }
    }

    /// The byte at an index.
    @inlinable
    public subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count)
        // Safe: the index is within the bytes in use.
        return unsafe base[index]
    }

    /// Ensures room for at least `wanted` more bytes. Doubles the capacity, so appending is amortized O(1).
    @inlinable
    @inline(__always)
    public mutating func reserve(_ wanted: Int) {
        guard space &- used < wanted else { return }
        grow(to: max(space * 2, used + wanted))
    }

    @inline(never)
    @usableFromInline
    mutating func grow(to newCapacity: Int) {
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
        // Safe: both blocks hold at least `count` bytes; the old one is freed once and not used again.
        unsafe larger.update(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = larger
        space = newCapacity
    }

    /// Calls `body` with the free space. `body` returns the number of bytes written, or any result of a system call that is
    /// not positive.
    public mutating func receive(_ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        // Safe: the space after the bytes in use belongs to the buffer; the pointer is valid during the call.
        let result = unsafe body(UnsafeMutableRawBufferPointer(start: base + count, count: capacity - count))
        if result > 0 {
            precondition(result <= capacity - count, "more bytes than the buffer has room for")
            used += result
        }
        return result
    }

    /// Copies bytes from `start` on to a memory block, as many as fit, and returns the number copied.
    public func copy(from start: Int, into block: UnsafeMutableRawBufferPointer) -> Int {
        precondition(start >= 0 && start <= count)
        let copied = min(block.count, count - start)
        // Safe: both have that many bytes, and the block belongs to the caller.
        if copied > 0 { unsafe block.baseAddress?.copyMemory(from: base + start, byteCount: copied) }
        return copied
    }

    /// Appends one byte.
    @inlinable
    public mutating func append(_ byte: UInt8) {
        reserve(1)
        // Safe: reserve has made room for one byte.
        unsafe base[used] = byte
        used &+= 1
    }

    /// Appends two bytes, such as `": "` or CRLF.
    @inlinable
    @inline(__always)
    public mutating func append(_ one: UInt8, _ two: UInt8) {
        reserve(2)
        // Safe: reserve has made room for two bytes.
        unsafe base[used] = one
        unsafe base[used &+ 1] = two
        used &+= 2
    }

    /// Appends a number as four bytes, little-endian.
    @inlinable
    public mutating func append(littleEndian number: UInt32) {
        reserve(4)
        // Safe: reserve has made room for four bytes.
        unsafe UnsafeMutableRawPointer(base + count).storeBytes(of: number.littleEndian, as: UInt32.self)
        used += 4
    }

    /// Appends two numbers as eight bytes each, little-endian.
    @inlinable
    public mutating func append(words one: UInt64, _ two: UInt64) {
        reserve(16)
        // Safe: reserve has made room for sixteen bytes.
        let place = unsafe UnsafeMutableRawPointer(base + used)
        unsafe place.storeBytes(of: one.littleEndian, as: UInt64.self)
        unsafe place.storeBytes(of: two.littleEndian, toByteOffset: 8, as: UInt64.self)
        used &+= 16
    }

    /// Appends bytes.
    @inlinable
    public mutating func append(_ bytes: Span<UInt8>) {
        let added = bytes.count
        reserve(added)
        // Safe: reserve has made room; the span is not part of this buffer, which is being changed.
        unsafe bytes.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { unsafe (base + used).copy(start, added) }
        }
        used &+= added
    }

    /// Appends a copy of a range of this buffer.
    @inlinable
    public mutating func append(copyOf range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        reserve(range.count)
        // Safe: the range is within the bytes in use, which the reserved free space after them does not overlap.
        unsafe (base + used).copy(base + range.lowerBound, range.count)
        used &+= range.count
    }

    /// Appends a range of another buffer. Avoids the reference counting that a span of an array owned by an object
    /// would cause.
    @inlinable
    public mutating func append(_ range: Range<Int>, of other: borrowing ByteBuffer) {
        precondition(range.lowerBound >= 0 && range.upperBound <= other.count)
        reserve(range.count)
        // Safe: the range is within the other buffer's bytes in use, and reserve has made room for it here.
        unsafe (base + used).copy(other.base + range.lowerBound, range.count)
        used &+= range.count
    }

    /// Appends the bytes of a literal.
    @inlinable
    public mutating func append(_ literal: StaticString) {
        let added = literal.utf8CodeUnitCount
        reserve(added)
        // Safe: reserve has made room, and the literal contains `utf8CodeUnitCount` bytes.
        unsafe (base + used).copy(literal.utf8Start, added)
        used &+= added
    }

    /// Appends bytes with ASCII capitals lowercased.
    public mutating func append(lowercasing bytes: Span<UInt8>) {
        let added = bytes.count
        reserve(added)
        var index = 0
        // Safe: words are read below the span's count and written within the reserved room.
        let target = unsafe UnsafeMutableRawPointer(base + used)
        while index &+ 8 <= added {
            let word = unsafe bytes.uncheckedWord(at: index).asciiLowercased.littleEndian
            unsafe target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        while index < added {
            unsafe target.storeBytes(of: bytes[index].lowercased, toByteOffset: index, as: UInt8.self)
            index &+= 1
        }
        used &+= added
    }

    /// Appends a non-negative number in decimal.
    @inlinable
    public mutating func append(decimal value: Int) {
        precondition(value >= 0)
        var digits = 1
        var rest = value / 10
        while rest > 0 {
            digits += 1
            rest /= 10
        }
        reserve(digits)
        rest = value
        var index = count + digits
        repeat {
            index -= 1
            // Safe: the index is within the reserved room for the digits.
            unsafe base[index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while index > count
        used += digits
    }

    /// Removes the bytes from `mark` on.
    @inlinable
    public mutating func truncate(to mark: Int) {
        precondition(mark >= 0 && mark <= count)
        used = mark
    }

    /// Removes all bytes and keeps the memory.
    @inlinable
    public mutating func removeAll() { used = 0 }

    /// Removes a range and moves the bytes after it down.
    @inlinable
    public mutating func remove(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        // Safe: both ends are within the bytes in use; update(from:) allows overlap.
        unsafe (base + range.lowerBound).update(from: base + range.upperBound, count: count - range.upperBound)
        used -= range.count
    }

    /// Moves a range down to a lower offset.
    @inlinable
    public mutating func move(_ range: Range<Int>, to destination: Int) {
        precondition(destination >= 0 && destination <= range.lowerBound && range.upperBound <= count)
        // Safe: both places are within the bytes in use; update(from:) allows overlap.
        unsafe (base + destination).update(from: base + range.lowerBound, count: range.count)
    }

    /// Swaps the bytes `start..<middle` with those from `middle` to the end. Reserves room for the latter, which should be few.
    @inlinable
    public mutating func rotate(from start: Int, middle: Int) {
        precondition(start >= 0 && start <= middle && middle <= count)
        let tail = count - middle
        reserve(tail)
        // Safe: reserve has made room for a copy of the tail, by whose length the bytes move up; update(from:) allows overlap.
        unsafe (base + start + tail).update(from: base + start, count: count - start)
        unsafe (base + start).update(from: base + count, count: tail)
    }

    /// Lowercases the ASCII capitals of a range.
    public mutating func lowercase(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        var index = range.lowerBound
        // Safe: all offsets are within the range, which is within the bytes in use.
        let bytes = unsafe UnsafeMutableRawPointer(base)
        while range.upperBound &- index >= 8 {
            let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            unsafe bytes.storeBytes(of: word.asciiLowercased.littleEndian, toByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        while index < range.upperBound {
            unsafe base[index] = base[index].lowercased
            index &+= 1
        }
    }
}

// Safe: the memory has one owner, the noncopyable buffer, and moves between threads only with it.
extension ByteBuffer: @unchecked Sendable {}
