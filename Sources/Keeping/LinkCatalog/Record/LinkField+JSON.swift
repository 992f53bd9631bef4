import ByteText
import LinkStore
import Links

extension LinkField {
    /// A value in JSON, for clients: of a password, whether there is one.
    func json(_ value: LinkValue) -> JSONValue { isPassword ? .bool(!value.isEmpty) : content(value) }

    /// A value in JSON, for files, which also have the hashes of passwords.
    func content(_ value: LinkValue) -> JSONValue {
        switch value {
        case .empty: .null
        case .text(let text): .string(text)
        case .number(let number): isTime ? .string(Timestamp.text(Int64(bitPattern: number))) : .number(.init(number))
        case .flag(let flag): .bool(flag)
        case .tags(let tags): .array(tags.map { .string($0) })
        case .attributes(let attributes): .object(Self.object(attributes))
        }
    }

    /// Attributes as an object; of those with the same name, only the first.
    static func object(_ attributes: [LinkRecord.Attribute]) -> JSONObject {
        var object = JSONObject()
        for attribute in attributes { object.append(attribute.name, .string(attribute.value)) }
        return object
    }

    /// Writes the field of a link as a member of an object.
    ///
    /// - Parameter inFile: Whether the object is a line of a file.
    func write(_ record: LinkRecord, inFile: Bool, to json: inout JSONWriter) {
        json.name(name)
        guard self == .attributes else { return json.value(inFile ? content(record[self]) : self.json(record[self])) }
        json.beginObject()
        for attribute in record.attributes {
            json.name(attribute.name)
            json.string(attribute.value)
        }
        json.endObject()
    }
}

/// A member of an object, with typed accessors.
struct JSONField {
    let name: String
    let value: JSONValue

    /// The value of a field. Null removes all but a target.
    func value(of field: LinkField) throws(ShortLinkFault) -> LinkValue {
        if value.isNull, field != .longLink { return .empty }
        switch field.kind {
        case .target, .text: return .text(try string())
        case .tags: return .tags(try strings())
        case .attributes: return .attributes(try attributes())
        case .time: return .time(try time())
        case .count: return .number(try count())
        case .number(let range): return .number(UInt64(try integer(in: range)))
        case .address:
            let text = try string()
            return text.isEmpty ? .empty : .text(text)
        case .password: return try LinkPassword.value(try string(), name)
        case .flag, .state: return .flag(try bool())
        }
    }

    private func fault(_ expected: String) -> ShortLinkFault {
        .invalid("\(name) must be \(expected), not \(value.kindName)")
    }

    func string() throws(ShortLinkFault) -> String {
        guard let string = value.string else { throw fault("a string") }
        return string
    }

    func bool() throws(ShortLinkFault) -> Bool {
        guard let bool = value.bool else { throw fault("true or false") }
        return bool
    }

    func suffix() throws(ShortLinkFault) -> LinkRecord.Suffix {
        guard let suffix = LinkRecord.Suffix(named: try string()) else {
            throw .invalid("suffix must be short, unguessable or custom")
        }
        return suffix
    }

    private func strings() throws(ShortLinkFault) -> [String] {
        guard let elements = value.array else { throw fault("an array of strings") }
        return try elements.map { element throws(ShortLinkFault) in
            guard let string = element.string else { throw fault("an array of strings") }
            return string
        }
    }

    private func attributes() throws(ShortLinkFault) -> [LinkRecord.Attribute] {
        guard let object = value.object else { throw fault("an object of strings") }
        return try object.members.map { member throws(ShortLinkFault) in
            guard let string = member.value.string else { throw fault("an object of strings") }
            return LinkRecord.Attribute(member.name, string)
        }
    }

    private func time() throws(ShortLinkFault) -> Int64 {
        guard let seconds = Timestamp.seconds(try string()) else {
            throw .invalid("\(name) must be a time such as 2026-11-20T12:00:00Z")
        }
        return seconds
    }

    /// An informational time. An unreadable one is reported and treated as missing.
    func exportedTime(_ isUnreadable: () -> Void) throws(ShortLinkFault) -> Int64? {
        let text: String
        switch value {
        case .null: return nil
        case .number(let number): text = number.text
        default: text = try string()
        }
        switch Timestamp.exported(text.utf8.span) {
        case .time(let seconds): return seconds
        case .none: return nil
        case .unreadable:
            isUnreadable()
            return nil
        }
    }

    private func count() throws(ShortLinkFault) -> UInt64 {
        guard let number = value.number, let count = UInt64(number.text), count > 0 else {
            throw .invalid("\(name) must be a positive integer")
        }
        return count
    }

    private func integer(in range: ClosedRange<Int>) throws(ShortLinkFault) -> Int {
        guard let number = value.number, let integer = Int(number.text), range.contains(integer) else {
            throw .outside(range, name)
        }
        return integer
    }
}

extension ShortLinkFault {
    /// The fault of a number outside the range of its field.
    static func outside(_ range: ClosedRange<Int>, _ name: String) -> ShortLinkFault {
        .invalid("\(name) must be an integer from \(range.lowerBound) to \(range.upperBound)")
    }

    static func invalid(_ message: String, summary: String? = nil) -> ShortLinkFault {
        ShortLinkFault("invalid-argument", message, summary: summary)
    }
}
