import ByteText
import Links
import WebAddress

/// How many links are remembered, and what they may hold.
package struct LinkMemoryPolicy: Sendable {
    /// How many a generation has, of two: a power of two; 0 for none.
    package let links: Int
    /// How long the texts of a generation may be together.
    package let bytes: Int
    /// The longest texts of one link that are kept.
    package let longestEntry: Int
    /// Whether links with a code, a key or a mail address are kept in memory.
    package let keepsSecrets: Bool

    /// Makes a policy; 0 links: nothing is remembered.
    package init(links: Int, bytes: Int, longestEntry: Int, keepsSecrets: Bool) {
        precondition(links >= 0 && links & (links - 1) == 0, "a power of two, or none")
        (self.links, self.bytes, self.longestEntry) = (links, bytes, longestEntry)
        self.keepsSecrets = keepsSecrets
    }

    /// Nothing is remembered.
    package static let off = LinkMemoryPolicy(links: 0, bytes: 0, longestEntry: 0, keepsSecrets: false)
}

/// What links are, for the ones that came last.
///
/// A link that was read and found good is the same the next time, whoever clicks on it: all that its reading follows from is
/// the rule set, which an evaluator has for good, the bytes of the link, which are compared in full, and what a short link
/// is answered, which is asked again each time. So is a link that was refused, of which the fault is all that is kept. A link
/// is kept when it comes the second time.
///
/// There are two generations: where the younger one is full, it becomes the older, and what was the older is forgotten. What
/// is asked for is moved to the younger one, so that links which come often stay. All memory is asked for when it is made.
struct LinkMemory: ~Copyable {
    /// A link that is remembered.
    struct Place {
        fileprivate var index: Int
        fileprivate var isOld: Bool
    }

    private let policy: LinkMemoryPolicy
    private var young: LinkGeneration
    private var old: LinkGeneration
    /// A piece of the hash of links that came once.
    private var seen: [UInt16]

    init(_ policy: LinkMemoryPolicy) {
        self.policy = policy
        young = LinkGeneration(policy)
        old = LinkGeneration(policy)
        seen = Array(repeating: 0, count: policy.links * 4)
    }

    /// Whether anything is remembered. The other calls are for a memory that is on.
    var isOn: Bool { policy.links > 0 }

    /// Where a link is remembered; nil where it is not.
    func place(of link: LinkIdentity, in arena: borrowing ByteArena) -> Place? {
        if let index = young.index(of: link, in: arena) { return Place(index: index, isOld: false) }
        return old.index(of: link, in: arena).map { Place(index: $0, isOld: true) }
    }

    /// Recalls what a link is, and returns what was asked of the short links then. Texts are appended to the arena.
    ///
    /// - Parameter place: Where the link is remembered, before and after.
    mutating func recall(
        _ place: inout Place, _ link: LinkIdentity, _ reading: inout LinkReading, in arena: inout ByteArena
    ) -> AskedShortLink? {
        renew(&place, link)
        return place.isOld
            ? old.recall(place.index, link.text, &reading, in: &arena)
            : young.recall(place.index, link.text, &reading, in: &arena)
    }

    /// Why a link is refused that is remembered so; nil for one that is good.
    ///
    /// - Parameter place: Where the link is remembered, before and after.
    mutating func refusal(_ place: inout Place, _ link: LinkIdentity) -> LinkFault? {
        let fault = place.isOld ? old.refusal(at: place.index) : young.refusal(at: place.index)
        if fault != nil { renew(&place, link) }
        return fault
    }

    /// Moves a link that is asked for to the younger generation.
    private mutating func renew(_ place: inout Place, _ link: LinkIdentity) {
        // To make room now would forget the very generation that the link is in.
        guard place.isOld, !young.isFull else { return }
        place = Place(index: young.adopt(place.index, of: old, hash: link.hash), isOld: false)
    }

    /// The state of the short links in which a link was last found to be the same, where it is in all of that state.
    func state(at place: Place) -> LinksState? {
        place.isOld ? old.state(at: place.index) : young.state(at: place.index)
    }

    /// Notes that a link is the same in a state of the short links.
    mutating func note(_ state: LinksState?, at place: Place) {
        if place.isOld { old.note(state, at: place.index) } else { young.note(state, at: place.index) }
    }

    /// Keeps what a link is, if it has come before.
    ///
    /// - Parameter mark: Where the arena ended before the link was read.
    mutating func insert(
        _ reading: inout LinkReading, _ asked: AskedShortLink?, _ state: LinksState?, of identity: LinkIdentity,
        from mark: Int, in arena: borrowing ByteArena
    ) {
        guard hasCome(identity) else { return }
        let (link, read) = (identity.text, arena.piece(from: mark))
        // An answer that was known before lies in between.
        if case .found(let longLink, _, _)? = asked?.answer, longLink.start < mark { return }
        guard link.end <= mark, Int(link.count + read.count) <= policy.longestEntry else { return }
        if !policy.keepsSecrets, reading.action != nil || Self.mayHideSecret(asked, link, in: arena) { return }
        makeRoom()
        young.insert(reading, asked, state, of: link, read, hash: identity.hash, in: arena)
    }

