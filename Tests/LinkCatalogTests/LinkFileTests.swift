import ByteText
import LinkStore
import Links
import TestSupport
import Testing

@testable import LinkCatalog

/// Reading and writing link files.
@Suite("files of links")
struct LinkFileTests {
    /// The records of a file, line by line.
    struct Reading {
        var records: [LinkRecord] = []
        var refused: [String] = []
        var format: LinkFileFormat?
    }

    static func read(_ text: String, pieces: Int? = nil) throws -> Reading {
        let bytes = Array(text.utf8)
        var reader = LinkFileReader(nil)
        var reading = Reading()
        var start = 0
        var known = pieces ?? bytes.count
        while start < bytes.count {
            let shown = Array(bytes[..<min(known, bytes.count)])
            let step = try reader.next(shown.span, from: start, isLast: known >= bytes.count)
            start += reader.used
            switch step {
            case .link(let fields, let line):
                do { reading.records.append(try fields.record(now: 1_700_000_000)) } catch {
                    reading.refused.append("\(line): \(error.message)")
                }
            case .refused(let fault, let line): reading.refused.append("\(line): \(fault.message)")
            case .nothing: break
            case .needsMore: known += pieces ?? 1
            }
        }
        reading.format = reader.format
        return reading
    }

    static func write(_ records: [LinkRecord], _ format: LinkFileFormat) -> String {
        var writer = LinkFileWriter(format)
        var output: [UInt8] = []
        writer.begin(&output)
        for record in records { writer.append(record, to: &output) }
        return String(decoding: output, as: UTF8.self)
    }

    private static let takeout = #"""
        Short link,Deep link (link),apn,afl,amv,ibi,ifl,ius,ipfl,ipbi,isi,imv,efr,ofl,st,sd,si,utm_source,utm_medium,utm_campaign,\#
        utm_term,utm_content,at,ct,mt,pt,Archived?,Link name,Creation timestamp
        https://example.page.link/WXYZ,https://www.example.com/?a=1&b=2,com.example.android,,12,,,,,,,,TRUE,,\#
        "Title, ""x""\#
        ",,,,,,,,,,,,false,Spring,2021-03-04 05:06:07 UTC
        https://example.page.link/nlAR8U4SlKRZw1cb2,https://www.example.com/,,,,,,,,,,,,,,,,mail,,,,,,,,,true,,1614834367000

        https://example.page.link/abcd,,,,,,,,,,,,,,,,,,,,,,,,,,,,
        https://example.page.link/a/b
        https://example.page.link/efgh,https://www.example.com/,,,,,,,,,,,maybe,,,,,,,,,,,,,,,,
        """#

    @Test("Takeout's 29 columns")
    func takeoutFile() throws {
        let reading = try Self.read(Self.takeout)
        #expect(reading.format == .takeout)
        #expect(reading.records.map(\.key.text) == ["example.page.link/WXYZ", "example.page.link/nlAR8U4SlKRZw1cb2"])
        let first = try #require(reading.records.first)
        #expect(
            first.longLink
                == "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F%3Fa%3D1%26b%3D2"
                + "&apn=com.example.android&amv=12&efr=1&st=Title%2C%20%22x%22")
        #expect(first.name == "Spring" && first.isManaged && !first.isArchived && first.fingerprint == nil)
        #expect(first.created == 1_614_834_367 && first.suffix == .short)
        let second = try #require(reading.records.last)
        #expect(second.isArchived && !second.isManaged && second.created == 1_614_834_367)
        #expect(second.suffix == .unguessable)
        #expect(second.fingerprint == LinkFingerprint(longLink: second.longLink, .unguessable))
        #expect(
            reading.refused == [
                "5: the column of the deep link (link) is empty",
                "6: the row has 1 column, but the export has 29",
                "7: efr must be true or false, not maybe",
            ])
    }

    @Test("tables of other shorteners, their titles in their words")
    func otherTables() throws {
        let reading = try Self.read(
            """
            \u{FEFF}Short URL,Destination URL,Title,created_at,tags,clicks\r
            https://links.example.com/go/a-b,https://www.example.com/,T,2021-03-04,x;y\\;z,7\r
            https://links.example.com/go/c,"https://www.example.com/\r
            x",,,,\r
            links.example.com/go/d,https://www.example.com/\r
            links.example.com/go/_fp,https://www.example.com/,,,,
            """)
        #expect(reading.format == .csv)
        let record = try #require(reading.records.first)
        #expect(record.key.text == "links.example.com/go/a-b")
        #expect(record.tags == ["x", "y;z"] && record.name == "T" && record.created == 1_614_816_000)
        #expect(record.suffix == .custom)
        #expect(reading.refused.count == 2)
        #expect(reading.refused.first?.hasPrefix("5: the row has 2 columns") ?? false)
        #expect(reading.refused.last?.hasPrefix("6: the code \"_fp\" is reserved") ?? false)
    }

    @Test(
        "refused as a whole",
        arguments: [
            ("a,b\n1,2\n", "must name the columns link and long_link"),
            ("PK\u{3}\u{4}xx", "unpack"), ("url,target,link\n", "columns target and url may both be the long_link"),
            ("link,Link,long_link\n", "two columns are named link"),
            ("short_url^long_url\n", "commas, semicolons, tabs or bars"),
            ("l\0i\0n\0k\0", "UTF-16LE"), ("\0l\0i\0n\0k", "UTF-16BE"), ("li\0nk,long_link", "not text"),
        ])
    func wholeFile(_ text: String, _ part: String) {
        let fault = #expect(throws: LinkFileReader.Fault.self) { try Self.read(text) }
        #expect(fault?.message.contains(part) ?? false, "\(String(describing: fault))")
    }

    @Test("lines of JSON, the bad ones named")
    func lines() throws {
        let reading = try Self.read(
            """
            {"link": "https://a.b/c", "long_link": "https://www.example.com/"}
            {"link": "https://a.b/d", "long_link": "https://www.example.com/",}
            {"link": "https://a.b/e", "long_lnk": "x"}
            {"link": "nothing", "long_link": "x"}

