import ByteText
import Testing

@Suite struct NearestNameTests {
    @Test func aSlipIsFound() {
        let names = ["page_size", "page_token", "sort"]
        #expect(suggestion(for: "pagesize", among: names) == "did you mean `page_size`?")
        #expect(suggestion(for: "srot", among: names) == "did you mean `sort`?")
        #expect(suggestion(for: "q", among: names) == nil)
    }

    /// The name of a member or a parameter may be as long as a body or a query is.
    @Test func aLongTextCostsNothing() {
        let typed = String(repeating: "a", count: 1_000_000)
        let names = (0..<20).map { "a_known_name_\($0)" }
        let time = ContinuousClock().measure { #expect(suggestion(for: typed, among: names) == nil) }
        #expect(time < .seconds(1))
    }
}
