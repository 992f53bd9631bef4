/// The bytes of one click: the request as it came, and everything decoded from it, in one growing buffer.
///
/// A worker owns one arena and resets it before each click. Nothing is freed in between, so a warm arena never allocates.
/// It is not copyable: a copy would be a silent copy of the buffer. It owns its memory itself, since an array asks at
/// every append whether it is shared.
@safe public struct ByteArena: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var used = 0

    /// Makes an arena that holds `capacity` bytes before it allocates again.
    public init(capacity: Int = 16_384) {
        self.capacity = max(capacity, 16)
        unsafe base = UnsafeMutablePointer<UInt8>.allocate(capacity: self.capacity)
    }

    /// How many bytes are in use; also the offset of the next byte that is appended.
    @inlinable public var count: Int { used }

    // Safe: nothing else frees the memory, and spans of it cannot outlive the arena.
    deinit { unsafe base.deallocate() }

    /// Forgets all bytes and keeps the memory. Every range from before is meaningless afterwards.
    @inlinable
    public mutating func reset() { used = 0 }

    /// Forgets the bytes from `mark` on, for a piece that turned out not to be wanted.
    @inlinable
    public mutating func truncate(to mark: Int) {
        precondition(mark >= 0 && mark <= count)
        used = mark
    }

    /// The byte at an offset of the arena.
    @inlinable
    public subscript(offset: Int) -> UInt8 {
        precondition(offset >= 0 && offset < count, "an offset outside the arena")
        // Safe: the offset lies within the bytes in use.
        return unsafe base[offset]
    }

    /// The bytes of a piece, for as long as the arena is not changed.
    @inlinable
    public subscript(range: TextRange) -> Span<UInt8> {
        @_lifetime(borrow self) get {
            precondition(range.end <= count, "a piece outside the arena")
            // Safe: the piece lies within the bytes in use, and the span's lifetime is bound to self.
            return unsafe _overrideLifetime(
                Span(_unsafeStart: base + range.start, count: Int(range.count)), borrowing: self)
        }
    }

    /// All bytes, for as long as the arena is not changed.
    @inlinable
    public var bytes: Span<UInt8> {
        @_lifetime(borrow self) get {
            // Safe: the first `count` bytes are initialised, and the span's lifetime is bound to self.
            unsafe _overrideLifetime(Span(_unsafeStart: base, count: count), borrowing: self)
        }
    }

    /// Makes room for at least `wanted` more bytes; doubles, so that appending stays linear.
    @inlinable
    @inline(__always)
    public mutating func reserve(_ wanted: Int) {
        guard capacity &- count < wanted else { return }
        grow(to: max(capacity * 2, count + wanted))
    }

    @inline(never)
    @usableFromInline
    mutating func grow(to newCapacity: Int) {
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
        // Safe: both blocks hold at least `count` bytes; the old one is freed once and not used again.
        unsafe larger.update(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = larger
        capacity = newCapacity
    }

    /// Appends one byte. A piece is built by remembering ``count``, appending, and calling ``piece(from:)``.
    @inlinable
    public mutating func append(_ byte: UInt8) {
        reserve(1)
        // Safe: there is room for a byte.
        unsafe base[count] = byte
        used += 1
    }

    /// Appends bytes and tells where they are.
    @inlinable
    @discardableResult
    public mutating func append(_ bytes: Span<UInt8>) -> TextRange {
        // Safe: the pointer is read within the call only; a span of this arena cannot be at hand while it is changed.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(start: $0.baseAddress, count: $0.count) }
    }

    /// Appends the bytes of a literal and tells where they are.
    @inlinable
    @discardableResult
    public mutating func append(_ literal: StaticString) -> TextRange {
        // Safe: a literal has as many bytes as it says, for ever.
        unsafe append(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
    }

    /// Appends the UTF-8 of a string and tells where it is. For the cold paths: native strings do not allocate here.
    @discardableResult
    public mutating func append(_ string: String) -> TextRange {
        var string = string
        // Safe: the pointer is read within the call only.
        return string.withUTF8 { unsafe append(start: $0.baseAddress, count: $0.count) }
    }

    /// Appends a copy of a piece of this arena and tells where the copy is.
    @inlinable
    @discardableResult
    public mutating func append(copyOf range: TextRange) -> TextRange {
        precondition(range.end <= count, "a piece outside the arena")
        reserve(Int(range.count))
        // Safe: the piece lies within the bytes in use, which the free space behind them does not overlap.
        return unsafe append(start: base + range.start, count: Int(range.count))
    }

    /// Appends bytes that lie outside the free space.
    @unsafe
    @usableFromInline
    mutating func append(start: UnsafePointer<UInt8>?, count added: Int) -> TextRange {
        let mark = count
        guard let start = unsafe start else { return TextRange(offset: mark, count: 0) }
        reserve(added)
        unsafe (base + count).update(from: start, count: added)
        used += added
        return TextRange(offset: mark, count: added)
    }

    /// The piece from `mark` to the end.
    @inlinable
    public func piece(from mark: Int) -> TextRange {
        TextRange(offset: mark, count: count - mark)
    }

    /// The piece as a string, repaired where it is no UTF-8. Allocates: for messages, tests and cold paths.
    public func string(_ range: TextRange) -> String { String(self[range]) }
}

// Safe: the memory has one owner, the arena, which cannot be copied; whoever has the arena has the memory.
extension ByteArena: @unchecked Sendable {}
