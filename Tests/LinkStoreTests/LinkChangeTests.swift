import LinkStore
import Testing

/// Each change with its result, including refusals.
@Suite struct LinkChangeTests {
    private let scratch = ScratchDirectory()
    private let store: LinkStore

    init() throws { store = try LinkStore(directory: scratch.path) }

    private static func record(_ code: String, _ fingerprint: UInt64? = nil, on domain: String = "a.b") -> LinkRecord {
        var record = LinkRecord(key: .known("\(domain)/\(code)"), longLink: "https://www.example.com/", created: 7)
        record.fingerprint = fingerprint.map { LinkFingerprint(high: $0, low: 0) }
        return record
    }

    private static func creation(_ code: String, _ fingerprint: UInt64? = nil, others: [String] = []) -> LinkCreation {
        var creation = LinkCreation(record(code, fingerprint))
        creation.otherKeys = others.map { .known("a.b/\($0)") }
        creation.findsExisting = fingerprint != nil
        return creation
    }

    private static let used = LinkKey.known("a.b/Used")
    private static let gone = LinkKey.known("a.b/Gone")
    private static let none = LinkKey.known("a.b/None")

    /// A link at revision 2, and a deleted one.
    private func fill() throws {
        try store.create(Self.record("Used"))
        try store.create(Self.record("Gone"))
        try store.apply(.update(Self.used, LinkPatch(), at: 8))
        try store.apply(.delete(Self.gone, at: 8))
    }

    private func refusal(_ change: LinkChange) -> StoreError? {
        do throws(StoreError) {
            try store.apply(change)
            return nil
        } catch { return error }
    }

    @Test func refusals() throws {
        try fill()
        var empty = Self.record("Free")
        empty.longLink = ""
        var long = LinkPatch()
        long.note = String(repeating: "x", count: LinkRecord.maximumText + 1)
        let expected: [(LinkChange, StoreError)] = [
            (.create(Self.creation("Used")), .exists), (.create(Self.creation("Gone")), .deleted),
            (.create(Self.creation("Used", others: ["Gone"])), .deleted),
            (.create(LinkCreation(empty)), .invalid(.longLink)),
            (.update(Self.none, LinkPatch(), at: 9), .notFound), (.update(Self.gone, LinkPatch(), at: 9), .deleted),
            (.update(Self.used, LinkPatch(), if: .oneOf([1, 3]), at: 9), .conflict(revision: 2)),
            (.update(Self.used, long, at: 9), .invalid(.note)),
            (.delete(Self.none, at: 9), .notFound), (.delete(Self.gone, at: 9), .deleted),
            (.delete(Self.used, if: .oneOf([]), at: 9), .conflict(revision: 2)),
            (.all([.create(Self.creation("Free")), .delete(Self.none, at: 9)]), .notFound),
        ]
        for (change, error) in expected {
            #expect(refusal(change) == error, "\(change)")
            #expect(error.isRefusal)
        }
        #expect(try store.link(.known("a.b/Free")) == nil && store.link(Self.used)?.revision == 2)
        #expect(try store.check().findings == [])
    }

