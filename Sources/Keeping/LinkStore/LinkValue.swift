/// The value of a field of a link, whatever its type.
public enum LinkValue: Sendable, Hashable {
    /// No value. In a patch, it removes the value of a field of any type.
    case empty
    case text(String)
    /// A number, or the bit pattern of a signed time in seconds since 1970.
    case number(UInt64)
    case flag(Bool)
    case tags([String])
    case attributes([LinkRecord.Attribute])

    /// Whether a link with this value is like one without the field.
    public var isEmpty: Bool {
        switch self {
        case .empty, .text(""), .flag(false), .tags([]), .attributes([]): true
        case .text, .number, .flag, .tags, .attributes: false
        }
    }

    /// The text; `nil` for another type.
    public var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The number; `nil` for another type.
    public var number: UInt64? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The number as a time in seconds since 1970; `nil` for another type.
    public var time: Int64? { number.map(Int64.init(bitPattern:)) }

    /// The tags; empty for another type.
    public var tags: [String] {
        if case .tags(let tags) = self { tags } else { [] }
    }

    /// The attributes; empty for another type.
    public var attributes: [LinkRecord.Attribute] {
        if case .attributes(let attributes) = self { attributes } else { [] }
    }

    /// A time in seconds since 1970.
    public static func time(_ seconds: Int64) -> LinkValue { .number(UInt64(bitPattern: seconds)) }
}

extension LinkRecord {
    /// A property by its offset.
    subscript<Value>(place: LinkField.Place<Value>) -> Value {
        get {
            // Safe: `MemoryLayout.offset(of:)` returned the offset of a stored property of this type.
            unsafe withUnsafePointer(to: self) { record in
                unsafe UnsafeRawPointer(record).advanced(by: place.offset).assumingMemoryBound(to: Value.self).pointee
            }
        }
        set {
            // Safe: as above; the record is exclusive to this call.
            unsafe withUnsafeMutablePointer(to: &self) { record in
                let property = unsafe UnsafeMutableRawPointer(record).advanced(by: place.offset)
                unsafe property.assumingMemoryBound(to: Value.self).pointee = newValue
            }
        }
    }

    /// The value of a field. A value of another type sets the field to its default.
    public subscript(field: LinkField) -> LinkValue {
        get {
            switch field.slot {
            case .target(let place), .text(let place): .text(self[place])
            case .address(let place): self[place].map(LinkValue.text) ?? .empty
            case .time(let place): self[place].map(LinkValue.time) ?? .empty
            case .count(let place): self[place].map(LinkValue.number) ?? .empty
            case .number(let place, _): self[place].map { .time(Int64($0)) } ?? .empty
            case .flag(let place), .state(let place): .flag(self[place])
            case .tags(let place): .tags(self[place])
            case .attributes(let place): .attributes(self[place])
            }
        }
        set {
            switch field.slot {
            case .target(let place), .text(let place): self[place] = newValue.text ?? ""
            case .address(let place): self[place] = newValue.text
            case .time(let place): self[place] = newValue.time
            case .count(let place): self[place] = newValue.number
            case .number(let place, _): self[place] = newValue.number.map(Int.init(truncatingIfNeeded:))
            case .flag(let place), .state(let place): self[place] = newValue == .flag(true)
            case .tags(let place): self[place] = newValue.tags
            case .attributes(let place): self[place] = newValue.attributes
            }
        }
    }
}