    /// Keeps why a link is refused, if it has come before.
    mutating func insert(_ fault: LinkFault, of identity: LinkIdentity, in arena: borrowing ByteArena) {
        guard hasCome(identity), Int(identity.text.count) <= policy.longestEntry else { return }
        if !policy.keepsSecrets, Masking.mayHide(identity.text, of: arena) { return }
        makeRoom()
        young.insert(fault, of: identity, in: arena)
    }

    /// Whether a link has come before; notes that it has come now.
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

/// Links that are remembered, until there is no more room.
private struct LinkGeneration: ~Copyable {
    private struct Slot {
        var hash: UInt64 = 0
        var entry = 0
    }

    private struct Entry {
        /// The link, and after it all that was read out of it, as a piece of the pool. The ranges of `reading` and `asked`
        /// count from its start.
        var texts: TextRange
        var linkCount: Int
        var reading: LinkReading
        var asked: AskedShortLink?
        var state: LinksState?
        /// Why the link is refused; nil for one that is good.
        var fault: LinkFault?
    }

    private let policy: LinkMemoryPolicy
    private let mask: Int
    private var slots: [Slot]
    /// A byte of the hash in each slot, 0 for a free one: few enough to stay near the processor, where most links that come
    /// for the first time end their search.
    private var signs: [UInt8]
    private var entries: [Entry] = []
    private var pool: ByteArena

    init(_ policy: LinkMemoryPolicy) {
        self.policy = policy
        slots = Array(repeating: Slot(), count: policy.links * 2)
        signs = Array(repeating: 0, count: slots.count)
        mask = slots.count - 1
        entries.reserveCapacity(policy.links)
        pool = ByteArena(capacity: policy.bytes + policy.longestEntry)
    }

    var isFull: Bool { entries.count == policy.links || pool.count > policy.bytes }

    /// The entry of a link; nil for one that is not remembered.
    func index(of link: LinkIdentity, in arena: borrowing ByteArena) -> Int? {
        let (slots, signs) = (slots.span, signs.span)
        let sign = Self.sign(link.hash)
        var index = Int(truncatingIfNeeded: link.hash) & mask
        while signs[index] != 0 {
            if signs[index] == sign, slots[index].hash == link.hash,
                isEntry(slots[index].entry, of: link.text, in: arena)
            {
                return slots[index].entry
            }
            index = (index + 1) & mask
        }
        return nil
    }

    private static func sign(_ hash: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: hash >> 56) | 1 }

    private func isEntry(_ index: Int, of link: TextRange, in arena: borrowing ByteArena) -> Bool {
        let entries = entries.span
        guard entries[index].linkCount == Int(link.count) else { return false }
        return pool[entries[index].texts[0..<Int(link.count)]].equals(arena[link])
    }

    func recall(
        _ index: Int, _ link: TextRange, _ reading: inout LinkReading, in arena: inout ByteArena
    ) -> AskedShortLink? {
        let entries = entries.span
        let texts = entries[index].texts
        // The link itself is there already.
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

    /// Adds a link, for which there is room.
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
            texts: pool.piece(from: start), linkCount: Int(link.count), reading: reading, asked: asked,
            state: state)
        entry.reading.forEachText { $0 = shift.moved($0) }
        entry.asked?.forEachText { $0 = shift.moved($0) }
        add(entry, hash: hash)
    }

    /// Adds a link that is refused, for which there is room.
    mutating func insert(_ fault: LinkFault, of identity: LinkIdentity, in arena: borrowing ByteArena) {
        let texts = pool.append(arena[identity.text])
        add(
            Entry(texts: texts, linkCount: Int(texts.count), reading: LinkReading(), fault: fault),
            hash: identity.hash)
    }

    /// Adds an entry of another generation, and returns its index here.
    mutating func adopt(_ index: Int, of other: borrowing LinkGeneration, hash: UInt64) -> Int {
        var entry = other.entries[index]
        entry.texts = pool.append(other.pool[entry.texts])
        add(entry, hash: hash)
        return entries.count - 1
    }

    private mutating func add(_ entry: Entry, hash: UInt64) {
        var index = Int(truncatingIfNeeded: hash) & mask
        // Of a short link that has another answer now, the new reading is found first.
        while signs[index] != 0, slots[index].hash != hash { index = (index + 1) & mask }
        slots[index] = Slot(hash: hash, entry: entries.count)
        signs[index] = Self.sign(hash)
        entries.append(entry)
    }

    mutating func removeAll() {
        for index in signs.indices { signs[index] = 0 }
        entries.removeAll(keepingCapacity: true)
        pool.reset()
    }
}

/// Moves pieces of a link, and of what was read out of it and lies somewhere behind, to where these are now.
private struct TextShift {
    let linkEnd: UInt32
    /// What is added to the offset of a piece of the link, and of one behind it. Sums wrap, as differences below zero do.
    let inLink: UInt32
    let behindLink: UInt32

    @inline(__always)
    func moved(_ piece: TextRange) -> TextRange {
        // That of all arenas, which lies nowhere. Other empty pieces have their place: a path between host and query.
        if piece == .empty { return piece }
        var moved = piece
        moved.offset = piece.offset &+ (piece.offset &+ piece.count <= linkEnd ? inLink : behindLink)
        return moved
    }
}
