import ByteText
import Links
import WebAddress

/// The capacity of the link cache, and which links it may contain.
package struct LinkMemoryPolicy: Sendable {
    /// The number of links per generation, of which there are two: a power of two, or 0 to disable the cache.
    package let links: Int
    /// The maximum total size of a generation's texts, in bytes.
    package let bytes: Int
    /// The longest texts of one link that are cached, in bytes.
    package let longestEntry: Int
    /// Whether links with a code, a key or an email address are cached.
    package let keepsSecrets: Bool

    /// Creates a policy. 0 links disable the cache.
    package init(links: Int, bytes: Int, longestEntry: Int, keepsSecrets: Bool) {
        precondition(links >= 0 && links & (links - 1) == 0, "the capacity must be zero or a power of two")
        (self.links, self.bytes, self.longestEntry) = (links, bytes, longestEntry)
        self.keepsSecrets = keepsSecrets
    }

    /// Disables the cache.
    package static let off = LinkMemoryPolicy(links: 0, bytes: 0, longestEntry: 0, keepsSecrets: false)
}

/// A cache of recently read links.
///
/// A link that was accepted reads the same for every later click. The result depends only on the rule set, which is
/// fixed for an evaluator; the bytes of the link, which are compared in full; and a short link's answer, which is looked
/// up again each time. A refused link is cached as well, but only its fault. A long link is cached when it occurs a second
/// time.
///
/// There are two generations. When the younger one is full, it becomes the older one, and the previous older one is
/// discarded. Links found in the older generation move to the younger one, so frequent links stay cached. All memory is
/// allocated up front.
struct LinkMemory: ~Copyable {
    /// The location of a cached link.
    struct Place {
        fileprivate var index: Int
        fileprivate var isOld: Bool
    }

    private let policy: LinkMemoryPolicy
    private var young: LinkGeneration
    private var old: LinkGeneration
    /// Part of the hash of links that occurred once.
    private var seen: [UInt16]

    init(_ policy: LinkMemoryPolicy) {
        self.policy = policy
        young = LinkGeneration(policy)
        old = LinkGeneration(policy)
        seen = Array(repeating: 0, count: policy.links * 4)
    }

    /// Whether the cache is enabled. The other methods require that it is.
    var isOn: Bool { policy.links > 0 }

    /// The location of a cached link; `nil` if it is not cached.
    func place(of link: LinkIdentity, in arena: borrowing ByteArena) -> Place? {
        if let index = young.index(of: link, in: arena) { return Place(index: index, isOld: false) }
        return old.index(of: link, in: arena).map { Place(index: $0, isOld: true) }
    }

    /// Reads a cached link into `reading`, and returns its lookup in the short-link store. Texts are appended to the
    /// arena.
    ///
    /// - Parameter place: The location of the link, updated if the link moves.
    mutating func recall(
        _ place: inout Place, _ link: LinkIdentity, _ reading: inout LinkReading, in arena: inout ByteArena
    ) -> AskedShortLink? {
        renew(&place)
        return place.isOld
            ? old.recall(place.index, link.text, &reading, in: &arena)
            : young.recall(place.index, link.text, &reading, in: &arena)
    }

    /// Why a cached link is refused; `nil` if it was accepted.
    ///
    /// - Parameter place: The location of the link, updated if the link moves.
    mutating func refusal(_ place: inout Place) -> LinkFault? {
        let fault = place.isOld ? old.refusal(at: place.index) : young.refusal(at: place.index)
        if fault != nil { renew(&place) }
        return fault
    }

    /// Moves a link that is used to the younger generation.
    private mutating func renew(_ place: inout Place) {
        // Making room now would discard the very generation that contains the link.
        guard place.isOld, !young.isFull else { return }
        place = Place(index: young.adopt(place.index, of: old), isOld: false)
    }

    /// The state of the short links in which a link was last valid, if it is valid throughout that state.
    func state(at place: Place) -> LinksState? {
        place.isOld ? old.state(at: place.index) : young.state(at: place.index)
    }

    /// Records that a link is valid in a state of the short links.
    mutating func note(_ state: LinksState?, at place: Place) {
        if place.isOld { old.note(state, at: place.index) } else { young.note(state, at: place.index) }
    }

