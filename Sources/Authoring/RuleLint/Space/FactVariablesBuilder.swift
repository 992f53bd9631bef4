import Expressions
import Routing

/// Determines the variables that a set of tests needs.
struct FactVariablesBuilder {
    let schema: FactSchema
    private var texts: [UInt16: Set<String>] = [:]
    private var beginnings: [UInt16: Set<String>] = [:]
    private var entries: [FactVariable.Subject: Set<String>] = [:]
    private var versions: [UInt16: Set<String>] = [:]
    private var times: [UInt16: Set<Int64>] = [:]
    private var numbers: [FactNumber: Set<Int64>] = [:]
    private var buckets: Set<FactVariable.Subject> = []
    private var answers: Set<FactTest> = []

    init(schema: FactSchema) {
        self.schema = schema
    }

    mutating func add(_ test: FactTest) {
        switch test {
        case .isTrue, .has: break
        case .isOneOf(let fact, let words): texts[fact, default: []].formUnion(words)
        case .startsWith(let fact, let piece): beginnings[fact, default: []].insert(piece)
        case .endsWith(let fact, let piece), .contains(let fact, let piece):
            texts[fact, default: []].insert(piece)
            answers.insert(test)
        case .version(let fact, _, let point): versions[fact, default: []].insert(point)
        case .time(let fact, _, let point): times[fact, default: []].insert(point)
        case .bucket(let fact, let salt, _, _): buckets.insert(.bucket(fact, salt: salt))
        case .number(let number, _, let point): numbers[number, default: []].insert(point)
        case .hasKey(let fact, let key):
            entries[.entry(fact, key: key), default: []] = entries[.entry(fact, key: key)] ?? []
        case .valueIs(let fact, let key, let value): entries[.entry(fact, key: key), default: []].insert(value)
        case .matches, .inBlock, .hasItem, .other: answers.insert(test)
        }
    }

    /// In order. Equal versions (`10`, `10.0`) count as one.
    var versionPoints: [UInt16: [String]] {
        versions.mapValues { names in
            let sorted = names.sorted { one, other in
                let order = VersionOrder.between(one, other)
                return order == .less || order == .equal && one < other
            }
            return sorted.reduce(into: []) { points, name in
                if let last = points.last, VersionOrder.between(last, name) == .equal { return }
                points.append(name)
            }
        }
    }

    var timePoints: [UInt16: [Int64]] { times.mapValues { $0.sorted() } }
    var numberPoints: [FactNumber: [Int64]] { numbers.mapValues { $0.sorted() } }

    /// Every fact has a variable even if no condition tests it, since facts constrain each other.
    func variables() -> [FactVariable] {
        var result: [FactVariable] = []
        for fact in 0..<UInt16(schema.count) {
            result.append(FactVariable(subject: .value(fact), cells: values(of: fact)))
        }
        for (fact, points) in versionPoints.sorted(by: { $0.key < $1.key }) {
            result.append(FactVariable(subject: .version(fact), cells: positions(points.count) + [.failed]))
        }
        for (fact, points) in timePoints.sorted(by: { $0.key < $1.key }) {
            result.append(FactVariable(subject: .time(fact), cells: positions(points.count)))
        }
        for number in Self.inOrder(numbers.keys) {
            let points = (numbers[number] ?? []).sorted()
            result.append(FactVariable(subject: .number(number), cells: Self.cells(of: number, points) + [.unknown]))
        }
        for subject in Self.inOrder(buckets) {
            result.append(FactVariable(subject: subject, cells: (0..<100).map { .at($0) } + [.unknown]))
        }
        for subject in Self.inOrder(entries.keys) {
            let values = (entries[subject] ?? []).sorted()
            result.append(
                FactVariable(subject: subject, cells: values.map { .text($0) } + [.otherText, .absent, .unknown]))
        }
        for test in Self.inOrder(answers) {
            result.append(
                FactVariable(subject: .answer(test), cells: test.isSearch ? [.yes, .no] : [.yes, .no, .unknown]))
        }
        return result
    }

    /// Sets are unordered, but equal rules must produce equal examples.
    private static func inOrder<Value>(_ values: some Sequence<Value>) -> [Value] {
        values.map { (String(describing: $0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private func values(of fact: UInt16) -> [FactVariable.Cell] {
        let declaration = schema[fact]
        let ends: [FactVariable.Cell] =
            (declaration.isOptional ? [.absent] : []) + (declaration.mayBeUnknown ? [.unknown] : [])
        switch declaration.type {
        case .bool: return [.bool(false), .bool(true)]
        case .symbols(let words): return words.map { .text($0) }
        case .text, .version:
            // A fact that a link may lack is never present and empty.
            let named = (texts[fact] ?? []).filter { !declaration.isOptional || !$0.isEmpty }
            let started = (beginnings[fact] ?? []).filter { !$0.isEmpty }
            return named.sorted().map { .text($0) } + started.sorted().map { .beginning($0) } + [.otherText] + ends
        case .int, .timestamp, .list, .map: return [.otherText] + ends
        }
    }

    /// The positions among the points that an integer of the range can have.
    private static func cells(of number: FactNumber, _ points: [Int64]) -> [FactVariable.Cell] {
        var cells: [FactVariable.Cell] = []
        /// The smallest number that no cell covers yet, or `nil` beyond the maximum.
        var least: Int64? = number.range.lowerBound
        for (place, point) in points.enumerated() {
            if let first = least, first < point { cells.append(.before(place)) }
            if number.range.contains(point) { cells.append(.at(place)) }
            guard point >= number.range.lowerBound else { continue }
            least = point < number.range.upperBound ? point + 1 : nil
        }
        return least == nil ? cells : cells + [.before(points.count)]
    }

    private func positions(_ count: Int) -> [FactVariable.Cell] {
        (0..<count).flatMap { [.before($0), .at($0)] } + [.before(count), .unknown]
    }
}

extension FactTest {
    /// Whether the test searches a text whose variable has a separate cell for unknown.
    var isSearch: Bool {
        switch self {
        case .endsWith, .contains, .matches: true
        default: false
        }
    }
}

extension VersionOrder {
    /// Compares two version names. A name that is not a version equals everything.
    static func between(_ one: String, _ other: String) -> VersionOrder {
        compare(Array(one.utf8).span, Array(other.utf8).span) ?? .equal
    }
}
