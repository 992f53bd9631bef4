import ByteText
import Routing
import ServiceFiles
import Settings

/// The filter of a stream reader or a webhook: the values of members that events must have, restricted to the sites of a
/// reader's token.
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

    /// The filter of a webhook. Throws for a type or a decision that no event has.
    init(_ webhook: WebhookSetting) throws(StartupFault) {
        covered = nil
        let types = EventType.allCases.map(\.rawValue)
        for (member, values) in webhook.filter {
            switch member {
            case .sites: wanted["site"] = Set(values)
            case .links: wanted["link"] = Set(values)
            case .types:
                try Self.check(values, of: "type", in: ["link"] + types, webhook)
                wanted["type"] = Set(values)
            case .decisions:
                try Self.check(values, of: "decision", in: DecisionKind.allCases.map(\.rawValue), webhook)
                wanted["decision"] = Set(values)
            }
        }
    }

    private static func check(
        _ values: [String], of kind: String, in known: [String], _ webhook: WebhookSetting
    ) throws(StartupFault) {
        guard let strange = values.first(where: { !known.contains($0) }) else { return }
        throw StartupFault(
            "\(webhook.place): no event has the \(kind) `\(strange)`; expected \(known.joined(separator: ", "))")
    }

    /// The first of the requested values of a member, in their order as texts; `nil` if all are admitted.
    func first(of name: String) -> String? { wanted[name]?.min() }

    /// Whether all events pass.
    var isOpen: Bool { covered == nil && wanted.isEmpty }

    /// Whether an event passes the filter.
    func admits(_ event: [UInt8]) -> Bool {
        if isOpen { return true }
        guard let event = try? JSONValue(parsing: event.span) else { return false }
        if let covered {
            guard let site = event["site"]?.string, covered.contains(site) else { return false }
        }
        return wanted.allSatisfy { name, values in
            guard let value = event[name]?.string else { return false }
            if values.contains(value) { return true }
            return switch name {
            // `link` includes link.created etc.
            case "type": value.firstIndex(of: ".").map { values.contains(String(value[..<$0])) } ?? false
            case "link": values.contains { $0.hasSuffix("*") && value.hasPrefix($0.dropLast()) }
            default: false
            }
        }
    }
}
