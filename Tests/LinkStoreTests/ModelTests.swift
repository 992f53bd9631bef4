import TestSupport
import Testing

@testable import LinkStore

/// Random operations, with the store closed and reopened in between, compared with a dictionary.
@Suite struct ModelTests {
    @Test(arguments: (0..<4).map { _ in UInt64.random(in: 0...UInt64.max) })
    func theStoreDoesWhatADictionaryDoes(seed: UInt64) throws {
        let scratch = ScratchDirectory()
        var model = Model(seed: seed)
        for _ in 0..<6 {
            let store = try LinkStore(directory: scratch.path)
            for _ in 0..<40 { try model.step(store) }
            try model.compare(store)
            #expect(try store.check().findings == [], "seed \(seed)")
        }
    }
}

/// The expected contents of the store.
private struct Model {
    private let seed: UInt64
    private var random: SplitMix64
    private var links: [LinkKey: LinkRecord] = [:]
    private var deleted: Set<LinkKey> = []
    private var counts: [LinkCount: UInt64] = [:]
    private var now: Int64 = 1_000

    init(seed: UInt64) {
        self.seed = seed
        random = SplitMix64(seed: seed)
    }

    private var comment: Comment { "seed \(seed)" }

    mutating func step(_ store: LinkStore) throws {
        now += Int64.random(in: 0...3, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: try create(store)
        case 4..<7: try update(store)
        case 7: try delete(store)
        default: try count(store)
        }
    }

    private mutating func key() -> LinkKey {
        let host = ["a.example.com", "b.example.com/go", "b.example.com/gone"].randomElement(using: &random)!
        return .known("\(host)/K\(Int.random(in: 0..<60, using: &random))")
    }

    private mutating func fill(_ record: inout LinkRecord) {
        record.longLink =
            "https://www.example.com/\(Int.random(in: 0..<1_000, using: &random))"
            + String(repeating: "y", count: Int.random(in: 0...4, using: &random) * 900)
        record.tags = ["red", "green", "blue"].filter { _ in Bool.random(using: &random) }
        record.fingerprint = Bool.random(using: &random) ? nil : LinkFingerprint(high: 7, low: random.next() % 8)
        record.isArchived = Bool.random(using: &random)
        record.expires = Bool.random(using: &random) ? nil : Int64.random(in: -5...5, using: &random)
        record.note = ["", "a note"].randomElement(using: &random)!
    }

    private mutating func create(_ store: LinkStore) throws {
        var record = LinkRecord(key: key(), longLink: "", created: now)
        fill(&record)
        let made = result { try store.create(record) }
        if deleted.contains(record.key) {
            #expect(made == .failure(.deleted), comment)
        } else if links[record.key] != nil {
            #expect(made == .failure(.exists), comment)
        } else {
            let made = try made.get()
            #expect(made.revision == 1 && made.longLink == record.longLink, comment)
            links[record.key] = made
        }
    }

    private mutating func update(_ store: LinkStore) throws {
        let key = key()
        let old = links[key]
        var record = old ?? LinkRecord(key: key, longLink: "", created: now)
        fill(&record)
        if record.longLink != old?.longLink { record.fingerprint = nil } else { record.fingerprint = old?.fingerprint }
        var patch = LinkPatch()
        (patch.longLink, patch.tags, patch.note) = (record.longLink, record.tags, record.note)
        (patch.isArchived, patch.expires) = (record.isArchived, .some(record.expires))
        let wanted = Bool.random(using: &random) ? record.revision : record.revision + 1
        let made = result { [now] in
            try store.apply(.update(key, patch, if: .oneOf([wanted]), at: now)).link
        }
        if deleted.contains(key) {
            #expect(made == .failure(.deleted), comment)
        } else if let old = links[key] {
            guard wanted == old.revision else {
                return #expect(made == .failure(.conflict(revision: old.revision)), comment)
            }
            let made = try made.get()
            (record.revision, record.updated) = (old.revision + 1, now)
            #expect(made == record, comment)
            links[key] = made
        } else {
            #expect(made == .failure(.notFound), comment)
        }
    }

