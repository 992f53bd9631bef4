/// A JSON value (RFC 8259). For cold paths: every string and every container allocates.
public enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// Whether the value is `null`.
    public var isNull: Bool { self == .null }

    /// The Boolean, or `nil` for any other kind of value. Does not convert.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number, or `nil` for any other kind of value.
    public var number: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The string with escapes decoded, or `nil` for any other kind of value.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements of an array, or `nil` for any other kind of value.
    public var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members of an object, or `nil` for any other kind of value.
    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The value of an object member; `nil` if there is no such member or the value is not an object.
    public subscript(name: String) -> JSONValue? { object?[name] }

    /// The kind of value, with its article, for messages: `an object`, `a string` …
    public var kindName: StaticString {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// A JSON number in its original notation, so that no digit is lost (RFC 8259, section 6).
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
    /// The number's characters, which determine equality: `1` and `1.0` differ.
    public let text: String

    /// Creates a number from text that is known to match the grammar.
    init(checked text: String) { self.text = text }

    /// Creates a decimal integer.
    public init(_ value: some BinaryInteger) { text = String(value) }

    /// Creates a number; `nil` for NaN and infinities, which JSON does not support.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = value.description
    }

    /// The integer value; `nil` for numbers with a fraction or an exponent (including `1.0` and `1e2`) or out of range.
    public var int: Int? { Int(text) }

    /// The nearest double, or `nil` if the number is out of range.
    public var double: Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    public var description: String { text }
}

/// The members of a JSON object in document order. Names are unique.
public struct JSONObject: Sendable {
    /// An object member.
    public struct Member: Sendable, Equatable {
        /// The name with escapes decoded.
        public let name: String
        /// The value.
        public let value: JSONValue
    }

    /// All members, in insertion order.
    public private(set) var members: [Member] = []
    /// The index of each name, once there are too many members for a linear search.
    private var places: [String: Int] = [:]
    private static let fewMembers = 8

    /// The empty object, `{}`.
    public init() {}

    /// Whether the object has no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The value of the member with the given name. Names are compared byte by byte, not by Unicode canonical equivalence.
    public subscript(name: String) -> JSONValue? {
        guard let place = place(of: name), members[place].name.utf8.elementsEqual(name.utf8) else { return nil }
        return members[place].value
    }

    /// Appends a member. Returns false, and appends nothing, if the object already contains the name or one that differs
    /// only in Unicode normalization.
    @discardableResult
    public mutating func append(_ name: String, _ value: JSONValue) -> Bool {
        guard place(of: name) == nil else { return false }
        members.append(Member(name: name, value: value))
        if members.count == JSONObject.fewMembers + 1 {
            for (place, member) in members.enumerated() { places[member.name] = place }
        } else if members.count > JSONObject.fewMembers {
            places[name] = members.count - 1
        }
        return true
    }

    private func place(of name: String) -> Int? {
        members.count > JSONObject.fewMembers ? places[name] : members.firstIndex { $0.name == name }
    }
}

extension JSONObject: Equatable {
    /// Whether both have the same members, in any order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.count == right.members.count && left.members.allSatisfy { right[$0.name] == $0.value }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Creates a string from a literal.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a number from a literal.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    /// Creates a Boolean from a literal.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates an array from a literal.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates `null` from a literal.
    public init(nilLiteral: ()) { self = .null }

    /// Creates an object from a literal. Traps on duplicate names.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (name, value) in elements {
            precondition(object.append(name, value), "duplicate name in an object")
        }
        self = .object(object)
    }
}
