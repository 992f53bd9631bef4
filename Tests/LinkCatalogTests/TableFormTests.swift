import ByteText
import LinkStore
import Routing
import TestSupport
import Testing

@testable import LinkCatalog

/// Tables as written by databases, spreadsheets and APIs: other separators, markers for empty cells, lists in cells,
/// states. Regression: each was refused as a whole or in part, or created links that worked although they were disabled.
@Suite("forms of tables")
struct TableFormTests {
    /// The result of importing a text into a new store: the summary, the store's links by key, and the refused rows.
    struct Outcome {
        var summary: ImportSummary
        var links: [String: LinkRecord] = [:]
        var rows: [String] = []
        var header = ""
    }

    static func run(_ bytes: [UInt8], _ domain: String? = "links.example.com", pieces: Int? = nil) throws -> Outcome {
        let folder = try ScratchFolder()
        let store = try LinkStore(directory: folder.path)
        var options = LinkImporter.Options(now: 1_800_000_000)
        options.moves = try domain.map { [try #require(DomainMove($0))] } ?? []
        options.keepsRows = true
        let rows = RowList()
        var importer = LinkImporter(store, nil, checker: nil, options) { refusal, _ in rows.add(refusal.row) }
        var start = 0
        var known = pieces ?? bytes.count
        while start < bytes.count {
            let used = try importer.read(
                Array(bytes[start..<min(known, bytes.count)]).span, isLast: known >= bytes.count)
            start += used
            known += pieces ?? 0
        }
        try importer.finish()
        var outcome = Outcome(summary: ImportSummary(importer, isDryRun: false))
        for record in try store.records(after: nil, limit: 1_000) { outcome.links[record.key.text] = record }
        outcome.rows = rows.texts
        outcome.header = String(decoding: importer.header, as: UTF8.self)
        return outcome
    }

    static func run(_ text: String, _ domain: String? = "links.example.com", pieces: Int? = nil) throws -> Outcome {
        try run(Array(text.utf8), domain, pieces: pieces)
    }

    private final class RowList {
        private(set) var texts: [String] = []
        func add(_ row: [UInt8]) { texts.append(String(decoding: row, as: UTF8.self)) }
    }

    // MARK: - Separators

    private static let table = [
        ["address", "target", "description", "created_at"],
        ["a", "https://www.example.com/?x=1&y=2", "A note", "2024-01-02 03:04:05+00"],
        ["b", "https://www.example.com/b", "", "2024-01-02 03:04:05.678+00"],
    ]

    private static func text(_ separator: String, quoted: Bool, end: String) -> String {
        table.map { row in row.map { quoted ? "\"\($0)\"" : $0 }.joined(separator: separator) + end }.joined()
    }

    @Test(
        "any separator and line end, quoted or not, with a mark or Excel's line before it, in any pieces",
        arguments: [",", ";", "\t", "|"], [false, true])
    func separators(_ separator: String, _ quoted: Bool) throws {
        for end in ["\n", "\r\n", "\r"] {
            for before in ["", "\u{FEFF}", "sep=\(separator)\(end)", "\u{FEFF}sep=\(separator)\(end)"] {
                let text = before + Self.text(separator, quoted: quoted, end: end)
                for pieces in [nil, 7, 64] {
                    let outcome = try Self.run(text, pieces: pieces)
                    #expect(outcome.summary.result == "2 links imported, 0 refused", "\(text.debugDescription)")
                    let link = try #require(outcome.links["links.example.com/a"])
                    #expect(link.longLink == "https://www.example.com/?x=1&y=2" && link.note == "A note")
                    #expect(link.created == 1_704_164_645)
                }
            }
        }
    }

    @Test("a refused row comes out below the table's own first lines, and is read again with the same separator")
    func rejects() throws {
        let first = try Self.run(
            "sep=;\rkeyword;url;clicks\ra;https://www.example.com/;many\rb;https://www.example.com/;3\r")
        #expect(first.summary.result == "1 link imported, 1 refused", "\(first.summary)")
        #expect(first.header == "sep=;\rkeyword;url;clicks\r")
        let again = try Self.run(first.header + first.rows.joined().replacing("many", with: "12"))
        #expect(again.summary.result == "1 link imported, 0 refused", "\(again.summary)")
        #expect(again.links["links.example.com/a"]?.importedClicks == 12)
    }

    @Test("psql's own table, with blanks, a rule and a count")
    func psql() throws {
        let outcome = try Self.run(
            """
             address |          target           |       created_at       | banned
            ---------+---------------------------+------------------------+--------
             a       | https://www.example.com/  | 2024-01-02 03:04:05+00 | f
             b       | https://www.example.com/b | 2024-01-02 03:04:05+00 | t
            (2 rows)

            """)
        #expect(outcome.summary.result == "2 links imported, 0 refused", "\(outcome.summary)")
        #expect(outcome.links["links.example.com/a"]?.longLink == "https://www.example.com/")
        #expect(outcome.links["links.example.com/b"]?.isDisabled == true)
    }

    @Test("blanks around an address, a code, a time or a number are no part of it; those in a name of ours are")
    func blanks() throws {
        let foreign = try Self.run(
            "short_url , long_url,title,created_at,clicks\n https://links.example.com/a ,\u{A0}https://www.example.com/ , A  name ,\" 2024-01-02 \", 12 \n",
            nil)
        let link = try #require(foreign.links["links.example.com/a"], "\(foreign.summary)")
        #expect(link.longLink == "https://www.example.com/" && link.name == "A  name")
        #expect(link.created == 1_704_153_600 && link.importedClicks == 12)
        let own = try Self.run("link,long_link,name\nlinks.example.com/a, https://www.example.com/ , x \n", nil)
        #expect(own.links["links.example.com/a"]?.longLink == "https://www.example.com/")
        #expect(own.links["links.example.com/a"]?.name == " x ")
    }

    // MARK: - Empty values

    @Test(
        "what databases write for nothing is nothing in every column",
        arguments: ["NULL", "null", "\\N", "(null)", "<null>", "[NULL]", " NULL ", ""])
    func nothing(_ null: String) throws {
        let outcome = try Self.run(
            """
            address,target,description,title,tags,banned,password,visit_count,expire_in,created_at,max_visits,expired_url,ip
            a,https://www.example.com/,\(null),\(null),\(null),\(null),\(null),\(null),\(null),\(null),\(null),\(null),\(null)
            """)
        let link = try #require(outcome.links["links.example.com/a"], "\(outcome.summary)")
        #expect(link.name.isEmpty && link.note.isEmpty && link.tags.isEmpty && link.expires == nil)
        #expect(
            link.maximumClicks == nil && link.expiredTarget == nil && !link.isDisabled && link.created == 1_800_000_000)
        #expect(
            outcome.summary.details.contains("note: columns that are not imported: ip (empty)"), "\(outcome.summary)")
        #expect(outcome.summary.details.contains("note: 1 link, in line 2: no creation time; using the current time"))
    }

