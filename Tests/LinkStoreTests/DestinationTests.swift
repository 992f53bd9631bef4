import LMDB
import TestSupport
import Testing

@testable import LinkStore

/// Links are found by their target, in a store of any age.
@Suite(.timeLimit(.minutes(20))) struct DestinationTests {
    @Test(arguments: [
        ("https://www.example.com/a", "https://www.example.com/a", "www.example.com"),
        ("HTTPS://WWW.Example.COM", "https://www.example.com/", "www.example.com"),
        ("https://www.example.com:443?q=A", "https://www.example.com/?q=A", "www.example.com"),
        ("http://www.example.com:80/#f", "http://www.example.com/#f", "www.example.com"),
        ("http://www.example.com:443/", "http://www.example.com:443/", "www.example.com"),
        ("https://me@www.example.com:8443/", "https://www.example.com:8443/", "www.example.com"),
        ("https://[2001:DB8::1]:443/", "https://[2001:db8::1]/", "[2001:db8::1]"),
        (
            "https://x.test/?link=https%3A%2F%2Fwww.example.com%2Fa%3Fb%3D1%26c&apn=p#z",
            "https://www.example.com/a?b=1&c",
            "www.example.com"
        ),
        ("https://x.test/?apn=p&deep_link_id=https://www.example.com", "https://www.example.com/", "www.example.com"),
        ("https://x.test/?link=&apn=p", "https://x.test/?link=&apn=p", "x.test"),
        ("https://x.test/?xlink=https://a.test", "https://x.test/?xlink=https://a.test", "x.test"),
        ("https://x.test/#?link=https://a.test", "https://x.test/#?link=https://a.test", "x.test"),
        ("https://x.test/?link=%zz%4", "%zz%4", ""), ("tel:+4930", "tel:+4930", ""), ("https://", "https:///", ""),
        ("", "", ""),
    ]) func ofLongLink(longLink: String, address: String, host: String) {
        let destination = LinkDestination(ofLongLink: longLink)
        #expect(destination.address == address)
        #expect(destination.host == host)
    }

    /// Normalization is idempotent.
    @Test func isNormalOnce() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        let pieces = [
            "https://", "HTTP://", "a", "B.c", ":", "443", "80", "/", "?", "#", "@", "[", "]", "%41", "link=", "ü",
        ]
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...8, using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined()
            let once = LinkDestination(text)
            #expect(LinkDestination(once.address) == once, "seed \(seed): \(text)")
        }
    }

    private static func record(_ number: Int) -> LinkRecord {
        var record = LinkRecord(
            key: .known("links.example.com/go/D\(number)"),
            longLink: "https://www\(number % 5).example.com/\(number % 10)", created: Int64(number))
        if number.isMultiple(of: 3) { record.tags = ["red", "green"] }
        if number.isMultiple(of: 4) { record.tags.append("blue") }
        return record
    }

    private static func fill(_ store: LinkStore, _ numbers: Range<Int> = 0..<60) throws {
        for number in numbers { try store.create(record(number)) }
    }

    private static func listed(_ store: LinkStore, _ filter: DestinationFilter?, tags: [String] = []) throws -> Set<
        String
    > {
        var query = ListQuery()
        (query.order, query.destination, query.limit, query.tags) = (.destination, filter, 2, tags)
        var found: [String] = []
        repeat {
            let page = try store.list(query)
            found += page.links.map { String($0.key.code) }
            query.after = page.next
        } while query.after != nil
        #expect(Set(found).count == found.count)
        return Set(found)
    }

    private static func expectAll(_ store: LinkStore, _ numbers: Range<Int> = 0..<60) throws {
        let address = DestinationFilter.address(LinkDestination("https://WWW3.example.com/8"))
        #expect(try listed(store, address) == Set(numbers.filter { $0 % 10 == 8 }.map { "D\($0)" }))
        #expect(try listed(store, .host("www3.example.com")) == Set(numbers.filter { $0 % 5 == 3 }.map { "D\($0)" }))
        #expect(try listed(store, .host("example.com")).isEmpty)
        #expect(try listed(store, nil) == Set(numbers.map { "D\($0)" }))
        #expect(
            try listed(store, .host("www3.example.com"), tags: ["blue", "red"])
                == Set(numbers.filter { $0 % 5 == 3 && $0 % 12 == 0 }.map { "D\($0)" }))
    }

    @Test func findsWhatWasMade() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        #expect(try store.destinationIndex() == .complete)
        try Self.fill(store, 0..<30)
        #expect(try store.apply(.load((30..<60).map(Self.record))).refusals.isEmpty)
        try Self.expectAll(store)
        #expect(try store.check().findings == [])
        #expect(try store.check().destinations == .complete)
    }

    @Test func findsWhatASortedLoadMade() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        let load = try #require(try SortedLoad.begin(store))
        try load.add((0..<60).map(Self.record)) { _, _ in }
        _ = try load.finish { _, _ in }
        try Self.expectAll(store)
        #expect(try store.check().findings == [])
    }

    /// The index follows creations, changes and deletions.
    @Test func followsChanges() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        try Self.fill(store)
        var patch = LinkPatch()
        patch.longLink = "https://elsewhere.example/"
        try store.apply(.update(Self.record(8).key, patch, if: .any, at: 99))
        try store.apply(.delete(Self.record(18).key, if: .any, at: 99))
        let address = DestinationFilter.address(LinkDestination("https://www3.example.com/8"))
        #expect(try Self.listed(store, address) == ["D28", "D38", "D48", "D58"])
        #expect(try Self.listed(store, .host("elsewhere.example")) == ["D8"])
        #expect(try store.check().findings == [])
    }

    /// A store as left by programs from before the index.
    private static func forgetIndex(_ store: LinkStore, keeping state: DestinationIndex = .missing) throws {
        var transaction = try store.core.beginWriting()
        if let index = store.core.databases.destinations { try transaction.empty(index) }
        try transaction.keep(state)
        try transaction.commit()
    }

    /// Until its index is built, an old store answers by scanning all its links.
    @Test func oldStoreAnswersMeanwhile() throws {
        let scratch = ScratchDirectory()
        do {
            let store = try LinkStore(directory: scratch.path)
            try Self.fill(store)
            store.settle()
            try Self.forgetIndex(store)
        }
        let store = try LinkStore(directory: scratch.path, isReadOnly: true)
        #expect(try store.destinationIndex() == .missing)
        try Self.expectAll(store)
        var query = ListQuery()
        #expect(try !store.list(query).lacksIndex)
        query.destination = .host("www3.example.com")
        #expect(try store.list(query).lacksIndex)
        #expect(try store.check().findings == [])
    }

    @Test func oldStoreGetsAnIndex() throws {
        let scratch = ScratchDirectory()
        do {
            let store = try LinkStore(directory: scratch.path)
            try Self.fill(store, 0..<50)
            store.settle()
            try Self.forgetIndex(store)
        }
        let store = try LinkStore(directory: scratch.path)
        try Self.fill(store, 50..<60)
        while try store.destinationIndex() != .complete { store.settle() }
        try Self.expectAll(store)
        var query = ListQuery()
        (query.destination, query.order) = (.host("www3.example.com"), .destination)
        #expect(try !store.list(query).lacksIndex)
        #expect(try store.check().findings == [])
    }

    /// The index is built in pieces, between which links change.
    @Test func changesBetweenPieces() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        try Self.fill(store)
        store.settle()
        var transaction = try store.core.beginWriting()
        try transaction.empty(try #require(store.core.databases.destinations))
        try transaction.keep(.missing)
        let hasMore = try transaction.extendDestinations(by: 20)
        #expect(hasMore)
        var patch = LinkPatch()
        patch.longLink = "https://elsewhere.example/"
        for number in [1, 59, 18, 8] {
            _ = try transaction.apply(.update(Self.record(number).key, patch, at: 99))
            _ = try transaction.apply(.delete(Self.record(number + (number == 59 ? -10 : 1)).key, at: 99))
        }
        while try transaction.extendDestinations(by: 7) {}
        try transaction.commit()
        #expect(try store.destinationIndex() == .complete)
        #expect(try Self.listed(store, .host("elsewhere.example")) == ["D1", "D59", "D18", "D8"])
        #expect(try store.check().findings == [])
    }

    /// A program without the index creates and deletes links.
    @Test func isMadeAgainAfterAnOlderProgram() throws {
        let scratch = ScratchDirectory()
        do {
            let store = try LinkStore(directory: scratch.path)
            try Self.fill(store)
            store.settle()
            try Self.forgetIndex(store, keeping: .complete)
            #expect(try store.check().findingCount == 60)
        }
        let store = try LinkStore(directory: scratch.path)
        while try store.destinationIndex() != .complete { store.settle() }
        try Self.expectAll(store)
    }

    /// A program without the index gives links other targets: no entry is missing, but some are wrong.
    private static func changeWithoutIndex(_ store: LinkStore, _ number: Int, at time: Int64) throws {
        var transaction = try store.core.beginWriting()
        var patch = LinkPatch()
        patch.longLink = "https://elsewhere.example/"
        let old = try transaction.liveLink(record(number).key)
        let new = try old.changed(by: patch, at: time)
        try transaction.write(new, .replacing)
        try transaction.remove(IndexKey.time(old.updated, id: old.id), from: store.core.databases.updated)
        let key = Array(new.key.text.utf8)
        try transaction.put(
            key.span, for: IndexKey.time(new.updated, id: new.id).span, in: store.core.databases.updated)
        try transaction.commit()
    }

    /// Regression: this went unnoticed, because the number of entries is right.
    @Test func isMadeAgainAfterAnOlderProgramChangedDestinations() throws {
        let scratch = ScratchDirectory()
        do {
            let store = try LinkStore(directory: scratch.path)
            try Self.fill(store)
            try Self.changeWithoutIndex(store, 8, at: 99)
        }
        let store = try LinkStore(directory: scratch.path)
        while try store.destinationIndex() != .complete { store.settle() }
        #expect(try Self.listed(store, .host("elsewhere.example")) == ["D8"])
        #expect(try store.check().findings == [])
    }

    /// `check` detects it while a newer program has the store open, and the index is rebuilt next to other changes.
    @Test func isMadeAgainWhenAsked() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        try Self.fill(store)
        try Self.changeWithoutIndex(store, 8, at: 99)
        let check = try store.check()
        #expect(check.findingCount == 2 && check.destinationFindings == 2, "\(check.findings)")
        try store.remakeDestinations()
        #expect(try store.destinationIndex() == .complete)
        #expect(try Self.listed(store, .host("elsewhere.example")) == ["D8"])
        #expect(try store.check().findings == [])
    }

    /// A listing that began without the index continues without it.
    @Test func pagesGoOnWhenTheIndexIsComplete() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        try Self.fill(store)
        var query = ListQuery()
        (query.order, query.destination, query.limit) = (.destination, .host("www3.example.com"), 5)
        query.isDescending = false
        query.after = ListMark(position: IndexKey.time(Self.record(13).created, id: .max))
        #expect(try store.list(query).links.map(\.key.code) == ["D18", "D23", "D28", "D33", "D38"])
    }
}
