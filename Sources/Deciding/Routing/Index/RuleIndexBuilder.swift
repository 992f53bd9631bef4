import ByteText
import Expressions

/// Builds a ``RuleIndex`` by choosing the question for each node that leaves the fewest rules to try.
struct RuleIndexBuilder {
    /// A fact and how it is tested.
    struct Question: Hashable {
        var fact: UInt16
        var kind: RuleNeeds.Kind

        /// Its index in arrays with one element per question.
        var place: Int { Int(fact) * RuleNeeds.Kind.allCases.count + Int(kind.rawValue) }

        static let count = FactName.allCases.count * RuleNeeds.Kind.allCases.count
    }

    /// A rule under one of the answers to a question. Ordered by answer, then by rule.
    struct Placement {
        private let packed: UInt64

        init(answer: Int, rule: UInt32) {
            packed = UInt64(answer) << 32 | UInt64(rule)
        }

        var answer: Int { Int(packed >> 32) }
        var rule: UInt32 { UInt32(truncatingIfNeeded: packed) }

        static func precedes(_ one: Placement, _ two: Placement) -> Bool { one.packed < two.packed }
    }

    /// Lists up to this length are tried rule by rule.
    private static let shortList = 6
    /// The maximum depth of the tree, which also bounds the build time.
    private static let deepest = 8

    let needs: RuleNeeds
    /// Whether nodes test closed-list facts. In a small index the filter does.
    private let asksForWords: Bool
    /// The index of the first rule of the range.
    private let firstRule: Int
    var index = RuleIndex.Storage()
    /// The questions asked on the path to the current node.
    private var asked = [Bool](repeating: false, count: Question.count)
    /// The tallies for the current node. All zero between nodes.
    private var tallies = [Tally](repeating: Tally(), count: Question.count)
    /// For each text key, the last node that counted it.
    private var countedFor: [Int32]
    private var nodesCounted: Int32 = 0

    /// How often a question is asked, and how many rules its answers leave.
    private struct Tally {
        var rules = 0
        var share = 0.0
        var answers = 0
    }

    /// Builds the index of a range of a rule set's rules.
    static func build(_ rules: [RuleDefinition], _ range: Range<Int>) -> RuleIndex {
        var never: Set<Int> = []
        let needs = RuleNeeds(rules[range].lazy.map(\.program)) { never.insert($0) }
        let places = (0..<range.count).filter { !never.contains($0) }
        let isSmall = range.count <= WordFilter.Rules.capacity
        var builder = RuleIndexBuilder(needs, firstRule: range.lowerBound, asksForWords: !isSmall)
        builder.index.root = builder.node(places.map(UInt32.init), depth: 0)
        let filter = isSmall ? WordFilter(needs, rules[range].lazy.map(\.program), count: range.count) : nil
        return RuleIndex(builder.index, filter, all: range)
    }

    private init(_ needs: RuleNeeds, firstRule: Int, asksForWords: Bool) {
        self.needs = needs
        self.asksForWords = asksForWords
        self.firstRule = firstRule
        countedFor = Array(repeating: -1, count: needs.texts.count)
    }

    // MARK: - Choosing

    /// Adds the node for some rules, given in order by their place in the range, and returns its index; -1 if there are
    /// no rules.
    mutating func node(_ rules: [UInt32], depth: Int) -> Int32 {
        if rules.isEmpty { return -1 }
        guard rules.count > Self.shortList, depth < Self.deepest, let question = best(for: rules) else {
            return add(.leaf(slice(rules)))
        }
        return branch(rules, question, depth: depth)
    }

    /// The question that leaves the fewest rules to try on average; `nil` if none helps.
    private mutating func best(for rules: [UInt32]) -> Question? {
        var questions: [Question] = []
        nodesCounted += 1
        for rule in rules {
            for place in needs.places(of: rule) { tally(needs.needs[place], &questions) }
        }
        var best: (question: Question, cost: Double)?
        for question in questions {
            let tally = tallies[question.place]
            tallies[question.place] = Tally()
            // A fact that a request may leave unknown costs a scan in that case.
            let doubt = FactName.schema[question.fact].mayBeUnknown ? Double(rules.count) * 0.1 : 0
            let found = tally.share / Double(max(1, tally.answers))
            let cost = Double(rules.count - tally.rules) + found + doubt
            let wins = best.map { cost == $0.cost ? question.place < $0.question.place : cost < $0.cost } ?? true
            if wins { best = (question, cost) }
        }
        guard let best, best.cost < Double(rules.count) * 0.85 else { return nil }
        return best.question
    }

