/// The bytes of one click: the request as it came, and everything decoded from it, in one growing buffer.
///
/// A worker owns one arena and resets it before each click. Nothing is freed in between, so a warm arena never allocates.
/// It is not copyable: a copy would be a silent copy of the buffer.
public struct ByteArena: ~Copyable, Sendable {
    @usableFromInline var storage: [UInt8] = []

    /// Makes an arena that holds `capacity` bytes before it allocates again.
    public init(capacity: Int = 16_384) {
        storage.reserveCapacity(capacity)
    }

    /// How many bytes are in use; also the offset of the next byte that is appended.
    @inlinable public var count: Int { storage.count }

    /// Forgets all bytes and keeps the memory. Every range from before is meaningless afterwards.
    @inlinable
    public mutating func reset() {
        storage.removeAll(keepingCapacity: true)
    }

    /// Forgets the bytes from `mark` on, for a piece that turned out not to be wanted.
    @inlinable
    public mutating func truncate(to mark: Int) {
        storage.removeLast(storage.count - mark)
    }

    /// The byte at an offset of the arena.
    @inlinable public subscript(offset: Int) -> UInt8 { storage[offset] }

    /// The bytes of a piece, for as long as the arena is not changed.
    @inlinable
    public subscript(range: TextRange) -> Span<UInt8> {
        @_lifetime(borrow self) get { storage.span.extracting(range.indices) }
    }

    /// All bytes, for as long as the arena is not changed.
    @inlinable
    public var bytes: Span<UInt8> {
        @_lifetime(borrow self) get { storage.span }
    }

    /// Appends one byte. A piece is built by remembering ``count``, appending, and calling ``piece(from:)``.
    @inlinable
    public mutating func append(_ byte: UInt8) {
        storage.append(byte)
    }

    /// Appends bytes and tells where they are.
    @inlinable
    @discardableResult
    public mutating func append(_ bytes: Span<UInt8>) -> TextRange {
        let start = storage.count
        // Safe: the pointer is read within the call only.
        unsafe bytes.withUnsafeBufferPointer { unsafe storage.append(contentsOf: $0) }
        return piece(from: start)
    }

    /// Appends the bytes of a literal and tells where they are.
    @inlinable
    @discardableResult
    public mutating func append(_ literal: StaticString) -> TextRange {
        let start = storage.count
        literal.withUTF8Buffer { unsafe storage.append(contentsOf: $0) }
        return piece(from: start)
    }

    /// Appends the UTF-8 of a string and tells where it is. For the cold paths: native strings do not allocate here.
    @inlinable
    @discardableResult
    public mutating func append(_ string: String) -> TextRange {
        let start = storage.count
        storage.append(contentsOf: string.utf8)
        return piece(from: start)
    }

    /// Appends a copy of a piece of this arena and tells where the copy is.
    @inlinable
    @discardableResult
    public mutating func append(copyOf range: TextRange) -> TextRange {
        let start = storage.count
        storage.reserveCapacity(start + Int(range.count))
        for offset in range.indices { storage.append(storage[offset]) }
        return piece(from: start)
    }

    /// The piece from `mark` to the end.
    @inlinable
    public func piece(from mark: Int) -> TextRange {
        TextRange(offset: mark, count: storage.count - mark)
    }

    /// The piece as a string, repaired where it is no UTF-8. Allocates: for messages, tests and cold paths.
    public func string(_ range: TextRange) -> String {
        String(decoding: storage[range.indices], as: UTF8.self)
    }
}