            {"domain": "a.b", "code": "f", "long_link": "https://www.example.com/", "expires": "2030-01-01T00:00:00Z"}
            {"code": "g", "long_link": "x"}
            {"link": "a.b/h"}
            """)
        #expect(reading.records.map(\.key.text) == ["a.b/c", "a.b/f"])
        #expect(reading.refused.map { $0.prefix(2) } == ["2:", "3:", "4:", "7:", "8:"])
        #expect(reading.refused[1].contains("did you mean `long_link`?"))
    }

    @Test("what is written is read and written again byte for byte", arguments: LinkFileFormat.allCases)
    func roundTrip(_ format: LinkFileFormat) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        let records = (0..<100).map { Self.record($0, format, &random) }
        let text = Self.write(records, format)
        let reading = try Self.read(text, pieces: Int.random(in: 5000...9000, using: &random))
        #expect(reading.refused == [], "seed \(seed)")
        #expect(reading.format == format)
        #expect(reading.records.count == records.count)
        for (read, written) in zip(reading.records, records) { try #require(read == written, "seed \(seed)") }
        #expect(Self.write(reading.records, format) == text, "seed \(seed)")
    }

    private static func record(_ number: Int, _ format: LinkFileFormat, _ random: inout SplitMix64) -> LinkRecord {
        func text() -> String {
            String(
                (0..<Int.random(in: 0...8, using: &random)).map { _ in "ab ,;\"\\\n\rüé😀".randomElement(using: &random)!
                })
        }
        func pick<Value>(_ values: Value...) -> Value { values.randomElement(using: &random)! }
        let code = pick("c\(number)", "nlAR8U4SlKRZw\(1000 + number)", "x\(100 + number)")
        var long = LongLink(domain: "links.example.com/go")
        long[.link] = "https://www.example.com/\(number)"
        long[.st] = pick(nil, "a,\"b\"", "ü")
        long[.efr] = pick(nil, "1")
        var fields = LinkFields()
        fields.domain = "links.example.com/go"
        fields.code = code
        fields.patch.longLink = long.text
        fields.patch.name = pick("", text())
        fields.created = Int64.random(in: 0...4_000_000_000, using: &random)
        fields.patch.isArchived = pick(true, false)
        fields.patch.isManaged = !fields.patch.name!.isEmpty
        let isShared = fields.patch.name!.isEmpty && !code.hasPrefix("c\(number)")
        fields.isReused = isShared
        if format != .takeout {
            fields.patch.note = text()
            fields.patch.tags = pick([], ["a", "b;c\\", "d,e"])
            fields.patch.attributes = pick([], [LinkRecord.Attribute("k", text()), LinkRecord.Attribute("ü", "v")])
            fields.updated = fields.created! + 5
            fields.patch.expires = pick(nil, .some(7))
            fields.patch.maximumClicks = pick(nil, .some(9))
            fields.patch.isDisabled = pick(true, false)
            fields.patch.isUnsafe = pick(true, false)
            fields.patch.expiredTarget = pick(nil, .some("https://www.example.com/late?a=1,2"))
            fields.patch.usedUpTarget = pick(nil, .some("https://www.example.com/\"full\""))
            fields.patch.clicksPerSecond = pick(nil, .some(20))
            fields.patch.cacheSeconds = pick(nil, .some(0), .some(300))
            fields.suffix = pick(.short, .custom, .unguessable)
        }
        return try! fields.record(now: 0)
    }
}

/// Plain JSON lines, read by the fast path and by the JSON reader.
@Suite("plain lines")
struct PlainLineTests {
    /// The parts of generated lines, valid and invalid.
    private static let pieces = [
        #""link": "https://a.b/c""#, #""link":"a.b/go/c/""#, #""link": "nothing""#, #""domain": "a.b""#,
        #""code": "x""#,
        #""long_link": "https://www.example.com/?q=ü""#, #""name": "N""#, #""name": null"#, #""name": 7"#,
        #""note": """#,
        #""tags": []"#, #""tags": ["a"]"#, #""tags": {}"#, #""attributes": {}"#, #""attributes": {"k": "v"}"#,
        #""created": "2026-11-20T12:00:00Z""#, #""created": "yesterday""#, #""updated": "2026-11-20T12:00:00+01:00""#,
        #""starts": null"#, #""starts": "2026-11-20T12:00:00.5Z""#, #""expires": "2030-02-30T00:00:00Z""#,
        #""expires": "2030-02-28T00:00:00Z""#, #""max_clicks": 3"#, #""max_clicks": 0"#, #""max_clicks": 3.5"#,
        #""max_clicks": 18446744073709551615"#, #""max_clicks": 03"#, #""archived": true"#, #""archived": "true""#,
        #""disabled": false"#, #""expired_target": "https://www.example.com/late""#, #""expired_target": """#,
        #""used_up_target": "x""#, #""used_up_target": null"#, #""unsafe": true"#, #""unsafe": 1"#,
        #""max_clicks_per_second": 3"#, #""max_clicks_per_second": 0"#, #""max_clicks_per_second": 1000001"#,
        #""max_clicks_per_second": null"#, #""cache": 60"#, #""cache": 0"#, #""cache": 31536001"#, #""cache": "60""#,
        #""managed": true"#, #""suffix": "short""#, #""suffix": "long""#, #""reused": true"#,
        #""unknown": 1"#, #""name": "a\nb""#, "\"name\": \"a\tb\"", "\"name\" : \"a\u{7F}b\" ", #""name": "open"#, "",
        "x",
    ]

    @Test("give the same fields, or are left to the reader of JSON")
    func sameFields() throws {
        var random = SplitMix64(seed: UInt64.random(in: 0...UInt64.max))
        var plain = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...4, using: &random)
            let inner = (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined(separator: ",")
            let line =
                ["{", " { ", "[", "{{"].randomElement(using: &random)! + inner
                + ["}", " } ", "}\r\n", "}}", "", "},"].randomElement(using: &random)!
            guard let fields = PlainLine.fields(Array(line.utf8).span) else { continue }
            plain += 1
            let json = try JSONValue(parsing: line)
            #expect(try LinkFields(json, for: .file) == fields, "\(line)")
        }
        #expect(plain > 200)
        var bad = Array(#"{"name": "x"}"#.utf8)
        bad[10] = 0xFF
        #expect(PlainLine.fields(bad.span) == nil)
    }

    @Test("are those that export writes")
    func exported() {
        var record = LinkRecord(
            key: LinkKey("a.b/c")!, longLink: "https://www.example.com/", created: 1_700_000_000)
        record.expires = 1_800_000_000
        record.maximumClicks = 9
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { record.write(to: &$0, withRevision: false) }
        #expect(PlainLine.fields(bytes.span) != nil)
    }
}
