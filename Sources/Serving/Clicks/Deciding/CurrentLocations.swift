package import Locations
import Threads

/// The location data of clients: the latest loaded files, and whether the workers have them.
package final class CurrentLocations: Sendable {
    private struct State {
        var locations: Locations?
        var hasChanged = false
    }

    private let state: Locked<State>

    package init(_ locations: Locations? = nil) { state = Locked(State(locations: locations)) }

    /// The location files, or `nil` if there are none.
    package var value: Locations? { state.withLock(\.locations) }

    /// Replaces the files. Workers receive them after the next ``takeChange()``.
    package func replace(with locations: Locations?) {
        state.withLock { $0 = State(locations: locations, hasChanged: true) }
    }

    /// Whether the files were replaced since the last call.
    package func takeChange() -> Bool {
        state.withLock { state in
            defer { state.hasChanged = false }
            return state.hasChanged
        }
    }
}
