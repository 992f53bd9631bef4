import ArgumentParser
import ByteText
import Glibc
import LinkCatalog
import Links
import LinkStore
import Terminal

/// The options of `link create` and `link update` that set a field: one for each row of ``LinkField`` with an option.
///
/// ArgumentParser finds declarations by reflection and decodes values by their names; both follow from the rows.
struct LinkFieldOptions: ParsableArguments, CustomReflectable {
    /// The texts given for each field.
    private var given: [LinkField: [String]] = [:]

    private static let fields = LinkField.allCases.filter { $0.row.option != nil }

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for field in Self.fields {
            func value<Value>(_ type: Value.Type) throws -> Value {
                try container.decode(Option<Value>.self, forKey: Key(stringValue: field.title)).wrappedValue
            }
            switch field.kind {
            case .tags: given[field] = try value([String].self)
            case .count: given[field] = try value(UInt64?.self).map { [String($0)] }
            case .number(let range) where !range.contains(0):
                given[field] = try value(Int?.self).map { [String($0)] }
            default: given[field] = try value(String?.self).map { [$0] }
            }
        }
    }

    var customMirror: Mirror {
        Mirror(self, children: Self.fields.map { (label: $0.title, value: $0.declaration) })
    }

    /// The patch given by the options. An empty text removes a field.
    func patch() throws -> LinkPatch {
        var patch = LinkPatch()
        for field in Self.fields {
            if let texts = given[field], !texts.isEmpty { patch[field] = try field.value(typed: texts) }
        }
        return patch
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }
}

extension LinkField {
    /// The option's name without its dashes: a tag at a time.
    private var option: String { self == .tags ? "tag" : title.replacing("_", with: "-") }

    fileprivate var declaration: Any {
        let (name, help) = (NameSpecification.customLong(option), ArgumentHelp(stringLiteral: row.option ?? ""))
        return switch kind {
        case .tags: Option<[String]>(wrappedValue: [], name: name, help: help)
        case .count: Option<UInt64?>(name: name, help: help)
        case .number(let range) where !range.contains(0): Option<Int?>(name: name, help: help)
        default: Option<String?>(name: name, help: help)
        }
    }

    fileprivate func value(typed texts: [String]) throws -> LinkValue {
        let text = texts[0]
        switch kind {
        case .tags: return .tags(texts.filter { !$0.isEmpty })
        case .time:
            if text.isEmpty { return .empty }
            guard let seconds = Timestamp.seconds(typed: text, now: Int64(Glibc.time(nil))) else {
                throw Failure("--\(option): \(text) is not a time with its zone; write it as \(Timestamp.typedForms)")
            }
            return .time(seconds)
        case .count: return UInt64(text).flatMap { $0 == 0 ? nil : .number($0) } ?? .empty
        case .number(let range):
            if text == (range.contains(0) ? "" : "0") { return .empty }
            guard let number = Int(text), range.contains(number) else {
                throw Failure("--\(option): \(text) is not \(row.quantity)from 0 to \(range.upperBound)")
            }
            return .number(UInt64(number))
        case .target, .text, .address, .password, .attributes, .flag, .state: return text.isEmpty ? .empty : .text(text)
        }
    }
}
