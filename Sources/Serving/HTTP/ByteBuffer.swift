import ByteText

/// A growing run of bytes with an owner of its own: what a connection receives into and sends from.
///
/// Unlike an array it gives the kernel its free space, keeps its memory when it is emptied, and is never copied in silence.
@safe public struct ByteBuffer: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    /// How many bytes are in use.
    public internal(set) var count = 0
    /// How many bytes fit before the buffer grows.
    public private(set) var capacity: Int

    /// Makes an empty buffer.
    public init(capacity: Int) {
        precondition(capacity > 0)
        self.capacity = capacity
        unsafe base = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    }

    // Safe: nothing else frees the memory, and spans of it cannot outlive the buffer.
    deinit { unsafe base.deallocate() }

    /// The bytes in use, for as long as the buffer is not changed.
    public var bytes: Span<UInt8> {
        @_lifetime(borrow self) get {
            // Safe: the first `count` bytes are initialised, and the span's lifetime is bound to self.
            unsafe _overrideLifetime(Span(_unsafeStart: base, count: count), borrowing: self)
        }
    }

    /// The bytes from `start` on: a message that is being read.
    @_lifetime(borrow self)
    func message(at start: Int) -> Span<UInt8> { bytes.extracting(start..<count) }

    /// One byte.
    subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count)
        // Safe: the index lies within the bytes in use.
        return unsafe base[index]
    }

    /// The first index in `start..<end` of a control byte other than a tab, or `end`.
    func firstControlButTab(from start: Int, to end: Int) -> Int {
        let bytes = bytes
        var index = bytes.firstControl(from: start, to: end)
        while index < end, bytes[index] == 0x09 { index = bytes.firstControl(from: index + 1, to: end) }
        return index
    }

    /// Makes room for at least `wanted` more bytes; doubles, so that appending stays linear.
    @inline(__always)
    public mutating func reserve(_ wanted: Int) {
        guard capacity &- count < wanted else { return }
        grow(to: max(capacity * 2, count + wanted))
    }

    @inline(never)
    private mutating func grow(to newCapacity: Int) {
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
        // Safe: both blocks hold at least `count` bytes; the old one is freed once and not used again.
        unsafe larger.update(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = larger
        capacity = newCapacity
    }

    /// Lets `body` write into the free space; it returns how many bytes it has written, or what else a system call returns.
    public mutating func receive(_ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        // Safe: the space after the bytes in use belongs to the buffer; the pointer is valid during the call.
        let result = unsafe body(UnsafeMutableRawBufferPointer(start: base + count, count: capacity - count))
        if result > 0 {
            precondition(result <= capacity - count, "more bytes than there was room for")
            count += result
        }
        return result
    }

    /// Appends one byte.
    public mutating func append(_ byte: UInt8) {
        reserve(1)
        // Safe: reserve has made room for one byte.
        unsafe base[count] = byte
        count += 1
    }

    /// Appends bytes.
    public mutating func append(_ bytes: Span<UInt8>) {
        let added = bytes.count
        reserve(added)
        // Safe: reserve has made room; the span is no part of this buffer, which is being changed.
        unsafe bytes.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { unsafe (base + count).update(from: start, count: added) }
        }
        count += added
    }

    /// Appends the bytes of a literal.
    public mutating func append(_ literal: StaticString) {
        let added = literal.utf8CodeUnitCount
        reserve(added)
        // Safe: reserve has made room, and the literal has as many bytes as it says.
        unsafe (base + count).update(from: literal.utf8Start, count: added)
        count += added
    }

    /// Appends a number that is not negative, in decimal digits.
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
        count += digits
    }

    /// Forgets the bytes from `mark` on.
    public mutating func truncate(to mark: Int) {
        precondition(mark >= 0 && mark <= count)
        count = mark
    }

    /// Forgets all bytes and keeps the memory.
    public mutating func removeAll() { count = 0 }

    /// Removes bytes from the middle: what follows moves down.
    mutating func remove(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        // Safe: both ends lie within the bytes in use; update(from:) allows overlap.
        unsafe (base + range.lowerBound).update(from: base + range.upperBound, count: count - range.upperBound)
        count -= range.count
    }

    /// Copies bytes within the buffer to a lower place.
    mutating func move(_ range: Range<Int>, to destination: Int) {
        precondition(destination >= 0 && destination <= range.lowerBound && range.upperBound <= count)
        // Safe: both places lie within the bytes in use; update(from:) allows overlap.
        unsafe (base + destination).update(from: base + range.lowerBound, count: range.count)
    }

    /// Swaps the bytes from `start` to `middle` with those from `middle` to the end, which are few.
    mutating func rotate(from start: Int, middle: Int) {
        precondition(start >= 0 && start <= middle && middle <= count)
        let tail = count - middle
        reserve(tail)
        // Safe: reserve has made room for the tail behind itself, where the whole moves up by; update(from:) allows overlap.
        unsafe (base + start + tail).update(from: base + start, count: count - start)
        unsafe (base + start).update(from: base + count, count: tail)
    }

    /// Turns the ASCII capitals of a range into small letters.
    mutating func lowercase(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        // Safe: the indices lie within the bytes in use.
        for index in range { unsafe base[index] = base[index].lowercased }
    }
}
