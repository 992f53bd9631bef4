import EventSpool
import Testing

@Suite("Names of events")
struct EventIDTests {
    @Test("each is higher than the one before, also if the clock stops or is set back")
    func order() {
        var ids = EventIDs(after: nil)
        let times: [UInt64] = [1_764_000_000_000, 1_764_000_000_000, 1_764_000_000_001, 1_763_000_000_000]
        let made = times.map { ids.next(at: $0) }
        #expect(made == made.sorted())
        #expect(Set(made).count == made.count)
        #expect(
            made.map(\.text).map { String(decoding: $0, as: UTF8.self) }.sorted()
                == made.map { String(decoding: $0.text, as: UTF8.self) })
        #expect(made[0].seconds == 1_764_000_000)
    }

    @Test("after a restart they go on above the last one")
    func restart() {
        var before = EventIDs(after: nil)
        let last = before.next(at: 2_000_000_000_000)
        var after = EventIDs(after: last)
        #expect(after.next(at: 1_000_000_000_000) > last)
    }

    @Test("a text is read as it was written, and nothing else is")
    func text() throws {
        var ids = EventIDs(after: nil)
        let id = ids.next(at: 1_764_000_000_000)
        #expect(EventID(id.text) == id)
        #expect(EventID(id.text.dropLast()) == nil)
        #expect(EventID(id.text + [0x30]) == nil)
        #expect(EventID([UInt8](repeating: 0x55, count: 26)) == nil, "U is no digit")
        #expect(EventID([UInt8](repeating: 0x5A, count: 26)) == nil, "more than 128 bits")
        let event = id.named(Array(#"{"type":"click"}"#.utf8))
        #expect(String(decoding: event, as: UTF8.self).hasSuffix(#"","type":"click"}"#))
        #expect(EventID(ofEvent: event) == id)
        #expect(EventID(ofEvent: Array(#"{"type":"click"}"#.utf8)) == nil)
    }
}
