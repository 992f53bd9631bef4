import Threads

/// The identity provider in use, which a reload replaces. A lock is held for a moment, once per request of a page.
final class CurrentProvider: Sendable {
    private let state: Locked<ProviderDesk?>

    init(_ desk: ProviderDesk? = nil) { state = Locked(desk) }

    /// What asks the provider; `nil` if people sign in with tokens only.
    var desk: ProviderDesk? { state.withLock(\.self) }

    /// Uses another provider from the next request on. Sign-ins under way begin again.
    func replace(with desk: ProviderDesk?) { state.withLock { $0 = desk } }
}
