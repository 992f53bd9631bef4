public import Libevent

/// The listening sockets of a server, bound before the server is created, so that an address in use is reported early.
///
/// Connections wait in the accept queues until the server starts. A socket closes when its last reference is released,
/// which must be the server's.
public struct BoundListeners: Sendable {
    let bindings: [Binding]

    /// Binds every address of the settings except those of inherited sockets. Throws ``ListenFault`` if an address
    /// can't be bound.
    public init(_ settings: ServerSettings, inherited: [InheritedSocket] = []) throws {
        bindings = try Binding.all(settings, inherited)
    }
}

/// An address of a listener that can't be bound.
public struct ListenFault: Error, CustomStringConvertible {
    /// The kind of the listener.
    public var kind: ListenerKind
    /// The address, as given in the settings.
    public var address: SocketAddress
    /// The error of the system.
    public var cause: EventError

    public var description: String { "\(kind): \(cause)" }
}
