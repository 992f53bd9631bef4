import ByteText
import Links
import Testing

/// Regression: in queries of thousands of names, each was compared with all before it.
@Suite struct ManyParametersTests {
    private static let query = (0..<60_000).map { "n\($0)=\($0)" }.joined(separator: "&")

    @Test func theSDKsReadingTakesLinearTime() throws {
        let link = "https://www.example.com/?\(Self.query)&link=x"
        let start = ContinuousClock.now
        let inner = try ActionCodeURL.unwrap(link)
        #expect(inner == "x")
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test func anInspectionTakesLinearTime() throws {
        var arena = ByteArena()
        let text = String(Self.query.prefix(7_000))
        let link = arena.append("https://www.example.com/?\(text)&n1=again")
        let inspection = LinkInspection(link, in: &arena)
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { inspection.write(link, in: &arena, to: &$0) }
        let members = try JSONValue(parsing: output.span)["parameters"]?.object
        #expect(members?["n1"] == "1")
        #expect(members?.members.count ?? 0 > 500)
    }
}
