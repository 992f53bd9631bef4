import LinkStore
import TestSupport
import Testing

/// A bulk load has the result of separate creations.
@Suite struct LoadTests {
    private static func records(_ count: Int, _ random: inout SplitMix64) -> [LinkRecord] {
        (0..<count).map { number in
            let host = ["a.example.com", "b.example.com/go"].randomElement(using: &random)!
            let key = LinkKey.known("\(host)/\(random.next() % UInt64(count * 2))")
            var record = LinkRecord(
                key: key, longLink: "https://www.example.com/\(number)?\(random.next())",
                created: Int64(random.next() % 50) - 10)
            record.updated = record.created + Int64(random.next() % 3)
            record.tags = ["red", "green"].filter { _ in Bool.random(using: &random) }
            record.fingerprint = Bool.random(using: &random) ? nil : LinkFingerprint(high: random.next() % 4, low: 0)
            return record
        }
    }

    @Test(arguments: [UInt64.random(in: 0...UInt64.max), 1]) func aLoadIsManyCreations(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let (one, many) = (ScratchDirectory(), ScratchDirectory())
        let (slow, fast) = (try LinkStore(directory: one.path), try LinkStore(directory: many.path))
        for count in [300, 0, 1, 200] {
            let records = Self.records(count, &random)
            let results = try slow.apply(.each(records.map { .create(LinkCreation($0)) })).each
            let expected = results.enumerated().compactMap { index, result in
                if case .failure(let error) = result { LoadRefusal(index: index, error: error) } else { nil }
            }
            let known = try fast.links(records.map(\.key))
            let refusals = try fast.apply(.load(records)).refusals
            #expect(refusals.map { LoadRefusal(index: $0.index, error: $0.error) } == expected, "seed \(seed)")
            for refusal in refusals {
                // The ID is that of the link with this key, whether it existed or is an earlier one of the load.
                let holder = try fast.link(records[refusal.index].key)?.id
                #expect(refusal.knownID == holder, "seed \(seed)")
                #expect(known[refusal.index].map { $0.id == holder } ?? true, "seed \(seed)")
            }
            // A deleted code is refused by both.
            if let key = records.first?.key {
                for store in [slow, fast] {
                    _ = try? store.apply(.delete(key, at: 99))
                }
            }
        }
        #expect(try fast.check().findings == [], "seed \(seed)")
        #expect(try Self.all(fast) == Self.all(slow), "seed \(seed)")
    }

    /// Everything but IDs, which a load assigns to refused links too.
    private static func all(_ store: LinkStore) throws -> [String] {
        var query = ListQuery()
        query.order = .key
        query.isArchived = nil
        query.limit = 10_000
        return try store.list(query).links.map { link in
            "\(link.key.text) \(link.longLink) \(link.created) \(link.updated) \(link.tags) \(link.revision)"
        }
    }

    @Test func whatIsNotValidIsRefusedAndTheRestIsTaken() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        var bad = LinkRecord(key: .known("a.example.com/B"), longLink: "", created: 1)
        bad.longLink = ""
        let good = LinkRecord(key: .known("a.example.com/A"), longLink: "https://www.example.com/", created: 1)
        var other = good
        other.note = "another"
        let refusals = try store.apply(.load([bad, good, good, other])).refusals
        #expect(
            refusals == [
                LoadRefusal(index: 0, error: .invalid(.longLink)),
                LoadRefusal(index: 2, error: nil, knownID: 1), LoadRefusal(index: 3, error: .exists, knownID: 1),
            ])
        #expect(try store.check().links == 1)
    }
}
