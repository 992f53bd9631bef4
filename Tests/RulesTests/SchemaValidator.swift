import ByteText
import Foundation

/// JSON Schema (2020-12), as far as this project's schemas need it.
struct SchemaValidator {
    /// The schemas by name, such as `site`.
    let schemas: [String: JSONValue]

    /// The faults of a value, each with its place.
    func faults(of value: JSONValue, by name: String) -> [String] {
        faults(of: value, schemas[name] ?? .null, of: name, at: "")
    }

    private func faults(of value: JSONValue, _ schema: JSONValue, of file: String, at place: String) -> [String] {
        if let allowed = schema.bool { return allowed ? [] : ["\(place): not allowed"] }
        return (schema.object?.members ?? []).flatMap { keyword in
            faults(of: value, keyword.name, keyword.value, schema, file, place)
        }
    }

    private func faults(
        of value: JSONValue, _ keyword: String, _ wanted: JSONValue, _ schema: JSONValue, _ file: String,
        _ place: String
    ) -> [String] {
        func check(_ holds: Bool) -> [String] { holds ? [] : ["\(place): \(keyword) \(wanted.text): \(value.text)"] }
        switch keyword {
        case "$schema", "$defs", "title", "description", "default", "examples": return []
        case "$ref":
            let (other, name) = resolved(wanted.string ?? "", in: file)
            return faults(of: value, other, of: name, at: place)
        case "type": return check((wanted.array ?? [wanted]).contains { value.isOf(type: $0.string ?? "") })
        case "enum": return check((wanted.array ?? []).contains(value))
        case "const": return check(wanted == value)
        case "oneOf", "anyOf":
            let fitting = (wanted.array ?? []).filter { faults(of: value, $0, of: file, at: place).isEmpty }.count
            return check(keyword == "oneOf" ? fitting == 1 : fitting > 0)
        case "minimum": return check(value.number.map { $0 >= wanted.number ?? 0 } ?? true)
        case "exclusiveMinimum": return check(value.number.map { $0 > wanted.number ?? 0 } ?? true)
        case "maximum": return check(value.number.map { $0 <= wanted.number ?? 0 } ?? true)
        case "minLength":
            return check(value.string.map { Double($0.unicodeScalars.count) >= wanted.number ?? 0 } ?? true)
        case "maxLength":
            return check(value.string.map { Double($0.unicodeScalars.count) <= wanted.number ?? 0 } ?? true)
        case "pattern":
            return check(
                value.string.map { $0.range(of: wanted.string ?? "", options: .regularExpression) != nil } ?? true)
        case "minItems": return check(value.array.map { Double($0.count) >= wanted.number ?? 0 } ?? true)
        case "maxItems": return check(value.array.map { Double($0.count) <= wanted.number ?? 0 } ?? true)
        case "uniqueItems": return check(value.array.map { Set($0.map(\.text)).count == $0.count } ?? true)
        case "minProperties": return check(value.object.map { Double($0.members.count) >= wanted.number ?? 0 } ?? true)
        case "maxProperties": return check(value.object.map { Double($0.members.count) <= wanted.number ?? 0 } ?? true)
        case "required":
            return check(
                (wanted.array ?? []).allSatisfy { name in value.object == nil || value[name.string ?? ""] != nil })
        case "items":
            return (value.array ?? []).enumerated().flatMap { index, item in
                faults(of: item, wanted, of: file, at: "\(place)[\(index)]")
            }
        case "propertyNames":
            return (value.object?.members ?? []).flatMap { member in
                faults(of: .string(member.name), wanted, of: file, at: "\(place).\(member.name)")
            }
        case "properties":
            return (value.object?.members ?? []).flatMap { member in
                wanted[member.name].map { faults(of: member.value, $0, of: file, at: "\(place).\(member.name)") } ?? []
            }
        case "additionalProperties":
            let known = schema["properties"]
            return (value.object?.members ?? []).filter { known?[$0.name] == nil }.flatMap { member in
                faults(of: member.value, wanted, of: file, at: "\(place).\(member.name)")
            }
        default: return ["\(place): the keyword \(keyword) is not supported by this test"]
        }
    }

    private func resolved(_ reference: String, in file: String) -> (JSONValue, String) {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts[0].isEmpty ? file : parts[0].replacing(".schema.json", with: "")
        let steps = parts.count > 1 ? parts[1].split(separator: "/").map(String.init) : []
        return (steps.reduce(schemas[name] ?? .null) { $0[$1] ?? .bool(false) }, name)
    }
}

extension JSONValue {
    fileprivate func isOf(type: String) -> Bool {
        switch self {
        case .null: type == "null"
        case .bool: type == "boolean"
        case .number(let number): type == "number" || type == "integer" && number.int != nil
        case .string: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }

    fileprivate var number: Double? {
        if case .number(let number) = self { number.double } else { nil }
    }
}
