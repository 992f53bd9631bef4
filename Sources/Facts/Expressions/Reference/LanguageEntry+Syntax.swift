/// Macros: written like calls, expanded before evaluation.
extension Comprehension.Kind {
    /// `has` and the comprehensions.
    static var entries: [LanguageEntry] {
        [
            LanguageEntry(
                kind: .macro, name: "has", forms: ["has(name.field) -> bool"],
                summary: "whether an optional fact is present, or a map has a key",
                detail: "An absent fact reads as an empty string.", example: #"has(link.ofl)"#)
        ]
            + [Self.exists, .all, .existsOne, .filter, .map, .transformList, .transformMap, .transformMapEntry].map(
                \.entry)
    }

    private var entry: LanguageEntry {
        LanguageEntry(kind: .macro, name: rawValue, forms: forms, summary: summary, example: example)
    }

    private var forms: [String] {
        switch self {
        case .exists: ["list.exists(x, condition) -> bool", "map.exists(key, condition) -> bool"]
        case .all: ["list.all(x, condition) -> bool", "map.all(key, condition) -> bool"]
        case .existsOne: ["list.exists_one(x, condition) -> bool", "map.exists_one(key, condition) -> bool"]
        case .filter: ["list.filter(x, condition) -> list"]
        case .map: ["list.map(x, value) -> list", "list.map(x, condition, value) -> list"]
        case .transformList: ["list.transformList(index, x, value) -> list"]
        case .transformMap: ["map.transformMap(key, x, value) -> map"]
        case .transformMapEntry: ["map.transformMapEntry(key, x, {key: value}) -> map"]
        }
    }

    private var summary: String {
        switch self {
        case .exists: "whether a condition holds for any element"
        case .all: "whether a condition holds for all elements"
        case .existsOne: "whether a condition holds for exactly one element"
        case .filter: "the elements for which a condition holds"
        case .map: "a list with a value for each element"
        case .transformList: "a list with a value for each element and its index"
        case .transformMap: "a map with a new value for each key"
        case .transformMapEntry: "a map with a new entry for each entry"
        }
    }

    private var example: String {
        switch self {
        case .exists: #"device.languages.exists(tag, tag.startsWith("de"))"#
        case .all: #"device.languages.all(tag, tag.startsWith("en"))"#
        case .existsOne: #"device.languages.exists_one(tag, tag.startsWith("de"))"#
        case .filter: #"device.languages.filter(tag, tag.startsWith("de")) != []"#
        case .map: #""de" in device.languages.map(tag, tag.split("-")[0])"#
        case .transformList: #"device.languages.transformList(i, tag, i == 0 && tag == "de-DE") == [true, false]"#
        case .transformMap: #"link.query.transformMap(name, value, size(value)) == {"ref": 2}"#
        case .transformMapEntry: #"link.query.transformMapEntry(name, value, {value: name}) == {"qr": "ref"}"#
        }
    }
}

extension LanguageEntry {
    /// Operators, from lowest to highest precedence (CEL's language definition, "Syntax").
    static let operators: [LanguageEntry] = [
        LanguageEntry(
            kind: .operator, name: "? :", forms: ["bool ? A : A -> A"], summary: "one of two values",
            example: #"version(device.os_version) >= version(device.platform == "android" ? "12" : "16")"#),
        LanguageEntry(
            kind: .operator, name: "||", forms: ["bool || bool -> bool"], summary: "or",
            detail: "True if either side is true, even if the other is unknown.",
            example: #"request.country == "IN" || device.in_app == "wechat""#),
        LanguageEntry(
            kind: .operator, name: "&&", forms: ["bool && bool -> bool"], summary: "and; binds before `||`",
            detail: "False if either side is false, even if the other is unknown.",
            example: #"device.platform == "android" && request.country == "IN""#),
        LanguageEntry(
            kind: .operator, name: "==", forms: ["A == A -> bool", "A != A -> bool"], summary: "equal, and not equal",
            detail: "Comparing an enumeration with a word that is not one of its values is an error.",
            example: #"app.state != "current""#),
        LanguageEntry(
            kind: .operator, name: "<", forms: ["A < A -> bool", "also <= > >="], summary: "order",
            detail: "For numbers, strings, times and `version()`.",
            example: #"request.time < timestamp("2026-12-24T00:00:00Z")"#),
        LanguageEntry(
            kind: .operator, name: "in", forms: ["A in list(A) -> bool", "A in map(A, B) -> bool"],
            summary: "whether a list contains an element, or a map a key",
            example: #"device.platform in ["ios", "ipados"]"#),
        LanguageEntry(
            kind: .operator, name: "+", forms: ["A + A -> A", "also - * / %"],
            summary: "arithmetic; + also joins strings and lists",
            example: #"request.country + "/" + link.code == "IN/SHOP""#),
        LanguageEntry(
            kind: .operator, name: "!", forms: ["!bool -> bool"], summary: "not",
            detail: "In YAML, quote a condition that begins with it: `when: \"!app.registered\"`.",
            example: #"!(device.platform in ["android", "ios", "ipados"])"#),
        LanguageEntry(
            kind: .operator, name: "[ ]", forms: ["list(A)[int] -> A", "map(A, B)[A] -> B"],
            summary: "an element of a list, the value of a key",
            detail: "A missing element or key is an error, and the rule does not match.",
            example: #"request.headers["x-beta"] == "1""#),
    ]
}
