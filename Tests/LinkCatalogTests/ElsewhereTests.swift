import ByteText
import Foundation
import LinkStore
import OpenSSL
import TestSupport
import Testing

@testable import LinkCatalog

/// Tables of other shorteners: their columns, with rows of our own.
@Suite("Tables of other shorteners")
struct ElsewhereTests {
    /// A tool's table of one link, and the imported link.
    struct Table: Sendable, CustomTestStringConvertible {
        var tool: String
        var text: String
        /// The domain that the command line moves it to.
        var domain: String?
        var tags: [String] = []
        var name = ""
        var note = ""
        var clicks: UInt64? = 12
        var expires: Int64?
        var testDescription: String { tool }
    }

    private static let created = Timestamp.seconds("2024-05-06T07:08:09Z")
    private static let page = "https://www.example.com/a,b"

    static let tables: [Table] = [
        // Bitly: the fields of API v4's bitlinks, which its exports consist of.
        Table(
            tool: "Bitly",
            text: """
                title,long_url,link,created_at,archived,tags,total_clicks
                A name,"https://www.example.com/a,b",https://links.example.com/go/a,2024-05-06T07:08:09+0000,false,"one,two",12
                """, tags: ["one", "two"], name: "A name"),
        // Branch: the table of Quick Links.
        Table(
            tool: "Branch",
            text: """
                url,alias,$marketing_title,$fallback_url,creation_date,clicks
                https://links.example.com/go/a,a,A name,"https://www.example.com/a,b",1714979289000,12
                """, name: "A name"),
        // Dub: dashboard, Export as CSV.
        Table(
            tool: "Dub",
            text: """
                Short link,Destination URL,Clicks,Created at,Updated at,Tags,Comments,Expires at
                https://links.example.com/go/a,"https://www.example.com/a,b",12,2024-05-06T07:08:09.000Z,,"one, two",A note,2031-01-01T00:00:00.000Z
                """, tags: ["one", "two"], note: "A note", expires: Timestamp.seconds("2031-01-01T00:00:00Z")),
        // Shlink: its web client's Export.
        Table(
            tool: "Shlink",
            text: """
                createdAt,domain,longUrl,shortCode,shortUrl,tags,title,visits
                2024-05-06T09:08:09+02:00,links.example.com,"https://www.example.com/a,b",a,https://links.example.com/go/a,one|two,A name,12
                """, tags: ["one", "two"], name: "A name"),
        // YOURLS: the database table yourls_url, which has no domain.
        Table(
            tool: "YOURLS",
            text: """
                keyword,url,title,timestamp,ip,clicks
                a,"https://www.example.com/a,b",A name,2024-05-06 07:08:09,192.0.2.1,12
                """, domain: "links.example.com/go", name: "A name"),
        // Kutt: the database table links.
        Table(
            tool: "Kutt",
            text: """
                address,target,description,password,visit_count,expire_in,created_at
                a,"https://www.example.com/a,b",A note,,12,2031-01-01T00:00:00.000Z,2024-05-06T07:08:09.000Z
                """, domain: "links.example.com/go", note: "A note", expires: Timestamp.seconds("2031-01-01T00:00:00Z")),
    ]

    private static func run(_ text: String, _ domain: String?, _ store: LinkStore) throws -> ImportSummary {
        var options = LinkImporter.Options(now: 1_800_000_000)
        options.moves = try domain.map { [try #require(DomainMove($0))] } ?? []
        var importer = LinkImporter(store, nil, checker: nil, options) { _, _ in }
        let bytes = Array((text + "\n").utf8)
        _ = try importer.read(bytes.span, isLast: true)
        try importer.finish()
        return ImportSummary(importer, isDryRun: false)
    }

    @Test("come in with code, target, name, tags, times and clicks", arguments: tables)
    func tools(_ table: Table) throws {
        let folder = try ScratchFolder()
        let store = try LinkStore(directory: folder.path)
        let summary = try Self.run(table.text, table.domain, store)
        #expect(summary.result == "1 link imported, 0 refused", "\(summary)")
        let link = try #require(try store.link(LinkKey("links.example.com/go/a")!))
        #expect(link.longLink == Self.page)
        #expect(link.created == Self.created)
        #expect(link.tags == table.tags && link.name == table.name && link.note == table.note)
        #expect(link.importedClicks == table.clicks && link.expires == table.expires)
        #expect(
            try store.counts(of: link.id, days: 0...40_000).isEmpty, "what was clicked elsewhere is no count of ours")
        // Again, nothing changes.
        #expect(
            try Self.run(table.text, table.domain, store).result
                == "0 links imported, 1 already in the store, 0 refused")
    }

