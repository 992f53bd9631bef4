import ByteText
import Expressions
import RE2

/// A small schema, as a router would declare it.
let clickSchema: FactSchema = {
    var schema = FactSchema()
    schema.declare("link.form", .symbols(["dynamic_link", "short_link", "hosting_link", "action_link", "other"]))
    schema.declare("link.payload_is_action", .bool)
    schema.declare("link.path", .text)
    schema.declare("link.payload", .text, optional: true)
    schema.declare("link.afl", .text, optional: true)
    schema.declare("link.efr", .text, optional: true)
    schema.declare("link.code", .text, optional: true)
    schema.declare("link.minimum", .int, optional: true)
    schema.declare("device.platform", .symbols(["android", "ios", "ipados", "macos", "windows", "unknown"]))
    schema.declare("device.languages", .list, mayBeUnknown: true)
    schema.declare("app.state", .symbols(["current", "outdated", "absent", "unknown"]))
    schema.declare("app.version", .version, mayBeUnknown: true)
    schema.declare("request.stage", .symbols(["click", "continue"]))
    schema.declare("request.ip", .text, mayBeUnknown: true)
    schema.declare("request.country", .text, mayBeUnknown: true)
    schema.declare("request.time", .timestamp)
    schema.declare("request.headers", .map)
    return schema
}()

/// The value of a fact in a test.
enum Given: Sendable {
    case unknown, absent
    case bool(Bool)
    case int(Int64)
    case text(String)
    case word(String)
    case time(Int64)
    case list([String])
    case map([(String, String)])
    /// A map of which only these entries are known.
    case partialMap([(String, String)])
}

/// A fact table with its arena, filled by name.
struct Click: ~Copyable {
    var facts: FactTable
    var arena = ByteArena()

    init(_ given: [String: Given] = [:], schema: FactSchema = clickSchema) {
        facts = FactTable(schema)
        for (name, value) in given { set(name, value) }
    }

    mutating func set(_ name: String, _ value: Given) {
        guard let index = facts.schema.index(of: name) else { preconditionFailure("no fact \(name)") }
        switch value {
        case .unknown: facts[index] = .unknown
        case .absent: facts[index] = .absent
        case .bool(let bool): facts[index] = .bool(bool)
        case .int(let int): facts[index] = .int(int)
        case .text(let text): facts[index] = .text(arena.append(text))
        case .time(let seconds): facts[index] = .timestamp(seconds: seconds)
        case .word(let word):
            guard case .symbols(let words) = facts.schema[index].type, let place = words.firstIndex(of: word) else {
                preconditionFailure("\(word) is no word of \(name)")
            }
            facts[index] = .symbol(UInt8(place))
        case .list(let items):
            let mark = facts.itemCount
            for item in items { facts.append(arena.append(item)) }
            facts[index] = .list(facts.items(from: mark))
        case .map(let entries): facts[index] = .map(facts.entries(from: append(entries)))
        case .partialMap(let entries): facts[index] = .partialMap(facts.entries(from: append(entries)))
        }
    }

    private mutating func append(_ entries: [(String, String)]) -> Int {
        let mark = facts.itemCount
        for (key, value) in entries { facts.append(key: arena.append(key), value: arena.append(value)) }
        return mark
    }

    borrowing func verdict(_ condition: Condition, _ patterns: PatternSet) -> Verdict {
        condition.evaluate(facts, arena, patterns)
    }
}

/// The click that most tests start from.
let ordinaryClick: [String: Given] = [
    "link.form": .word("dynamic_link"), "link.payload_is_action": .bool(true), "link.path": .text("/go/abc"),
    "link.payload": .text("https://www.example.com/?a=1"), "link.afl": .absent, "link.efr": .text("0"),
    "link.code": .text("WXYZ"), "link.minimum": .int(12), "device.platform": .word("android"),
    "device.languages": .list(["en", "hi"]), "app.state": .word("outdated"), "app.version": .text("1.9"),
    "request.stage": .word("click"), "request.ip": .text("10.1.2.3"), "request.country": .unknown,
    "request.time": .time(1_700_000_000), "request.headers": .map([("x-foo", "1"), ("host", "a.example")]),
]
