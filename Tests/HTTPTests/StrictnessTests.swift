import Foundation
import HTTP
import Testing

/// Streams that implementations read differently: each is refused, or read as specified here.
@Suite struct StrictnessTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Each scalar is one byte.
        var text: String
        /// The status that refuses the first request, or the method and target of each request read.
        var verdict: String

        init(_ name: String, _ text: String, _ verdict: String) {
            testDescription = name
            self.text = text
            self.verdict = verdict
        }
    }

    private static let host = "Host: a.example\r\n"
    private static let next = "GET /next HTTP/1.1\r\n\(host)\r\n"

    private static func line(_ line: String, _ fields: String = host) -> String { "\(line)\r\n\(fields)\r\n" }
    private static func field(_ line: String) -> String { "GET / HTTP/1.1\r\n\(host)\(line)\r\n\r\n\(next)" }
    private static func named(_ host: String) -> String { "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n" }
    private static func length(_ value: String) -> String {
        "POST / HTTP/1.1\r\n\(host)Content-Length: \(value)\r\n\r\nhello\(next)"
    }
    private static func coded(_ fields: String, _ body: String = "0\r\n\r\n") -> String {
        "POST / HTTP/1.1\r\n\(host)\(fields)\r\n\r\n\(body)\(next)"
    }
    private static func chunks(_ body: String) -> String { coded("Transfer-Encoding: chunked", body) }

    static let lines: [Row] = [
        Row("a method in small letters is another method", line("get / HTTP/1.1"), "get /"),
        Row("a method with a colon", line("GE:T / HTTP/1.1"), "400"),
        Row("a method with a high byte", line("GET\u{E9} / HTTP/1.1"), "400"),
        Row("a method with a NUL", line("GE\0T / HTTP/1.1"), "400"),
        Row("a tab before the target", line("GET \t/ HTTP/1.1"), "400"),
        Row("a tab before the version", line("GET /\tHTTP/1.1"), "400"),
        Row("two spaces before the version", line("GET /  HTTP/1.1"), "400"),
        Row("a form feed for a space", line("GET\u{C}/ HTTP/1.1"), "400"),
        Row("a no-break space for a space", line("GET\u{A0}/ HTTP/1.1"), "400"),
        Row("a CR in the line", line("GET / HTTP/1.1\rX"), "400"),
        Row("a CR before the line's end", line("GET / HTTP/1.1\r"), "400"),
        Row("a line ended by CR alone", "GET / HTTP/1.1\rHost: a.example\r\r", "400"),
        Row("no version", line("GET /"), "400"),
        Row("two digits behind the point", line("GET / HTTP/1.10"), "400"),
        Row("two digits before the point", line("GET / HTTP/01.1"), "400"),
        Row("a sign in the version", line("GET / HTTP/+1.1"), "400"),
        Row("a comma in the version", line("GET / HTTP/1,1"), "400"),
        Row("a version of another protocol", line("GET / RTSP/1.0"), "400"),
        Row("a version without its slash", line("GET / HTTP 1.1"), "400"),
        Row("a later minor version is read as 1.1", line("GET / HTTP/1.9"), "GET /"),
        Row("HTTP/2 by its preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505"),
        Row("HTTP/2 as a version", line("GET / HTTP/2.0"), "505"),
        Row("a byte order mark", "\u{EF}\u{BB}\u{BF}" + next, "400"),
        Row("a TLS hello", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{FC}", "400"),
        Row("spaces before the line", " " + next, "400"),
        Row("a line feed before the line", "\n" + next, "400"),
        Row("one empty line before the line", "\r\n" + next, "GET /next"),
        Row("a line of blanks before the line", " \r\n" + next, "400"),
    ]

    static let targets: [Row] = [
        Row("an asterisk and more", line("OPTIONS *?x HTTP/1.1"), "400"),
        Row("an asterisk for GET", line("GET * HTTP/1.1"), "400"),
        Row("an authority for GET", line("GET a.example:80 HTTP/1.1"), "400"),
        Row("CONNECT", line("CONNECT a.example:443 HTTP/1.1"), "501"),
        Row("CONNECT with a path", line("CONNECT / HTTP/1.1"), "501"),
        Row("absolute, another host", line("GET http://b.example/ HTTP/1.1"), "400"),
        Row("absolute, another port", line("GET http://a.example:81/ HTTP/1.1"), "400"),
        Row("absolute, no Host", "GET http://a.example/ HTTP/1.1\r\n\r\n", "400"),
        Row("absolute, an empty Host", line("GET http://a.example/ HTTP/1.1", "Host: \r\n"), "400"),
        Row("absolute, with a user", line("GET http://a.example@b.example/ HTTP/1.1"), "400"),
        Row("absolute, with a user of no name", line("GET http://@a.example/ HTTP/1.1"), "400"),
        Row("absolute, percent-coding in the host", line("GET http://a%2Eexample/ HTTP/1.1"), "400"),
        Row("absolute, a backslash behind the host", line("GET http://a.example\\b HTTP/1.1"), "400"),
        Row("absolute, no host", line("GET http:///x HTTP/1.1"), "400"),
        Row("absolute, one slash", line("GET http:/a.example/ HTTP/1.1"), "400"),
        Row("absolute, no scheme", line("GET ://a.example/ HTTP/1.1"), "400"),
        Row("absolute, a scheme that is not served", line("GET ws://a.example/ HTTP/1.1"), "400"),
        Row("absolute, with a fragment", line("GET http://a.example/#x HTTP/1.1"), "400"),
        Row("absolute, in capitals", line("GET HTTP://A.EXAMPLE/x HTTP/1.1"), "GET /x"),
        Row("a backslash", line("GET /\\b.example HTTP/1.1"), "400"),
        Row("a quote in the path", line("GET /\" HTTP/1.1"), "400"),
        Row("a fragment", line("GET /x# HTTP/1.1"), "400"),
        Row("a NUL", line("GET /a\0b HTTP/1.1"), "400"),
        Row("UTF-8 that is not encoded", line("GET /\u{C3}\u{A9} HTTP/1.1"), "GET /é"),
        Row("UTF-8 in a query", line("GET /?a=\u{C3}\u{A9}&b HTTP/1.1"), "GET /?a=é&b"),
        Row("UTF-8 before a query", line("GET /\u{C3}\u{A9}/?a\\b HTTP/1.1"), "GET /é/?a\\b"),
        Row("a high byte that is not UTF-8", line("GET /?a=\u{E9} HTTP/1.1"), "400"),
        Row("a fragment after UTF-8", line("GET /\u{C3}\u{A9}#a HTTP/1.1"), "400"),
        Row("a backslash after UTF-8", line("GET /\u{C3}\u{A9}\\a HTTP/1.1"), "400"),
        Row("two slashes are a path", line("GET //b.example/ HTTP/1.1"), "GET //b.example/"),
        Row("a question mark in the query", line("GET /?a?b HTTP/1.1"), "GET /?a?b"),
    ]

    static let fields: [Row] = [
        Row("a blank before the colon", field("X : v"), "400"),
        Row("a tab before the colon", field("X\t: v"), "400"),
        Row("a name of nothing", field(": v"), "400"),
        Row("no colon", field("X"), "400"),
        Row("a name with a quote", field("\"X\": v"), "400"),
        Row("a name with a slash", field("X/Y: v"), "400"),
        Row("a name with a high byte", field("X\u{E9}: v"), "400"),
        Row("a fold with a tab", field("X: a\r\n\tb"), "400"),
        Row("a fold that holds a field", field("X: a\r\n Transfer-Encoding: chunked"), "400"),
        Row("a fold of nothing", field("X: a\r\n "), "400"),
        Row("a line feed alone ends a line", field("X: a\nY: b"), "400"),
        Row("a line feed alone ends the head", "GET / HTTP/1.1\r\n\(host)\n\(next)", "400"),
        Row("CR, CR, LF", field("X: a\r"), "400"),
        Row("a NUL in a value", field("X: a\0"), "400"),
        Row("a vertical tab in a value", field("X: \u{B}a"), "400"),
        Row("a backspace in a value", field("X: a\u{8}"), "400"),
        Row("an empty value", field("X:"), "GET / GET /next"),
        Row("bytes from 0x80 on in a value", field("X: \u{80}\u{FF}"), "GET / GET /next"),
        Row("underscores for hyphens name other fields", field("Content_Length: 9"), "GET / GET /next"),
        Row("Connection with a quoted option", field("Connection: \"close\""), "400"),
        Row("Connection with an assignment", field("Connection: a=b"), "400"),
        Row("Connection: close ends the stream", field("Connection: x, CLOSE"), "GET /"),
        Row(
            "Upgrade: h2c is not taken up", field("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c"),
            "GET / GET /next"),
        Row("an unknown expectation", field("Expect: 100-continue, x"), "417"),
        Row("an expectation of nothing", field("Expect:"), "417"),
        Row("an expectation of HTTP/1.0 is passed over", "GET / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n", "GET /"),
    ]

    static let hosts: [Row] = [
        Row("no Host", "GET / HTTP/1.1\r\n\r\n", "400"),
        Row("an empty Host", named(""), "400"),
        Row("Host twice, alike", line("GET / HTTP/1.1", host + host), "400"),
        Row("Host twice, in other letters", line("GET / HTTP/1.1", host + "hOST: b.example\r\n"), "400"),
        Row("a list", named("a.example, b.example"), "400"),
        Row("two words", named("a.example b.example"), "400"),
        Row("a user", named("a.example@b.example"), "400"),
        Row("percent-coding", named("a%2eexample"), "400"),
        Row("an address with a scheme", named("http://a.example"), "400"),
        Row("a path", named("a.example/"), "400"),
        Row("a query", named("a.example?"), "400"),
        Row("a fragment", named("a.example#"), "400"),
        Row("a high byte", named("\u{E4}.example"), "400"),
        Row("a tab", named("a\t.example"), "400"),
        Row("an asterisk", named("*"), "400"),
        Row("a port of letters", named("a.example:http"), "400"),
        Row("a port with a sign", named("a.example:+80"), "400"),
        Row("a port of two", named("a.example:80:80"), "400"),
        Row("a port too large", named("a.example:65536"), "400"),
        Row("a port alone", named(":80"), "400"),
        Row("an underscore", named("a_b.example"), "GET /"),
        Row("an IPv6 address", named("[2001:db8::1]:8080"), "GET /"),
        Row("an IPv6 address with an IPv4 one at its end", named("[::ffff:192.0.2.1]"), "GET /"),
        Row("an IPv6 address without brackets", named("2001:db8::1"), "400"),
        Row("an IPv6 address with a zone", named("[fe80::1%25eth0]"), "400"),
        Row("an address of the future", named("[v1.x]"), "400"),
        Row("empty brackets", named("[]"), "400"),
        Row("brackets around a name", named("[a.example]"), "400"),
        Row("too many colons", named("[:::1]"), "400"),
        Row("two runs of zeros", named("[1::2::3]"), "400"),
        Row("too few groups", named("[1:2:3]"), "400"),
        Row("too many groups", named("[1:2:3:4:5:6:7:8:9]"), "400"),
        Row("eight groups and a run of zeros", named("[1:2:3:4:5:6:7:8::]"), "400"),
        Row("a group of five digits", named("[12345::1]"), "400"),
        Row("a colon at the end", named("[1:2:3:4:5:6:7:]"), "400"),
        Row("an IPv4 address in the middle", named("[::192.0.2.1:1]"), "400"),
        Row("an IPv4 address too large", named("[::192.0.2.256]"), "400"),
        Row("an IPv4 address in octal", named("[::192.0.2.01]"), "400"),
        Row("an IPv4 address in brackets", named("[192.0.2.1]"), "400"),
        Row("bytes behind the bracket", named("[::1]a"), "400"),
    ]

    static let lengths: [Row] = [
        Row("a plus", length("+5"), "400"), Row("a minus", length("-0"), "400"),
        Row("an underscore", length("5_0"), "400"), Row("a fraction", length("5.0"), "400"),
        Row("a sum", length("2+3"), "400"), Row("a list", length("5,5"), "400"),
        Row("a list with a blank", length("5, 5"), "400"), Row("a list with nothing first", length(",5"), "400"),
        Row("nothing", length(""), "400"), Row("hexadecimal", length("5h"), "400"),
        Row("more than 64 bits", length("18446744073709551621"), "400"),
        Row("the largest that fits", length("999999999999999999"), "413"),
        Row("a no-break space behind it", length("5\u{A0}"), "400"),
        Row("zeros before it", length("005"), "POST / GET /next"),
        Row("blanks around it", length(" \t5\t "), "POST / GET /next"),
        Row("twice, alike", length("5\r\nContent-Length: 5"), "400"),
        Row("twice, the second empty", length("5\r\nContent-Length:"), "400"),
        Row("with a coding of nothing", length("5\r\nTransfer-Encoding:"), "400"),
        Row("with identity", length("5\r\nTransfer-Encoding: identity"), "400"),
        Row("with chunked before it", coded("Transfer-Encoding: chunked\r\nContent-Length: 5"), "400"),
    ]

    static let codings: [Row] = [
        Row("a coding before chunked", coded("Transfer-Encoding: gzip, chunked"), "501"),
        Row("identity before chunked", coded("Transfer-Encoding: identity, chunked"), "501"),
        Row("a coding behind chunked", coded("Transfer-Encoding: chunked, gzip"), "400"),
        Row("chunked in two lines", coded("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"), "400"),
        Row("chunked and another in lines", coded("Transfer-Encoding: chunked\r\nTransfer-Encoding: x"), "400"),
        Row("another and chunked in lines", coded("Transfer-Encoding: x\r\nTransfer-Encoding: chunked"), "400"),
        Row("a comma before it", coded("Transfer-Encoding: , chunked"), "400"),
        Row("a comma behind it", coded("Transfer-Encoding: chunked,"), "400"),
        Row("in quotes", coded("Transfer-Encoding: \"chunked\""), "400"),
        Row("with a parameter", coded("Transfer-Encoding: chunked; q=1"), "400"),
        Row("with a high byte behind it", coded("Transfer-Encoding: chunked\u{A0}"), "400"),
        Row("with letters behind it", coded("Transfer-Encoding: chunkedd"), "400"),
        Row("in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400"),
        Row("under a name with an underscore it is none", coded("Transfer_Encoding: chunked", ""), "POST / GET /next"),
    ]

    static let chunked: [Row] = [
        Row("a blank behind the size", chunks("5 \r\nhello\r\n0\r\n\r\n"), "400"),
        Row("a tab behind the size", chunks("5\t\r\nhello\r\n0\r\n\r\n"), "400"),
        Row("a blank before an extension", chunks("5 ;a\r\nhello\r\n0\r\n\r\n"), "400"),
        Row("a sign", chunks("-5\r\nhello\r\n0\r\n\r\n"), "400"),
        Row("a prefix", chunks("0x5\r\nhello\r\n0\r\n\r\n"), "400"),
        Row("an underscore", chunks("0_5\r\nhello\r\n0\r\n\r\n"), "400"),
        Row("no size", chunks(";a\r\nhello\r\n0\r\n\r\n"), "400"),
        Row("more than 64 bits", chunks("10000000000000005\r\nhello\r\n0\r\n\r\n"), "400"),
        Row("too large to be taken", chunks("7FFFFFFFFFFFFFF\r\nhello"), "413"),
        Row("a line feed alone behind the size", chunks("5\nhello\r\n0\r\n\r\n"), "400"),
        Row("a line feed alone behind the data", chunks("5\r\nhello\n0\r\n\r\n"), "400"),
        Row("a CR alone behind the data", chunks("5\r\nhello\r0\r\n\r\n"), "400"),
        Row("data too long", chunks("5\r\nhello!\r\n0\r\n\r\n"), "400"),
        Row("data too short", chunks("5\r\nhell\r\n0\r\n\r\n"), "400"),
        Row("a CR in an extension", chunks("5;a=\rb\r\nhello\r\n0\r\n\r\n"), "400"),
        Row("a NUL in an extension", chunks("5;a=\"\0\"\r\nhello\r\n0\r\n\r\n"), "400"),
        Row("an extension that does not end", chunks("5;a=\"b\r\nhello\r\n0\r\n\r\n"), "400"),
        Row("an extension of nothing", chunks("5;\r\nhello\r\n0\r\n\r\n"), "400"),
        Row("an extension without a name", chunks("5;=b\r\nhello\r\n0\r\n\r\n"), "400"),
        Row("an extension with a semicolon in quotes", chunks("5;a=\";\"\r\nhello\r\n0\r\n\r\n"), "POST / GET /next"),
        Row("a last chunk of many zeros", chunks("5\r\nhello\r\n000\r\n\r\n"), "POST / GET /next"),
        Row("a trailer", chunks("0\r\nX: y\r\n\r\n"), "POST / GET /next"),
        Row("a trailer that frames", chunks("0\r\nTransfer-Encoding: chunked\r\n\r\n"), "400"),
        Row("a trailer that routes", chunks("0\r\nHost: b.example\r\n\r\n"), "400"),
        Row("a trailer with a fold", chunks("0\r\nX: y\r\n z\r\n\r\n"), "400"),
        Row("a trailer ended by a line feed alone", chunks("0\r\nX: y\n\r\n"), "400"),
        Row("a trailer with a CR", chunks("0\r\nX: y\rz\r\n\r\n"), "400"),
        Row("no end", "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", "400"),
    ]

    @Test(arguments: lines + targets + fields + hosts + lengths + codings + chunked)
    func isReadInOneWay(row: Row) throws {
        try Self.expect(row.verdict, of: row.text, row.testDescription)
    }

    @Test func everyStreamOfTheFileIsReadInOneWay() throws {
        let rows = try Self.streams()
        #expect(rows.count > 400)
        for row in rows { try Self.expect(row.verdict, of: row.text, row.testDescription) }
    }

    /// The rows of the file next to this one.
    static func streams() throws -> [Row] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "streams.tsv")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        return try rows.map { row in
            let columns = row.split(separator: "\t")
            try #require(columns.count == 2, "\(row)")
            return Row(String(columns[1]), try unescaped(columns[1]), String(columns[0]))
        }
    }

    /// Reads a stream, in which each scalar is one byte, whole and byte by byte.
    private static func expect(_ verdict: String, of text: String, _ name: String) throws {
        let bytes = try text.unicodeScalars.map { try #require(UInt8(exactly: $0.value)) }
        let whole = outcomes(of: bytes, pieces: [])
        let read = whole.map { outcome in
            let words = outcome.split(separator: " ")
            return words[0] == "refused" ? String(words[1]) : "\(words[0]) \(words[1])"
        }
        #expect(read.joined(separator: " ") == verdict, "\(name)")
        #expect(outcomes(of: bytes, pieces: Array(0...bytes.count)) == whole, "\(name) byte by byte")
    }

    /// Decodes a row: `\r`, `\n`, `\t`, `\\` and `\xHH` are one byte each.
    private static func unescaped(_ row: Substring) throws -> String {
        var (text, rest) = ("", row)
        while let character = rest.popFirst() {
            guard character == "\\" else {
                text.append(character)
                continue
            }
            switch rest.popFirst() {
            case "r": text.unicodeScalars.append("\r")
            case "n": text.unicodeScalars.append("\n")
            case "t": text.append("\t")
            case "\\": text.append("\\")
            case "x":
                text.unicodeScalars.append(Unicode.Scalar(try #require(UInt8(rest.prefix(2), radix: 16))))
                rest = rest.dropFirst(2)
            default: Issue.record("an escape that is none: \(row)")
            }
        }
        return text
    }

    @Test func nothingBehindARefusalIsRead() {
        let smuggled = Self.length("5\r\nTransfer-Encoding: chunked")
        #expect(outcomes(of: smuggled) == ["refused 400"])
        #expect(outcomes(of: Self.next + Self.named("") + Self.next).count == 2)
    }
}
