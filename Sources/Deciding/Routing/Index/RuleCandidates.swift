import ByteText
import Expressions

/// The candidate rules for a click, in order.
///
/// For a small index they are a bit set, narrowed by the values of the click's facts. For a large one they are the
/// lists that were reached, merged while they are read. There are at most ``capacity`` lists; a click that reaches more
/// tries every rule.
struct RuleCandidates {
    static let capacity = 32

    /// The rules, if the index is small.
    private var rules = WordFilter.Rules()
    /// Whether the candidates' conditions on closed-list facts are known to hold.
    private var wordsHold = false
    private var slices: InlineArray<32, RuleIndex.Slice> = .init(repeating: RuleIndex.Slice())
    private var count = 0
    /// Whether to try every rule, in order.
    private(set) var triesAll = false
    private var next = 0

    /// Removes all rules, for another index. Old lists are not overwritten, because that takes longer than trying a
    /// rule.
    mutating func removeAll() {
        rules = WordFilter.Rules()
        wordsHold = false
        count = 0
        triesAll = false
        next = 0
    }

    /// Adds one of an index's lists.
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

    /// Removes rules that can't match the click.
    @inline(__always)
    mutating func narrow(by filter: WordFilter, _ facts: borrowing FactTable) {
        wordsHold = filter.narrow(&rules, by: facts)
    }

    /// The remaining condition of a candidate after the word filter; `nil` if the whole condition must be evaluated.
    func rest(of rule: Int, in index: RuleIndex) -> Lent<Condition>?? {
        guard wordsHold, let filter = index.filter else { return nil }
        return .some(filter.rest(of: rule - index.all.lowerBound))
    }

    /// The next rule in order, each once; `nil` at the end.
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
        // A rule reached on two paths is in two lists.
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
