import Foundation
import TestSupport
import Testing

@testable import Devices

/// Examples come from vendors' documents. An example that equals a labelled agent except for its numbers would have
/// been copied from the labelled data, unless the program itself determines the form of its agents. `forms.tsv`
/// contains these forms, with a `#` for every number and the document or source that specifies them.
@Suite("Forms of examples") struct ExampleFormsTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// The rows of a table in this folder, without the header.
    private static func rows(_ name: String) throws -> [[String]] {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            .split(separator: "\n").dropFirst().map { line in
                line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            }
    }

    /// An agent with every number replaced by `#`.
    private static func form(_ agent: some Sequence<UInt8>) -> String {
        var form: [UInt8] = []
        for byte in agent {
            let isDigit = 0x30...0x39 ~= byte
            if !isDigit { form.append(byte) } else if form.last != UInt8(ascii: "#") { form.append(UInt8(ascii: "#")) }
        }
        return String(decoding: form, as: UTF8.self)
    }

    /// The agents in the tables and tests of this folder: texts with a number and a product.
    private static func ownAgents() throws -> [String] {
        var agents = try (rows("labels.tsv") + rows("browsers.tsv")).map { $0[0] }
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        where file.hasSuffix(".swift") {
            let source = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            // Joins string literals that continue on the next line.
            let joined = source.replacing(/"\s*\+\s*"/, with: "")
            agents += joined.matches(of: /"([^"\n\\]*)"/).map { String($0.output.1) }
        }
        return agents.filter { $0.contains("/") && $0.contains(where: \.isNumber) }
    }

    /// The examples of tokens whose group does not refer to a document.
    private static var undocumentedExamples: [String] {
        TokenTable.groups.flatMap { group in
            if case .document = group.origin { return [String]() }
            return group.rows.map(\.example).filter { $0.contains(where: \.isNumber) }
        }
    }

    @Test("each form names its document, and has a use")
    func formsAreDocumented() throws {
        let rows = try Self.rows("forms.tsv")
        #expect(Set(rows.map { $0[0] }).count == rows.count)
        let used = try Set((Self.ownAgents() + Self.undocumentedExamples).map { Self.form($0.utf8) })
        for row in rows {
            let isStated = row.count == 4 && !row[1].isEmpty && row[2].count > 3 && row[3].hasPrefix("https://")
            #expect(isStated, "\(row)")
            let isUsed = used.contains(row[0])
            #expect(isUsed, "no example is of the form \(row[0])")
        }
    }

    @Test(
        "an example is no row with other numbers, unless a document has its form",
        .enabled(
            if: SharedData.path("data/ua/dev.tsv") != nil,
            "shared/data/ua/dev.tsv is missing: examples are not held against it"))
    func examplesAreNotRows() throws {
        let path = try #require(SharedData.path("data/ua/dev.tsv"))
        let agents = try Array(Data(contentsOf: URL(fileURLWithPath: path))).split(separator: 0x0A).map {
            $0.prefix { $0 != 0x09 }
        }
        let known = Set(agents.map(Self.form))
        let documented = try Set(Self.rows("forms.tsv").map { $0[0] })
        let own = try Self.ownAgents() + Self.undocumentedExamples
        #expect(own.count > 2000)
        for example in own {
            let form = Self.form(example.utf8)
            let isOwn = !known.contains(form) || documented.contains(form)
            #expect(isOwn, "\(example) is a row of dev.tsv with other numbers")
        }
    }
}
