public import ByteText
import Foundation

/// A request for the link of a mail, with the expected response; the same for the command and the edge.
public struct ComposeCase: Sendable {
    public var about: String
    public var request: JSONValue
    private let expect: JSONValue

    /// The cases of `RulesTests/Compose/cases.jsonl`.
    public static func all() throws -> [ComposeCase] {
        let file = RulesFolder.repository.appending(path: "Tests/RulesTests/Compose/cases.jsonl")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            let line = try JSONValue(parsing: String($0))
            return ComposeCase(
                about: line["about"]?.string ?? "", request: line["request"] ?? .null, expect: line["expect"] ?? .null)
        }
    }

    /// The differences between a response and the expected one, or secrets in its message.
    public func mismatches(in line: String) -> [String] {
        guard let answer = try? JSONValue(parsing: line) else { return ["not JSON: \(line)"] }
        let message = answer["error"]?["message"]?.string ?? ""
        var found: [String] = []
        func hold(_ isTrue: Bool, _ what: String) { if !isTrue { found.append("\(about): \(what): \(line)") } }
        hold(answer.object?.members.map(\.name) == ["id", "link", "error", "warnings"], "members")
        hold(answer["id"] == request["id"], "id")
        hold(answer["link"] == expect["link"], "link")
        hold(answer["warnings"] == expect["warnings"], "warnings")
        hold((answer["error"]?["code"] ?? .null) == expect["error"], "error")
        hold(expect["message"]?.string.map(message.contains) ?? true, "message")
        for secret in ["ABC123", "user@", "evil"] { hold(!message.contains(secret), "a secret") }
        return found
    }
}
