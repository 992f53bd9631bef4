import Testing

@testable import Routing

/// The mask of the facts that rules read was 64 bits wide: fact 65 would silently have counted as unread.
@Suite("Sets of facts")
struct FactSetTests {
    @Test("every fact has a bit of its own")
    func capacity() {
        for fact in FactName.allCases {
            var set = FactSet()
            set.insert(fact)
            #expect(FactName.allCases.filter(set.contains) == [fact])
        }
    }
}
