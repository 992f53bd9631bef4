/// When a condition is true, as a formula over tests of facts: for the analysis of rules, not for evaluation.
///
/// Negations are pushed down to the tests, each of which specifies the required result. A test of an unknown fact, or one
/// that fails, is neither true nor false, and satisfies no part of a formula.
public indirect enum ConditionFormula: Sendable {
    case constant(Bool)
    /// All of the formulas hold.
    case all([ConditionFormula])
    /// At least one of the formulas holds.
    case any([ConditionFormula])
    /// The test has the given result.
    case test(FactTest, says: Bool)
}

/// A test of the facts of a click. Facts are identified by their index in the schema.
public enum FactTest: Hashable, Sendable {
    /// A bool fact is true.
    case isTrue(UInt16)
    /// A string or an enumeration is one of these words.
    case isOneOf(UInt16, [String])
    /// `has()` of a fact.
    case has(UInt16)
    case startsWith(UInt16, String)
    case endsWith(UInt16, String)
    case contains(UInt16, String)
    /// An RE2 match, by the pattern's index in the pattern list.
    case matches(UInt16, pattern: Int)
    /// A comparison with a version. `outcomes` are those for which the test is true, as bits: less 1, equal 2, greater 4.
    case version(UInt16, outcomes: UInt8, than: String)
    /// A comparison with a time in seconds since 1970-01-01T00:00:00Z; outcomes as above.
    case time(UInt16, outcomes: UInt8, than: Int64)
    /// A comparison of the bucket (0 to 99) of a text with a number; outcomes as above.
    case bucket(UInt16, salt: String, outcomes: UInt8, than: Int64)
    /// An address is in a CIDR block, such as `10.0.0.0/8`.
    case inBlock(UInt16, String)
    /// A list contains the item.
    case hasItem(UInt16, String)
    /// A map contains the key.
    case hasKey(UInt16, String)
    /// A map contains the value for the key.
    case valueIs(UInt16, key: String, String)
    /// A comparison of an integer fact or call with a constant; outcomes as above.
    case number(FactNumber, outcomes: UInt8, than: Int64)
    /// Any other test, with its source text and the facts it reads.
    case other(source: String, facts: [UInt16])
}

/// An integer that conditions compare: a fact, or a call such as `request.time.getHours("Europe/Berlin")`.
public struct FactNumber: Hashable, Sendable {
    /// The source text.
    public var source: String
    /// The facts it reads.
    public var facts: [UInt16]
    /// The possible values.
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
