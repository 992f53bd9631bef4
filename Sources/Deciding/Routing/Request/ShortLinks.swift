public import ByteText
public import Links

/// The store for short links that are not in the rule files.
///
/// It belongs to the evaluator's thread. It must not block and should not allocate, because it is on the click path.
public protocol ShortLinks: AnyObject {
    /// Looks up the target of a short link.
    ///
    /// - Parameters:
    ///   - key: `host[/prefix]/code`, the host in lower case, in `arena`.
    ///   - time: The time of the click in seconds since the epoch; `nil` if unknown.
    ///   - arena: Where the long link is appended.
    func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink

    /// Looks up the target of a short link, or, if there is none with the exact code, of one whose code differs in
    /// case.
    ///
    /// The parameters are those of ``find(_:at:in:)``. The default implementation is case-sensitive.
    func find(inAnyCase key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink

    /// The state in which the last link was found, if the answer is the same for every click in that state at any time.
    /// ``isLatest(_:)`` checks whether the state is still current, which is cheaper than another lookup. `nil` if the
    /// answer depends on anything else.
    var steadyState: LinksState? { get }
    /// Whether the links are readable and unchanged since a state returned by ``steadyState``.
    func isLatest(_ state: LinksState) -> Bool

    /// Announces a series of lookups, ended by ``endLooking()``. Resources may be kept for the next lookup. Changes
    /// remain visible as usual.
    func beginLooking()
    /// Ends a series of lookups. Called within a second after ``beginLooking()``, because kept resources may prevent a
    /// writer from reusing space.
    func endLooking()
}

extension ShortLinks {
    /// Finds the link with the exact code.
    public func find(inAnyCase key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
        find(key, at: time, in: &arena)
    }
    /// `nil`: every link is looked up for every click.
    public var steadyState: LinksState? { nil }
    /// `false`: no state has been returned.
    public func isLatest(_ state: LinksState) -> Bool { false }
    /// Does nothing: lookups are independent.
    public func beginLooking() {}
    /// Does nothing: lookups are independent.
    public func endLooking() {}
}

/// A state of all short links, identified by a number that is unique within the process.
public struct LinksState: Sendable, Equatable {
    /// The number.
    public let number: UInt64

    /// Creates a state with a number.
    public init(number: UInt64) { self.number = number }
}

/// The target of a short link.
public enum ShortLink: Sendable, Equatable {
    /// An address in the arena, the ID that the link is counted by, and the number of seconds that caches may keep the
    /// target: 0 for no caching, `nil` if the link does not specify it.
    case found(longLink: TextRange, id: UInt64, cacheSeconds: Int? = nil)
    /// No target, for this reason.
    case refused(LinkFault.Code)
    /// No longer a target, for this reason. The link specifies an address for late clicks, which is in the arena.
    case over(LinkFault.Code, target: TextRange)
}
