import Libevent

/// The tokens and keys that count now; a reload puts others in their place while the daemon serves.
public final class CurrentTokens: Sendable {
    private let list: Locked<TokenList>

    public init(_ list: TokenList = TokenList()) { self.list = Locked(list) }

    /// A lock is taken for a moment, once a request that needs a token.
    var now: TokenList { list.withLock(\.self) }

    /// Lets others in from the next request on. Callable from any thread.
    public func replace(with list: TokenList) { self.list.withLock { $0 = list } }
}