    @Test("zero dates are no end of a link")
    func zeroDates() throws {
        let outcome = try Self.run(
            "address,target,expire_in,deleted_at,created_at\na,https://www.example.com/,0000-00-00 00:00:00,0000-00-00,0001-01-01T00:00:00Z\n"
        )
        let link = try #require(outcome.links["links.example.com/a"], "\(outcome.summary)")
        #expect(link.expires == nil && !link.isDisabled && link.created == 1_800_000_000)
    }

    @Test("a link that is named NULL is exported and imported with its name")
    func namedNull() throws {
        var record = LinkRecord(key: LinkKey("links.example.com/a")!, longLink: "https://www.example.com/", created: 1)
        (record.name, record.note, record.tags) = ("NULL", "null", ["\\N", "[\"x\"]"])
        for format in [LinkFileFormat.csv, .jsonl] {
            let outcome = try Self.run(LinkFileTests.write([record], format), nil)
            let link = try #require(outcome.links["links.example.com/a"], "\(outcome.summary)")
            #expect(link.name == "NULL" && link.note == "null" && link.tags == record.tags)
        }
    }

    @Test("no link is lost for the time of its creation, which is counted; one for its end is refused")
    func creationTimes() throws {
        let outcome = try Self.run(
            """
            address,target,created_at,updated_at,expire_in
            a,https://www.example.com/,3/4/2024,soon,
            b,https://www.example.com/,2024-01-02 03:04:05+00,2024-01-03,
            c,https://www.example.com/,long ago,,
            d,https://www.example.com/,,,3/4/2024
            """)
        #expect(outcome.summary.result == "3 links imported, 1 refused", "\(outcome.summary)")
        #expect(
            outcome.summary.details.contains(
                "warning: 2 links, the first in line 2: the creation time can't be read; using the current time"),
            "\(outcome.summary)")
        #expect(outcome.links["links.example.com/a"]?.created == 1_800_000_000)
        #expect(outcome.links["links.example.com/b"]?.updated == 1_704_240_000)
        let lines = try Self.run(
            "{\"link\": \"links.example.com/a\", \"long_link\": \"https://www.example.com/\", \"created\": \"long ago\"}\n",
            nil)
        #expect(lines.summary.result == "1 link imported, 0 refused")
        #expect(lines.summary.details.contains { $0.hasPrefix("warning: 1 link, in line 1: the creation time") })
    }

    // MARK: - Lists

    @Test("Bitly's custom links are links of their own, and its tags come out of their brackets")
    func bitly() throws {
        let outcome = try Self.run(
            """
            link,custom_bitlinks,long_url,title,tags,archived,created_at,total_clicks
            https://links.example.com/3xYz,"[""https://links.example.com/sale"",""links.example.com/Sale24""]",https://www.example.com/,A name,"[""x"",""y z""]",false,2024-01-02T03:04:05+0000,12
            https://links.example.com/4xYz,[],https://www.example.com/4,,[],false,2024-01-02T03:04:05+0000,0
            https://links.example.com/5xYz,"['https://links.example.com/five', 'https://links.example.com/5xYz']",https://www.example.com/5,,"['x']",false,2024-01-02T03:04:05+0000,5
            """, nil)
        #expect(outcome.summary.result == "6 links imported, 0 refused", "\(outcome.summary)")
        for code in ["3xYz", "sale", "Sale24"] {
            let link = try #require(outcome.links["links.example.com/\(code)"])
            #expect(link.longLink == "https://www.example.com/" && link.tags == ["x", "y z"] && link.name == "A name")
            #expect(link.created == 1_704_164_645 && link.importedClicks == (code == "3xYz" ? 12 : nil))
        }
        #expect(outcome.links["links.example.com/4xYz"]?.tags == [])
        #expect(outcome.links["links.example.com/five"]?.tags == ["x"])
    }

    @Test("a table may have its codes in that column alone, bare or with their domain")
    func customAlone() throws {
        let outcome = try Self.run(
            "long_url,custom back-half\nhttps://www.example.com/,\"sale, Sale24\"\nhttps://www.example.com/,\n")
        #expect(outcome.summary.result == "2 links imported, 1 refused", "\(outcome.summary)")
        #expect(Set(outcome.links.keys) == ["links.example.com/sale", "links.example.com/Sale24"])
    }

    @Test(
        "tags in lists",
        arguments: [
            (#"["one","two"]"#, ["one", "two"]), (#"["a,b"]"#, ["a,b"]), ("['one', 'it\\'s']", ["one", "it's"]),
            (#"[{"id":"t_1","name":"one","color":"red"},{"name":"two"}]"#, ["one", "two"]),
            ("{one,two}", ["one", "two"]),
            (#"{"one two",three,NULL}"#, ["one two", "three"]), ("[]", []), ("{}", []), ("one|two", ["one", "two"]),
            (#"["one","one"," two "]"#, ["one", "two"]), ("[one] two", ["[one] two"]),
        ])
    func tags(_ cell: String, _ tags: [String]) throws {
        let quoted = cell.replacing("\"", with: "\"\"")
        let outcome = try Self.run("key,url,tags\na,https://www.example.com/,\"\(quoted)\"\n")
        #expect(outcome.links["links.example.com/a"]?.tags == tags, "\(outcome.summary)")
    }

    // MARK: - States

    @Test(
        "a link that does not work where it comes from does not work here",
        arguments: [
            "banned:t", "banned:true", "banned:1", "is_disabled:1", "disabled:yes", "isDisabled:true",
            "deleted_at:2024-01-02",
            "disabledAt:2024-01-02T03:04:05.000Z", "banned_at:1704164645", "is_active:0", "Active:false", "enabled:f",
            "status:disabled", "Status:Banned", "state:blocked", "is_deleted:true", "suspended:TRUE", "status:0",
            "deleted:on", "status:inactive", "status:expired",
        ])
    func stopped(_ text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 1)
        let outcome = try Self.run("slug,url,\(parts[0])\na,https://www.example.com/,\(parts[1])\n")
        #expect(outcome.links["links.example.com/a"]?.isDisabled == true, "\(outcome.summary)")
    }

    @Test(
        "and one that works there works here",
        arguments: [
            "banned:f", "banned:false", "banned:0", "deleted_at:NULL", "deleted_at:0000-00-00 00:00:00", "disabledAt:",
            "is_active:1", "active:t", "status:active", "status:Live", "status:301", "status:1", "is_disabled:\\N",
        ])
    func working(_ text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 1)
        let outcome = try Self.run(
            "slug,url,\(parts[0])\na,https://www.example.com/,\(parts.count > 1 ? parts[1] : "")\n")
        #expect(outcome.links["links.example.com/a"]?.isDisabled == false, "\(outcome.summary)")
    }

    @Test("several columns say it together, and what none of them can be read as refuses the row")
    func severalStates() throws {
        let outcome = try Self.run(
            """
            slug,url,status,is_active,deleted_at,banned,archived
            a,https://www.example.com/,active,1,2024-01-02,f,f
            b,https://www.example.com/,active,1,,f,t
            c,https://www.example.com/,frozen,1,,f,f
            d,https://www.example.com/,active,1,,maybe,f
            e,https://www.example.com/,archived,1,,f,f
            """)
        #expect(outcome.summary.result == "3 links imported, 2 refused", "\(outcome.summary)")
        #expect(outcome.links["links.example.com/a"]?.isDisabled == true)
        #expect(outcome.links["links.example.com/b"]?.isArchived == true)
        #expect(outcome.links["links.example.com/e"]?.isArchived == true)
        #expect(
            outcome.summary.details.contains {
                $0.contains("the column status must be active, archived or disabled") && $0.contains("frozen")
            }, "\(outcome.summary)")
        #expect(
            outcome.summary.details.contains(
                "note: 1 link, in line 2: banned, disabled or deleted at their origin; imported as disabled"))
    }

    @Test("Polr has its code in short_url, and refuses people without its secret key")
    func polr() throws {
        let outcome = try Self.run(
            """
            id,short_url,long_url,ip,creator,clicks,secret_key,is_disabled,is_custom,created_at
            1,a,https://www.example.com/,192.0.2.1,me,3,,0,1,2024-01-02 03:04:05
            2,b,https://www.example.com/,192.0.2.1,me,3,k3y,0,1,2024-01-02 03:04:05
            3,c,https://www.example.com/,192.0.2.1,me,3,,1,1,2024-01-02 03:04:05
            """)
        #expect(outcome.summary.result == "2 links imported, 1 refused", "\(outcome.summary)")
        #expect(outcome.links["links.example.com/a"]?.isDisabled == false)
        #expect(outcome.links["links.example.com/c"]?.isDisabled == true)
    }
}

