import ByteText
import Expressions

/// The rules that a click reaches, in order.
///
/// Of an index with few rules they are a set of bits, narrowed by the words that the click's facts are. Of one with many they
/// are the lists that were reached, merged as they are read: at most ``capacity`` of them, and a click that reaches more has
/// every rule tried.
struct RuleCandidates {
    static let capacity = 32

    /// The rules, where the index is small.
    private var rules = WordFilter.Rules()
    /// Whether the words that ``rules`` ask for hold.
    private var wordsHold = false
    private var slices: InlineArray<32, RuleIndex.Slice> = .init(repeating: RuleIndex.Slice())
    private var count = 0
    /// Whether every rule is to be tried, in order.
    private(set) var triesAll = false
    private var next = 0

    /// Forgets all rules, for another index. What lists there were is not overwritten: it takes longer than trying a rule.
    mutating func removeAll() {
        rules = WordFilter.Rules()
        wordsHold = false
        count = 0
        triesAll = false
        next = 0
    }

    /// Adds a list of an index.
    mutating func add(_ slice: RuleIndex.Slice, of index: RuleIndex) {
        guard slice.start < slice.end else { return }
        guard !index.isSmall else { return rules.formUnion(index.rules(in: slice)) }
        guard count < Self.capacity else {
            triesAll = true
            return
        }
        slices[count] = slice
        count += 1
    }

    /// Leaves out rules that say no to a click.
    @inline(__always)
    mutating func narrow(by filter: WordFilter, _ facts: borrowing FactTable) {
        wordsHold = filter.narrow(&rules, by: facts)
    }

    /// What is left to be asked of a candidate, if words have told the rest; nil if they have not.
    func rest(of rule: Int, in index: RuleIndex) -> Lent<Condition>?? {
        guard wordsHold, let filter = index.filter else { return nil }
        return .some(filter.rest(of: rule - index.all.lowerBound))
    }

    /// The next rule in order, each once; nil at the end.
    mutating func nextRule(of index: RuleIndex) -> Int? {
        if index.isSmall { return rules.removeFirst().map { index.all.lowerBound + $0 } }
        if triesAll {
            guard next < index.all.count else { return nil }
            defer { next += 1 }
            return index.all.lowerBound + next
        }
        if count == 1 { return nextOfOnlySlice(of: index) }
        var first = UInt32.max
        for place in 0..<count where slices[place].start < slices[place].end {
            first = min(first, index.storage.leaves[Int(slices[place].start)])
        }
        guard first != .max else { return nil }
        // A rule that is found in two ways is in two lists.
        for place in 0..<count where slices[place].start < slices[place].end {
            if index.storage.leaves[Int(slices[place].start)] == first { slices[place].start += 1 }
        }
        return Int(first)
    }

    private mutating func nextOfOnlySlice(of index: RuleIndex) -> Int? {
        guard slices[0].start < slices[0].end else { return nil }
        defer { slices[0].start += 1 }
        return Int(index.storage.leaves[Int(slices[0].start)])
    }
}