    @Test("a password is hashed, and a link whose password the file does not contain is refused")
    func passwords() throws {
        let folder = try ScratchFolder()
        let store = try LinkStore(directory: folder.path)
        let summary = try Self.run(
            """
            address,target,password
            a,https://www.example.com/,$2b$10$hash
            b,https://www.example.com/,true
            c,https://www.example.com/,false
            d,https://www.example.com/,
            e,https://www.example.com/,open sesame
            f,https://www.example.com/,5f4dcc3b5aa765d61d8327deb882cf99
            g,https://www.example.com/,pbkdf2_sha256$600000$c2FsdA$aGFzaA==
            """, "links.example.com/go", store)
        #expect(summary.result == "3 links imported, 4 refused", "\(summary)")
        let text = summary.details.joined(separator: "\n")
        #expect(text.contains("3 rows: the password is hashed in a way that is not supported"), "\(text)")
        #expect(text.contains("1 row: the link requires a password"), "\(text)")
        #expect(!["$2b$", "5f4d", "pbkdf2", "sesame"].contains { text.contains($0) }, "\(text)")
        #expect(try store.link(LinkKey("links.example.com/go/c")!)?.password == nil)
        let hash = try #require(try store.link(LinkKey("links.example.com/go/e")!)?.password)
        #expect(PasswordHash(hash)?.matches(Array("open sesame".utf8)) == true)
        // Again, nothing changes; another password does.
        let again = "address,target,password\ne,https://www.example.com/,open sesame"
        #expect(
            try Self.run(again, "links.example.com/go", store).result
                == "0 links imported, 1 already in the store, 0 refused")
        #expect(
            try Self.run(again.replacing("open", with: "close"), "links.example.com/go", store).result
                == "0 links imported, 1 refused")
    }

    @Test("clicks that are no number are refused, grouped digits and zero are not")
    func clicks() throws {
        let folder = try ScratchFolder()
        let store = try LinkStore(directory: folder.path)
        let summary = try Self.run(
            """
            short_url,long_url,clicks
            https://links.example.com/go/a,https://www.example.com/,"1,234"
            https://links.example.com/go/b,https://www.example.com/,0
            https://links.example.com/go/c,https://www.example.com/,many
            """, nil, store)
        #expect(summary.result == "2 links imported, 1 refused", "\(summary)")
        #expect(try store.link(LinkKey("links.example.com/go/a")!)?.importedClicks == 1234)
        #expect(try store.link(LinkKey("links.example.com/go/b")!)?.importedClicks == nil)
    }

    @Test("codes without a domain ask for --domain")
    func noDomain() throws {
        let folder = try ScratchFolder()
        let store = try LinkStore(directory: folder.path)
        let summary = try Self.run("keyword,url\na,https://www.example.com/", nil, store)
        #expect(summary.result == "0 links imported, 1 refused")
        #expect(summary.details.contains { $0.contains("--domain links.example.com") }, "\(summary)")
    }

    @Test("our own tags keep their commas")
    func ownTags() throws {
        let folder = try ScratchFolder()
        let store = try LinkStore(directory: folder.path)
        _ = try Self.run(
            "link,long_link,tags\nlinks.example.com/go/a,https://www.example.com/,\"a,b;c|d\"", nil, store)
        #expect(try store.link(LinkKey("links.example.com/go/a")!)?.tags == ["a,b", "c|d"])
    }
}
