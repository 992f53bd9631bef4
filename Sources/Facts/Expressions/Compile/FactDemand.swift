/// A necessary constraint on one fact: unless it is met, the condition is false.
///
/// Used by rule indexes for lookups: a rule that is not found can neither match nor be unknown, provided that the fact is known
/// and, if compared as a version, is a valid one. A demand may be too weak, but never too strong.
public struct FactDemand: Sendable, Equatable {
    /// The allowed values; the case corresponds to the fact's type.
    public enum Kind: Sendable, Equatable {
        /// One of the words of an enumeration, as bits in the order of its list; for a bool, bit 0 is false and bit 1 is
        /// true. Bits beyond the list have no meaning.
        case words(UInt64)
        /// A text equal to one of these.
        case texts([[UInt8]])
        /// A text that begins with one of these.
        case prefixes([[UInt8]])
        /// A list that contains one of these items.
        case items([[UInt8]])
        /// A version in a closed range; `nil` for no bound.
        case versions(lowest: [UInt8]?, highest: [UInt8]?)
        /// A time in seconds since 1970-01-01T00:00:00Z.
        case times(ClosedRange<Int64>)
        /// Any value, as long as the fact is not absent.
        case presence
    }

    /// The fact's index in the schema.
    public var fact: UInt16
    /// The allowed values.
    public var kind: Kind
}

extension FactDemand.Kind {
    /// The selectivity in an index. Of two demands on the same fact, the one of lower rank is kept.
    private var rank: Int {
        switch self {
        case .words: 0
        case .texts: 1
        case .prefixes: 2
        case .items: 3
        case .versions: 4
        case .times: 5
        case .presence: 6
        }
    }

    /// The conjunction of both demands, possibly weakened.
    func and(_ other: Self) -> Self {
        switch (self, other) {
        case (.words(let one), .words(let two)): return .words(one & two)
        case (.texts(let one), .texts(let two)), (.prefixes(let one), .prefixes(let two)),
            (.items(let one), .items(let two)):
            return one.count <= two.count ? self : other
        case (.versions(let low, let high), .versions(let otherLow, let otherHigh)):
            return .versions(
                lowest: Self.pick(.greater, low, otherLow), highest: Self.pick(.less, high, otherHigh))
        case (.times(let one), .times(let two)):
            return one.overlaps(two) ? .times(one.clamped(to: two)) : self
        default: return rank <= other.rank ? self : other
        }
    }

    /// Whether no value can meet both demands. May return false negatives, but never false positives.
    public func excludes(_ other: Self) -> Bool {
        switch (self, other) {
        case (.words(let one), .words(let two)): one & two == 0
        case (.texts(let one), .texts(let two)): !one.contains(where: two.contains)
        case (.texts(let texts), .prefixes(let prefixes)), (.prefixes(let prefixes), .texts(let texts)):
            !texts.contains { text in prefixes.contains { text.starts(with: $0) } }
        case (.prefixes(let one), .prefixes(let two)):
            !one.contains { first in two.contains { first.starts(with: $0) || $0.starts(with: first) } }
        default: false
        }
    }

    /// The disjunction of both demands, possibly weakened; `nil` if any value meets it.
    func or(_ other: Self) -> Self? {
        switch (self, other) {
        case (.words(let one), .words(let two)): return .words(one | two)
        case (.texts(let one), .texts(let two)): return .texts(one + two.filter { !one.contains($0) })
        case (.prefixes(let one), .prefixes(let two)): return .prefixes(one + two.filter { !one.contains($0) })
        case (.items(let one), .items(let two)): return .items(one + two.filter { !one.contains($0) })
        case (.versions(let low, let high), .versions(let otherLow, let otherHigh)):
            let lowest = low == nil || otherLow == nil ? nil : Self.pick(.less, low, otherLow)
            let highest = high == nil || otherHigh == nil ? nil : Self.pick(.greater, high, otherHigh)
            return lowest == nil && highest == nil ? nil : .versions(lowest: lowest, highest: highest)
        case (.times(let one), .times(let two)):
            return .times(
                min(one.lowerBound, two.lowerBound)...max(one.upperBound, two.upperBound))
        case (.presence, .presence): return .presence
        default: return nil
        }
    }

    /// Whether an absent fact, which reads as its default, cannot meet the demand. May return false negatives, but never
    /// false positives.
    public var excludesAbsence: Bool {
        switch self {
        case .presence: true
        case .texts(let texts): !texts.contains([])
        case .words, .prefixes, .items, .versions, .times: false
        }
    }

    /// The lesser or greater of two versions; if one is `nil`, the other.
    private static func pick(_ wanted: VersionOrder, _ one: [UInt8]?, _ two: [UInt8]?) -> [UInt8]? {
        guard let one, let two else { return one ?? two }
        return VersionOrder.compare(one.span, two.span) == wanted ? one : two
    }
}
