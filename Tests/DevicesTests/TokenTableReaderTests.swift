import ByteText
import Testing

@testable import Devices

@Suite("The form of the token table")
struct TokenTableReaderTests {
    private static let group = "> programs of a class\n"

    /// The entries of a table: the columns of headings, and the tokens with their evidence.
    private func entries(_ table: String) throws(TokenTableFault) -> [[String]] {
        let bytes = Array(table.utf8)
        var reader = TokenTableReader(bytes.span)
        func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        var entries: [[String]] = []
        while let entry = try reader.next() {
            switch entry {
            case .heading(let columns): entries.append([string(columns)])
            case .token(let text, let place, let meaning, let example):
                entries.append([string(text), "\(place)", "\(meaning)", string(example)])
            }
        }
        return entries
    }

    @Test("headings and rows are read, comments and empty lines are not")
    func isRead() throws {
        let table = """
            # Comment

            > Example\tUser agents\thttps://example.org/
            x y \tword_start\tin_app android_webview\tX y 1
            x#\tbefore_digit\tin_app android_webview\tX#2
            > other programs
            z\tword\tgeneric_bot seo\tz
            """
        #expect(
            try entries(table) == [
                ["Example\tUser agents\thttps://example.org/"],
                ["x y ", "wordStart", "inApp(Devices.InApp.androidWebView)", "X y 1"],
                ["x#", "beforeDigit", "inApp(Devices.InApp.androidWebView)", "X#2"],
                ["other programs"],
                ["z", "word", "genericBot(Devices.BotKind.seo)", "z"],
            ])
    }

    @Test(
        "a malformed row is reported with its line",
        arguments: [
            ("x\tword\tbot seo\tx", 1, "needs a group"),
            (group + "x\tword\tbot seo", 2, "columns"),
            (group + "x\tword\tbot seo\t", 2, "columns"),
            (group + "x\tword\tbot seo\tx\ty", 2, "columns"),
            (group + "\tword\tbot seo\tx", 2, "columns"),
            (group + "x word bot seo x\ny\tword\tbot seo\ty", 2, "columns"),
            (group + "\n# …\nx\twords\tbot seo\tx", 4, "place"),
            (group + "x\tword\tbot seo\tx\nx\tword\tbot\tx", 3, "meaning"),
            (group + "x\tword\tbot Seo\tx", 2, "meaning"),
            (group + "x\tword\tsign no\tx", 2, "meaning"),
            (group + "x\tword\tapp line\tx", 2, "meaning"),
            (">programs", 1, "heading"),
            (">", 1, "heading"),
            ("> ", 1, "heading"),
            ("> Example\thttps://example.org/", 1, "heading"),
            ("> Example\t\thttps://example.org/", 1, "heading"),
        ])
    func isMalformed(table: String, line: Int, part: String) {
        let fault = #expect(throws: TokenTableFault.self) { try entries(table) }
        #expect(fault?.line == line && fault?.sentence.contains(part) == true, "\(fault as Any)")
    }

    @Test("every sign, app, browser and purpose has a spelling, and so has every place")
    func spellings() {
        func meaning(_ spelling: String) -> DeviceToken.Meaning? { DeviceToken.Meaning(Array(spelling.utf8).span) }
        for sign in Sign.allCases { #expect(meaning("sign \(sign)") == .sign(sign)) }
        for app in InApp.allCases { #expect(meaning("in_app \(app.name)") == .inApp(app)) }
        for browser in Browser.allCases { #expect(meaning("browser \(browser.name)") == .browser(browser)) }
        for kind in BotKind.allCases {
            #expect(meaning("bot \(kind.name)") == .bot(kind))
            #expect(meaning("generic_bot \(kind.name)") == .genericBot(kind))
        }
        #expect(Set(DeviceToken.Place.names.map { "\($0)" }).count == DeviceToken.Place.allCases.count)
    }
}
