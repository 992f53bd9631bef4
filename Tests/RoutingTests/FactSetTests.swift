import Testing

@testable import Routing

/// The mask of the facts that rules ask for was 64 bits wide: fact 65 would have counted as not asked for, in silence.
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
