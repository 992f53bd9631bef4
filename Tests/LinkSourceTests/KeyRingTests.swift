import Testing

@testable import LinkSource

@Suite("rings of keys")
struct KeyRingTests {
    private static let schedule = KeySchedule.pages

    @Test("a ring is the same when it is read again, and nothing else is a ring")
    func form() throws {
        let ring = KeyRing().rotated(at: 1_000, Self.schedule)
        #expect(KeyRing(ring.bytes) == ring)
        #expect(KeyRing([]) == nil && KeyRing([1]) == nil && KeyRing(Array(ring.bytes.dropLast())) == nil)
        #expect(KeyRing([2] + ring.bytes.dropFirst()) == nil)
        #expect(KeyRing([UInt8](repeating: 7, count: 32)) == nil)
    }

    @Test("the next key is known before it seals, and the last one opens for the overlap")
    func renewal() throws {
        let now: Int64 = 1_000_000
        // A first key has no start time: the next one follows at once.
        let first = try #require(KeyRing().renewed(at: now, Self.schedule))
        let old = KeyRing(first.bytes)?.secrets(at: now)
        #expect(old?.count == 2 && first.renewed(at: now, Self.schedule) == nil)
        let start = now + KeySchedule.notice
        #expect(first.secrets(at: start).first == old?.last)
        #expect(first.secrets(at: start + Self.schedule.overlap - 1).count == 2)
        #expect(first.secrets(at: start + Self.schedule.overlap).count == 1)
        let due = start + Self.schedule.period - Self.schedule.lead
        #expect(first.renewed(at: due - 1, Self.schedule) == nil)
        let second = try #require(first.renewed(at: due, Self.schedule))
        #expect(second.secrets(at: due).first == first.secrets(at: due).first && second.secrets(at: due).count == 3)
        #expect(second.secrets(at: due + Self.schedule.lead).first != first.secrets(at: due).first)
        #expect(second.bytes.count > first.bytes.count)
        let third = try #require(second.renewed(at: start + Self.schedule.overlap, Self.schedule))
        #expect(!third.secrets(at: due).contains(try #require(old?.first)))
    }

    @Test("keys that may be in the wrong hands open for the short overlap only")
    func rotation() throws {
        let now: Int64 = 1_000_000
        let before = KeyRing()
        let after = before.rotated(at: now, Self.schedule)
        #expect(after.secrets(at: now).first == before.secrets(at: now).first)
        let start = now + KeySchedule.notice
        #expect(after.secrets(at: start).first != before.secrets(at: now).first)
        #expect(after.secrets(at: start + Self.schedule.shortOverlap).count == 1)
        // A pending key may be compromised, too.
        let waiting = try #require(after.renewed(at: start, Self.schedule))
        let replaced = waiting.rotated(at: start, Self.schedule).secrets(at: start)
        #expect(waiting.secrets(at: start).count == 3 && replaced.count == 3)
        #expect(!Set(replaced).isSuperset(of: waiting.secrets(at: start)))
        // The number of keys tried on a forged text is bounded, however often keys are rotated.
        var ring = before
        for _ in 0..<40 { ring = ring.rotated(at: now, Self.schedule) }
        #expect(ring.secrets(at: now + 200).count <= 12)
    }
}