    private mutating func delete(_ store: LinkStore) throws {
        let key = key()
        let done = result { [now] in
            try store.apply(.delete(key, at: now))
            return true
        }
        if links.removeValue(forKey: key) != nil {
            #expect(done == .success(true), comment)
            deleted.insert(key)
        } else {
            #expect(done == .failure(deleted.contains(key) ? .deleted : .notFound), comment)
        }
    }

    private mutating func count(_ store: LinkStore) throws {
        let many = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            LinkCount(
                id: random.next() % 3 + 1, day: UInt32(random.next() % 3),
                event: .allCases.randomElement(using: &random)!,
                platform: .allCases.randomElement(using: &random)!, count: random.next() % 5)
        }
        try store.apply(.count(many))
        for one in many {
            var key = one
            key.count = 0
            counts[key, default: 0] += one.count
        }
    }

    private func result<Value>(_ body: () throws -> Value) -> Result<Value, StoreError> {
        do { return .success(try body()) } catch let error as StoreError { return .failure(error) } catch {
            return .failure(.damaged("\(error)"))
        }
    }

    // MARK: - Comparing

    func compare(_ store: LinkStore) throws {
        try store.read { (view) throws(StoreError) in
            for (key, record) in links { #expect(try view.link(key) == record, comment) }
            for key in deleted { #expect(try view.link(key)?.isDeleted == true, comment) }
            try compareLists(view)
            try compareFingerprints(view)
            try compareCounts(view)
        }
    }

    private func compareLists(_ view: borrowing LinkTransaction) throws(StoreError) {
        for order in ListQuery.Order.allCases {
            for isDescending in [true, false] {
                for domain in [nil, "b.example.com/go", "a.example.com"] {
                    for tag in [nil, "green"] {
                        var query = ListQuery()
                        query.order = order
                        query.isDescending = isDescending
                        query.domain = domain
                        query.tags = tag.map { [$0] } ?? []
                        query.isArchived = nil
                        query.limit = 7
                        #expect(try listed(query, view) == expected(query), comment)
                    }
                }
            }
        }
    }

    /// All pages of a list, concatenated.
    private func listed(_ query: ListQuery, _ view: borrowing LinkTransaction) throws(StoreError) -> [LinkKey] {
        var query = query
        var keys: [LinkKey] = []
        while true {
            let page = try view.list(query)
            #expect(page.links.count <= query.limit, comment)
            keys += page.links.map(\.key)
            guard let next = page.next else { return keys }
            query.after = next
        }
    }

    private func expected(_ query: ListQuery) -> [LinkKey] {
        let matching = links.values.filter { record in
            (query.domain.map { record.key.text.hasPrefix("\($0)/") } ?? true)
                && query.tags.allSatisfy(record.tags.contains)
        }
        let sorted = matching.sorted { left, right in
            switch query.order {
            case .key: left.key < right.key
            case .created: (left.created, left.id) < (right.created, right.id)
            case .updated: (left.updated, left.id) < (right.updated, right.id)
            case .destination:
                IndexKey.destination(left.destination, id: left.id)
                    .lexicographicallyPrecedes(IndexKey.destination(right.destination, id: right.id))
            }
        }
        return (query.isDescending ? sorted.reversed() : sorted).map(\.key)
    }

    private func compareFingerprints(_ view: borrowing LinkTransaction) throws(StoreError) {
        for low in 0..<8 as Range<UInt64> {
            let fingerprint = LinkFingerprint(high: 7, low: low)
            let expected = links.values.filter { $0.fingerprint == fingerprint }.sorted { $0.id < $1.id }
            #expect(try view.links(madeFrom: fingerprint) == expected, comment)
        }
    }

    private func compareCounts(_ view: borrowing LinkTransaction) throws(StoreError) {
        for id in 1...3 as ClosedRange<UInt64> {
            let found = try view.counts(of: id, days: 0...10)
            for count in found {
                var key = count
                key.count = 0
                #expect(counts[key] == count.count, comment)
            }
            #expect(found.count == counts.count { $0.key.id == id && $0.value > 0 }, comment)
            let clicks = counts.filter { $0.key.id == id && $0.key.event == .click }.values.reduce(0, +)
            #expect(try view.clicks(of: id) == clicks, comment)
        }
    }
}
