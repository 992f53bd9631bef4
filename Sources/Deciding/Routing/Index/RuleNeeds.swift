import ByteText
import Expressions

/// The fact values that the rules of an index require, in flat arrays. Texts are numbered, so that building compares
/// numbers.
struct RuleNeeds {
    enum Kind: UInt8, CaseIterable {
        case words, texts, prefixes, items, versions, times
    }

    struct Need {
        var fact: UInt16
        var kind: Kind
        /// For `words`: a bit for each value under which the rule may match.
        var words: UInt64 = 0
        /// For the others: a range of ``keys``. Ranges have two keys, the lowest and the highest.
        var start: Int32 = 0
        var count: Int32 = 0
    }

    /// The key for an open end of a range.
    static let open: Int32 = -1

    /// A rule that never matches if a fact is absent.
    struct Presence {
        var rule: Int
        var fact: UInt16
    }

    private(set) var needs: [Need] = []
    private(set) var presences: [Presence] = []
    private(set) var keys: [Int32] = []
    /// The bytes of each text key.
    private(set) var texts: [[UInt8]] = []
    /// The value of each time key.
    private(set) var times: [Int64] = []

    private var starts: [Int32] = [0]
    private var textKeys: [TextKey: Int32] = [:]
    private var timeKeys: [Int64: Int32] = [:]

    /// A text of a fact. Equal texts of different facts have different keys.
    private struct TextKey: Hashable {
        var fact: UInt16
        var kind: Kind
        var text: [UInt8]
    }

    /// Collects the rules' requirements by their place in the list, and reports the rules that never match.
    init(_ conditions: some Sequence<Condition?>, never: (Int) -> Void) {
        for (place, condition) in conditions.enumerated() {
            defer { starts.append(Int32(needs.count)) }
            guard let condition else { continue }
            guard let demands = condition.demands else {
                never(place)
                continue
            }
            for demand in demands {
                add(demand)
                if demand.kind.excludesAbsence { presences.append(Presence(rule: place, fact: demand.fact)) }
            }
        }
    }

    /// The range of ``needs`` with the requirements of a rule.
    func places(of rule: UInt32) -> Range<Int> {
        Int(starts[Int(rule)])..<Int(starts[Int(rule) + 1])
    }

    /// The keys of a requirement.
    func keys(of need: Need) -> ArraySlice<Int32> {
        keys[Int(need.start)..<Int(need.start + need.count)]
    }

    /// The number of values of each closed-list fact; `nil` for other facts.
    static let wordCounts: [Int?] = FactName.allCases.map { name in
        switch FactName.schema[name.rawValue].type {
        case .symbols(let words): words.count
        case .bool: 2
        default: nil
        }
    }

    private mutating func add(_ demand: FactDemand) {
        switch demand.kind {
        case .words(let words):
            guard let count = Self.wordCounts[Int(demand.fact)] else { return }
            let every = count == 64 ? UInt64.max : 1 << UInt64(count) - 1
            guard words & every != every else { return }
            needs.append(Need(fact: demand.fact, kind: .words, words: words & every))
        case .texts(let texts): add(demand.fact, .texts, texts)
        case .prefixes(let texts): add(demand.fact, .prefixes, texts)
        case .items(let texts): add(demand.fact, .items, texts)
        case .versions(let lowest, let highest):
            let ends = [lowest, highest].map { $0.map { key(TextKey(fact: demand.fact, kind: .versions, text: $0)) } }
            append(demand.fact, .versions, ends.map { $0 ?? Self.open })
        case .times(let range):
            let lowest = range.lowerBound == .min ? Self.open : key(range.lowerBound)
            let highest = range.upperBound == .max ? Self.open : key(range.upperBound)
            append(demand.fact, .times, [lowest, highest])
        case .presence: break
        }
    }

    private mutating func add(_ fact: UInt16, _ kind: Kind, _ texts: [[UInt8]]) {
        append(fact, kind, texts.map { key(TextKey(fact: fact, kind: kind, text: $0)) })
    }

    private mutating func append(_ fact: UInt16, _ kind: Kind, _ added: [Int32]) {
        needs.append(Need(fact: fact, kind: kind, start: Int32(keys.count), count: Int32(added.count)))
        keys += added
    }

    private mutating func key(_ text: TextKey) -> Int32 {
        let next = Int32(texts.count)
        // A single lookup, because there can be thousands of rules with a text each.
        let key = { (known: inout Int32) in known }(&textKeys[text, default: next])
        if key == next { texts.append(text.text) }
        return key
    }

    private mutating func key(_ time: Int64) -> Int32 {
        if let known = timeKeys[time] { return known }
        times.append(time)
        timeKeys[time] = Int32(times.count - 1)
        return Int32(times.count - 1)
    }
}
