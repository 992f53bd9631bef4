public import ByteText

/// The parameters of a query in order, raw: split on `&`, then each on its first `=`; empty pieces are left out.
///
///     var parameters = QueryParameters(address.query)
///     while let parameter = parameters.next(in: arena) { … }
///
/// The arena is asked for at each step and not held, so decoding into it in between is fine.
public struct QueryParameters: Sendable {
    /// One parameter, nothing of it decoded.
    public struct Parameter: Sendable, Equatable {
        /// What comes before the first `=`, or the whole parameter without one.
        public let name: TextRange
        /// What follows the first `=`; nil where there is none.
        public let value: TextRange?
        /// Whether name and value are visible ASCII without a `%`: decoded they are the same.
        public let isPlain: Bool
    }

    private var pairs: QueryPairs

    /// Starts before the first parameter of a query, which is given without its `?`.
    public init(_ query: TextRange?) {
        pairs = QueryPairs(from: query?.start ?? 0, to: query?.end ?? 0)
    }

    /// The next parameter, or nil at the end.
    public mutating func next(in arena: borrowing ByteArena) -> Parameter? {
        guard let pair = pairs.next(in: arena.bytes) else { return nil }
        return Parameter(name: pair.name, value: pair.value, isPlain: pair.isPlain)
    }
}

extension QueryParameters {
    /// Every byte but those that would end or change the value it is wrapped in.
    private static let wrappable = AddressScan.literal.subtracting(ByteSet("%=&#"))

    /// Appends an inner URL as Firebase's mails wrap it into a parameter: `%`, `=` and `&` escaped, `:`, `/` and `?` not.
    ///
    /// A `#` is escaped too: left alone it would end the outer query. So is what a URL may not hold at all.
    @discardableResult
    public static func wrap(_ inner: TextRange, in arena: inout ByteArena) -> TextRange {
        PercentCoding.encode(inner, keeping: wrappable, in: &arena)
    }

    /// Appends an inner URL in the same way to bytes.
    public static func wrap(_ inner: Span<UInt8>, into output: inout [UInt8]) {
        PercentCoding.encode(inner, keeping: wrappable, into: &output)
    }
}
