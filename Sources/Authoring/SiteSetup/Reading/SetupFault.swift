/// Why a site can't be set up: one or more sentences for people.
public struct SetupFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The problem, its place, and how to fix it.
    public var message: String

    /// A fault with its message.
    public init(_ message: String) { self.message = message }

    public var description: String { message }
}
