import ByteText

/// Which events a reader of the stream gets: what it asks for, of what its token covers.
struct EventFilter: Sendable {
    /// The sites that the token is limited to; nil for all events.
    var covered: Set<String>?
    /// What is asked for, by the name of the member; a name that is missing admits every value.
    private var wanted: [String: Set<String>] = [:]

    /// The members that can be asked for.
    static let names = ["site", "type", "decision", "link"]

    init(covered: Set<String>? = nil) { self.covered = covered }

    /// Asks for some values of a member, with commas between them; an empty text asks for all.
    mutating func want(_ name: String, _ list: String) {
        let values = Set(list.split(separator: ",").map(String.init))
        wanted[name] = values.isEmpty ? nil : values
    }

    /// Whether the reader gets an event.
    func admits(_ event: [UInt8]) -> Bool {
        if covered == nil, wanted.isEmpty { return true }
        guard let event = try? JSONValue(parsing: event.span) else { return false }
        if let covered {
            guard let site = event["site"]?.string, covered.contains(site) else { return false }
        }
        return wanted.allSatisfy { name, values in
            guard let value = event[name]?.string else { return false }
            if values.contains(value) { return true }
            // `link` asks for link.created and the others.
            return name == "type" && value.firstIndex(of: ".").map { values.contains(String(value[..<$0])) } ?? false
        }
    }
}