/// Regression: a failed import left a new, empty store behind, which the daemon then served.
@Suite("imports into a store that is not there yet")
struct NewStoreTests {
    private static func make(in place: ScratchFolder, from text: String) throws -> (
        made: Int, exists: Bool, fault: LinkImportFault?
    ) {
        let path = place.path + "/store"
        var made = 0
        var options = LinkImporter.Options(now: 1_800_000_000)
        options.moves = [try #require(DomainMove("links.example.com"))]
        var importer = LinkImporter(
            nil, nil, checker: nil, options,
            makeStore: { () throws(StoreError) in
                made += 1
                return try LinkStore(directory: path)
            }
        ) { _, _ in }
        var fault: LinkImportFault?
        do throws(LinkImportFault) { _ = try importer.read(Array(text.utf8).span, isLast: true) } catch {
            fault = error
        }
        try importer.finish()
        return (made, LinkStore.exists(in: path), fault)
    }

    @Test(
        "a file that is none, and one of which all rows are refused, make no store",
        arguments: ["a|b\n1|2\n", "PK\u{3}\u{4}", "slug,url\n_fp,https://www.example.com/\n", "slug,url\n", ""])
    func nothing(_ text: String) throws {
        let outcome = try Self.make(in: try ScratchFolder(), from: text)
        #expect(outcome.made == 0 && !outcome.exists)
    }

    @Test("the first link makes it, once")
    func first() throws {
        let rows = (0..<9_000).map { "c\($0),https://www.example.com/\($0)\n" }.joined()
        let outcome = try Self.make(in: try ScratchFolder(), from: "slug,url\n" + rows)
        #expect(outcome.made == 1 && outcome.exists && outcome.fault == nil)
    }
}

/// Two codes that another system treated as one become two links, and any given address leads to one of them only.
@Suite("imported codes that differ only in case")
struct ImportedSpellingTests {
    private static let table = """
        slug,url
        Sale,https://www.example.com/1
        other,https://www.example.com/
        SALE,https://www.example.com/2
        Other,https://www.example.com/
        Sale,https://www.example.com/1
        """

