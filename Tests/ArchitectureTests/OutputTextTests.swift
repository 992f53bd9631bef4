import Foundation
import Testing

/// Regression: output referred to notes that readers do not have, such as "(§1.6)", "(grade F)", "way 1 failed".
@Suite("Texts for people refer to nothing that people do not have")
struct OutputTextTests {
    /// Each reference has one of these. Patterns alone would take a minute for all sources.
    private static let signs = [
        "§", "grade ", "way ", ".md", ".row)", ".section)", ".grade)", "other manifest", "host unverified",
    ].map { Data($0.utf8) }

    private static func mayBeReference(_ line: Substring) -> Bool {
        let bytes = Data(line.utf8)
        return signs.contains { bytes.range(of: $0) != nil }
    }

    private static func isReference(_ line: Substring) -> Bool {
        guard mayBeReference(line) else { return false }
        return line.contains("§") || line.contains(/\bgrade ([A-F]\b|\\\()/) || line.contains(/\bway ([0-9]|\\\()/)
            || line.contains(/\b(SEMANTICS|PHONES|DESIGN|CONTRACT|HOUSE|WORDS|NODES|WISHES)\.md/)
            || line.contains(/\(\\\([a-z.]*\.(row|section|grade)\)\)/)
            || line.contains("other manifest") || line.contains("host unverified")
    }

    /// A line without its comment. A `//` inside a string does not follow a space.
    private static func code(of line: Substring) -> Substring {
        let start = line.firstRange(of: "// ")?.lowerBound ?? line.firstRange(of: "///")?.lowerBound
        return line[..<(start ?? line.endIndex)]
    }

    @Test("no string of the sources cites a note, a grade or a row")
    func sources() throws {
        for file in try Repository.sources() {
            for (index, line) in try Repository.text(file.path).split(separator: "\n", omittingEmptySubsequences: false)
                .enumerated()
            where Self.mayBeReference(line) && Self.isReference(Self.code(of: line)) {
                Issue.record("\(file.path):\(index + 1): \(line)")
            }
        }
    }

    @Test(
        "references are recognized, and comments are not",
        arguments: [
            (#"print("see §1.6")"#, true), (#"let text = "(grade \(grade))""#, true), (#""way 1 failed""#, true),
            (#""ends there (\(cell.documented.row))""#, true), ("// RFC 3986 §6.2", false),
            ("/// Way 1, grade A.", false),
            (#""the way on""#, false), (#""see the article on phones""#, false),
        ])
    func recognition(line: String, isReference: Bool) {
        #expect(Self.isReference(Self.code(of: Substring(line))) == isReference)
    }
}
