import ByteText
import LinkStore
import Links
import TestSupport
import Testing

@testable import LinkCatalog

/// Whole files imported into stores, and the reports.
@Suite("imports of links")
struct LinkImportTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// The result of an import.
    struct Result {
        var counts: LinkImporter.Counts
        var text: String
        var details: [String]
        /// The refused rows below the file's header, as written by `--rejects`.
        var rejects = ""
    }

    private final class Rejects {
        var rows: [UInt8] = []
    }

    private func run(
        _ text: String, into store: LinkStore?, _ change: (inout LinkImporter.Options) -> Void = { _ in }
    ) throws -> Result {
        var options = LinkImporter.Options(now: 1_700_000_000)
        options.isDryRun = store == nil
        options.keepsRows = true
        change(&options)
        let rejects = Rejects()
        var importer = LinkImporter(store, nil, checker: try LinkCheckerTests.checker(), options) { refusal, header in
            if rejects.rows.isEmpty { rejects.rows = header }
            rejects.rows += refusal.row
        }
        _ = try importer.read(Array(text.utf8).span, isLast: true)
        try importer.finish()
        let summary = ImportSummary(importer, isDryRun: options.isDryRun)
        return Result(
            counts: importer.counts, text: summary.result, details: summary.details,
            rejects: String(decoding: rejects.rows, as: UTF8.self))
    }

    private func store() throws -> LinkStore { try LinkStore(directory: folder.path) }

    private static func table(_ rows: (String, String)...) -> String {
        "link,long_link,created\n" + rows.map { "\($0.0),\($0.1),2021-03-04\n" }.joined()
    }

    private static let page = "https://www.example.com/"

    @Test("reasons are counted, the most frequent first, each with its first row and what helps")
    func reasons() throws {
        let result = try run(
            Self.table(
                ("links.example.com/go/a", "https://shop.acme.test/1"), ("links.acme.test/b", Self.page),
                ("links.acme.test/c", Self.page), ("links.example.com/go/x/y/d", Self.page),
                ("links.example.com/go/robots.txt", Self.page), ("links.acme.test/d", Self.page),
                ("links.example.com/go/e", "https://shop.acme.test/2"), ("links.example.com/go/f", "http://a.b/")),
            into: nil)
        #expect(result.text == "0 links would be imported, 8 refused")
        #expect(
            result.details == [
                "3 rows: no site has the link domain links.acme.test",
                "  the first in line 3: https://links.acme.test/b",
                "  add it to a site's hosts, or move its links: --domain links.acme.test=links.example.com "
                    + "(or links.example.com/go)",
                "2 rows: link: The link leads to an address that this site does not allow: https://shop.acme.test",
                "  the first in line 2: https://links.example.com/go/a",
                "  to allow it, if you still own shop.acme.test, set in the site example:",
                "    authorized_domains: [www.example.com, shop.acme.test]",
                "  then any link of the site may lead to any address of shop.acme.test, even under a later owner",
                "1 row: no site has the link domain links.example.com/go/x/y",
                "  in line 5: https://links.example.com/go/x/y/d",
                "  add links.example.com/go/x/y to the hosts of the site example: then /go/x/y is a path prefix",
                #"1 row: the code "robots.txt" is reserved"#, "  in line 6: https://links.example.com/go/robots.txt",
                "1 row: link: The link leads to an address that this site does not allow: http://a.b",
                "  in line 9: https://links.example.com/go/f",
                "  preferably change these links to https; otherwise, if you still own a.b, set in the site example:",
                #"    url_patterns: ['^https://www\.example\.com(:[0-9]+)?/', '^http://a\.b/']"#,
                "  then any link of the site may lead to any address of a.b, even under a later owner; the first pattern keeps the authorized domains allowed",
            ])
    }

    @Test("only some reasons are shown, and the others counted")
    func manyReasons() {
        var groups = RefusalGroups()
        for number in 1...400 {
            groups.add(ImportRefusal(line: number + 1, fault: .invalid("reason \(number)")))
            if number < 4 { groups.add(ImportRefusal(line: 900 - number, fault: .invalid("reason \(number)"))) }
        }
        let lines = groups.lines(shown: 3) { _ in nil }
        #expect(
            lines == [
                "2 rows: reason 1", "  the first in line 2", "2 rows: reason 2", "  the first in line 3",
                "2 rows: reason 3",
                "  the first in line 4", "397 rows for many other reasons; --report FILE has the reason of every line",
            ])
    }

    @Test("refused rows come out as they were, and can be mended and imported")
    func rejects() throws {
        let header = "\u{FEFF}Short link" + String(repeating: ",x", count: 28) + "\r\n"
        let blank = String(repeating: ",", count: 12)
        func row(_ code: String, _ title: String, _ efr: String = "", ending: String = "\r\n") -> String {
            "https://links.example.com/go/\(code),\(Self.page)\(blank.dropLast(1))\(efr),,\(title)\(blank)false,\(ending)"
                .replacing(",false,", with: ",false,,2021-03-04T05:06:07Z")
        }
        let bad =
            row("b", "\"two\r\nlines, \"\"quoted\"\"\"", "maybe") + "x,\"y\"\r\n" + row("d", "ü", "no?", ending: "")
        let first = try run(header + row("a", "A") + bad, into: try store())
        #expect(first.counts.imported == 1 && first.counts.refused == 3, "\(first)")
        #expect(first.rejects == header + bad + "\n")
        let mended = first.rejects.replacing("maybe", with: "TRUE").replacing("no?", with: "no")
            .replacing("x,\"y\"\r\n", with: "")
        let second = try run(mended, into: try store())
        #expect(second.text == "2 links imported, 0 refused", "\(second)")
        let links = try store()
        let made = try #require(try links.link(LinkKey("links.example.com/go/b")!))
        #expect(made.longLink.contains("efr=1") && made.longLink.contains("two%20%20lines%2C%20%22quoted%22"))
        #expect(
            second.details == [
                "note: 1 link, in line 2: line breaks in the social title or text were replaced with spaces"
            ])
    }

    @Test("a dry run says what the run then does, into an empty store and a half full one")
    func dryRun() throws {
        let many = (0..<200).map { ("links.example.com/go/n\($0)", "\(Self.page)\($0)") }
        var text = "link,long_link\n"
        for row in many { text += "\(row.0),\(row.1)\n" }
        text += "links.example.com/go/n7,\(Self.page)7\nlinks.example.com/go/n8,\(Self.page)else\n"
        text += "links.example.com/go/n9x,https://evil.example/\nlinks.example.com/go/long,\(Self.page)"
        text += String(repeating: "x", count: LinkRecord.maximumLongLink) + "\n"
        let empty = try run(text, into: nil)
        do {
            let full = try run(text, into: try store())
            #expect(full.counts == empty.counts && full.details == empty.details)
            #expect(full.text == "200 links imported, 1 repeated in the file, 3 refused", "\(full)")
        }
        do {
            let links = try store()
            for number in 0..<50 {
                try links.apply(.update(LinkKey("links.example.com/go/n\(number)")!, .moved(number), at: 2))
            }
            try links.apply(.delete(LinkKey("links.example.com/go/n60")!, at: 2))
        }
        for replaces in [false, true] {
            let dry = try LinkStore(directory: folder.path, isReadOnly: true)
            let said = try run(text, into: dry) { ($0.isDryRun, $0.replaces) = (true, replaces) }
            #expect(said.counts.imported == 0 && said.counts.known == 149)
            #expect(said.counts.refused == (replaces ? 4 : 54) && said.counts.replaced == (replaces ? 50 : 0))
            withExtendedLifetime(dry) {}
            dryResult.append(said)
        }
        for (said, replaces) in zip(dryResult.list, [false, true]) {
            let done = try run(text, into: try store()) { $0.replaces = replaces }
            #expect(done.counts == said.counts && done.details == said.details, "\(done)")
        }
        let elsewhere = "25 rows: the short link is already in the store, and leads elsewhere"
        let renamed = "25 rows: the short link is already in the store and leads to the same address, with another name"
        #expect(dryResult.list[0].details.contains(elsewhere))
        #expect(dryResult.list[0].details.contains { $0.hasPrefix(renamed) })
        let links = try store()
        #expect(try links.link(LinkKey("links.example.com/go/n3")!)?.longLink == "\(Self.page)3")
    }

    @Test(
        "repetitions in a file are found, whether the link is in the store, in the file or refused",
        arguments: [false, true])
    func repetitions(replaces: Bool) throws {
        func row(_ code: String, _ target: String) -> String { "links.example.com/go/\(code),\(Self.page)\(target)\n" }
        let head = "link,long_link\n"
        let known = try run(head + row("same", "1") + row("other", "1") + row("gone", "1"), into: try store())
        #expect(known.counts.imported == 3)
        try store().apply(.delete(LinkKey("links.example.com/go/gone")!, at: 2))
        var text = head
        for target in ["1", "1", "2"] {
            // An invalid line and a refused one, so that line numbers and IDs diverge.
            text += row("new", target) + "\n" + row("same", target) + row("robots.txt", target)
            text += row("other", target == "1" ? "3" : target) + row("gone", target)
        }
        let said = try run(text, into: try LinkStore(directory: folder.path, isReadOnly: true)) {
            ($0.isDryRun, $0.replaces) = (true, replaces)
        }
        let done = try run(text, into: try store()) { $0.replaces = replaces }
        #expect(done.counts == said.counts && done.details == said.details, "\(done)")
        #expect(done.counts.imported == 1 && done.counts.known == 1 && done.counts.repeated == 4, "\(done)")
        #expect(done.counts.replaced == (replaces ? 1 : 0))
        let links = try store()
        #expect(try links.link(LinkKey("links.example.com/go/new")!)?.longLink == "\(Self.page)1")
        #expect(
            try links.link(LinkKey("links.example.com/go/other")!)?.longLink == "\(Self.page)\(replaces ? "3" : "1")")
    }

    /// Lines of all kinds: repetitions, refusals, warnings, texts with line breaks, links in the store.
    private static func lines(_ count: Int, _ random: inout SplitMix64) -> String {
        var text = "link,long_link,created,note,tags\n"
        for _ in 0..<count {
            let code = "n\(random.next() % UInt64(count))"
            let host = ["links.example.com/go", "example.page.link", "nobody.test"].randomElement(using: &random)!
            let pick = Int.random(in: 0..<20, using: &random)
            let target =
                switch pick {
                case 18: "https://evil.example/"
                case 19: "https://example.page.link/?link=\(page)&x=1"
                default: "\(page)\(random.next() % 2)"
                }
            let created = Bool.random(using: &random) ? "2021-03-04" : ""
            let note = Int.random(in: 0..<9, using: &random) == 0 ? "\"two\nlines\"" : ""
            text += "\(host)/\(code),\(target),\(created),\(note),\(pick == 3 ? "red" : "")\n"
        }
        return text
    }

    @Test(
        "sorted or in batches, an import says and does the same",
        arguments: [UInt64.random(in: 0...UInt64.max)], [false, true])
    func sorted(seed: UInt64, replaces: Bool) throws {
        var random = SplitMix64(seed: seed)
        for count in [5, 300] {
            let text = Self.lines(count, &random)
            var results: [Result] = []
            var stores: [[LinkRecord]] = []
            for sorts in [false, true] {
                let folder = try ScratchFolder()
                let store = try LinkStore(directory: folder.path)
                // Existing links: as in the file, different, and deleted.
                for (number, target) in ["0", "1", "else", "gone"].enumerated() {
                    let key = LinkKey("links.example.com/go/n\(number)")!
                    try store.apply(.load([LinkRecord(key: key, longLink: Self.page + target, created: 1)]))
                    if target == "gone" { try store.apply(.delete(key, at: 2)) }
                }
                results.append(
                    try run(text, into: store) { ($0.sorts, $0.batchCount, $0.replaces) = (sorts, 7, replaces) })
                #expect(try store.check().findings == [])
                var query = ListQuery()
                (query.order, query.isArchived, query.limit) = (.key, nil, 10_000)
                stores.append(try store.list(query).links)
            }
            let (batches, sorted) = (results[0], results[1])
            #expect(sorted.counts == batches.counts, "seed \(seed), \(count) lines")
            #expect(sorted.text == batches.text && sorted.details == batches.details, "seed \(seed), \(count) lines")
            let (left, right) = (sorted.rejects.split(separator: "\n"), batches.rejects.split(separator: "\n"))
            #expect(left.sorted() == right.sorted(), "seed \(seed), \(count) lines")
            #expect(stores[0] == stores[1], "seed \(seed), \(count) lines")
        }
    }

    @Test("if other writers fill the store during the import, the links are imported in batches")
    func overtaken() throws {
        var random = SplitMix64(seed: 8)
        let text = Self.lines(300, &random)
        let expected = try run(text, into: try store()) { $0.sorts = false }
        let folder = try ScratchFolder()
        let other = try LinkStore(directory: folder.path)
        var options = LinkImporter.Options(now: 1_700_000_000)
        options.batchCount = 20
        var importer = LinkImporter(other, nil, checker: try LinkCheckerTests.checker(), options) { _, _ in }
        _ = try importer.read(Array(text.utf8).span, isLast: true)
        try other.apply(
            .load((0..<5_000).map { LinkRecord(key: LinkKey("other.test/\($0)")!, longLink: Self.page, created: 1) }))
        try importer.finish()
        #expect(importer.counts == expected.counts)
        let check = try other.check()
        #expect(check.links == expected.counts.imported + 5_000 && check.findings == [])
    }

    @Test("the line of an imported link is known by its ID")
    func importedLines() {
        func rows(_ lines: [Int]) -> [ImportBatch.Row] {
            lines.map { ImportBatch.Row(line: $0, warnings: [], isUndated: false, isBlanked: false) }
        }
        var made = ImportedLines()
        #expect(made.line(of: 1) == nil)
        made.add(rows([2, 3, 5, 9, 10]), from: 100)
        // Links were created by others in between.
        made.add(rows([11, 12, 20]), from: 200)
        #expect([99, 100, 101, 102, 103, 104].map { made.line(of: $0) } == [nil, 2, 3, 5, 9, 10])
        #expect([105, 199].map { made.line(of: $0) } == [nil, nil])
        #expect([200, 201, 202, 203].map { made.line(of: $0) } == [11, 12, 20, nil])
    }

    private final class Results {
        var list: [Result] = []
        func append(_ result: Result) { list.append(result) }
    }
    private let dryResult = Results()

    @Test(
        "an address is plainly elsewhere only if its host has one reading",
        arguments: [
            ("https://www.example.com/", true), ("https://www.example.com", true), ("https://www.example.com?a", true),
            ("https://links.example.com/go/?link=x", false), ("https://links.example.com", false),
            ("https://LINKS.example.com/", false), ("https://links.example.com./", false), ("https://l%69nks/", false),
            ("https://links.example.com:443/", false), ("https://a@links.example.com/", false),
            ("https:///a.b/", false), ("http://a.b/", false), ("https://1.2/", false), ("https://a.0x1/", false),
            ("", false), ("https://", false),
            ("https://a\\b", false), ("https://a.b#c", false), (" https://a.b/", false), ("https://xn--a.b/", true),
        ])
    func elsewhere(address: String, isElsewhere: Bool) {
        #expect(LinkFields.isPlainlyElsewhere(address, "links.example.com/go") == isElsewhere)
        if isElsewhere { #expect((try? LongLink(parsing: address))?.domain.hasPrefix("links.example.com") != true) }
    }

    @Test(
        "links move with everything in their paths, or not at all",
        arguments: [
            ("links.example.com/go", "old.test/a", "links.example.com/go/a"),
            ("links.example.com/go", "old.test/go/a", "links.example.com/go/a"),
            ("old.test=links.example.com/go", "old.test/a", "links.example.com/go/a"),
            ("https://old.test/x/=links.example.com/go", "old.test/x/a", "links.example.com/go/a"),
            ("old.test=links.example.com", "old.test/go/a", "links.example.com/go/a"),
            // Regression: all of these became links.example.com/go/c.
            ("links.example.com/go", "old.test/a/b/c", nil), ("old.test=links.example.com/go", "old.test/b/c", nil),
            ("old.test=links.example.com/go", "older.test/c", nil),
        ])
    func moves(_ move: String, _ link: String, _ moved: String?) throws {
        let result = try run(Self.table((link, "https://\(link)?link=\(Self.page)")), into: try store()) {
            $0.moves = [DomainMove(move)!]
        }
        #expect(result.counts.imported == (moved == nil ? 0 : 1), "\(result)")
        guard let moved else { return }
        let links = try store()
        #expect(try links.link(LinkKey(moved)!) != nil)
    }

    @Test("a plain move that would drop a part of a path says how to ask for it")
    func droppedPath() throws {
        let result = try run(Self.table(("old.test/a/b/c", Self.page)), into: nil) {
            $0.moves = [DomainMove("links.example.com/go")!]
        }
        #expect(
            result.details == [
                "1 row: --domain links.example.com/go would drop /a/b from the path of links below old.test/a/b",
                "  in line 2: https://old.test/a/b/c",
                "  --domain old.test/a/b=NEW/DOMAIN allows dropping all of old.test/a/b",
            ])
        for text in ["", "a=b=c", "=x", "a=", "a b"] { #expect(DomainMove(text) == nil, "\(text)") }
    }

    @Test("columns that are not imported are named, with how many rows have something in them")
    func columns() throws {
        let branch = try run(
            """
            url,alias,$fallback_url,~campaign,~channel,,creation_date
            https://links.example.com/go/a,a,https://www.example.com/a,Sum, ,,1614834367000
            https://links.example.com/go/b,,https://www.example.com/b,Win,,,1614834367000
            """, into: nil)
        #expect(branch.counts.imported == 2, "\(branch)")
        #expect(
            branch.details == [
                #"note: columns that are not imported: ~campaign (2 values), ~channel (empty), "" (empty)"#
            ])
        let bitly = try run(
            """
            title,long_url,bitlink,custom_bitlinks,created,tags,total_clicks,name
            T,https://www.example.com/a,https://links.example.com/go/a,links.example.com/go/own,2021-03-04T05:06:07+0100,x,1,N
            """, into: try store())
        #expect(
            bitly.details == [
                "note: columns that are not imported: title (1 value)"
            ])
        let links = try store()
        let made = try #require(try links.link(LinkKey("links.example.com/go/a")!))
        #expect(made.name == "N" && made.created == 1_614_830_767 && made.tags == ["x"] && made.importedClicks == 1)
    }

    @Test("rows that are not UTF-8, and files that are not")
    func encodings() throws {
        var bytes = Array(Self.table(("links.example.com/go/a", Self.page)).utf8)
        bytes.replaceSubrange((bytes.count - 11)..., with: Array(",2021-03-04".utf8) + [0x0A])
        var reader = LinkFileReader(nil)
        let start = bytes.firstIndex(of: 0x0A)! + 1
        bytes[start] = 0xF6
        _ = try reader.next(bytes.span, from: 0, isLast: true)
        guard case .refused(let fault, 2) = try reader.next(bytes.span, from: start, isLast: true) else {
            Issue.record("taken for text")
            return
        }
        #expect(fault.message.contains("iconv"))
        var other = LinkFileReader(.csv)
        let wide: [UInt8] = [0xFF, 0xFE, 0x6C, 0, 0x69, 0]
        let refused = #expect(throws: LinkFileReader.Fault.self) { try other.next(wide.span, from: 0, isLast: true) }
        #expect(refused?.message.contains("UTF-16") ?? false)
    }
}

extension LinkPatch {
    /// A patch with another target or another name.
    fileprivate static func moved(_ number: Int) -> LinkPatch {
        var patch = LinkPatch()
        if number % 2 == 0 { patch.name = "N" } else { patch.longLink = "https://www.example.com/other" }
        return patch
    }
}
