import ByteText
import Foundation
import Routing
import Rules
import Testing

/// The decision table of mail links, all 768 combinations, if it is next to the checkout.
@Suite("The decision table")
struct DecisionTableTests {
    static let file = Checkout.shared("data/semantics/DECISIONS.tsv")

    @Test(
        "every row, said by settings and said by the link's shape",
        .enabled(if: file != nil, "skipped: no shared/data/semantics/DECISIONS.tsv next to the checkout"),
        arguments: [true, false])
    func everyRow(withSettings: Bool) throws {
        let rows = try Checkout.lines(try #require(Self.file)).compactMap(DecisionRow.init)
        #expect(rows.count == 768)
        let resolver = try RequestResolver(Checkout.ruleSet)
        for row in rows {
            let request = withSettings ? row.withSettings : row.withoutSettings
            check(try resolver.resolve(request, now: nil), row)
        }
    }

    private func check(_ decision: JSONValue, _ row: DecisionRow) {
        let got =
            "\(row)\n  gave \(decision["decision"]?.string ?? "?") \(decision["target"]?.text ?? "?") by \(decision["rule"]?.text ?? "?")"
        #expect(decision["decision"]?.string == row.decision, "\(got)")
        #expect(decision["target"] == row.expectedTarget.map { .string($0) } ?? .null, "\(got)")
        if row.platform == "bot", row.stage == "click" {
            #expect(decision["page"] == "static", "\(got)")
            #expect(decision["location"] == .null, "\(got)")
        }
        guard let fallback = row.expectedFallback else { return }
        #expect(decision["fallback"]?["target"]?.string == fallback, "\(got)")
        #expect(decision["location"]?.string?.hasPrefix("intent://") == true, "\(got)")
    }
}