    @Test func creations() throws {
        try fill()
        let first = try store.apply(.create(Self.creation("Used", others: ["Gone", "Free", "Next"])))
        guard case .link(let made, isNew: true) = first else { return #expect(Bool(false), "\(first)") }
        #expect(made.key.code == "Free" && made.revision == 1 && made.id == 3)
        #expect(try store.link(made.key) == made)
    }

    /// The oldest working link of the domain is found, and no other.
    @Test func theSameInputFindsItsLink() throws {
        try store.create(Self.record("Old", 5, on: "c.d"))
        let made = try store.apply(.create(Self.creation("One", 5))).link
        #expect(made.key.code == "One")
        #expect(try store.apply(.create(Self.creation("Two", 5))) == .link(made, isNew: false))
        var patch = LinkPatch()
        patch.isDisabled = true
        try store.apply(.update(made.key, patch, at: 9))
        #expect(try store.apply(.create(Self.creation("Two", 5))).link.key.code == "Two")
        // A link with another target was not made from that input.
        patch.longLink = "https://www.example.com/other"
        #expect(try store.apply(.update(made.key, patch, at: 9)).link.fingerprint == nil)
        #expect(try store.apply(.create(Self.creation("Three", 6))).link.key.code == "Three")
    }

    @Test func aRequestIsDoneOnce() throws {
        func creation(_ code: String, content: UInt64 = 1, at time: Int64 = 10, key: UInt64 = 1) -> LinkChange {
            var creation = Self.creation(code)
            creation.request = RequestMark(
                key: LinkFingerprint(high: key, low: 2), content: LinkFingerprint(high: content, low: 2), time: time)
            return .create(creation)
        }
        let first = try store.apply(creation("One"))
        try store.apply(.delete(first.link.key, at: 11))
        // The result is that of the first request, even if the link was deleted since.
        #expect(try store.apply(creation("Two", at: 9 + RequestMark.lifetime)) == first)
        #expect(refusal(creation("Two", content: 2)) == .otherRequest)
        // A refused request is not remembered.
        #expect(refusal(creation("One", key: 3)) == .deleted)
        #expect(try store.apply(creation("Two", key: 3)).link.key.code == "Two")
        // Another key in the same place, and the first one a day later: both are new.
        #expect(try store.apply(creation("Three", at: 10 + RequestMark.lifetime)).link.key.code == "Three")
        #expect(try store.check().findings == [])
    }

    @Test func updatesAndDeletions() throws {
        try fill()
        var patch = LinkPatch()
        (patch.name, patch.expires, patch.tags) = ("n", .some(99), ["t"])
        let changed = try store.apply(.update(Self.used, patch, if: .oneOf([1, 2]), at: 20)).link
        #expect(changed.name == "n" && changed.expires == 99 && changed.tags == ["t"] && changed.longLink != "")
        #expect(changed.revision == 3 && changed.updated == 20 && changed.created == 7)
        patch = LinkPatch()
        patch.expires = .some(nil)
        #expect(try store.apply(.update(Self.used, patch, at: 21)).link.expires == nil)
        let deleted = try store.apply(.delete(Self.used, if: .oneOf([4]), at: 22))
        guard case .changed(let tombstone, from: _) = deleted else { return #expect(Bool(false), "\(deleted)") }
        #expect(tombstone.isDeleted && tombstone.revision == 5 && tombstone.id == changed.id && tombstone.name == "")
        #expect(try store.link(Self.used) == tombstone)
    }

    /// Many changes: each independent, or all or none.
    @Test func manyChanges() throws {
        try fill()
        let changes: [LinkChange] = [
            .create(Self.creation("A")), .create(Self.creation("A")), .delete(Self.none, at: 9),
            .update(Self.used, LinkPatch(), if: .oneOf([2]), at: 9),
        ]
        let results = try store.apply(.each(changes)).each
        #expect(results.map { try? $0.get().link.revision } == [1, nil, nil, 3])
        #expect(results[1] == .failure(.exists) && results[2] == .failure(.notFound))
        #expect(refusal(.all([.create(Self.creation("B")), .create(Self.creation("A"))])) == .exists)
        #expect(try store.link(.known("a.b/B")) == nil)
        #expect(try store.apply(.all([.create(Self.creation("B")), .delete(.known("a.b/B"), at: 9)])).each.count == 2)
        // A partial write by a refused change aborts its neighbors as well.
        let half = LinkChange.all([.create(Self.creation("C")), .create(Self.creation("A"))])
        #expect(refusal(.each([.create(Self.creation("D")), half])) == .exists)
        #expect(try store.links([.known("a.b/C"), .known("a.b/D")]) == [nil, nil])
        #expect(try store.apply(.each([])) == .each([]))
    }

    @Test func theRest() throws {
        let records = [Self.record("A"), Self.record("B"), Self.record("A")]
        #expect(try store.apply(.load(records)) == .loaded([LoadRefusal(index: 2, error: nil, knownID: 1)]))
        let count = LinkCount(id: 1, day: 3, event: .click, platform: .ios, count: 2)
        #expect(try store.apply(.count([count, count])) == .counted)
        #expect(try store.counts(of: 1, days: 0...9).map(\.count) == [4])
        #expect(try store.apply(.secret("s", [1])) == .secret([1]))
        #expect(try store.apply(.secret("s", [2])).secret == [1] && store.secret("s") == [1])
        #expect(try store.secret("t") == nil)
    }

    /// Changes and results are serializable: they contain no functions or references.
    @Test func changesAreValues() throws {
        try fill()
        var patch = LinkPatch()
        (patch.name, patch.tags, patch.starts, patch.maximumClicks) = ("n", ["t"], .some(1), .some(2))
        (patch.attributes, patch.isArchived) = ([.init("a", "b")], true)
        var creation = Self.creation("A", 1, others: ["B"])
        creation.request = RequestMark(
            key: LinkFingerprint(high: 1, low: 1), content: LinkFingerprint(high: 1, low: 1), time: 1)
        let count = LinkCount(id: 1, day: 1, event: .click, platform: .ios, count: 1)
        let changes: [LinkChange] = [
            .create(creation), .update(Self.used, patch, if: .oneOf([2]), at: 1), .delete(Self.none, at: 1),
            .load([creation.record]), .count([count]), .secret("s", [1]),
            .claim(
                InstallClaim(token: LinkFingerprint(high: 1, low: 1), end: 2, time: 1, count: count)),
        ]
        for change in changes + [.all(changes), .each(changes)] { expectValue(change) }
        expectValue(try store.apply(.each(changes)))
    }

    private func expectValue(_ value: Any) {
        let mirror = Mirror(reflecting: value)
        #expect(mirror.displayStyle != .class && mirror.displayStyle != .foreignReference, "\(mirror.subjectType)")
        #expect(!"\(mirror.subjectType)".contains("->"), "\(mirror.subjectType)")
        for child in mirror.children { expectValue(child.value) }
    }
}
