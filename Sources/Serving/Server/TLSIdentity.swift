public import OpenSSL
import Threads

/// What a listener shows to TLS clients, which can be replaced while it serves: connections go on with what they began with.
public final class TLSIdentity: Sendable {
    private let current: Locked<TLSContext>

    /// An identity that shows this context until it is replaced.
    public init(_ context: TLSContext) { current = Locked(context) }

    /// The certificate that ends first: its first DNS name, and until when it is valid, in seconds since the epoch.
    public var firstToEnd: (name: String, end: Int64) { context.firstToEnd }

    /// What new connections begin with. Locks for a moment, once a connection.
    var context: TLSContext { current.withLock(\.self) }

    /// Shows something else from the next connection on. Callable from any thread.
    public func replace(with context: TLSContext) { current.withLock { $0 = context } }
}
