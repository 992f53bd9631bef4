import CByteScan

/// A parameter of a query: a name, `=` and a value, up to the next `&`. Counted as the bytes are that it was read from.
public struct QueryPair: Equatable, Sendable {
    @usableFromInline let firstByte: UInt32
    @usableFromInline let firstSeparator: UInt32
    @usableFromInline let endByte: UInt32
    /// Whether all its bytes are visible ASCII and none is a `%`: decoded it is the same.
    public let isPlain: Bool

    /// All three are below 4 GiB.
    @inlinable
    @inline(__always)
    init(start: Int, separator: Int, end: Int, isPlain: Bool) {
        firstByte = UInt32(truncatingIfNeeded: start)
        firstSeparator = UInt32(truncatingIfNeeded: separator)
        endByte = UInt32(truncatingIfNeeded: end)
        self.isPlain = isPlain
    }

    /// The index of its first byte.
    public var start: Int { Int(firstByte) }
    /// The index of the first `=` before the end, or the end.
    public var separator: Int { Int(firstSeparator) }
    /// The index of the `&` that ends it, or where the query ends.
    public var end: Int { Int(endByte) }

    /// What comes before the first `=`, or all without one.
    @inlinable
    @inline(__always)
    public var name: TextRange { TextRange(offset: firstByte, count: firstSeparator &- firstByte) }

    /// What follows the first `=`; nil where there is none.
    @inlinable
    @inline(__always)
    public var value: TextRange? {
        firstSeparator < endByte
            ? TextRange(offset: firstSeparator &+ 1, count: endByte &- firstSeparator &- 1) : nil
    }
}

/// Divides a query into its parameters. What divides it is marked for 64 bytes at once: a parameter costs little more than
/// finding bits.
///
///     var pairs = QueryPairs(from: 0, to: bytes.count)
///     while let pair = pairs.next(in: bytes) { … }
///
/// The bytes are asked for at each step and not held. They may have moved, but are the same at each.
public struct QueryPairs: Sendable {
    @usableFromInline static let width = 64

    @usableFromInline var offset: Int
    @usableFromInline let end: Int
    /// The index of the first byte that is marked.
    @usableFromInline var base: Int
    /// Each `&`, each `=`, and each byte that is no visible ASCII or a `%`, the first byte in the lowest bit.
    @usableFromInline var ends: UInt64 = 0
    @usableFromInline var separators: UInt64 = 0
    @usableFromInline var strangers: UInt64 = 0

    /// Starts before the first parameter of a query that begins at an index and ends before another one.
    @inlinable
    public init(from start: Int, to end: Int) {
        precondition(start >= 0 && start <= end && end < Int(UInt32.max))
        (offset, self.end, base) = (start, end, start &- 64)
    }

    /// The next parameter that is not empty, or nil at the end.
    @inlinable
    @inline(__always)
    public mutating func next(in bytes: Span<UInt8>) -> QueryPair? {
        while offset < end {
            if offset &- base >= 64 { mark(bytes) }
            let start = offset
            let fresh = UInt64.max &<< UInt64(truncatingIfNeeded: start &- base)
            let last = ends & fresh
            guard last != 0 else { return longPair(bytes) }
            let pairEnd = base &+ last.trailingZeroBitCount
            offset = pairEnd &+ 1
            if pairEnd == start { continue }
            let own = (last ^ (last &- 1)) & fresh
            let divider = separators & own
            return QueryPair(
                start: start, separator: divider == 0 ? pairEnd : base &+ divider.trailingZeroBitCount, end: pairEnd,
                isPlain: strangers & own == 0)
        }
        return nil
    }

    /// A parameter that ends behind the bytes that are marked.
    @usableFromInline
    mutating func longPair(_ bytes: Span<UInt8>) -> QueryPair {
        let start = offset
        var separator = Int.max
        var hasStrangers = false
        while true {
            if offset &- base >= Self.width { mark(bytes) }
            let fresh = UInt64.max &<< UInt64(truncatingIfNeeded: offset &- base)
            let last = ends & fresh
            // All that are fresh where there is no end.
            let own = last == 0 ? fresh : (last ^ (last &- 1)) & fresh
            let divider = separators & own
            if separator == .max, divider != 0 { separator = base &+ divider.trailingZeroBitCount }
            if strangers & own != 0 { hasStrangers = true }
            offset = base &+ (last == 0 ? Self.width : last.trailingZeroBitCount)
            if last != 0 || offset >= end { break }
        }
        let pairEnd = min(offset, end)
        offset = pairEnd &+ 1
        return QueryPair(
            start: start, separator: min(separator, pairEnd), end: pairEnd, isPlain: !hasStrangers)
    }

    /// Marks the bytes from the offset on, and the end like an `&` where it is near.
    @usableFromInline
    mutating func mark(_ bytes: Span<UInt8>) {
        precondition(end <= bytes.count)
        base = offset
        let rest = end &- base
        // Safe: the bytes from the offset to the end are the span's. There are some: the offset is below the end.
        let marks = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe byte_scan_query_marks(bytes.baseAddress! + base, min(rest, Self.width))
        }
        (ends, separators, strangers) = (marks.ends, marks.separators, marks.strangers)
        if rest < Self.width { ends |= 1 &<< UInt64(truncatingIfNeeded: rest) }
    }
}
