public import Libevent

/// The listening sockets of a server, bound before the server exists: an address in use is then an error at an early point.
///
/// Connections wait in the sockets' queues until the server starts. The sockets close with their last reference, which must be
/// the server's.
public struct BoundListeners: Sendable {
    let bindings: [Binding]

    /// Binds every address of the settings, but for those that were passed on. Throws ``ListenFault`` for an address that
    /// can't be bound.
    public init(_ settings: ServerSettings, inherited: [InheritedSocket] = []) throws {
        bindings = try Binding.all(settings, inherited)
    }
}

/// An address of a listener that can't be bound.
public struct ListenFault: Error, CustomStringConvertible {
    /// Whose address it is.
    public var kind: ListenerKind
    /// The address, as the settings state it.
    public var address: SocketAddress
    /// What the system reports.
    public var cause: EventError

    public var description: String { "\(kind): \(cause)" }
}
