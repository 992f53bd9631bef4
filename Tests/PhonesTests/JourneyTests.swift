import Testing

@testable import Phones

@Suite("Where a link leads on a phone")
struct JourneyTests {
    @Test("Android and its browsers", arguments: AndroidRows.all)
    func android(row: Row) { check(row) }

    @Test("Apple's systems, stores, mail links and filters", arguments: AppleRows.all)
    func apple(row: Row) { check(row) }

    @Test("dead ends, and what avoids them", arguments: DeadEndRows.all)
    func deadEnds(row: Row) { check(row) }

    private func check(_ row: Row) {
        let journeys = row.journeys
        #expect(journeys.map(\.ending.description) == row.endings)
        let cited = Set(journeys.flatMap { $0.steps.flatMap(\.facts) })
        #expect(row.facts.filter { !cited.contains($0) } == [])
    }

    @Test("every fact has a grade and a sentence, and some row cites it")
    func facts() {
        #expect(Fact.allCases.filter { Fact.notes[$0] == nil } == [])
        let rows = AndroidRows.all + AppleRows.all + DeadEndRows.all
        let cited = Set(rows.flatMap { $0.journeys.flatMap { $0.steps.flatMap(\.facts) } })
        #expect(Fact.allCases.filter { !cited.contains($0) } == [])
    }
}
