import Testing

@testable import Replay

/// Regression: on a narrow terminal, the arrow of a pair of rules was removed with the middle of the text.
@Suite("Names in a report's tables")
struct PairNameTests {
    private static let pair = "firebase/dynamic-link/android-unknown → sites/example/android-to-the-web"

    @Test("both names and the arrow stay", arguments: [12, 20, 33, 40, 60, 71, 72, 100])
    func pair(width: Int) {
        let text = ReportText.fitted(Self.pair, width)
        #expect(text.count == width)
        #expect(text.contains(" → "))
        #expect(text.first == "f")
        #expect(text.last { $0 != " " } == "b")
    }

    @Test("a short name leaves its room to the other")
    func shortSide() {
        #expect(ReportText.shortened("none → \(String(repeating: "x", count: 40))end", 40).hasPrefix("none → xxxxx"))
        #expect(ReportText.shortened("none → \(String(repeating: "x", count: 40))end", 40).count == 40)
        #expect(ReportText.shortened("\(String(repeating: "x", count: 40))end → none", 40).hasSuffix("xend → none"))
    }

    @Test("a name without an arrow loses its middle")
    func single() {
        #expect(ReportText.fitted("firebase/email-link/unknown", 11) == "fireb…known")
        #expect(ReportText.fitted("short", 8) == "short   ")
    }
}
