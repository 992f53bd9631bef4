import Locations
import Threads

/// What the daemon knows of where clients are: the files that were read last, and whether workers have them.
final class CurrentLocations: Sendable {
    private struct State {
        var locations: Locations?
        var hasChanged = false
    }

    private let state: Locked<State>

    init(_ locations: Locations? = nil) { state = Locked(State(locations: locations)) }

    /// The files; nil for none.
    var value: Locations? { state.withLock(\.locations) }

    /// Uses other files; workers have them once ``takeChange()`` was heeded.
    func replace(with locations: Locations?) { state.withLock { $0 = State(locations: locations, hasChanged: true) } }

    /// Whether the files were replaced since this was asked last.
    func takeChange() -> Bool {
        state.withLock { state in
            defer { state.hasChanged = false }
            return state.hasChanged
        }
    }
}
