import Threads

/// The identity provider in use, which a reload replaces. Takes a lock briefly, once per page request.
package final class CurrentProvider: Sendable {
    private let state: Locked<ProviderDesk?>

    package init(_ desk: ProviderDesk? = nil) { state = Locked(desk) }

    /// The provider's client, or `nil` if users sign in with tokens only.
    var desk: ProviderDesk? { state.withLock(\.self) }

    /// Uses another provider from the next request on. Pending sign-ins have to be repeated.
    package func replace(with desk: ProviderDesk?) { state.withLock { $0 = desk } }
}
