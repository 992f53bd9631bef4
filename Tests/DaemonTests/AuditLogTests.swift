import ByteText
import Foundation
import Settings
import TestSupport
import Testing

@testable import Daemon
@testable import Server

/// The audit log of changes.
@Suite("The audit log, in memory")
struct AuditLogTests {
    private static let tokens: [DaemonInMemory.Token] = [
        ("ann", "fpt_ann", []), ("reader", "fpt_r", ["scopes=links.read"]), ("app", "fpk_app", ["key"]),
    ]

    /// The lines that some requests produce.
    private static func lines(_ ask: (DaemonInMemory) throws -> Void) throws -> [JSONValue] {
        let folder = try ScratchFolder()
        let file = folder.url.appending(path: "audit").path()
        let daemon = try DaemonInMemory(isStoring: true, tokens: tokens) { $0.auditLog = file }
        try ask(daemon)
        daemon.finish()
        let text = try String(contentsOfFile: file, encoding: .utf8)
        for secret in tokens { #expect(!text.contains(secret.secret)) }
        return try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    @Test("each change has a line: client, address, operation, links and result")
    func changes() throws {
        let lines = try Self.lines { (daemon: DaemonInMemory) throws in
            let link = #"{"domain": "example.page.link", "code": "AAA", "long_link": "https://www.example.com/"}"#
            #expect(try daemon.ask("POST", "/v1/links", link, token: "fpt_ann").status == 201)
            #expect(try daemon.ask("POST", "/v1/links", link, token: "fpt_ann").status == 409)
            #expect(try daemon.ask("POST", "/v1/links", "{", token: "fpt_ann").status == 400)
            let patch = ["If-Match": "*"]
            let path = "/v1/links/example.page.link%2FAAA"
            #expect(try daemon.ask("PATCH", path, #"{"note": "n"}"#, token: "fpt_ann", fields: patch).status == 200)
            let bulk =
                "{\"op\": \"delete\", \"link\": \"example.page.link/AAA\"}\n{\"op\": \"delete\", \"link\": \"example.page.link/NONE\"}\n"
            #expect(try daemon.ask("POST", "/v1/links:bulk", bulk, token: "fpt_ann").status == 200)
            let long = #"{"longDynamicLink": "https://example.page.link/?link=https://www.example.com/"}"#
            #expect(try daemon.ask("POST", "/v1/shortLinks?key=fpk_app", long, token: nil).status == 200)
            // Validation does not change anything. An operation that does not support it creates its link, and is
            // logged.
            let other = link.replacing("AAA", with: "BBB")
            #expect(try daemon.ask("POST", "/v1/links?validate_only=true", other, token: "fpt_ann").status == 200)
            let same = "/v1/shortLinks?key=fpk_app&validate_only=true"
            #expect(try daemon.ask("POST", same, long, token: nil).status == 200)
        }
        let summary = lines.map { line in
            let words =
                ["client", "by", "operation"].compactMap { line[$0]?.string } + [line["status"]?.number?.text ?? "-"]
            return words.joined(separator: " ")
        }
        #expect(
            summary == [
                "ann token createLink 201", "ann token createLink 409", "ann token createLink 400",
                "ann token updateLink 200",
                "ann token bulkLinks 200", "app key createShortLink 200", "app key createShortLink 200",
            ])
        #expect(lines[0]["links"] == ["example.page.link/AAA"] && lines[4]["count"] == 1)
        for line in lines {
            #expect(
                line["type"] == "audit" && line["remote"] == "127.0.0.1" && line["ts"]?.string?.hasSuffix("Z") ?? false)
            #expect(line["request_id"]?.string?.count == 32)
        }
        #expect(Set(lines.compactMap { $0["request_id"]?.string }).count == lines.count)
    }