    private static func details(_ codes: CodeCase, isDry: Bool = false, _ store: LinkStore? = nil, text: String = table)
        throws -> [String]
    {
        var site = SiteDefinition(name: "example")
        (site.hosts, site.authorizedDomains, site.codes) = (["links.example.com"], ["www.example.com"], codes)
        let folder = try ScratchFolder()
        let store = try store ?? LinkStore(directory: folder.path)
        var options = LinkImporter.Options(now: 1_800_000_000)
        options.moves = [try #require(DomainMove("links.example.com"))]
        options.isDryRun = isDry
        var importer = LinkImporter(store, nil, checker: try LinkCheckerTests.checker(site), options) { _, _ in }
        _ = try importer.read(Array(text.utf8).span, isLast: true)
        try importer.finish()
        #expect(importer.counts.refused == 0)
        return ImportSummary(importer, isDryRun: isDry).details.filter { $0.contains("case") }
    }

    @Test(
        "are imported and reported: as a warning if the site ignores case, as a note if not",
        arguments: [false, true])
    func file(_ isDry: Bool) throws {
        #expect(
            try Self.details(.anyCase, isDry: isDry) == [
                "warning: 2 links, the first in line 4: the code differs only in case from another link's (SALE, and in line 2); "
                    + "on a site with `codes: any_case` each has its own address, and other spellings lead to one of them"
            ])
        #expect(
            try Self.details(.exact, isDry: isDry) == [
                "note: 2 links, the first in line 4: the code differs only in case from another link's (SALE, and in line 2); "
                    + "they are separate links here"
            ])
    }

    @Test("those of the store count, too, where the site ignores case")
    func store() throws {
        let folder = try ScratchFolder()
        let store = try LinkStore(directory: folder.path)
        try store.apply(
            .load([
                LinkRecord(key: LinkKey("links.example.com/sAle")!, longLink: "https://www.example.com/", created: 1)
            ]))
        let text = "slug,url\nSale,https://www.example.com/1\nx,https://www.example.com/\n"
        let details = try Self.details(.anyCase, store, text: text)
        #expect(
            details.count == 1 && details[0].contains("1 link, in line 2")
                && details[0].contains("(Sale, and in the store as sAle)"))
    }
}
