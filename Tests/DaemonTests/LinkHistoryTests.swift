import ByteText
import Foundation
import TestSupport
import Testing

@testable import Daemon

/// The change history of a link in the API.
@Suite("A link's history, in memory")
struct LinkHistoryTests {
    private static let tokens: [DaemonInMemory.Token] = [
        ("ann", "fpt_ann", []), ("reader", "fpt_r", ["scopes=links.read"]), ("writer", "fpt_w", ["scopes=links.write"]),
        ("other", "fpt_o", ["sites=other"]),
    ]
    private static let path = "/v1/links/example.page.link%2FAAA"

    private static func made() throws -> DaemonInMemory {
        let daemon = try DaemonInMemory(isStoring: true, tokens: tokens)
        let link =
            #"{"domain": "example.page.link", "code": "AAA", "long_link": "https://www.example.com/a", "tags": ["x"]}"#
        #expect(try daemon.ask("POST", "/v1/links", link, token: "fpt_ann").status == 201)
        return daemon
    }

    private static func change(_ daemon: DaemonInMemory, _ patch: JSONValue, as token: String, if tag: String = "*")
        throws
        -> JSONValue
    {
        let answer = try daemon.ask("PATCH", path, patch.text, token: token, fields: ["If-Match": tag])
        #expect(answer.status == 200, "\(answer)")
        return try JSONValue(parsing: answer.body)
    }

    private static func changes(_ daemon: DaemonInMemory) throws -> [JSONValue] {
        let answer = try daemon.ask("GET", "\(path):history", token: "fpt_r")
        #expect(answer.status == 200)
        let json = try JSONValue(parsing: answer.body)
        #expect(json["link"] == "https://example.page.link/AAA" && answer["ETag"] == json["etag"]?.string)
        return json["changes"]?.array ?? []
    }

    @Test("each change has the client and the fields before and after; a patch restores what was before")
    func restore() throws {
        let daemon = try Self.made()
        #expect(try Self.changes(daemon) == [])
        let first = try JSONValue(parsing: try daemon.ask("GET", Self.path, token: "fpt_r").body)
        let patch: JSONValue = [
            "long_link": "https://www.example.com/b", "tags": [], "expires": "2030-01-01T00:00:00Z",
        ]
        _ = try Self.change(daemon, patch, as: "fpt_ann")
        let now = try Self.change(daemon, ["disabled": true, "name": "N"], as: "fpt_w")
        let changes = try Self.changes(daemon)
        #expect(changes.map { $0["client"]?.string } == ["writer", "ann"])
        #expect(
            changes[0]["fields"] == [
                "name": ["before": "", "after": "N"], "disabled": ["before": false, "after": true],
            ])
        #expect(changes[1]["fields"]?["tags"] == ["before": ["x"], "after": []])
        #expect(changes[1]["former_etag"] == first["etag"])
        let restored = try Self.change(
            daemon, try #require(changes[1]["restore"]), as: "fpt_ann", if: now["etag"]?.string ?? "")
        for (name, value) in (first.object?.members ?? []).map({ ($0.name, $0.value) })
        where !["etag", "updated", "target_check"].contains(name) {
            #expect(restored[name] == value, "\(name)")
        }
        let after = try Self.changes(daemon)
        #expect(after.count == 3 && after[2]["restore"] == [:] && after[0]["client"] == "ann")
    }

    @Test("changes of many links at once are in their histories")
    func bulk() throws {
        let daemon = try Self.made()
        let lines = (0..<30).map { #"{"op": "update", "link": "example.page.link/AAA", "note": "\#($0)"}"# }
        #expect(try daemon.ask("POST", "/v1/links:bulk", lines.joined(separator: "\n"), token: "fpt_ann").status == 200)
        let changes = try Self.changes(daemon)
        #expect(changes.count == 20 && changes.allSatisfy { $0["client"] == "ann" })
        #expect(changes.last?["fields"]?["note"] == ["before": "9", "after": "10"])
    }

    @Test("reading it takes the scope links.read of the link's site; deleting the link ends it")
    func rights() throws {
        let daemon = try Self.made()
        for token in ["fpt_w", "fpt_o"] {
            #expect(try daemon.ask("GET", "\(Self.path):history", token: token).status == 403)
        }
        #expect(try daemon.ask("GET", "\(Self.path):history", token: nil).status == 401)
        #expect(try daemon.ask("GET", "/v1/links/example.page.link%2FNONE:history", token: "fpt_r").status == 404)
        #expect(try daemon.ask("DELETE", Self.path, token: "fpt_ann").status == 204)
        #expect(try daemon.ask("GET", "\(Self.path):history", token: "fpt_r").status == 404)
    }
}
