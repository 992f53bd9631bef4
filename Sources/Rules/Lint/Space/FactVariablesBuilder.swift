import Expressions
import Routing

/// Finds the variables that a set of tests needs.
struct FactVariablesBuilder {
    let schema: FactSchema
    private var texts: [UInt16: Set<String>] = [:]
    private var entries: [FactVariable.Subject: Set<String>] = [:]
    private var versions: [UInt16: Set<String>] = [:]
    private var times: [UInt16: Set<Int64>] = [:]
    private var buckets: Set<FactVariable.Subject> = []
    private var answers: Set<FactTest> = []

    init(schema: FactSchema) {
        self.schema = schema
    }

    mutating func note(_ test: FactTest) {
        switch test {
        case .isTrue, .has: break
        case .isOneOf(let fact, let words): texts[fact, default: []].formUnion(words)
        case .startsWith(let fact, let piece), .endsWith(let fact, let piece), .contains(let fact, let piece):
            texts[fact, default: []].insert(piece)
            answers.insert(test)
        case .version(let fact, _, let point): versions[fact, default: []].insert(point)
        case .time(let fact, _, let point): times[fact, default: []].insert(point)
        case .bucket(let fact, let salt, _, _): buckets.insert(.bucket(fact, salt: salt))
        case .hasKey(let fact, let key):
            entries[.entry(fact, key: key), default: []] = entries[.entry(fact, key: key)] ?? []
        case .valueIs(let fact, let key, let value): entries[.entry(fact, key: key), default: []].insert(value)
        case .matches, .inBlock, .hasItem, .other: answers.insert(test)
        }
    }

    var versionPoints: [UInt16: [String]] {
        versions.mapValues { names in
            names.sorted { VersionOrder.compare(Array($0.utf8).span, Array($1.utf8).span) == .less }
        }
    }

    var timePoints: [UInt16: [Int64]] { times.mapValues { $0.sorted() } }

    /// Every fact has a variable, asked about or not: facts tell about each other.
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
        for subject in buckets {
            result.append(FactVariable(subject: subject, cells: (0..<100).map { .at($0) } + [.unknown]))
        }
        for (subject, values) in entries {
            result.append(
                FactVariable(
                    subject: subject, cells: values.sorted().map { .text($0) } + [.otherText, .absent, .unknown]))
        }
        for test in answers {
            result.append(
                FactVariable(subject: .answer(test), cells: test.isSearch ? [.yes, .no] : [.yes, .no, .unknown]))
        }
        return result
    }

    private func values(of fact: UInt16) -> [FactVariable.Cell] {
        let declaration = schema[fact]
        let ends: [FactVariable.Cell] =
            (declaration.isOptional ? [.absent] : []) + (declaration.mayBeUnknown ? [.unknown] : [])
        switch declaration.type {
        case .bool: return [.bool(false), .bool(true)]
        case .symbols(let words): return words.map { .text($0) }
        case .text, .version:
            // What a link may lack is never there and empty.
            let named = (texts[fact] ?? []).filter { !declaration.isOptional || !$0.isEmpty }
            return named.sorted().map { .text($0) } + [.otherText] + ends
        case .int, .timestamp, .list, .map: return [.otherText] + ends
        }
    }

    private func positions(_ count: Int) -> [FactVariable.Cell] {
        (0..<count).flatMap { [.before($0), .at($0)] } + [.before(count), .unknown]
    }
}

extension FactTest {
    /// Whether the test looks into a text whose variable tells apart where it is unknown.
    var isSearch: Bool {
        switch self {
        case .startsWith, .endsWith, .contains, .matches: true
        default: false
        }
    }
}
