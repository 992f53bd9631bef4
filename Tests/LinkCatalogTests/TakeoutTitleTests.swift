import ByteText
import LinkStore
import Links
import TestSupport
import Testing

@testable import LinkCatalog

/// Regression: a team had moved a column of its export in a spreadsheet. All 1,325 rows were refused, and two swapped
/// columns of the same kind would have been imported as they were, because titles were not read.
@Suite("exports of Dynamic Links are read by their titles")
struct TakeoutTitleTests {
    private static let english = TakeoutLayout.standard.map(\.title)

    /// Titles in other languages, from Firebase's documentation.
    private static let japanese = [
        "短い形式のリンク", "ディープリンク（link）", "Android パッケージ名（apn）", "Android フォールバック リンク（afl）",
        "Android の最小パッケージ バージョン コード（amv）", "iOS バンドル ID（ibi）", "iOS フォールバック リンク（ifl）",
        "iOS カスタム スキーム（ius）", "iOS iPad のフォールバック リンク（ipfl）", "iOS iPad のバンドル ID（ipbi）",
        "iOS アプリストア ID（isi）", "iOS の最小バージョン（imv", "強制リダイレクトを有効するか（efr）。",
        "パソコンのフォールバック リンク(ofl)", "ソーシャル タイトル(st)", "ソーシャルの説明(sd)", "ソーシャル画像のリンク(si)",
        "UTM ソース(utm_source)", "UTM メディア(utm_medium)", "UTM キャンペーン(utm_campaign)", "UTM キーワード(utm_term)",
        "UTM コンテンツ(utm_content)", "iTunes Connect at", "iTunes Connect ct", "iTunes Connect mt", "iTunes Connect pt",
        "アーカイブ済み?", "リンク名", "作成時のタイムスタンプ",
    ]
    private static let korean = [
        "짧은 링크", "딥 링크(link)", "Android 패키지 이름(apn)", "Android 대체 링크(afl)", "Android 최소 패키지 버전 코드(amv)",
        "iOS 번들 ID(ibi)", "iOS 대체 링크(ifl)", "iOS 맞춤 스키마(ius)", "iOS iPad 대체 링크(ipfl)", "iOS iPad 번들 ID(ipbi)",
        "iOS 앱 스토어 ID(isi)", "iOS 최소 버전(imv)", "강제 리디렉션을 사용 설정하시겠습니까? (efr)", "데스크톱 대체 링크(ofl)",
        "소셜 제목(st)", "소셜 설명(sd)", "소셜 이미지 링크(si)", "UTM 소스(utm_source)", "UTM 매체(utm_medium)",
        "UTM 캠페인(utm_campaign)", "UTM 용어(utm_term)", "UTM 콘텐츠(utm_content)", "iTunes connect at", "iTunes connect ct",
        "iTunes connect mt", "iTunes connect pt", "보관처리 여부", "링크 이름", "생성 타임스탬프",
    ]
    private static let translations = [english, japanese, korean]
    /// The columns that have only an English title.
    private static let unnamed = [0, 26, 27, 28]

    /// Rows with a distinct value in every column.
    private static let rows: [[String]] = (0..<3).map { row in
        TakeoutLayout.standard.map { column, _ in
            switch column {
            case .shortLink: "https://links.example.com/go/moved\(row)"
            case .parameter(.efr): row == 1 ? "true" : ""
            case .parameter(let parameter): "https://www.example.com/\(parameter.name)/\(row)"
            case .archived: row == 2 ? "true" : "false"
            case .name: row == 0 ? "" : "Name \(row)"
            case .created: "2021-03-04T05:06:0\(row)Z"
            }
        }
    }

