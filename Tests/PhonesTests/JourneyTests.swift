import Testing

@testable import Phones

@Suite("Where a link leads on a phone")
struct JourneyTests {
    @Test("Android and its browsers", arguments: AndroidRows.all)
    func android(row: Row) { check(row) }

    @Test("Apple's systems, stores, mail links and filters", arguments: AppleRows.all)
    func apple(row: Row) { check(row) }

    @Test("HarmonyOS 5 and later", arguments: HarmonyRows.all)
    func harmony(row: Row) { check(row) }

    @Test("dead ends, and what avoids them", arguments: DeadEndRows.all)
    func deadEnds(row: Row) { check(row) }

    /// The page's button is the link, which the system opens in the app.
    @Test("a page is visited again; a link without a page is not", arguments: PageVisit.allCases)
    func visitedAgain(visit: PageVisit) {
        let page = "https://page.example/x"
        let script = Script([Sample.link: .redirect(page), page: .ways(Sample.link)])
        let phone = Sample.apple(claims: "go.example")
        let journeys = phone.follow(Sample.link, tapped: .again(visit), through: script)
        #expect(journeys.map(\.ending.description) == [Sample.openedOnApple])
        #expect(journeys.map(\.asked) == [[page]])
        let web = Script([Sample.link: .redirect("https://www.other.example/")])
        #expect(phone.follow(Sample.link, tapped: .again(visit), through: web).isEmpty)
    }

    private func check(_ row: Row) {
        let journeys = row.journeys
        #expect(journeys.map(\.ending.description) == row.endings)
        let cited = Set(journeys.flatMap { $0.steps.flatMap(\.facts) })
        #expect(row.facts.filter { !cited.contains($0) } == [])
    }

    @Test("every fact has a grade and a sentence, and some row cites it")
    func facts() {
        #expect(Fact.allCases.filter { Fact.notes[$0] == nil } == [])
        let rows = AndroidRows.all + AppleRows.all + HarmonyRows.all + DeadEndRows.all
        let cited = Set(rows.flatMap { $0.journeys.flatMap { $0.steps.flatMap(\.facts) } })
        #expect(Fact.allCases.filter { !cited.contains($0) } == [])
    }
}
