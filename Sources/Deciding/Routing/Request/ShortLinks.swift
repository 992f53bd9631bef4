public import ByteText
public import Links

/// Where short links are looked up that the rules do not state.
///
/// It belongs to the thread of the evaluator that asks it. It must not wait, and is not to allocate: it is on the click path.
public protocol ShortLinks: AnyObject {
    /// What a short link expands to.
    ///
    /// - Parameters:
    ///   - key: `host[/prefix]/code`, the host in lower case, in `arena`.
    ///   - time: When the click was, in seconds since the epoch; nil where that is not known.
    ///   - arena: Where the long link is appended.
    func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink

    /// What a short link expands to, or one whose code differs in case if there is none with the code as it is.
    ///
    /// The parameters are those of ``find(_:at:in:)``. Without an implementation, codes have one case.
    func find(inAnyCase key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink

    /// The state in which the last link was found, where the answer is the same for every click in that state, whenever it comes:
    /// ``isLatest(_:)`` tells whether that is still the state, and is cheaper than to find the link again. Nil for an answer that hangs
    /// on more.
    var steadyState: LinksState? { get }
    /// Whether nothing has changed since a state that ``steadyState`` has returned, and the links can be read.
    func isLatest(_ state: LinksState) -> Bool

    /// Many look-ups follow, and soon ``endLooking()``: what one needs may be kept for the next. Changes are seen as ever.
    func beginLooking()
    /// No look-ups follow for a while. Is called within a second after ``beginLooking()``, since what is kept may keep a writer from
    /// using room again.
    func endLooking()
}

extension ShortLinks {
    /// Finds the link with the code as it is.
    public func find(inAnyCase key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
        find(key, at: time, in: &arena)
    }
    /// Nil: every link is looked up for every click.
    public var steadyState: LinksState? { nil }
    /// False: no state has been told.
    public func isLatest(_ state: LinksState) -> Bool { false }
    /// Nothing: each look-up is for itself.
    public func beginLooking() {}
    /// Nothing: each look-up is for itself.
    public func endLooking() {}
}

/// All short links as they were at one moment, as a number that the process gives to no other state.
public struct LinksState: Sendable, Equatable {
    /// The number.
    public let number: UInt64

    /// A state of that number.
    public init(number: UInt64) { self.number = number }
}

/// What a short link expands to.
public enum ShortLink: Sendable, Equatable {
    /// An address in the arena, the number that the link is counted by, and how many seconds caches may keep where it leads: 0
    /// for not at all, nil where the link does not say.
    case found(longLink: TextRange, id: UInt64, cacheSeconds: Int? = nil)
    /// Nothing, for this reason.
    case refused(LinkFault.Code)
    /// Nothing any more, for this reason; the link states an address in the arena for those who come later.
    case over(LinkFault.Code, target: TextRange)
}
