/// A bit set of facts.
public struct FactSet: Sendable {
    /// A fact beyond the last bit traps when the first rule that reads it is loaded. A test adds all facts.
    private var words = InlineArray<2, UInt64>(repeating: 0)

    /// The empty set.
    public init() {}

    /// Whether no fact is in the set.
    public var isEmpty: Bool { words[0] | words[1] == 0 }

    /// Whether a fact is in the set.
    public func contains(_ fact: FactName) -> Bool {
        words[Int(fact.rawValue >> 6)] >> UInt64(fact.rawValue & 63) & 1 != 0
    }

    /// Adds a fact. Does nothing if the set contains it already.
    public mutating func insert(_ fact: FactName) {
        words[Int(fact.rawValue >> 6)] |= 1 << UInt64(fact.rawValue & 63)
    }
}