    private static func table(_ titles: [String], _ rows: [[String]] = rows, order: [Int]) -> String {
        var bytes: [UInt8] = []
        for row in [titles] + rows { CSVWriter.append(order.map { $0 < row.count ? row[$0] : "more" }, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func read(_ text: String) throws -> LinkFileTests.Reading { try LinkFileTests.read(text) }

    @Test("any order of the columns imports the same links")
    func permutations() throws {
        let expected = try Self.read(Self.table(Self.english, order: Array(0..<29)))
        #expect(expected.records.count == 3 && expected.refused == [])
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let mark = Bool.random(using: &random) ? "\u{FEFF}" : ""
            let text = mark + Self.table(Self.english, order: (0..<29).shuffled(using: &random))
            let reading = try Self.read(text)
            #expect(reading.format == .takeout && reading.refused == [], "seed \(seed)")
            try #require(reading.records == expected.records, "seed \(seed)")
        }
    }

    @Test("in every language, columns with a parameter may be anywhere", arguments: TakeoutTitleTests.translations)
    func anyLanguage(titles: [String]) throws {
        let expected = try Self.read(Self.table(Self.english, order: Array(0..<29)))
        #expect(try Self.read(Self.table(titles, order: Array(0..<29))).records == expected.records)
        var random = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            // The other four keep their order.
            var others = Self.unnamed[...]
            let order = (0..<29).shuffled(using: &random).map { Self.unnamed.contains($0) ? others.removeFirst() : $0 }
            let reading = try Self.read(Self.table(titles, order: order))
            #expect(reading.refused == [], "\(order)")
            try #require(reading.records == expected.records, "\(order)")
        }
    }

    @Test("swapped columns of the same kind are not imported swapped")
    func swapped() throws {
        var order = Array(0..<29)
        order.swapAt(17, 18)
        let record = try #require(try Self.read(Self.table(Self.korean, order: order)).records.first)
        let long = try LongLink(parsing: record.longLink)
        #expect(long[.utmSource] == "https://www.example.com/utm_source/0")
        #expect(long[.utmMedium] == "https://www.example.com/utm_medium/0")
    }

    @Test("titles are compared without case and blanks, and may be the parameter alone")
    func spellings() throws {
        let titles = Self.english.enumerated().map { index, title in
            switch index % 3 {
            case 0: title.uppercased()
            case 1: title.replacing("(", with: "（ ").replacing(")", with: " ）")
            default: title.contains("(") ? " \(title.split { "()".contains($0) }[1]) " : title
            }
        }
        let expected = try Self.read(Self.table(Self.english, order: Array(0..<29)))
        let reading = try Self.read(Self.table(titles, order: Array((0..<29).reversed())))
        #expect(reading.records == expected.records && reading.refused == [])
    }

    @Test("further columns are named, and missing ones are empty")
    func otherColumns() throws {
        let kept = Array(0..<29).filter { ![2, 26, 27].contains($0) }
        let text = Self.table(Self.english + ["Our notes"], order: [29] + kept)
        let bytes = Array(text.utf8)
        var reader = LinkFileReader(nil)
        var start = 0
        var records: [LinkRecord] = []
        while start < bytes.count {
            if case .link(let fields, _) = try reader.next(bytes.span, from: start, isLast: true) {
                records.append(try fields.record(now: 0))
            }
            start += reader.used
        }
        #expect(records.map(\.key.text).last == "links.example.com/go/moved2" && records.count == 3)
        #expect(records.allSatisfy { !$0.isArchived && $0.name.isEmpty && !$0.longLink.contains("apn=") })
        #expect(reader.ignoredColumns == [.init(title: "Our notes", values: 3)])
    }

    @Test("a column of the team's own takes no other column's place")
    func ownColumn() throws {
        for order in [Array(0..<26) + [29, 27, 28], Array(0..<26) + [27, 28, 29]] {
            let reading = try Self.read(Self.table(Self.english + ["Notes"], order: order))
            #expect(reading.refused == [] && reading.records.map(\.name) == ["", "Name 1", "Name 2"])
            #expect(reading.records.allSatisfy { !$0.isArchived })
        }
    }

    @Test("an order that the values don't confirm is refused")
    func unconfirmedOrder() throws {
        for others in [[27, 26, 28], [26, 28, 27], [28, 27, 26], [27, 28, 26], [28, 26, 27]] {
            let reading = try Self.read(Self.table(Self.japanese, order: Array(0..<26) + others))
            #expect(reading.records.isEmpty && reading.refused.count == 3, "\(others): \(reading)")
        }
    }

    @Test(
        "what can't be read by its titles is refused as a whole",
        arguments: [
            (
                TakeoutTitleTests.english.map { $0 == "UTM term (utm_term)" ? "UTM medium (utm_medium)" : $0 },
                "columns 19 and 21"
            ),
            (TakeoutTitleTests.english.map { $0 == "Deep link (link)" ? "" : $0 } + ["x"], "\"Deep link (link)\""),
            (Array(TakeoutTitleTests.english.dropFirst()), "\"Short link\""),
            (TakeoutTitleTests.japanese + ["備考"], "\"Short link\""),
        ])
    func faults(titles: [String], part: String) {
        let fault = #expect(throws: LinkFileReader.Fault.self) {
            try Self.read(Self.table(titles, order: Array(titles.indices)))
        }
        #expect(fault?.message.contains(part) ?? false, "\(String(describing: fault))")
    }

    @Test("without titles, places decide, and the first line is a link")
    func untitled() throws {
        let lines = Self.table(Self.english, order: Array(0..<29)).split(separator: "\n").dropFirst()
        let reading = try Self.read(lines.joined(separator: "\n"))
        #expect(reading.records.count == 3 && reading.refused == [])
    }

    @Test("another shortener's table of 29 columns is read by its own titles")
    func otherTable() throws {
        let others = (3..<30).map { "column \($0)" }
        let blank = String(repeating: ",", count: 27)
        let text =
            "Destination URL,Short URL,\(others.joined(separator: ","))\nhttps://www.example.com/,a.b/c\(blank)\n"
        let reading = try Self.read(text)
        #expect(reading.format == .csv && reading.records.map(\.key.text) == ["a.b/c"])
    }
}
