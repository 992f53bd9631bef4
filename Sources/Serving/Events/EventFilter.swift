import ByteText

/// The filter of a stream reader: its query, restricted to the sites of its token.
package struct EventFilter: Sendable {
    /// The sites that the token is limited to, or `nil` for all events.
    var covered: Set<String>?
    /// The requested values by member name. A missing name admits all values.
    private var wanted: [String: Set<String>] = [:]

    /// The members that can be filtered by.
    package static let names = ["site", "type", "decision", "link"]

    package init(covered: Set<String>? = nil) { self.covered = covered }

    /// Requests some values of a member, separated by commas; all if the text is empty.
    package mutating func want(_ name: String, _ list: String) {
        let values = Set(list.split(separator: ",").map(String.init))
        wanted[name] = values.isEmpty ? nil : values
    }

    /// Whether an event passes the filter.
    func admits(_ event: [UInt8]) -> Bool {
        if covered == nil, wanted.isEmpty { return true }
        guard let event = try? JSONValue(parsing: event.span) else { return false }
        if let covered {
            guard let site = event["site"]?.string, covered.contains(site) else { return false }
        }
        return wanted.allSatisfy { name, values in
            guard let value = event[name]?.string else { return false }
            if values.contains(value) { return true }
            // `link` includes link.created etc.
            return name == "type" && value.firstIndex(of: ".").map { values.contains(String(value[..<$0])) } ?? false
        }
    }
}
