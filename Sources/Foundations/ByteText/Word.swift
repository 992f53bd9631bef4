/// A value of a closed list that is spelled as a word: in rules, requests and answers.
public protocol Word: CaseIterable, RawRepresentable, Sendable where RawValue == UInt8 {
    /// The word. Case counts.
    var name: StaticString { get }
}

extension Word {
    /// All words in the order of the raw values.
    @inlinable
    public static var names: [StaticString] { allCases.map(\.name) }

    /// The value of a word, or nil. Looks at one after the other: lists are short.
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
