import Settings
import Threads

/// The settings that a daemon uses, and those that it would be started with now.
///
/// Any thread may ask; only a reload changes them, one at a time. Workers do not ask: they have copies of their own
/// (``HandlerSettings``, the server's), which are replaced between two requests.
final class CurrentSettings: Sendable {
    private struct State {
        var inForce: ResolvedSettings
        /// As of the last load.
        var loaded: ResolvedSettings
    }

    private let state: Locked<State>
    /// Reads the files of the settings again; `nil` if they can't be read.
    private let read: @Sendable () -> ResolvedSettings?

    /// The directories in use of settings that need no value, by name.
    private let places: Locked<[String: String]>

    /// - Parameters:
    ///   - rules: The absolute path of the rules directory, or the address of their bundle; `nil` if there is none.
    ///   - read: Reads the files of the settings again, without taking anything over; `nil` if they can't be read.
    init(
        _ settings: ResolvedSettings, rules: String? = nil, read: @escaping @Sendable () -> ResolvedSettings? = { nil }
    ) {
        state = Locked(State(inForce: settings, loaded: settings))
        places = Locked(rules.map { ["rules": $0] } ?? [:])
        self.read = read
    }

    /// Notes which directory the store is in.
    func note(store directory: String?) { places.withLock { $0["store"] = directory } }

    /// Those in force.
    var value: DaemonSettings { state.withLock { $0.inForce.settings } }

    /// Takes over what a reload may take over of other settings.
    func reload(_ next: ResolvedSettings) {
        state.withLock { state in state = State(inForce: state.inForce.reloading(next), loaded: next) }
    }

    /// What would be in force after a reload of other settings.
    func reloading(_ next: ResolvedSettings) -> DaemonSettings {
        state.withLock { $0.inForce.reloading(next).settings }
    }

    /// The settings whose values, as of the last load, take effect after a restart.
    var pending: [SettingInForce] {
        state.withLock { $0.inForce.rows(startedNow: $0.loaded) }.filter { $0.pending != nil }
    }

    /// All settings, each with the value in its file now if it is another one. Reads the files: not for the thread of a
    /// loop.
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
