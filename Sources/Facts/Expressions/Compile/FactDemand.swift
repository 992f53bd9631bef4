/// What one fact must be for a condition to say anything but no.
///
/// An index over rules looks rules up by these: a rule that is not found cannot match and cannot be undecided, as long as
/// the fact is known and, where it is compared as a version, is one. A demand may allow too much, never too little.
public struct FactDemand: Sendable, Equatable {
    /// The values that a demand allows; the case fits the fact's type.
    public enum Kind: Sendable, Equatable {
        /// One of the words of a closed list, one bit each in the list's order; of a bool, bit 0 for false and bit 1 for
        /// true. Bits beyond the list mean nothing.
        case words(UInt64)
        /// One of these texts.
        case texts([[UInt8]])
        /// A text that begins with one of these.
        case prefixes([[UInt8]])
        /// A list that has one of these items.
        case items([[UInt8]])
        /// A version from the lowest to the highest, both included; nil where there is no end.
        case versions(lowest: [UInt8]?, highest: [UInt8]?)
        /// Seconds since 1970-01-01T00:00:00Z.
        case times(ClosedRange<Int64>)
        /// Any value: that the fact is not absent.
        case presence
    }

    /// The fact's index in the schema.
    public var fact: UInt16
    /// The values that it allows.
    public var kind: Kind
}

extension FactDemand.Kind {
    /// How well an index separates rules by it: of two demands on one fact the one of lower rank is kept.
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

    /// What is demanded where both are.
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

    /// Whether nothing meets both. A false no is possible, a false yes is not.
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

    /// What is demanded where one of them is enough; nil where that is nothing.
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

    /// Whether an absent fact, which reads as nothing, does not meet it. A false no is possible, a false yes is not.
    public var excludesAbsence: Bool {
        switch self {
        case .presence: true
        case .texts(let texts): !texts.contains([])
        case .words, .prefixes, .items, .versions, .times: false
        }
    }

    /// Of two versions the less or the greater one; the other where one is nil.
    private static func pick(_ wanted: VersionOrder, _ one: [UInt8]?, _ two: [UInt8]?) -> [UInt8]? {
        guard let one, let two else { return one ?? two }
        return VersionOrder.compare(one.span, two.span) == wanted ? one : two
    }
}
