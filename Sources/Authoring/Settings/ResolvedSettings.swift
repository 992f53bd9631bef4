public import Configuration

/// Settings with the origin of each: what ``SettingsResolver`` makes of a file, the environment and the command line.
public struct ResolvedSettings: Sendable {
    /// The values.
    public var settings: DaemonSettings
    /// The values that can't be used, each with its place: `FINGERPOST_LISTEN_EDGE: error: …`.
    public var diagnostics: [FileDiagnostic]
    /// Where values come from, by the names of their settings; those that are not listed are defaults.
    var origins: [String: SettingInForce.Origin]

    /// Settings that a program makes itself; none has an origin.
    public init(_ settings: DaemonSettings) { self.init(settings, diagnostics: [], origins: [:]) }

    init(
        _ settings: DaemonSettings, diagnostics: [FileDiagnostic], origins: [String: SettingInForce.Origin]
    ) {
        (self.settings, self.diagnostics, self.origins) = (settings, diagnostics, origins)
    }

    /// Every setting with its value and where that comes from, in the order of the list of settings.
    public var rows: [SettingInForce] {
        Setting.all.map { setting in
            SettingInForce(
                description: SettingDescription(setting), values: setting.texts(in: settings),
                origin: origins[setting.name] ?? .standard)
        }
    }

    /// The rows of a daemon that uses these settings and would be started with others now: a value that differs there is
    /// pending.
    public func rows(startedNow next: ResolvedSettings) -> [SettingInForce] {
        zip(rows, next.rows).map { row, next in
            guard row.values != next.values else { return row }
            var row = row
            row.pending = SettingInForce.Pending(values: next.values, origin: next.origin)
            return row
        }
    }

    /// What a daemon with these settings uses once it has reloaded others: their values of all settings that a reload takes
    /// over.
    public func reloading(_ next: ResolvedSettings) -> ResolvedSettings {
        var result = self
        result.diagnostics = next.diagnostics
        for setting in Setting.all {
            if setting.effect == .reload { setting.copy(from: next.settings, to: &result.settings) }
            // An unchanged value may have moved within its file.
            guard setting.texts(in: result.settings) == setting.texts(in: next.settings) else { continue }
            result.origins[setting.name] = next.origins[setting.name]
        }
        return result
    }
}
