public import ByteText
public import LinkStore
import Links
public import Routing

/// The short links of a store, for the evaluator of one thread.
public final class StoredLinks: ShortLinks {
    private let store: LinkStore
    /// Nil while the store gives none: all places for readers are taken.
    private var reader: LinkReader?

    public init(_ store: LinkStore) {
        self.store = store
        reader = try? store.makeReader()
    }

    /// Counts a click on the link that was found last, and what it has led to.
    func countClick(id: UInt64, _ outcome: LinkCount.Event?, _ platform: LinkCount.Platform, at time: Int64) {
        reader?.countClick(id: id, outcome, platform, at: time)
    }

    /// Hands what was counted to the store's writer.
    func flush() { reader?.flush() }

    public func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
        if reader == nil { reader = try? store.makeReader() }
        guard let answer = reader?.find(key, at: time, in: &arena) else { return .refused(.storeUnavailable) }
        return switch answer {
        case .found(let longLink, let id): .found(longLink: longLink, id: id)
        case .unknown: .refused(.unknownLink)
        case .notStarted: .refused(.linkNotStarted)
        case .expired: .refused(.linkExpired)
        case .usedUp: .refused(.linkUsedUp)
        case .disabled: .refused(.linkDisabled)
        case .deleted: .refused(.linkDeleted)
        case .unavailable: .refused(.storeUnavailable)
        }
    }
}
