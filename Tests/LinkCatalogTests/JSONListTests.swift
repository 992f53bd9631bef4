import ByteText
import LinkStore
import Testing

@testable import LinkCatalog

/// One JSON text with many links, as exported by other shorteners and their APIs. Regression: it was refused with the
/// advice to convert it, or line by line.
@Suite("lists of links in JSON")
struct JSONListTests {
    private static let sink = """
        {"version":"1.0","exportedAt":"2026-11-20T10:00:00.000Z","count":3,"links":[
          {"id":"k1","url":"https://www.example.com/?q=\\"]}","slug":"sale","comment":"A note","createdAt":1704164645,
           "updatedAt":1704164700,"expiration":1924992000,"title":"A title","tags":["x","y"]},
          {"id":"k2","url":"https://www.example.com/b","slug":"b","createdAt":1704164645,"updatedAt":1704164645,"unsafe":true},
          {"id":"k3","url":"https://www.example.com/c","slug":"c","password":"$2b$10$secret","createdAt":1704164645}
        ],"cursor":"","list_complete":true}
        """

    @Test("Sink's export, in one line or many, in any pieces", arguments: [false, true], [nil, 5, 100])
    func sink(_ isOneLine: Bool, _ pieces: Int?) throws {
        let text = isOneLine ? Self.sink.replacing("\n", with: " ") : Self.sink
        let outcome = try TableFormTests.run(text, pieces: pieces)
        #expect(outcome.summary.result == "2 links imported, 1 refused", "\(outcome.summary)")
        let link = try #require(outcome.links["links.example.com/sale"])
        #expect(link.longLink == "https://www.example.com/?q=\"]}" && link.note == "A note" && link.name == "A title")
        #expect(link.created == 1_704_164_645 && link.expires == 1_924_992_000 && link.tags == ["x", "y"])
        #expect(outcome.links["links.example.com/b"]?.isUnsafe == true)
        #expect(outcome.summary.details.contains { $0.contains("the password is hashed") }, "\(outcome.summary)")
        // The refused one is written as a line that can be read again.
        let row = try #require(outcome.rows.first)
        #expect(outcome.rows.count == 1 && row.hasSuffix("}\n") && row.split(separator: "\n").count == 1)
        let again = try TableFormTests.run(row.replacing("\"$2b$10$secret\"", with: "null"))
        #expect(again.links["links.example.com/c"] != nil, "\(again.summary)")
    }

    @Test("the line of an object is that where it begins")
    func lines() throws {
        let outcome = try TableFormTests.run(Self.sink)
        #expect(
            outcome.summary.details.contains {
                $0.contains("in line 5: https://links.example.com/c") || $0.contains("in line 5")
            })
    }

    @Test(
        "what the APIs of shorteners answer",
        arguments: [
            // Bitly, GET /v4/groups/…/bitlinks
            #"{"links":[{"created_at":"2024-01-02T03:04:05+0000","id":"links.example.com/a","link":"https://links.example.com/a","custom_bitlinks":["https://links.example.com/b"],"long_url":"https://www.example.com/","title":"T","archived":false,"tags":["x"],"deeplinks":[],"references":{"group":"https://api.example.com/"}}],"pagination":{"next":"","links":[]}}"#,
            // Dub, GET /links
            #"[{"id":"link_1","domain":"links.example.com","key":"a","url":"https://www.example.com/","archived":false,"disabledAt":null,"password":null,"tags":[{"id":"t","name":"x","color":"red"}],"shortLink":"https://links.example.com/a","createdAt":"2024-01-02T03:04:05.000Z"},{"domain":"links.example.com","key":"b","url":"https://www.example.com/","archived":false,"disabledAt":null,"password":null,"tags":[{"name":"x"}],"shortLink":"https://links.example.com/b","createdAt":"2024-01-02T03:04:05.000Z"}]"#,
            // Shlink, GET /rest/v3/short-urls
            #"{"shortUrls":{"data":[{"shortCode":"a","shortUrl":"https://links.example.com/a","longUrl":"https://www.example.com/","dateCreated":"2024-01-02T04:04:05+01:00","tags":["x"],"meta":{"validSince":null,"validUntil":null,"maxVisits":null},"domain":null},{"shortCode":"b","shortUrl":"https://links.example.com/b","longUrl":"https://www.example.com/","dateCreated":"2024-01-02T03:04:05+00:00","tags":["x"],"meta":{"maxVisits":5},"domain":null}],"pagination":{}}}"#,
            // Kutt, GET /api/v2/links
            #"{"limit":10,"skip":0,"total":2,"data":[{"address":"a","banned":false,"created_at":"2024-01-02T03:04:05.000Z","id":"u","link":"https://links.example.com/a","password":false,"target":"https://www.example.com/","visit_count":0,"tags":["x"]},{"address":"b","banned":false,"created_at":"2024-01-02T03:04:05.000Z","link":"https://links.example.com/b","password":false,"target":"https://www.example.com/","tags":["x"]}]}"#,
            // Short.io, GET /api/links
            #"{"count":2,"links":[{"originalURL":"https://www.example.com/","path":"a","shortURL":"https://links.example.com/a","createdAt":1704164645000,"archived":false,"hasPassword":false,"clicksLimit":null,"tags":["x"]},{"originalURL":"https://www.example.com/","path":"b","shortURL":"https://links.example.com/b","createdAt":"2024-01-02T03:04:05.000Z","archived":false,"tags":["x"]}]}"#,
        ])
    func answers(_ text: String) throws {
        for text in [text, "\u{FEFF}\n " + text + "\n"] {
            let outcome = try TableFormTests.run(text, nil)
            #expect(outcome.summary.result == "2 links imported, 0 refused", "\(outcome.summary)")
            for code in ["a", "b"] {
                let link = try #require(outcome.links["links.example.com/\(code)"])
                #expect(link.longLink == "https://www.example.com/" && link.created == 1_704_164_645)
                #expect(link.tags == ["x"] && !link.isDisabled)
            }
        }
    }

    @Test("our own lines with a list of tags are lines, and stay so")
    func ownLines() throws {
        let line =
            #"{"link":"links.example.com/a","long_link":"https://www.example.com/","tags":["links"],"name":"links: ["}"#
        let outcome = try TableFormTests.run("\(line)\n\(line.replacing("com/a\"", with: "com/b\""))\n", nil)
        #expect(outcome.summary.result == "2 links imported, 0 refused", "\(outcome.summary)")
    }

    @Test("lines of another shortener's objects are read by their names")
    func foreignLines() throws {
        let outcome = try TableFormTests.run(
            """
            {"slug":"a","url":"https://www.example.com/","createdAt":1704164645}
            {"slug":"b","url":"https://www.example.com/","banned":true}
            {"slug":"c"}
            """)
        #expect(outcome.summary.result == "2 links imported, 1 refused", "\(outcome.summary)")
        #expect(outcome.links["links.example.com/b"]?.isDisabled == true)
    }

    @Test("an object that ends too early, or is none, is refused, and the others are imported")
    func broken() throws {
        let cut = try TableFormTests.run(#"[{"slug":"a","url":"https://www.example.com/"},{"slug":"b","url":"#)
        #expect(cut.summary.result == "1 link imported, 1 refused", "\(cut.summary)")
        let mixed = try TableFormTests.run(
            #"[1, "x", {"slug":"a","url":"https://www.example.com/"}, {"a":}, {"slug":"b"}]"#)
        #expect(mixed.summary.result == "1 link imported, 4 refused", "\(mixed.summary)")
        #expect(try TableFormTests.run("[]").summary.result == "0 links imported, 0 refused")
    }
}
