import ByteText
import Configuration
import Testing

@testable import Rules

@Suite("The selection of cases by name")
struct CaseFilterTests {
    private static let ruleCase = RuleCase(
        id: "sites/shop/an iPhone", name: "an iPhone", request: [:], expect: [:], because: nil,
        location: .init(file: "rules/sites/shop.cases.yaml", line: 1, column: 1))

    @Test(
        "an expression matches anywhere in the name, the ID or the file",
        arguments: [
            ([], true), (["iPhone"], true), (["^an iPhone$"], true), (["^sites/shop/"], true),
            ([#"shop\.cases"#], true),
            (["iphone"], false), (["(?i)iphone"], true), (["q", "z|iPhone"], true), (["q", "z"], false), ([""], true),
        ])
    func selection(expressions: [String], isSelected: Bool) throws {
        #expect(try CaseFilter(expressions).selects(Self.ruleCase) == isSelected)
    }

    @Test("two halves of a group are not an expression")
    func halves() {
        #expect(throws: CaseFilterFault.self) { _ = try CaseFilter(["(a", "b)"]) }
    }
}
