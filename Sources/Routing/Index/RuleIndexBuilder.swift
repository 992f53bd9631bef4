import Expressions

/// Builds a ``RuleIndex``: at each node the fact that leaves the fewest rules to try.
struct RuleIndexBuilder {
    /// What a rule's condition needs of one fact.
    private enum Need {
        case texts([[UInt8]])
        case prefixes([[UInt8]])
        /// Bits of the words under which it may match.
        case words(UInt64)
    }

    private struct Rule {
        var index: UInt32
        var needs: [UInt16: Need]
    }

    /// Lists up to this length are tried rule by rule.
    private static let shortList = 6
    /// How deep the tree may be; also a bound for the time of building.
    private static let deepest = 8
    /// Facts with closed lists of words, and how many words each has.
    private static let wordCounts: [UInt16: Int] = Dictionary(
        uniqueKeysWithValues: FactName.allCases.compactMap { name in
            switch FactName.schema[name.rawValue].type {
            case .symbols(let words): (name.rawValue, words.count)
            case .bool: (name.rawValue, 2)
            default: nil
            }
        })
    private static let textFacts: [UInt16] = FactName.allCases.filter(\.isText).map(\.rawValue)

    private var index: RuleIndex

    /// The index of a piece of a rule set's rules.
    static func build(_ rules: [RuleDefinition], _ range: Range<Int>) -> RuleIndex {
        var builder = RuleIndexBuilder(index: RuleIndex(all: range))
        let described = range.map { Rule(index: UInt32($0), needs: Self.needs(of: rules[$0].program)) }
        builder.index.root = builder.node(described, depth: 0)
        return builder.index
    }

    private static func needs(of condition: Condition?) -> [UInt16: Need] {
        guard let condition else { return [:] }
        var needs: [UInt16: Need] = [:]
        for fact in condition.facts {
            if let count = wordCounts[fact] {
                let every = count == 64 ? UInt64.max : (1 << UInt64(count)) - 1
                let words = condition.possibleWords(of: fact) & every
                if words != every { needs[fact] = .words(words) }
            } else if let required = condition.requiredTexts(of: fact) {
                needs[fact] = required.arePrefixes ? .prefixes(required.texts) : .texts(required.texts)
            }
        }
        return needs
    }

    // MARK: Choosing

    /// Adds the node for some rules and gives its place; -1 for none.
    private mutating func node(_ rules: [Rule], depth: Int) -> Int32 {
        if rules.isEmpty { return -1 }
        guard rules.count > Self.shortList, depth < Self.deepest, let fact = best(for: rules) else {
            return add(.leaf(leaf(rules)))
        }
        return split(rules, by: fact, depth: depth)
    }

    /// The fact after which the fewest rules are left to try on average; nil where none helps.
    private func best(for rules: [Rule]) -> UInt16? {
        var left: [UInt16: Double] = [:]
        var asked: [UInt16: Int] = [:]
        var values: [UInt16: Set<[UInt8]>] = [:]
        for rule in rules {
            for (fact, need) in rule.needs {
                asked[fact, default: 0] += 1
                switch need {
                case .texts(let texts), .prefixes(let texts):
                    left[fact, default: 0] += Double(texts.count)
                    values[fact, default: []].formUnion(texts)
                case .words(let words):
                    left[fact, default: 0] += Double(words.nonzeroBitCount) / Double(Self.wordCounts[fact] ?? 1)
                }
            }
        }
        let costs = left.map { fact, sum in
            let found = sum / Double(max(1, values[fact]?.count ?? 1))
            // A fact that a request may leave open costs a scan then.
            let doubt = FactName.schema[fact].mayBeUnknown ? Double(rules.count) * 0.1 : 0
            return (fact: fact, cost: Double(rules.count - (asked[fact] ?? 0)) + found + doubt)
        }
        let best = costs.min { $0.cost == $1.cost ? $0.fact < $1.fact : $0.cost < $1.cost }
        guard let best, best.cost < Double(rules.count) * 0.85 else { return nil }
        return best.fact
    }

    // MARK: Splitting

    private mutating func split(_ rules: [Rule], by fact: UInt16, depth: Int) -> Int32 {
        // Conditions on one fact may be of two kinds; the rarer kind stays with those that do not ask.
        let prefixes = rules.count { if case .prefixes = $0.needs[fact] { true } else { false } }
        let texts = rules.count { if case .texts = $0.needs[fact] { true } else { false } }
        if let count = Self.wordCounts[fact] { return splitByWords(rules, fact, count, depth) }
        return splitByTexts(rules, fact, arePrefixes: prefixes > texts, depth)
    }

    private mutating func splitByWords(_ rules: [Rule], _ fact: UInt16, _ count: Int, _ depth: Int) -> Int32 {
        var byWord = [[Rule]](repeating: [], count: count)
        var rest: [Rule] = []
        for var rule in rules {
            guard case .words(let words) = rule.needs.removeValue(forKey: fact) else {
                rest.append(rule)
                continue
            }
            for word in 0..<count where words & (1 << UInt64(word)) != 0 { byWord[word].append(rule) }
        }
        let children = byWord.map { node($0, depth: depth + 1) }
        let piece = RuleIndex.ArrayPiece(start: UInt32(index.numbers.count), count: UInt32(count))
        index.numbers += children
        return add(.words(fact: fact, children: piece, rest: node(rest, depth: depth + 1)))
    }

    private mutating func splitByTexts(
        _ rules: [Rule], _ fact: UInt16, arePrefixes: Bool, _ depth: Int
    ) -> Int32 {
        var byText: [[UInt8]: [Rule]] = [:]
        var rest: [Rule] = []
        for var rule in rules {
            switch (rule.needs[fact], arePrefixes) {
            case (.texts(let texts), false), (.prefixes(let texts), true):
                rule.needs[fact] = nil
                for text in Set(texts) { byText[text, default: []].append(rule) }
            default:
                // It may ask for the fact in the other way, but not be split by it again.
                rule.needs[fact] = nil
                rest.append(rule)
            }
        }
        let texts = byText.keys.sorted { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count < $1.count }
        let entries = texts.map { (key: $0, value: Int(node(byText[$0] ?? [], depth: depth + 1))) }
        index.tables.append(ByteTable(entries))
        let table = index.tables.count - 1
        guard arePrefixes else {
            return add(.text(fact: fact, table: table, rest: node(rest, depth: depth + 1)))
        }
        let lengths = Set(texts.map { Int32($0.count) }).sorted()
        let piece = RuleIndex.ArrayPiece(start: UInt32(index.numbers.count), count: UInt32(lengths.count))
        index.numbers += lengths
        return add(.prefix(fact: fact, table: table, lengths: piece, rest: node(rest, depth: depth + 1)))
    }

    private mutating func leaf(_ rules: [Rule]) -> RuleIndex.Slice {
        let start = UInt32(index.leaves.count)
        index.leaves += rules.map(\.index)
        return RuleIndex.Slice(start: start, end: UInt32(index.leaves.count))
    }

    private mutating func add(_ node: RuleIndex.Node) -> Int32 {
        index.nodes.append(node)
        return Int32(index.nodes.count - 1)
    }
}
