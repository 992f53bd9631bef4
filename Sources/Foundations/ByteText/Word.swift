/// An enumeration whose cases are spelled as words in rules, requests and responses.
public protocol Word: CaseIterable, RawRepresentable, Sendable where RawValue == UInt8 {
    /// The case-sensitive word.
    var name: StaticString { get }
}

extension Word {
    /// All words, ordered by raw value.
    @inlinable
    public static var names: [StaticString] { allCases.map(\.name) }

    /// The case for a word, or `nil`. Linear search: the lists are short.
    @inlinable
    public static func named(_ bytes: Span<UInt8>) -> Self? {
        var raw: UInt8 = 0
        while let value = Self(rawValue: raw) {
            if bytes.equals(value.name) { return value }
            raw += 1
        }
        return nil
    }
}
