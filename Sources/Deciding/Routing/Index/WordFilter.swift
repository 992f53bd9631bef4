import ByteText
import Expressions

/// Narrows the rules of a small index by the values of closed-list facts and by absent facts. Most rules require a
/// platform, a stage, the state of an app, or a parameter that few links have. Of sixty rules a handful is left, at the
/// cost of two dozen loads.
///
/// For each value of each fact that rules read, there is a set of the rules that may match under it, and for each fact
/// that may be absent, a set of those that may match without it. An unknown fact narrows nothing: rules that read it
/// are undecided, and must be reported.
struct WordFilter: Sendable {
    /// A set of up to 128 rules, by their place in the index.
    struct Rules: Sendable {
        static let capacity = 128

        private var low: UInt64 = 0
        private var high: UInt64 = 0

        /// Adds a rule, which must be below the capacity.
        mutating func insert(_ rule: Int) {
            if rule < 64 { low |= 1 << UInt64(rule) } else { high |= 1 << UInt64(rule & 63) }
        }

        mutating func remove(_ rule: Int) {
            if rule < 64 { low &= ~(1 << UInt64(rule)) } else { high &= ~(1 << UInt64(rule & 63)) }
        }

        mutating func formUnion(_ other: Rules) {
            low |= other.low
            high |= other.high
        }

        mutating func formIntersection(_ other: Rules) {
            low &= other.low
            high &= other.high
        }

        /// Removes and returns the first rule; `nil` if the set is empty.
        mutating func removeFirst() -> Int? {
            if low != 0 {
                defer { low &= low &- 1 }
                return low.trailingZeroBitCount
            }
            guard high != 0 else { return nil }
            defer { high &= high &- 1 }
            return 64 + high.trailingZeroBitCount
        }
    }

    /// A fact that rules read, and the row of its first value.
    private struct Place: Sendable {
        var fact: UInt16
        var row: Int
    }

    /// A fact that rules require, and the rules that may match if it is absent.
    private struct Absence: Sendable {
        var fact: UInt16
        var rules: Rules
    }

    private let places: [Place]
    private let absences: [Absence]
    /// The rules that may match under each value.
    private let rows: [Rules]
    /// The rest of each rule's condition; `nil` if there is none. If all facts are known, the remaining rules match as
    /// far as closed-list facts are concerned.
    private let rests: [Condition?]
    /// Valid for the filter's lifetime.
    private let lentRests: [Lent<Condition>?]

    /// Creates the filter of some rules, numbered by their places.
    init(_ needs: RuleNeeds, _ conditions: some Sequence<Condition?>, count: Int) {
        var firstRows: [UInt16: Int] = [:]
        var places: [Place] = []
        var rowCount = 0
        for need in needs.needs where need.kind == .words && firstRows[need.fact] == nil {
            firstRows[need.fact] = rowCount
            places.append(Place(fact: need.fact, row: rowCount))
            rowCount += RuleNeeds.wordCounts[Int(need.fact)] ?? 0
        }
        var every = Rules()
        for rule in 0..<count { every.insert(rule) }
        var rows = [Rules](repeating: every, count: rowCount)
        for (fact, first) in firstRows {
            for word in 0..<(RuleNeeds.wordCounts[Int(fact)] ?? 0) {
                rows[first + word] = Self.rules(under: word, of: fact, needs, count)
            }
        }
        let facts = Set(places.map(\.fact))
        let rests = conditions.map { $0?.omittingWords(of: facts) }
        (self.places, self.rows, self.rests) = (places, rows, rests)
        absences = Self.absences(needs.presences, every)
        // Safe: every copy of the filter also retains `rests`, which owns them.
        lentRests = rests.map { $0.map { unsafe Lent($0) } }
    }

    private static func absences(_ presences: [RuleNeeds.Presence], _ every: Rules) -> [Absence] {
        var absences: [Absence] = []
        for presence in presences {
            let place = absences.firstIndex { $0.fact == presence.fact } ?? absences.count
            if place == absences.count { absences.append(Absence(fact: presence.fact, rules: every)) }
            absences[place].rules.remove(presence.rule)
        }
        return absences
    }

    private static func rules(under word: Int, of fact: UInt16, _ needs: RuleNeeds, _ count: Int) -> Rules {
        var rules = Rules()
        for rule in 0..<count {
            let need = needs.places(of: UInt32(rule)).lazy.map { needs.needs[$0] }
                .first { $0.fact == fact && $0.kind == .words }
            if need.map({ $0.words >> UInt64(word) & 1 != 0 }) ?? true { rules.insert(rule) }
        }
        return rules
    }

    /// Removes the rules that can't match a click. Returns whether all closed-list facts are known, in which case only
    /// ``rest(of:)`` of the remaining rules must be evaluated.
    @inline(__always)
    func narrow(_ rules: inout Rules, by facts: borrowing FactTable) -> Bool {
        let (places, absences, rows) = (places.span, absences.span, rows.span)
        var areKnown = true
        // Kept in registers until all places have been visited.
        var left = rules
        for index in places.indices {
            let place = places[index]
            switch facts[place.fact] {
            case .symbol(let word): left.formIntersection(rows[place.row &+ Int(word)])
            case .bool(let bool): left.formIntersection(rows[place.row &+ (bool ? 1 : 0)])
            default: areKnown = false
            }
        }
        for index in absences.indices {
            if case .absent = facts[absences[index].fact] { left.formIntersection(absences[index].rules) }
        }
        rules = left
        return areKnown
    }

    /// The condition of a rule without its tests of closed-list facts; `nil` if nothing remains.
    func rest(of rule: Int) -> Lent<Condition>? { lentRests[rule] }
}
