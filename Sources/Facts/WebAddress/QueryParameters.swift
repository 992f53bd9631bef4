public import ByteText

/// The raw parameters of a query in order: split on `&`, then on the first `=`. Empty parameters are skipped.
///
///     var parameters = QueryParameters(address.query)
///     while let parameter = parameters.next(in: arena) { … }
///
/// The arena is passed at each step and not stored, so it may be used for decoding in between.
public struct QueryParameters: Sendable {
    /// A parameter, not decoded.
    public struct Parameter: Sendable, Equatable {
        /// The bytes before the first `=`, or all bytes if there is none.
        public let name: TextRange
        /// The bytes after the first `=`, or `nil` if there is none.
        public let value: TextRange?
        /// Whether name and value are visible ASCII without `%`, so that decoding would not change them.
        public let isPlain: Bool
    }

    private var pairs: QueryPairs

    /// Starts before the first parameter of a query without its `?`.
    public init(_ query: TextRange?) {
        pairs = QueryPairs(from: query?.start ?? 0, to: query?.end ?? 0)
    }

    /// The next parameter, or `nil` at the end.
    public mutating func next(in arena: borrowing ByteArena) -> Parameter? {
        guard let pair = pairs.next(in: arena.bytes) else { return nil }
        return Parameter(name: pair.name, value: pair.value, isPlain: pair.isPlain)
    }
}

extension QueryParameters {
    /// All bytes except those that would end or change the wrapped value.
    private static let wrappable = AddressScan.literal.subtracting(ByteSet("%=&#"))

    /// Appends an inner URL wrapped into a parameter value as in Firebase's mails: `%`, `=` and `&` are escaped, `:`, `/`
    /// and `?` are not.
    ///
    /// `#` is escaped too, since it would end the outer query, and so are all bytes that are invalid in URLs.
    @discardableResult
    public static func wrap(_ inner: TextRange, in arena: inout ByteArena) -> TextRange {
        PercentCoding.encode(inner, keeping: wrappable, in: &arena)
    }

    /// Appends an inner URL, wrapped in the same way, to bytes.
    public static func wrap(_ inner: Span<UInt8>, into output: inout [UInt8]) {
        PercentCoding.encode(inner, keeping: wrappable, into: &output)
    }
}
