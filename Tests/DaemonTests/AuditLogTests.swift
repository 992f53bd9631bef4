import ByteText
import Foundation
import Settings
import TestSupport
import Testing

@testable import Daemon
@testable import Server

/// Who changed what.
@Suite("The audit log, in memory")
struct AuditLogTests {
    private static let tokens: [DaemonInMemory.Token] = [
        ("ann", "fpt_ann", []), ("reader", "fpt_r", ["scopes=links.read"]), ("app", "fpk_app", ["key"]),
    ]

    /// The lines that some requests leave.
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

    @Test("each change has a line: who, from where, what, which links, and what came of it")
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
            // A check changes nothing. An operation that has none makes its link, and has a line.
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

    /// A line named the link and nothing else; its former target was lost.
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

    @Test("reading leaves none, nor does a request that nobody was known for")
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
