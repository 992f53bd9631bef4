public import OpenSSL
import Threads

/// The TLS context of a listener, replaceable while serving. Open connections keep the context they began with.
public final class TLSIdentity: Sendable {
    private let current: Locked<TLSContext>

    /// An identity with this context until it is replaced.
    public init(_ context: TLSContext) { current = Locked(context) }

    /// The certificate that expires first: its first DNS name, and its expiry in seconds since the epoch.
    public var firstToEnd: (name: String, end: Int64) { context.firstToEnd }

    /// The context for new connections. Takes a lock briefly, once per connection.
    var context: TLSContext { current.withLock(\.self) }

    /// Replaces the context for new connections. May be called from any thread.
    public func replace(with context: TLSContext) { current.withLock { $0 = context } }
}
