import ByteText
import Foundation
import Routing
import Rules
import Testing

/// The cases that follow from Firebase's documentation alone, if they are next to the checkout.
@Suite("Documented cases")
struct SemanticsCasesTests {
    static let file = Checkout.shared("data/semantics/cases.jsonl")

    @Test(
        .enabled(if: file != nil, "skipped: no shared/data/semantics/cases.jsonl next to the checkout"),
        arguments: [("resolve_email", 42), ("resolve_fdl", 38)])
    func everyCaseHolds(kind: String, least: Int) throws {
        let resolver = try RequestResolver(Checkout.ruleSet)
        var passed = 0
        for line in try Checkout.lines(try #require(Self.file)) {
            let ruleCase = try JSONValue(parsing: line)
            guard ruleCase["kind"]?.string == kind else { continue }
            let id = ruleCase["id"]?.string ?? "?"
            let decision = try resolver.resolve(try #require(ruleCase["request"]), now: nil)
            let mismatches = CaseExpectation.mismatches(expected: try #require(ruleCase["expect"]), actual: decision)
            #expect(mismatches.isEmpty, "\(id): \(mismatches.joined(separator: "; "))")
            if mismatches.isEmpty { passed += 1 }
        }
        print("\(kind): \(passed) cases hold")
        #expect(passed >= least)
    }
}
