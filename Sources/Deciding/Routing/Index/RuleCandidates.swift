/// The lists of rules that a click reaches, and how far each has been read.
///
/// At most ``capacity`` of them: a click that reaches more has every rule tried.
struct RuleCandidates {
    static let capacity = 32

    private var slices: InlineArray<32, RuleIndex.Slice> = .init(repeating: RuleIndex.Slice())
    private var count = 0
    /// Whether every rule is to be tried, in order.
    private(set) var triesAll = false
    private var next = 0

    mutating func add(_ slice: RuleIndex.Slice) {
        guard slice.start < slice.end else { return }
        guard count < Self.capacity else {
            triesAll = true
            return
        }
        slices[count] = slice
        count += 1
    }

    /// The next rule in order, each once; nil at the end.
    mutating func nextRule(of index: RuleIndex) -> Int? {
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