    /// Regression: a line contained only the link, so its former target was lost.
    @Test("a change has the values before and after of every field that changed, secrets masked")
    func differences() throws {
        let secret = "https://www.example.com/?mode=signIn&oobCode=SECRET-CODE-1234567890"
        let lines = try Self.lines { (daemon: DaemonInMemory) throws in
            let link =
                #"{"domain": "example.page.link", "code": "AAA", "long_link": "https://www.example.com/a", "tags": ["x"]}"#
            #expect(try daemon.ask("POST", "/v1/links", link, token: "fpt_ann").status == 201)
            let path = "/v1/links/example.page.link%2FAAA"
            let patch =
                #"{"long_link": "https://www.example.com/b", "tags": [], "max_clicks": 5, "disabled": true, "name": ""}"#
            let any = ["If-Match": "*"]
            #expect(try daemon.ask("PATCH", path, patch, token: "fpt_ann", fields: any).status == 200)
            let note = "{\"note\": \"\(secret)\"}"
            #expect(try daemon.ask("PATCH", path, note, token: "fpt_ann", fields: any).status == 200)
            let bulk = #"{"op": "delete", "link": "example.page.link/AAA"}"# + "\n"
            #expect(try daemon.ask("POST", "/v1/links:bulk", bulk, token: "fpt_ann").status == 200)
        }
        #expect(lines[0]["changes"] == nil)
        let changed = try #require(lines[1]["changes"]?["example.page.link/AAA"])
        #expect(changed["long_link"] == ["before": "https://www.example.com/a", "after": "https://www.example.com/b"])
        #expect(
            changed["tags"] == ["before": ["x"], "after": []]
                && changed["disabled"] == ["before": false, "after": true])
        #expect(changed["max_clicks"] == ["before": .null, "after": .number(JSONNumber(5))])
        #expect(changed.object?.members.count == 4)
        let masked = lines[2]["changes"]?["example.page.link/AAA"]?["note"]?["after"]?.string ?? ""
        #expect(masked.hasPrefix("https://www.example.com/") && !masked.contains("SECRET-CODE"))
        let deleted = lines[3]["changes"]?["example.page.link/AAA"]
        #expect(deleted?["long_link"] == ["before": "https://www.example.com/b", "after": .null])
    }

    /// Regression: only the first hundred links of a request were logged with their former values. If they were long,
    /// no line was logged at all, since it exceeded the ring.
    @Test("a request that changes many links has further lines, with every change")
    func manyChanges() throws {
        let lines = try Self.lines { (daemon: DaemonInMemory) throws in
            let places = (0..<450).map { "example.page.link/M\($0)" }
            let made = places.map { #"{"link": "https://\#($0)", "long_link": "https://www.example.com/a"}"# }
            #expect(
                try daemon.ask("POST", "/v1/links:bulk", made.joined(separator: "\n"), token: "fpt_ann").status == 200)
            // One link occurs twice: each change is logged.
            let changes = (places + places.prefix(1)).enumerated().map {
                #"{"op": "update", "link": "\#($1)", "name": "N\#($0)"}"#
            }
            #expect(
                try daemon.ask("POST", "/v1/links:bulk", changes.joined(separator: "\n"), token: "fpt_ann").status
                    == 200)
            let long = String(repeating: "long ", count: 400)
            let notes = places.map { #"{"op": "update", "link": "\#($0)", "note": "\#(long)"}"# }
            #expect(
                try daemon.ask("POST", "/v1/links:bulk", notes.joined(separator: "\n"), token: "fpt_ann").status == 200)
        }
        let requests = Dictionary(grouping: lines) { $0["request_id"]?.string ?? "" }.values
            .sorted { ($0[0]["ts"]?.string ?? "") < ($1[0]["ts"]?.string ?? "") }
        #expect(requests[0].map { $0["links"]?.array?.count } == [100, 100, 100, 100, 50])
        #expect(requests[0].map { $0["count"]?.number?.text } == ["450", nil, nil, nil, nil])
        #expect(requests[1].map { $0["part"]?.number?.text } == [nil, "2", "3", "4", "5"])
        let changes = requests[1].flatMap { $0["changes"]?.object?.members ?? [] }
        #expect(changes.count == 451 && Set(changes.map(\.name)).count == 450)
        for (index, change) in changes.enumerated() {
            let before: JSONValue = index == 450 ? "N0" : ""
            #expect(change.value["name"] == ["before": before, "after": .string("N\(index)")])
        }
        let kept = requests[2].map { $0["changes"]?.object?.members.count ?? 0 }
        let left = requests[2].map { Int($0["changes_left_out"]?.number?.text ?? "") ?? 0 }
        try #require(kept.count == 5, "\(kept), \(left)")
        #expect(kept[..<4].allSatisfy { $0 > 50 } && kept[4] == 0, "\(kept)")
        #expect(zip(kept, left).map(+) == [100, 100, 100, 100, 50])
        #expect(requests[2][4]["links"] == nil && requests[2][4]["part"]?.number?.text == "5")
    }

    @Test("reads have none, nor do unauthenticated requests")
    func reading() throws {
        let lines = try Self.lines { (daemon: DaemonInMemory) throws in
            #expect(try daemon.ask("GET", "/v1/links", token: "fpt_r").status == 200)
            #expect(try daemon.ask("POST", "/v1/links", "{}", token: "fpt_x").status == 401)
            #expect(try daemon.ask("POST", "/v1/links", "{}", token: "fpt_r").status == 403)
            #expect(try daemon.ask(.admin, "/metrics").status == 200)
        }
        #expect(lines == [])
    }
}
