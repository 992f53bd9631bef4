/// A JSON text as a value (RFC 8259). For cold paths: each string and each container is its own allocation.
public enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// Whether it is the literal `null`.
    public var isNull: Bool { self == .null }

    /// The truth value; nil for every other kind. Nothing is converted.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number; nil for every other kind.
    public var number: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The string without its escapes; nil for every other kind.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements of an array; nil for every other kind.
    public var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members of an object; nil for every other kind.
    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The member of an object; nil for another name and for what is not an object.
    public subscript(name: String) -> JSONValue? { object?[name] }

    /// The word for the kind of value, for messages: `an object`, `a string` …
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

/// A JSON number as it was written, so that no digit is lost (RFC 8259, section 6).
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
    /// The number's characters. Two numbers are equal when these are: `1` and `1.0` are not.
    public let text: String

    /// A number of text that already follows the grammar.
    init(checked text: String) { self.text = text }

    /// An integer in decimal digits.
    public init(_ value: Int) { text = String(value) }

    /// A finite number; nil for NaN and infinities, which JSON does not have.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = value.description
    }

    /// The value of a number without fraction and exponent that fits; nil for all others, `1.0` and `1e2` included.
    public var int: Int? { Int(text) }

    /// The nearest double, or nil where the number is too large for one.
    public var double: Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    public var description: String { text }
}

/// The members of a JSON object in the order they were written. No name occurs twice.
public struct JSONObject: Sendable {
    /// A member of an object.
    public struct Member: Sendable, Equatable {
        /// The name without its escapes.
        public let name: String
        /// The value, of any kind.
        public let value: JSONValue
    }

    /// All members, in the order in which they were added.
    public private(set) var members: [Member] = []
    /// Where a name stands, once there are too many members to look at each.
    private var places: [String: Int] = [:]
    private static let fewMembers = 8

    /// The empty object, `{}`.
    public init() {}

    /// Whether the object has no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The member of that name. Names are compared byte by byte, not by Unicode's equivalences.
    public subscript(name: String) -> JSONValue? {
        guard let place = place(of: name), members[place].name.utf8.elementsEqual(name.utf8) else { return nil }
        return members[place].value
    }

    /// Adds a member at the end; false, and nothing is added, when the name is there already or differs from one that
    /// is there only in Unicode normalisation.
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
    /// Whether both have the same members, in whatever order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.count == right.members.count && left.members.allSatisfy { right[$0.name] == $0.value }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// A string, for literals in code.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A number, for literals in code.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    /// A truth value, for literals in code.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An array, for literals in code.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// `null`, for literals in code.
    public init(nilLiteral: ()) { self = .null }

    /// An object; a name that occurs twice is a programmer's error.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (name, value) in elements {
            precondition(object.append(name, value), "a name stands twice in an object")
        }
        self = .object(object)
    }
}
