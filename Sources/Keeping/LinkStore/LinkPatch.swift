/// New values for the fields of a link, by the properties of ``LinkRecord``; `nil` leaves a field unchanged.
///
/// Optional fields are doubly optional: `.some(nil)` removes the value.
@dynamicMemberLookup
public struct LinkPatch: Sendable, Equatable {
    /// The new values, and the defaults of the other fields.
    private var values = Self.defaults
    /// A bit for each field that has a new value.
    private var changed: UInt32 = 0
    /// The client that makes the change, for the link's history; not a field of the link. `nil` if it is unknown.
    public var author: String?

    private static let defaults = LinkRecord(key: LinkKey(stored: "-".utf8.span), longLink: "", created: 0)

    /// An empty patch.
    public init() {}

    /// A patch of all fields of a link.
    public init(all record: LinkRecord) {
        for field in LinkField.allCases { self[field] = record[field] }
    }

    private func changes(_ field: LinkField) -> Bool { changed & 1 << field.rawValue != 0 }

    private mutating func note(_ field: LinkField, _ isChanged: Bool) {
        if isChanged { changed |= 1 << field.rawValue } else { changed &= ~(1 << field.rawValue) }
    }

    /// The new value of a field; `nil` leaves it unchanged.
    public subscript(field: LinkField) -> LinkValue? {
        get { changes(field) ? values[field] : nil }
        set {
            values[field] = newValue ?? .empty
            note(field, newValue != nil)
        }
    }

    /// The new value of a field's property; traps for a property that is not a ``LinkField``.
    public subscript<Value>(dynamicMember path: WritableKeyPath<LinkRecord, Value>) -> Value? {
        get { changes(LinkField(path)) ? values[keyPath: path] : nil }
        set {
            values[keyPath: path] = newValue ?? Self.defaults[keyPath: path]
            note(LinkField(path), newValue != nil)
        }
    }

    /// Whether it changes where clicks lead, now or later.
    public var hasTarget: Bool { LinkField.allCases.contains { changes($0) && ($0 == .longLink || $0.isAddress) } }

    /// Writes the new values into a record.
    public func apply(to record: inout LinkRecord) {
        for field in LinkField.allCases where changes(field) { record[field] = values[field] }
    }
}
