import CByteScan

/// A query parameter: `name=value`, up to the next `&`. Offsets refer to the bytes it was parsed from.
public struct QueryPair: Equatable, Sendable {
    @usableFromInline let firstByte: UInt32
    @usableFromInline let firstSeparator: UInt32
    @usableFromInline let endByte: UInt32
    /// Whether all bytes are visible ASCII other than `%`, so that decoding would not change the parameter.
    public let isPlain: Bool

    /// All offsets are below 4 GiB.
    @inlinable
    @inline(__always)
    init(start: Int, separator: Int, end: Int, isPlain: Bool) {
        firstByte = UInt32(truncatingIfNeeded: start)
        firstSeparator = UInt32(truncatingIfNeeded: separator)
        endByte = UInt32(truncatingIfNeeded: end)
        self.isPlain = isPlain
    }

    /// The index of the first byte.
    public var start: Int { Int(firstByte) }
    /// The index of the first `=`, or the end if there is none.
    public var separator: Int { Int(firstSeparator) }
    /// The index of the `&` that ends the parameter, or the end of the query.
    public var end: Int { Int(endByte) }

    /// The bytes before the first `=`, or all bytes if there is none.
    @inlinable
    @inline(__always)
    public var name: TextRange { TextRange(offset: firstByte, count: firstSeparator &- firstByte) }

    /// The bytes after the first `=`, or `nil` if there is none.
    @inlinable
    @inline(__always)
    public var value: TextRange? {
        firstSeparator < endByte
            ? TextRange(offset: firstSeparator &+ 1, count: endByte &- firstSeparator &- 1) : nil
    }
}

/// Splits a query into its parameters. Delimiters are located 64 bytes at a time, so each parameter costs little more than
/// a few bit scans.
///
///     var pairs = QueryPairs(from: 0, to: bytes.count)
///     while let pair = pairs.next(in: bytes) { … }
///
/// The bytes are passed at each step, not stored. They may move between steps but must not change.
public struct QueryPairs: Sendable {
    @usableFromInline static let width = 64

    @usableFromInline var offset: Int
    @usableFromInline let end: Int
    /// The index of the first byte covered by the bitmasks.
    @usableFromInline var base: Int
    /// Bitmasks of `&`, of `=`, and of `%` and bytes other than visible ASCII; the first byte is the lowest bit.
    @usableFromInline var ends: UInt64 = 0
    @usableFromInline var separators: UInt64 = 0
    @usableFromInline var strangers: UInt64 = 0

    /// Starts before the first parameter of the query `start..<end`.
    @inlinable
    public init(from start: Int, to end: Int) {
        precondition(start >= 0 && start <= end && end < Int(UInt32.max))
        (offset, self.end, base) = (start, end, start &- 64)
    }

    /// The next non-empty parameter, or `nil` at the end.
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

    /// A parameter that extends beyond the bytes covered by the bitmasks.
    @usableFromInline
    mutating func longPair(_ bytes: Span<UInt8>) -> QueryPair {
        let start = offset
        var separator = Int.max
        var hasStrangers = false
        while true {
            if offset &- base >= Self.width { mark(bytes) }
            let fresh = UInt64.max &<< UInt64(truncatingIfNeeded: offset &- base)
            let last = ends & fresh
            // All remaining bits if there is no end among them.
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

    /// Computes the bitmasks of the bytes from `offset` on. Marks the end of the query as `&` if it is within 64 bytes.
    @usableFromInline
    mutating func mark(_ bytes: Span<UInt8>) {
        precondition(end <= bytes.count)
        base = offset
        let rest = end &- base
        // Safe: the bytes from the offset to the end belong to the span. There is at least one: the offset is below the end.
        let marks = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe byte_scan_query_marks(bytes.baseAddress! + base, min(rest, Self.width))
        }
        (ends, separators, strangers) = (marks.ends, marks.separators, marks.strangers)
        if rest < Self.width { ends |= 1 &<< UInt64(truncatingIfNeeded: rest) }
    }
}