    private mutating func tally(_ need: RuleNeeds.Need, _ questions: inout [Question]) {
        let question = Question(fact: need.fact, kind: need.kind)
        guard !asked[question.place], asksForWords || need.kind != .words else { return }
        if tallies[question.place].rules == 0 { questions.append(question) }
        tallies[question.place].rules += 1
        switch need.kind {
        case .words:
            tallies[question.place].share +=
                Double(need.words.nonzeroBitCount) / Double(RuleNeeds.wordCounts[Int(need.fact)] ?? 1)
        case .versions, .times:
            // The distribution of clicks is unknown: a range with one end is assumed to contain half of them, one with
            // two ends a quarter.
            let ends = needs.keys(of: need).count { $0 != RuleNeeds.open }
            tallies[question.place].share += ends == 2 ? 0.25 : 0.5
        case .texts, .prefixes, .items:
            tallies[question.place].share += Double(need.count)
            for key in needs.keys(of: need) where countedFor[Int(key)] != nodesCounted {
                countedFor[Int(key)] = nodesCounted
                tallies[question.place].answers += 1
            }
        }
    }

    // MARK: - Splitting

    private mutating func branch(_ rules: [UInt32], _ question: Question, depth: Int) -> Int32 {
        var rest: [UInt32] = []
        var askers: [(rule: UInt32, need: RuleNeeds.Need)] = []
        for rule in rules {
            let place = needs.places(of: rule).first { needs.needs[$0].asks(question) }
            if let place { askers.append((rule, needs.needs[place])) } else { rest.append(rule) }
        }
        asked[question.place] = true
        let answers = split(askers, question, depth: depth + 1)
        asked[question.place] = false
        var branch = RuleIndex.Branch(fact: question.fact, question: answers)
        branch.all = slice(rules)
        branch.rest = node(rest, depth: depth + 1)
        return add(.branch(branch))
    }

    /// Creates the children for the answers of a question.
    private mutating func split(
        _ askers: [(rule: UInt32, need: RuleNeeds.Need)], _ question: Question, depth: Int
    ) -> RuleIndex.Question {
        switch question.kind {
        case .words: return splitByWords(askers, depth)
        case .versions, .times: return splitByRanges(askers, question.kind, depth)
        case .texts, .items:
            let texts = splitByTexts(askers, depth)
            return question.kind == .items ? .items(table: texts.table) : .text(table: texts.table)
        case .prefixes:
            let texts = splitByTexts(askers, depth)
            return .prefix(table: texts.table, lengths: piece(Set(texts.lengths).sorted()))
        }
    }

    private mutating func splitByWords(
        _ askers: [(rule: UInt32, need: RuleNeeds.Need)], _ depth: Int
    ) -> RuleIndex.Question {
        let count = askers.first.flatMap { RuleNeeds.wordCounts[Int($0.need.fact)] } ?? 0
        var placements: [Placement] = []
        for (rule, need) in askers {
            for word in 0..<count where need.words >> UInt64(word) & 1 != 0 {
                placements.append(Placement(answer: word, rule: rule))
            }
        }
        return .words(children: piece(children(of: placements, count: count, depth)))
    }

    private mutating func splitByTexts(
        _ askers: [(rule: UInt32, need: RuleNeeds.Need)], _ depth: Int
    ) -> (table: Int, lengths: [Int32]) {
        var placements: [Placement] = []
        for (rule, need) in askers {
            for key in needs.keys(of: need) { placements.append(Placement(answer: Int(key), rule: rule)) }
        }
        let entries = nodes(of: placements, depth).map { (key: needs.texts[$0.answer], value: Int($0.node)) }
        index.tables.append(ByteTable(entries))
        return (index.tables.count - 1, entries.map { Int32($0.key.count) })
    }

    // MARK: - Adding

    /// One child for each answer from 0 up to a count; -1 if no rule needs it.
    mutating func children(of placements: [Placement], count: Int, _ depth: Int) -> [Int32] {
        var children = [Int32](repeating: -1, count: count)
        for (answer, node) in nodes(of: placements, depth) { children[answer] = node }
        return children
    }

    /// Creates the nodes of placements, answer by answer.
    private mutating func nodes(of placements: [Placement], _ depth: Int) -> [(answer: Int, node: Int32)] {
        var nodes: [(answer: Int, node: Int32)] = []
        let sorted = placements.sorted(by: Placement.precedes)
        var start = 0
        while start < sorted.count {
            let answer = sorted[start].answer
            var end = start
            while end < sorted.count, sorted[end].answer == answer { end += 1 }
            nodes.append((answer, node(sorted[start..<end].map(\.rule), depth: depth)))
            start = end
        }
        return nodes
    }

    mutating func piece(_ numbers: [Int32]) -> RuleIndex.ArrayPiece {
        let start = UInt32(index.numbers.count)
        index.numbers += numbers
        return RuleIndex.ArrayPiece(start: start, count: UInt32(numbers.count))
    }

    private mutating func slice(_ rules: [UInt32]) -> RuleIndex.Slice {
        let start = UInt32(index.leaves.count)
        for rule in rules { index.leaves.append(UInt32(firstRule) + rule) }
        return RuleIndex.Slice(start: start, end: UInt32(index.leaves.count))
    }

    private mutating func add(_ node: RuleIndex.Node) -> Int32 {
        index.nodes.append(node)
        return Int32(index.nodes.count - 1)
    }
}

extension RuleNeeds.Need {
    func asks(_ question: RuleIndexBuilder.Question) -> Bool {
        fact == question.fact && kind == question.kind
    }
}
