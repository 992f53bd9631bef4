/// The value of a field of a link, whatever its type.
public enum LinkValue: Sendable, Hashable {
    /// No value. In a patch, it removes the value of a field of any type.
    case empty
    case text(String)
    /// A number, or the bit pattern of a signed one: a time in seconds since 1970, or an invalid count.
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

    /// The number as a count; `nil` for another type.
    var count: Int? { number.map(Int.init(truncatingIfNeeded:)) }

    /// Whether it is a set flag.
    public var isTrue: Bool {
        if case .flag(true) = self { true } else { false }
    }

    /// A time in seconds since 1970.
    public static func time(_ seconds: Int64) -> LinkValue { .number(UInt64(bitPattern: seconds)) }

    static func time(_ seconds: Int64?) -> LinkValue { seconds.map(time) ?? .empty }

    static func count(_ count: Int?) -> LinkValue { count.map { .number(UInt64(bitPattern: Int64($0))) } ?? .empty }
}
