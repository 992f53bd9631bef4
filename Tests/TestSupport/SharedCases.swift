import ByteText
import Foundation

/// The cases of the reference data, if it is next to the checkout.
public enum SharedCases {
    /// A request with and without its site.
    public struct Request {
        public var whole: String
        public var bare: String
    }

    private static let file: URL = {
        let given = ProcessInfo.processInfo.environment["FINGERPOST_SHARED"]
        let folder = given.map { URL(filePath: $0) } ?? RulesFolder.repository.appending(path: "../shared").standardized
        return folder.appending(path: "data/semantics/cases.jsonl")
    }()

    public static var exist: Bool { FileManager.default.fileExists(atPath: file.path()) }

    /// The cases, each a line of JSON.
    public static func lines() throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// The requests of the `resolve_*` cases, by the text of their site.
    public static func bySite() throws -> [String: [Request]] {
        var result: [String: [Request]] = [:]
        for line in try lines() {
            let item = try JSONValue(parsing: line)
            guard item["kind"]?.string?.hasPrefix("resolve_") ?? false, let request = item["request"]?.object,
                let site = item["request"]?["site"]
            else { continue }
            var bare = JSONObject()
            var whole = JSONObject()
            for member in [("id", item["id"] ?? .null), ("time", .string("2026-11-20T12:00:00Z"))] {
                bare.append(member.0, member.1)
                whole.append(member.0, member.1)
            }
            for member in request.members where member.name != "time" && member.name != "id" {
                whole.append(member.name, member.value)
                if member.name != "site" { bare.append(member.name, member.value) }
            }
            let pair = Request(whole: JSONValue.object(whole).text, bare: JSONValue.object(bare).text)
            result[site.text, default: []].append(pair)
        }
        return result
    }
}
