import ByteText
import LinkStore

/// A link at a moment, as far as it is known.
public struct PastLink: Sendable, Equatable {
    /// Why the state of a link at a moment is not known.
    public enum Doubt: String, Sendable {
        /// The link was deleted since, and its target with it.
        case deleted
        /// The link has changed so often since that this state is no longer kept.
        case forgotten
        /// The link was changed within this second.
        case changing
        /// The link has a maximum of clicks, and it is not known whether it had been reached.
        case limited
        /// The link has a password, and it is not known whether it was entered.
        case password
    }

    /// Its state, or the most probable one; `nil` if it did not exist yet.
    public var state: State?
    /// Why the state is not certain; `nil` if it is.
    public var doubt: Doubt?

    /// A link in a state; without one, a link that does not exist.
    public init(_ state: State? = nil, doubt: Doubt? = nil) { (self.state, self.doubt) = (state, doubt) }

    /// Everything about a link that responses to clicks depend on.
    public struct State: Sendable, Equatable {
        var id: UInt64 = 0
        var longLink: String
        var starts, expires: Int64?
        var expiredTarget: String?
        var cacheSeconds: Int?
        var isDeleted = false
        var isDisabled = false
        var isUnsafe = false
        var isLimited = false
        var hasPassword = false

        init(_ record: LinkRecord) {
            (id, longLink, starts, expires) = (record.id, record.longLink, record.starts, record.expires)
            (expiredTarget, cacheSeconds) = (record.expiredTarget, record.cacheSeconds)
            (isDeleted, isDisabled, isUnsafe) = (record.isDeleted, record.isDisabled, record.isUnsafe)
            (isLimited, hasPassword) = (record.maximumClicks != nil, record.password != nil)
        }
    }
}

extension LinkHistory {
    /// The link at a moment in seconds since the epoch; at `nil`, now.
    func link(at moment: Int64?) -> PastLink {
        guard let moment else { return PastLink(PastLink.State(link)) }
        if moment < link.created { return PastLink() }
        if link.isDeleted {
            let doubt: PastLink.Doubt? = moment < link.updated ? .deleted : moment == link.updated ? .changing : nil
            return PastLink(PastLink.State(link), doubt: doubt)
        }
        var record = link
        for revision in revisions {
            if moment >= revision.time {
                return PastLink(PastLink.State(record), doubt: moment == revision.time ? .changing : nil)
            }
            record = revision.former
        }
        // Without an earlier change, this is the link as it was created.
        let isForgotten = record.revision > 1 && moment < record.updated
        return PastLink(PastLink.State(record), doubt: isForgotten ? .forgotten : nil)
    }
}
