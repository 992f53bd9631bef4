package import ByteText
import Links
package import Settings
package import Terminal

/// The effective settings, as text and as JSON.
package struct SettingsText {
    private let settings: [SettingInForce]
    private let places: [String: String]
    private let variables: [String: String]
    private let environment: [String: String]

    /// - Parameters:
    ///   - settings: The settings in force.
    ///   - places: The default paths, by the names of the settings that override them.
    ///   - variables: The environment that the settings come from; empty for those of a running daemon.
    ///   - environment: The process's environment.
    package init(
        settings: [SettingInForce], places: [String: String], variables: [String: String],
        environment: [String: String]
    ) {
        (self.settings, self.places) = (settings.map(Self.withoutPassword), places)
        (self.variables, self.environment) = (variables, environment)
    }

    /// A proxy's URL with a password is refused at startup, but the settings contain it until it is corrected.
    private static func withoutPassword(_ setting: SettingInForce) -> SettingInForce {
        guard setting.description.name == "outgoing_proxy" else { return setting }
        var setting = setting
        setting.values = setting.values.map { Masking.masked($0) }
        if let pending = setting.pending {
            setting.pending = .init(values: pending.values.map { Masking.masked($0) }, origin: pending.origin)
        }
        return setting
    }

    /// A row for each setting. Non-default values are highlighted.
    package var table: TextTable {
        var table = TextTable([
            TextTable.Column(title: "SETTING"), TextTable.Column(title: "VALUE", gives: true),
            TextTable.Column(title: "FROM"),
        ])
        for setting in settings {
            let isDefault = setting.origin == .standard
            table.add([
                StyledText(setting.description.name), StyledText(value(setting), isDefault ? .plain : .heading),
                StyledText(origin(setting), isDefault ? .soft : .plain),
            ])
        }
        return table
    }

    /// Notes below the table: the origin of the values if no daemon responds, and pending values.
    ///
    /// - Parameter reason: Why the settings of a running daemon are unknown, or `nil` if they are known.
    package func notes(unknownBecause reason: String?) -> [String] {
        let pending = settings.compactMap(\.pendingText)
        if let reason {
            return ["", "No daemon answers; these are the values that it would start with. (\(reason))"]
        }
        return pending.isEmpty ? [] : [""] + pending
    }

    /// The settings in detail, with their descriptions and sources, followed by the other variables.
    package func details(width: Int) -> [[StyledText]] {
        func paragraph(_ text: String, _ style: StyledText.Style = .plain) -> [[StyledText]] {
            Paragraph.lines(text, indent: 4, width: width).map { [StyledText($0, style)] }
        }
        var lines: [[StyledText]] = []
        for setting in settings {
            let description = setting.description
            lines.append([
                StyledText(description.name, .heading), StyledText(" = \(value(setting))"),
                StyledText("  (\(origin(setting)))", .soft),
            ])
            lines += paragraph(description.summary) + paragraph(Self.ways(description), .soft)
            lines += paragraph("A changed value takes effect after a \(description.effect.rawValue).", .soft) + [[]]
        }
        lines += [[StyledText("Other environment variables", .heading)], []]
        for variable in EnvironmentVariable.all {
            let isSet = environment[variable.name] != nil
            lines.append([StyledText(variable.name, .heading), StyledText(isSet ? "  (set)" : "  (not set)", .soft)])
            lines += paragraph(variable.summary)
        }
        return lines
    }

    /// A line for each setting and, if requested, for each other variable.
    package func json(withVariables: Bool) -> [JSONValue] {
        let rows = settings.map { setting -> JSONValue in
            let description = setting.description
            let values = setting.values.isEmpty ? places[description.name].map { [$0] } ?? [] : setting.values
            return [
                "name": .string(description.name), "values": .array(values.map { .string($0) }),
                "from": .string(origin(setting)), "variable": .string(description.variable),
                "flag": description.flag.map { .string($0) } ?? .null,
                "file": .bool(description.isAllowedInFile), "summary": .string(description.summary),
                "takes_effect_after": .string(description.effect.rawValue),
                "pending": setting.pending.map { pending in
                    ["values": .array(pending.values.map { .string($0) }), "from": .string(pending.origin.text)]
                } ?? .null,
            ]
        }
        let others = EnvironmentVariable.all.map { variable -> JSONValue in
            [
                "variable": .string(variable.name), "set": .bool(environment[variable.name] != nil),
                "summary": .string(variable.summary),
            ]
        }
        return rows + (withVariables ? others : [])
    }

    /// The origin of the value. systemd's variable is not a setting, but determines the store.
    private func origin(_ setting: SettingInForce) -> String {
        let isStatesOwn = setting.values.isEmpty && setting.description.name == "store"
        return isStatesOwn && variables["STATE_DIRECTORY"] != nil ? "STATE_DIRECTORY" : setting.origin.text
    }

    private func value(_ setting: SettingInForce) -> String {
        guard setting.values.isEmpty else { return setting.values.joined(separator: ", ") }
        return places[setting.description.name] ?? setting.description.absence
    }

    /// `--listen, FINGERPOST_LISTEN_FRONT, or listen.front in fingerpost.yaml`.
    private static func ways(_ setting: SettingDescription) -> String {
        let ways = [
            setting.flag, setting.variable, setting.isAllowedInFile ? "\(setting.name) in fingerpost.yaml" : nil,
        ]
        let given = ways.compactMap { $0 }
        return given.count < 2 ? given.joined() : given.dropLast().joined(separator: ", ") + " or " + (given.last ?? "")
    }
}
