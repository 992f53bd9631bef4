/// When a condition says yes, as a formula over tests of facts: for reasoning about rules, not for running them.
///
/// Negation has gone into the tests: each says which answer it wants. A test of an unknown fact, or one that
/// fails, answers neither yes nor no, and then no part of a formula that asks for it holds.
public indirect enum ConditionFormula: Sendable {
    case constant(Bool)
    /// All of them hold.
    case all([ConditionFormula])
    /// One of them holds.
    case any([ConditionFormula])
    /// The test answers yes, or no.
    case test(FactTest, says: Bool)
}

/// One question about the facts of a click. Facts are named by their index in the schema.
public enum FactTest: Hashable, Sendable {
    /// A bool.
    case isTrue(UInt16)
    /// Text or a word of a closed list that is one of these.
    case isOneOf(UInt16, [String])
    /// `has()` of a fact.
    case has(UInt16)
    case startsWith(UInt16, String)
    case endsWith(UInt16, String)
    case contains(UInt16, String)
    /// RE2, by the pattern's index in the list of patterns.
    case matches(UInt16, pattern: Int)
    /// Compared with a version; the outcomes that mean yes, one bit each: less 1, equal 2, greater 4.
    case version(UInt16, outcomes: UInt8, than: String)
    /// Compared with a time in seconds since 1970-01-01T00:00:00Z; outcomes as above.
    case time(UInt16, outcomes: UInt8, than: Int64)
    /// The part from 0 to 99 that a text falls into, compared with a number; outcomes as above.
    case bucket(UInt16, salt: String, outcomes: UInt8, than: Int64)
    /// An address within a block: `10.0.0.0/8`.
    case inBlock(UInt16, String)
    /// A list that has this item.
    case hasItem(UInt16, String)
    /// A map that has this key.
    case hasKey(UInt16, String)
    /// A map whose value at a key is this one.
    case valueIs(UInt16, key: String, String)
    /// A whole number, a fact or a call, compared with a constant; outcomes as above.
    case number(FactNumber, outcomes: UInt8, than: Int64)
    /// Anything else, as it was written, and the facts it reads.
    case other(source: String, facts: [UInt16])
}

/// A whole number that conditions compare: a fact, or a call such as `request.time.getHours("Europe/Berlin")`.
public struct FactNumber: Hashable, Sendable {
    /// As it was written.
    public var source: String
    /// The facts it reads.
    public var facts: [UInt16]
    /// The values that it can have.
    public var range: ClosedRange<Int64>

    init(source: String, facts: [UInt16], range: ClosedRange<Int64>) {
        (self.source, self.facts, self.range) = (source, facts, range)
    }
}

extension FactTest {
    /// The facts that the test reads.
    public var facts: [UInt16] {
        switch self {
        case .isTrue(let fact), .isOneOf(let fact, _), .has(let fact), .startsWith(let fact, _),
            .endsWith(let fact, _), .contains(let fact, _), .matches(let fact, _), .version(let fact, _, _),
            .time(let fact, _, _), .bucket(let fact, _, _, _), .inBlock(let fact, _), .hasItem(let fact, _),
            .hasKey(let fact, _), .valueIs(let fact, _, _):
            [fact]
        case .number(let number, _, _): number.facts
        case .other(_, let facts): facts
        }
    }
}
