import ByteText
import Expressions
import Foundation
import Testing

/// The conformance cases of CEL (github.com/google/cel-spec) that need no protobuf, if they are available.
@Suite struct ConformanceTests {
    static let file: URL? = {
        let root: URL
        if let shared = ProcessInfo.processInfo.environment["FINGERPOST_SHARED"] {
            root = URL(filePath: shared)
        } else {
            root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../shared").standardized
        }
        let file = root.appending(path: "data/cel/conformance.jsonl")
        return FileManager.default.fileExists(atPath: file.path) ? file : nil
    }()

    @Test(.enabled(if: file != nil, "skipped: no shared/data/cel/conformance.jsonl next to the checkout"))
    func everyCaseHolds() throws {
        let file = try #require(ConformanceTests.file)
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        var passed = 0
        for line in lines {
            let expected = try JSONValue(parsing: String(line))
            var output: [UInt8] = []
            EvalRequest.answer(Array(line.utf8).span, into: &output)
            let answer = try JSONValue(parsing: output.span)
            #expect(answer["id"] == expected["id"])
            let holds = try ConformanceTests.holds(answer, expected)
            if holds { passed += 1 }
            #expect(holds, "\(line)\n  gave \(String(decoding: output, as: UTF8.self))")
        }
        print("CEL conformance: \(passed) of \(lines.count)")
        #expect(passed == lines.count)
        #expect(lines.count >= 700)
    }

    /// Expects an error, or an equal value apart from the spelling of doubles and the order of map entries.
    private static func holds(_ answer: JSONValue, _ expected: JSONValue) throws -> Bool {
        guard let wanted = expected["value"] else { return answer["error"] != nil }
        guard let given = answer["value"] else { return false }
        let (left, right) = (try CELValue(typed: given), try CELValue(typed: wanted))
        guard wanted.object?.members.first?.name == given.object?.members.first?.name else { return false }
        if case .double(let left) = left, case .double(let right) = right {
            return left.isNaN && right.isNaN || left.bitPattern == right.bitPattern
        }
        return left.equals(right)
    }
}