    /// Caches a link: a short link at once, since short links are made to be clicked often, and any other if it has occurred
    /// before.
    ///
    /// - Parameter mark: The end of the arena before the link was read.
    mutating func insert(
        _ reading: inout LinkReading, _ asked: AskedShortLink?, _ state: LinksState?, of identity: LinkIdentity,
        from mark: Int, in arena: borrowing ByteArena
    ) {
        guard reading.form == .shortLink || hasCome(identity) else { return }
        let (link, read) = (identity.text, arena.piece(from: mark))
        // An answer that was known before is not part of the link's texts.
        if case .found(let longLink, _, _)? = asked?.answer, longLink.start < mark { return }
        guard link.end <= mark, Int(link.count + read.count) <= policy.longestEntry else { return }
        if !policy.keepsSecrets, reading.action != nil || Self.mayHideSecret(asked, link, in: arena) { return }
        makeRoom()
        young.insert(reading, asked, state, of: link, read, hash: identity.hash, in: arena)
    }

    /// Caches why a link is refused, if it has occurred before.
    mutating func insert(_ fault: LinkFault, of identity: LinkIdentity, in arena: borrowing ByteArena) {
        guard hasCome(identity), Int(identity.text.count) <= policy.longestEntry else { return }
        if !policy.keepsSecrets, Masking.mayHide(identity.text, of: arena) { return }
        makeRoom()
        young.insert(fault, of: identity, in: arena)
    }

    /// Whether a link has occurred before. Records that it has.
    private mutating func hasCome(_ link: LinkIdentity) -> Bool {
        let place = Int(truncatingIfNeeded: link.hash >> 32) & (seen.count - 1)
        let sign = UInt16(truncatingIfNeeded: link.hash >> 48) | 1
        if seen[place] == sign { return true }
        seen[place] = sign
        return false
    }

    private static func mayHideSecret(
        _ asked: AskedShortLink?, _ link: TextRange, in arena: borrowing ByteArena
    ) -> Bool {
        if Masking.mayHide(link, of: arena) { return true }
        guard case .found(let longLink, _, _)? = asked?.answer else { return false }
        return Masking.mayHide(longLink, of: arena)
    }

    private mutating func makeRoom() {
        guard young.isFull else { return }
        swap(&young, &old)
        young.removeAll()
    }
}

/// A generation of cached links, which is filled until it has no more room.
private struct LinkGeneration: ~Copyable {
    private struct Entry {
        let hash: UInt64
        /// The link and all text read from it, as a piece of the pool. The ranges of `reading` and `asked` are relative
        /// to its start.
        var texts: TextRange
        var linkCount: Int
        var reading: LinkReading
        var asked: AskedShortLink?
        var state: LinksState?
        /// Why the link is refused; `nil` if it was accepted.
        var fault: LinkFault?
    }

    private let policy: LinkMemoryPolicy
    private let mask: Int
    /// One byte of the hash per slot, 0 for a free slot. The array is small enough to stay in the processor's cache,
    /// where most lookups of new links end.
    private var signs: [UInt8]
    /// The index of each used slot's entry. Entries follow each other, so that few of them touch little memory.
    private var places: [UInt32]
    private var entries: [Entry] = []
    private var pool: ByteArena

    init(_ policy: LinkMemoryPolicy) {
        self.policy = policy
        signs = Array(repeating: 0, count: policy.links * 2)
        places = Array(repeating: 0, count: signs.count)
        mask = signs.count - 1
        entries.reserveCapacity(policy.links)
        pool = ByteArena(capacity: policy.bytes + policy.longestEntry)
    }

    var isFull: Bool { entries.count == policy.links || pool.count > policy.bytes }

    /// The entry of a link; `nil` if it is not cached.
    func index(of link: LinkIdentity, in arena: borrowing ByteArena) -> Int? {
        let (places, signs) = (places.span, signs.span)
        let sign = Self.sign(link.hash)
        var index = Int(truncatingIfNeeded: link.hash) & mask
        while signs[index] != 0 {
            if signs[index] == sign, isEntry(Int(places[index]), of: link, in: arena) { return Int(places[index]) }
            index = (index + 1) & mask
        }
        return nil
    }

