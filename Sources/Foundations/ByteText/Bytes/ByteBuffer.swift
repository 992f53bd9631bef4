/// A growing run of bytes with one owner: what a connection receives into and sends from, and what a
/// ``ByteArena`` keeps its pieces in.
///
/// Unlike an array it lends the kernel its free space, keeps its memory when it is emptied, is never copied implicitly, and
/// does not ask at every append whether it is shared.
@safe public struct ByteBuffer: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var used = 0
    @usableFromInline var space: Int

    /// How many bytes are in use.
    @inlinable public var count: Int { used }
    /// How many bytes fit before the buffer grows.
    @inlinable public var capacity: Int { space }

    /// Makes an empty buffer.
    public init(capacity: Int) {
        precondition(capacity > 0)
        space = capacity
        unsafe base = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    }

    /// Makes a buffer that holds bytes.
    public init(copying bytes: Span<UInt8>) {
        self.init(capacity: max(bytes.count, 1))
        append(bytes)
    }

    // Safe: nothing else frees the memory, and spans of it cannot outlive the buffer.
    deinit { unsafe base.deallocate() }

    /// The bytes in use, for as long as the buffer is not changed.
    @inlinable
    public var bytes: Span<UInt8> {
        @_lifetime(borrow self) get {
            // Safe: the first `count` bytes are initialised, and the span's lifetime is bound to self.
            unsafe _overrideLifetime(Span(_unsafeStart: base, count: count), borrowing: self)
        }
    }

    /// One byte.
    @inlinable
    public subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count)
        // Safe: the index lies within the bytes in use.
        return unsafe base[index]
    }

    /// Makes room for at least `wanted` more bytes; doubles, so that appending stays linear.
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

    /// Lets `body` write into the free space; it returns how many bytes it has written, or what else a system call returns.
    public mutating func receive(_ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        // Safe: the space after the bytes in use belongs to the buffer; the pointer is valid during the call.
        let result = unsafe body(UnsafeMutableRawBufferPointer(start: base + count, count: capacity - count))
        if result > 0 {
            precondition(result <= capacity - count, "more bytes than there was room for")
            used += result
        }
        return result
    }

    /// Copies the bytes from `start` on into a block of memory, as far as they fit; returns how many.
    public func copy(from start: Int, into block: UnsafeMutableRawBufferPointer) -> Int {
        precondition(start >= 0 && start <= count)
        let copied = min(block.count, count - start)
        // Safe: both have that many bytes, and the block is the caller's own.
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

    /// Appends two bytes: `": "`, or the end of a line.
    @inlinable
    @inline(__always)
    public mutating func append(_ one: UInt8, _ two: UInt8) {
        reserve(2)
        // Safe: reserve has made room for two bytes.
        unsafe base[used] = one
        unsafe base[used &+ 1] = two
        used &+= 2
    }

    /// Appends the four bytes of a number, the lowest first.
    @inlinable
    public mutating func append(littleEndian number: UInt32) {
        reserve(4)
        // Safe: reserve has made room for four bytes.
        unsafe UnsafeMutableRawPointer(base + count).storeBytes(of: number.littleEndian, as: UInt32.self)
        used += 4
    }

    /// Appends the bytes of two numbers, the lowest of each first.
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

    /// Appends a copy of bytes of this buffer.
    @inlinable
    public mutating func append(copyOf range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        reserve(range.count)
        // Safe: the bytes lie among those in use, which the free space after them, with room for them, does not overlap.
        unsafe (base + used).copy(base + range.lowerBound, range.count)
        used &+= range.count
    }

    /// Appends bytes of another buffer. One that an object owns is read so without counting a reference, as a span of its array
    /// is not.
    @inlinable
    public mutating func append(_ range: Range<Int>, of other: borrowing ByteBuffer) {
        precondition(range.lowerBound >= 0 && range.upperBound <= other.count)
        reserve(range.count)
        // Safe: the bytes lie among those in use of the other buffer, and reserve has made room for as many here.
        unsafe (base + used).copy(other.base + range.lowerBound, range.count)
        used &+= range.count
    }

    /// Appends the bytes of a literal.
    @inlinable
    public mutating func append(_ literal: StaticString) {
        let added = literal.utf8CodeUnitCount
        reserve(added)
        // Safe: reserve has made room, and the literal has as many bytes as it says.
        unsafe (base + used).copy(literal.utf8Start, added)
        used &+= added
    }

    /// Appends bytes, of them the ASCII capitals as small letters.
    public mutating func append(lowercasing bytes: Span<UInt8>) {
        let added = bytes.count
        reserve(added)
        var index = 0
        // Safe: the words that are read lie below the span's count, those that are written in the room that reserve made.
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

    /// Appends a number that is not negative, in decimal digits.
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
            // Safe: the index is within the digits that reserve has made room for.
            unsafe base[index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while index > count
        used += digits
    }

    /// Forgets the bytes from `mark` on.
    @inlinable
    public mutating func truncate(to mark: Int) {
        precondition(mark >= 0 && mark <= count)
        used = mark
    }

    /// Forgets all bytes and keeps the memory.
    @inlinable
    public mutating func removeAll() { used = 0 }

    /// Removes bytes from the middle: what follows moves down.
    @inlinable
    public mutating func remove(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        // Safe: both ends lie within the bytes in use; update(from:) allows overlap.
        unsafe (base + range.lowerBound).update(from: base + range.upperBound, count: count - range.upperBound)
        used -= range.count
    }

    /// Copies bytes within the buffer to a lower place.
    @inlinable
    public mutating func move(_ range: Range<Int>, to destination: Int) {
        precondition(destination >= 0 && destination <= range.lowerBound && range.upperBound <= count)
        // Safe: both places lie within the bytes in use; update(from:) allows overlap.
        unsafe (base + destination).update(from: base + range.lowerBound, count: range.count)
    }

    /// Swaps the bytes from `start` to `middle` with those from `middle` to the end, which are few.
    @inlinable
    public mutating func rotate(from start: Int, middle: Int) {
        precondition(start >= 0 && start <= middle && middle <= count)
        let tail = count - middle
        reserve(tail)
        // Safe: reserve has made room for the tail after itself, where the whole moves up by; update(from:) allows overlap.
        unsafe (base + start + tail).update(from: base + start, count: count - start)
        unsafe (base + start).update(from: base + count, count: tail)
    }

    /// Turns the ASCII capitals of a range into small letters.
    public mutating func lowercase(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        var index = range.lowerBound
        // Safe: all places lie within the range, which lies within the bytes in use.
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

// Safe: the memory has one owner, the buffer, which cannot be copied, so they move together.
extension ByteBuffer: @unchecked Sendable {}
