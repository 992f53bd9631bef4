public import ByteText
import Links
public import Settings

extension SettingInForce {
    /// Writes value, origin, the action that applies a new value, and the pending value. Secrets within values are masked.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("setting", description.name)
        json.name("in_force")
        Self.write(values, origin, to: &json)
        json.member("takes_effect_after", description.effect.rawValue)
        json.name("pending")
        if let pending { Self.write(pending.values, pending.origin, to: &json) } else { json.null() }
        json.endObject()
    }

    private static func write(_ values: [String], _ origin: Origin, to json: inout JSONWriter) {
        json.beginObject()
        json.name("values")
        json.beginArray()
        for value in values { json.string(Masking.masked(value)) }
        json.endArray()
        json.member("from", origin.text)
        json.endObject()
    }

    /// Writes an array of settings.
    package static func write(_ rows: [SettingInForce], to json: inout JSONWriter) {
        json.beginArray()
        for row in rows { row.write(to: &json) }
        json.endArray()
    }

    /// The settings in an array of a daemon's response; empty for any other value.
    public static func list(_ json: JSONValue?) -> [SettingInForce] {
        (json?.array ?? []).compactMap { SettingInForce($0) }
    }

    /// Parses the output of ``write(to:)``; `nil` if malformed, and for a setting that this program does not have.
    public init?(_ json: JSONValue) {
        guard let name = json["setting"]?.string, let inForce = json["in_force"],
            let description = SettingDescription.all.first(where: { $0.name == name })
        else { return nil }
        self.init(
            description: description, values: Self.values(inForce), origin: Self.origin(inForce),
            pending: json["pending"].flatMap { pending in
                pending.isNull ? nil : Pending(values: Self.values(pending), origin: Self.origin(pending))
            })
    }

    private static func values(_ json: JSONValue) -> [String] { (json["values"]?.array ?? []).compactMap(\.string) }

    private static func origin(_ json: JSONValue) -> Origin { Origin(text: json["from"]?.string ?? "default") }
}
