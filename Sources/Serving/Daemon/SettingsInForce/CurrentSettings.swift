import Settings
import Threads

/// The settings in force, and those that a restart would use.
///
/// Readable from any thread. Only a reload changes them, one at a time. Workers have their own copies (``HandlerSettings``,
/// the server's), which are replaced between two requests.
final class CurrentSettings: Sendable {
    private struct State {
        var inForce: ResolvedSettings
        /// The settings as of the last load.
        var loaded: ResolvedSettings
    }

    private let state: Locked<State>
    /// Reads the settings files again; `nil` if they can't be read.
    private let read: @Sendable () -> ResolvedSettings?

    /// The directories in use for settings without a value, by name.
    private let places: Locked<[String: String]>

    /// - Parameters:
    ///   - rules: The absolute path of the rules directory, or the address of a bundle; `nil` if there is none.
    ///   - read: Reads the settings files again, without applying them; `nil` if they can't be read.
    init(
        _ settings: ResolvedSettings, rules: String? = nil, read: @escaping @Sendable () -> ResolvedSettings? = { nil }
    ) {
        state = Locked(State(inForce: settings, loaded: settings))
        places = Locked(rules.map { ["rules": $0] } ?? [:])
        self.read = read
    }

    /// Records the directory of the store.
    func note(store directory: String?) { places.withLock { $0["store"] = directory } }

    /// The settings in force.
    var value: DaemonSettings { state.withLock { $0.inForce.settings } }

    /// Applies those of the new settings that a reload may change.
    func reload(_ next: ResolvedSettings) {
        state.withLock { state in state = State(inForce: state.inForce.reloading(next), loaded: next) }
    }

    /// The settings that would be in force after a reload.
    func reloading(_ next: ResolvedSettings) -> DaemonSettings {
        state.withLock { $0.inForce.reloading(next).settings }
    }

    /// The settings whose values, as of the last load, require a restart.
    var pending: [SettingInForce] {
        state.withLock { $0.inForce.rows(startedNow: $0.loaded) }.filter { $0.pending != nil }
    }

    /// All settings, each with the current value in its file if it differs. Reads the files: don't call it on an event loop's
    /// thread.
    func rows() -> [SettingInForce] {
        let now = read()
        let places = places.withLock(\.self)
        return state.withLock { $0.inForce.rows(startedNow: now ?? $0.loaded) }.map { row in
            var row = row
            if row.values.isEmpty, let place = places[row.description.name] { row.values = [place] }
            return row
        }
    }
}
