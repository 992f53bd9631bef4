/// The bytes of one click: the request as it came, and everything decoded from it, in one growing buffer.
///
/// A worker owns one arena and resets it before each click. Nothing is freed in between, so a warm arena never allocates.
/// It is a ``ByteBuffer`` that returns where each piece is, so that pieces can be read by their ranges.
public struct ByteArena: ~Copyable, Sendable {
    @usableFromInline var buffer: ByteBuffer

    /// Makes an arena that holds `capacity` bytes before it allocates again.
    public init(capacity: Int = 16_384) {
        buffer = ByteBuffer(capacity: max(capacity, 16))
    }

    /// How many bytes are in use; also the offset of the next byte that is appended.
    @inlinable public var count: Int { buffer.count }

    /// Forgets all bytes and keeps the memory. Every range from before is meaningless afterwards.
    @inlinable
    public mutating func reset() { buffer.removeAll() }

    /// Forgets the bytes from `mark` on, for a piece that turned out not to be wanted.
    @inlinable
    public mutating func truncate(to mark: Int) { buffer.truncate(to: mark) }

    /// The byte at an offset of the arena.
    @inlinable
    public subscript(offset: Int) -> UInt8 { buffer[offset] }

    /// The bytes of a piece, for as long as the arena is not changed.
    @inlinable
    public subscript(range: TextRange) -> Span<UInt8> {
        @_lifetime(borrow self) get {
            precondition(range.end <= count, "a piece outside the arena")
            // Safe: the piece lies within the bytes in use, and the span's lifetime is bound to self.
            return unsafe _overrideLifetime(
                Span(_unsafeStart: buffer.base + range.start, count: Int(range.count)), borrowing: self)
        }
    }

    /// All bytes, for as long as the arena is not changed.
    @inlinable
    public var bytes: Span<UInt8> {
        @_lifetime(borrow self) get { buffer.bytes }
    }

    /// Makes room for at least `wanted` more bytes.
    @inlinable
    @inline(__always)
    public mutating func reserve(_ wanted: Int) { buffer.reserve(wanted) }

    /// Appends one byte. A piece is built by remembering ``count``, appending, and calling ``piece(from:)``.
    @inlinable
    public mutating func append(_ byte: UInt8) { buffer.append(byte) }

    /// Appends the four bytes of a number, the lowest first.
    @inlinable
    public mutating func append(littleEndian number: UInt32) { buffer.append(littleEndian: number) }

    /// Appends bytes and returns where they are.
    @inlinable
    @discardableResult
    public mutating func append(_ bytes: Span<UInt8>) -> TextRange {
        let mark = count
        buffer.append(bytes)
        return piece(from: mark)
    }

    /// Appends bytes, of them the ASCII capitals as small letters, and returns where they are.
    @discardableResult
    public mutating func append(lowercasing bytes: Span<UInt8>) -> TextRange {
        let mark = count
        buffer.append(lowercasing: bytes)
        return piece(from: mark)
    }

    /// Appends the bytes of a literal and returns where they are. Inlined, it is some stores of constants.
    @inlinable
    @inline(__always)
    @discardableResult
    public mutating func append(_ literal: StaticString) -> TextRange {
        let mark = count
        buffer.append(literal)
        return piece(from: mark)
    }

    /// Appends the UTF-8 of a string and returns where it is. For the cold paths: native strings do not allocate here.
    ///
    /// Disfavored, so that a literal is a `StaticString`.
    @_disfavoredOverload
    @discardableResult
    public mutating func append(_ string: String) -> TextRange {
        append(string.utf8.span)
    }

    /// Appends a copy of a piece of this arena and returns where the copy is.
    @inlinable
    @discardableResult
    public mutating func append(copyOf range: TextRange) -> TextRange {
        precondition(range.end <= count, "a piece outside the arena")
        let mark = count
        buffer.append(copyOf: range.indices)
        return piece(from: mark)
    }

    /// The piece from `mark` to the end.
    @inlinable
    public func piece(from mark: Int) -> TextRange {
        TextRange(offset: mark, count: count - mark)
    }

    /// The piece as a string, repaired where it is not UTF-8. Allocates: for messages, tests and cold paths.
    public func string(_ range: TextRange) -> String { String(self[range]) }
}
