import ByteText
import LinkStore
import Testing

@Suite struct LinkStoreTests {
    private static let long = "https://links.example.com/?link=https%3A%2F%2Fwww.example.com%2F"

    private func record(_ key: String, created: Int64 = 1_000) -> LinkRecord {
        LinkRecord(key: .known(key), longLink: Self.long, created: created)
    }

    @Test func whatIsWrittenIsReadBack() throws {
        let scratch = ScratchDirectory()
        var full = record("links.example.com/Full")
        full.starts = 5
        full.expires = -7
        full.maximumClicks = 12
        full.isArchived = true
        full.isDisabled = true
        full.isUnsafe = true
        full.expiredTarget = "https://www.example.com/late"
        full.usedUpTarget = "https://www.example.com/full"
        (full.clicksPerSecond, full.cacheSeconds) = (3, 60)
        full.isManaged = true
        full.suffix = .custom
        full.name = "Näme"
        full.note = "note"
        full.tags = ["summer", "mail"]
        full.fingerprint = LinkFingerprint(high: 1, low: 2)
        full.attributes = [.init("at", "1"), .init("", "")]
        let made: LinkRecord
        do {
            let store = try LinkStore(directory: scratch.path)
            made = try store.create(full)
        }
        let again = try LinkStore(directory: scratch.path)
        let found = try again.link(full.key)
        #expect(found == made)
        #expect(made.revision == 1 && made.id == 1)
        #expect(made.attributes == full.attributes && made.tags == full.tags && made.expires == -7)
    }

    @Test func aDeletedCodeIsNeverUsedAgain() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        let link = record("links.example.com/Gone")
        try store.create(link)
        #expect(throws: StoreError.exists) {
            try store.create(link)
        }
        try store.apply(.delete(link.key, at: 2_000))
        #expect(throws: StoreError.deleted) {
            try store.create(link)
        }
        #expect(throws: StoreError.deleted) {
            try store.apply(.update(link.key, LinkPatch(), at: 3_000))
        }
        let tombstone = try store.link(link.key)
        #expect(tombstone?.isDeleted == true && tombstone?.longLink == "")
        let page = try store.list(ListQuery())
        #expect(page.links.isEmpty)
    }

    @Test func aChangeNeedsTheRevisionThatItWasMadeFrom() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        let link = record("links.example.com/Edit")
        try store.create(link)
        let second = try store.apply(.update(link.key, LinkPatch(), if: .oneOf([1]), at: 2_000)).link
        #expect(second.revision == 2)
        #expect(throws: StoreError.conflict(revision: 2)) {
            try store.apply(.update(link.key, LinkPatch(), if: .oneOf([1]), at: 3_000))
        }
    }

    /// A job is applied completely or not at all, and does not affect others in the same commit.
    @Test func aJobThatFailsHalfwayLeavesNothing() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        let one = record("links.example.com/One")
        let two = record("links.example.com/Two")
        #expect(throws: StoreError.notFound) {
            try store.apply(.all([.create(LinkCreation(one)), .delete(two.key, at: 1)]))
        }
        #expect(try store.link(one.key) == nil)
    }

    @Test func theReaderSeesWhatWasAcknowledged() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        var reader = try store.makeReader()
        let link = record("links.example.com/Read")
        #expect(find(&reader, link.key) == .unknown)
        try store.create(link)
        #expect(find(&reader, link.key) == .found(longLink: TextRange(offset: 22, count: Self.long.utf8.count), id: 1))
    }

    /// A kept view is as recent as a new one.
    @Test func theReaderThatKeepsItsViewSeesWhatWasAcknowledged() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        var reader = try store.makeReader()
        reader.keepsView = true
        for number in 1...20 {
            let link = record("links.example.com/Read\(number)")
            #expect(find(&reader, link.key) == .unknown)
            try store.create(link)
            for _ in 0..<2 {
                guard case .found(_, let id, _) = find(&reader, link.key) else { return #expect(Bool(false)) }
                #expect(id == UInt64(number))
            }
            if number.isMultiple(of: 3) { reader.rest() }
            try store.apply(.delete(link.key, at: 3_000))
            #expect(find(&reader, link.key) == .deleted)
        }
        reader.rest()
        reader.rest()
    }

    /// A link with times, limits or a rate may have another result for the next click. All other results can be cached.
    @Test func aViewIsSteadyForLinksWithoutConditions() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        var reader = try store.makeReader()
        let plain = record("links.example.com/Plain")
        var others = ["Starts", "Ends", "Counted", "Rated"].map { record("links.example.com/\($0)") }
        others[0].starts = 1_500
        others[1].expires = 9_000
        others[2].maximumClicks = 12
        others[3].clicksPerSecond = 2
        for link in [plain] + others { try store.create(link) }
        _ = find(&reader, plain.key, at: 2_000)
        #expect(reader.steadyView == nil, "no view is kept")
        reader.keepsView = true
        for link in others {
            _ = find(&reader, link.key, at: 2_000)
            #expect(reader.steadyView == nil, "\(link.key.text)")
        }
        _ = find(&reader, record("links.example.com/None").key)
        #expect(reader.steadyView == nil, "an unknown link")
        _ = find(&reader, plain.key)
        guard let view = reader.steadyView else {
            Issue.record("a link without conditions is steady")
            return
        }
        let isLatest = reader.isLatest(view)
        #expect(isLatest)
        var other = try store.makeReader()
        other.keepsView = true
        _ = find(&other, plain.key)
        let isAnothers = other.isLatest(view)
        #expect(!isAnothers, "the number of another reader")
        try store.create(record("links.example.com/Next"))
        let isOutdated = !reader.isLatest(view)
        #expect(isOutdated)
        _ = find(&reader, plain.key)
        let next = reader.steadyView
        #expect(next != nil && next != view)
        reader.rest()
        let isForgotten = !reader.isLatest(next ?? view)
        #expect(isForgotten)
        other.rest()
    }

    private func find(_ reader: inout LinkReader, _ key: LinkKey, at time: Int64? = nil) -> LinkAnswer {
        var arena = ByteArena()
        return reader.find(arena.append(key.text), at: time, in: &arena)
    }
}
