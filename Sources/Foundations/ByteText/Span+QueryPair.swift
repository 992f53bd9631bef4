import CByteScan

/// Where the first parameter of a query is in it: a name, `=` and a value, up to the next `&`.
public struct QueryPair: Equatable, Sendable {
    /// The index of the first `&`, or the count.
    public let end: Int
    /// The index of the first `=` before the end, or the end.
    public let separator: Int
    /// Whether all its bytes are visible ASCII and none is a `%`: decoded it is the same.
    public let isPlain: Bool
}

extension Span<UInt8> {
    /// The first parameter of a query from an index on, which is not above the count. One pass, sixteen bytes a turn.
    public func queryPair(from start: Int) -> QueryPair { queryPair(from: start, to: count) }

    /// The same of a query that ends at an index, which is not above the count.
    public func queryPair(from start: Int, to end: Int) -> QueryPair {
        precondition(start >= 0 && start <= end && end <= count && end < Int(UInt32.max))
        guard start < end else { return QueryPair(end: start, separator: start, isPlain: true) }
        // Safe: the bytes from `start` to `end` are the span's.
        let pair = unsafe withUnsafeBufferPointer { bytes in
            unsafe byte_scan_first_pair(bytes.baseAddress! + start, end &- start)
        }
        return QueryPair(
            end: start &+ Int(pair.end), separator: start &+ Int(pair.separator), isPlain: pair.is_plain != 0)
    }
}