    private static func sign(_ hash: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: hash >> 56) | 1 }

    private func isEntry(_ index: Int, of link: LinkIdentity, in arena: borrowing ByteArena) -> Bool {
        let entries = entries.span
        guard entries[index].hash == link.hash, entries[index].linkCount == Int(link.text.count) else { return false }
        return pool[entries[index].texts[0..<Int(link.text.count)]].equals(arena[link.text])
    }

    func recall(
        _ index: Int, _ link: TextRange, _ reading: inout LinkReading, in arena: inout ByteArena
    ) -> AskedShortLink? {
        let entries = entries.span
        let texts = entries[index].texts
        // The link itself is already in the arena.
        let rest = arena.append(pool[texts[Int(link.count)..<Int(texts.count)]])
        let shift = TextShift(linkEnd: link.count, inLink: link.offset, behindLink: rest.offset &- link.count)
        reading = entries[index].reading
        reading.forEachText { $0 = shift.moved($0) }
        var asked = entries[index].asked
        asked?.forEachText { $0 = shift.moved($0) }
        return asked
    }

    func refusal(at index: Int) -> LinkFault? { entries.span[index].fault }

    func state(at index: Int) -> LinksState? { entries.span[index].state }

    mutating func note(_ state: LinksState?, at index: Int) { entries[index].state = state }

    /// Adds an accepted link. There must be room.
    mutating func insert(
        _ reading: LinkReading, _ asked: AskedShortLink?, _ state: LinksState?, of link: TextRange, _ read: TextRange,
        hash: UInt64, in arena: borrowing ByteArena
    ) {
        let start = pool.count
        pool.append(arena[link])
        pool.append(arena[read])
        let shift = TextShift(
            linkEnd: UInt32(link.end), inLink: 0 &- link.offset, behindLink: link.count &- read.offset)
        var entry = Entry(
            hash: hash, texts: pool.piece(from: start), linkCount: Int(link.count), reading: reading, asked: asked,
            state: state)
        entry.reading.forEachText { $0 = shift.moved($0) }
        entry.asked?.forEachText { $0 = shift.moved($0) }
        add(entry)
    }

    /// Adds a refused link. There must be room.
    mutating func insert(_ fault: LinkFault, of identity: LinkIdentity, in arena: borrowing ByteArena) {
        let texts = pool.append(arena[identity.text])
        add(
            Entry(
                hash: identity.hash, texts: texts, linkCount: Int(texts.count), reading: LinkReading(), fault: fault))
    }

    /// Adds an entry of another generation and returns its index in this one.
    mutating func adopt(_ index: Int, of other: borrowing LinkGeneration) -> Int {
        var entry = other.entries[index]
        entry.texts = pool.append(other.pool[entry.texts])
        add(entry)
        return entries.count - 1
    }

    private mutating func add(_ entry: Entry) {
        var index = Int(truncatingIfNeeded: entry.hash) & mask
        // If a short link has a new answer, the new entry replaces the old one in its slot.
        while signs[index] != 0, entries[Int(places[index])].hash != entry.hash { index = (index + 1) & mask }
        places[index] = UInt32(entries.count)
        signs[index] = Self.sign(entry.hash)
        entries.append(entry)
    }

    mutating func removeAll() {
        for index in signs.indices { signs[index] = 0 }
        entries.removeAll(keepingCapacity: true)
        pool.reset()
    }
}

/// Relocates ranges of a link, and of texts read from it that follow somewhere behind it.
private struct TextShift {
    let linkEnd: UInt32
    /// The offsets to add for a range within the link, and for one behind it. Sums wrap, so negative offsets work.
    let inLink: UInt32
    let behindLink: UInt32

    @inline(__always)
    func moved(_ piece: TextRange) -> TextRange {
        // The canonical empty range has no location. Other empty ranges have one, such as a path between host and
        // query.
        if piece == .empty { return piece }
        var moved = piece
        moved.offset = piece.offset &+ (piece.offset &+ piece.count <= linkEnd ? inLink : behindLink)
        return moved
    }
}
