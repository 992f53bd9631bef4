public import Configuration

/// Settings with the origin of each: the result of ``SettingsResolver`` for a file, the environment and the command line.
public struct ResolvedSettings: Sendable {
    /// The values.
    public var settings: DaemonSettings
    /// The invalid values, each with its place: `FINGERPOST_LISTEN_EDGE: error: …`.
    public var diagnostics: [FileDiagnostic]
    /// The origins of values, by the names of their settings. Settings that are not listed have defaults.
    var origins: [String: SettingInForce.Origin]

    /// Settings created by a program, without origins.
    public init(_ settings: DaemonSettings) { self.init(settings, diagnostics: [], origins: [:]) }

    init(
        _ settings: DaemonSettings, diagnostics: [FileDiagnostic], origins: [String: SettingInForce.Origin]
    ) {
        (self.settings, self.diagnostics, self.origins) = (settings, diagnostics, origins)
    }

    /// Every setting with its value and origin, in list order.
    public var rows: [SettingInForce] {
        Setting.all.map { setting in
            SettingInForce(
                description: SettingDescription(setting), values: setting.texts(in: settings),
                origin: origins[setting.name] ?? .standard)
        }
    }

    /// The rows of a daemon that runs with these settings and would now be started with others. A value that differs is
    /// pending.
    public func rows(startedNow next: ResolvedSettings) -> [SettingInForce] {
        zip(rows, next.rows).map { row, next in
            guard row.values != next.values else { return row }
            var row = row
            row.pending = SettingInForce.Pending(values: next.values, origin: next.origin)
            return row
        }
    }

    /// The settings of a daemon with these settings after it reloads others: reloadable settings have their new values.
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
