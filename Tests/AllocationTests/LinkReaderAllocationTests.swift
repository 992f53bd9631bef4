import ByteText
import CAllocationCounter
import LinkStore
import TestSupport
import Testing

/// Links are looked up in the store without allocating, including case-insensitive codes.
@Suite("Allocations of the link store")
struct LinkReaderAllocationTests {
    @Test("a warm reader allocates nothing", .countsAllocations, arguments: [false, true], [false, true])
    func find(keepsView: Bool, ignoresCase: Bool) throws {
        let folder = try ScratchFolder()
        let store = try LinkStore(directory: folder.path)
        let records = (0..<2_000).compactMap { number in
            LinkKey("a.example/Code-\(number)").map {
                LinkRecord(key: $0, longLink: "https://www.example.com/\(number)", created: 1)
            }
        }
        try store.apply(.load(records))
        var reader = try store.makeReader()
        reader.keepsView = keepsView
        var arena = ByteArena()
        var allocations: UInt64 = 0
        var found = 0
        for turn in 0..<500 {
            arena.reset()
            // The exact code, the code in another case, and an unassigned code.
            let key = arena.append(
                turn % 3 == 0 ? "a.example/Code-7" : turn % 3 == 1 ? "a.example/cODE-1234" : "a.example/cODE-99999")
            let before = allocation_count()
            if case .found = reader.find(key, at: 5, ignoresCase: ignoresCase, in: &arena) { found += 1 }
            if turn >= 10 { allocations += allocation_count() - before }
        }
        #expect(allocations == 0)
        #expect(found == (ignoresCase ? 334 : 167))
    }
}
