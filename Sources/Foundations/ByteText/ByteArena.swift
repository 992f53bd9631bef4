/// A growable buffer for all bytes of one click: the raw request and everything decoded from it.
///
/// Each worker owns one arena and resets it before each click. Memory is kept across clicks, so a warm arena never allocates.
/// It wraps a ``ByteBuffer`` and returns a ``TextRange`` for each appended slice.
public struct ByteArena: ~Copyable, Sendable {
    @usableFromInline var buffer: ByteBuffer

    /// Creates an arena with an initial capacity of `capacity` bytes.
    public init(capacity: Int = 16_384) {
        buffer = ByteBuffer(capacity: max(capacity, 16))
    }

    /// The number of bytes in use, which is also the offset of the next appended byte.
    @inlinable public var count: Int { buffer.count }

    /// Removes all bytes and keeps the memory. Invalidates all ranges.
    @inlinable
    public mutating func reset() { buffer.removeAll() }

    /// Removes the bytes from `mark` on, to discard an unneeded slice.
    @inlinable
    public mutating func truncate(to mark: Int) { buffer.truncate(to: mark) }

    /// The byte at an offset of the arena.
    @inlinable
    public subscript(offset: Int) -> UInt8 { buffer[offset] }

    /// The bytes of a slice. Borrows the arena.
    @inlinable
    public subscript(range: TextRange) -> Span<UInt8> {
        @_lifetime(borrow self) get {
            precondition(range.end <= count, "the range is outside of the arena")
            // Safe: the slice is within the bytes in use, and the span's lifetime is bound to self.
            return unsafe _overrideLifetime(
                Span(_unsafeStart: buffer.base + range.start, count: Int(range.count)), borrowing: self)
        }
    }

    /// All bytes. Borrows the arena.
    @inlinable
    public var bytes: Span<UInt8> {
        @_lifetime(borrow self) get { buffer.bytes }
    }

    /// Ensures room for at least `wanted` more bytes.
    @inlinable
    @inline(__always)
    public mutating func reserve(_ wanted: Int) { buffer.reserve(wanted) }

    /// Appends one byte. To build a slice, save ``count``, append, and call ``piece(from:)``.
    @inlinable
    public mutating func append(_ byte: UInt8) { buffer.append(byte) }

    /// Appends a number as four bytes, little-endian.
    @inlinable
    public mutating func append(littleEndian number: UInt32) { buffer.append(littleEndian: number) }

    /// Appends bytes and returns their slice.
    @inlinable
    @discardableResult
    public mutating func append(_ bytes: Span<UInt8>) -> TextRange {
        let mark = count
        buffer.append(bytes)
        return piece(from: mark)
    }

    /// Appends bytes with ASCII capitals lowercased, and returns their slice.
    @discardableResult
    public mutating func append(lowercasing bytes: Span<UInt8>) -> TextRange {
        let mark = count
        buffer.append(lowercasing: bytes)
        return piece(from: mark)
    }

    /// Appends the bytes of a literal and returns their slice. Inlines to a few constant stores.
    @inlinable
    @inline(__always)
    @discardableResult
    public mutating func append(_ literal: StaticString) -> TextRange {
        let mark = count
        buffer.append(literal)
        return piece(from: mark)
    }

    /// Appends the UTF-8 of a string and returns its slice. For cold paths; does not allocate for native strings.
    ///
    /// Disfavored, so that literals resolve to `StaticString`.
    @_disfavoredOverload
    @discardableResult
    public mutating func append(_ string: String) -> TextRange {
        append(string.utf8.span)
    }

    /// Appends a copy of a slice of this arena and returns the copy's range.
    @inlinable
    @discardableResult
    public mutating func append(copyOf range: TextRange) -> TextRange {
        precondition(range.end <= count, "the range is outside of the arena")
        let mark = count
        buffer.append(copyOf: range.indices)
        return piece(from: mark)
    }

    /// The slice from `mark` to the end.
    @inlinable
    public func piece(from mark: Int) -> TextRange {
        TextRange(offset: mark, count: count - mark)
    }

    /// The slice as a string, with invalid UTF-8 repaired. Allocates: for messages, tests and cold paths.
    public func string(_ range: TextRange) -> String { String(self[range]) }
}
