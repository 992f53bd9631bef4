import Threads

/// The identity provider in use, which a reload replaces. Takes a lock briefly, once per page request.
package final class CurrentProvider: Sendable {
    private let state: Locked<ProviderClient?>

    package init(_ client: ProviderClient? = nil) { state = Locked(client) }

    /// The provider's client, or `nil` if users sign in with tokens only.
    var client: ProviderClient? { state.withLock(\.self) }

    /// Uses another provider from the next request on. Pending sign-ins have to be repeated.
    package func replace(with client: ProviderClient?) { state.withLock { $0 = client } }
}
