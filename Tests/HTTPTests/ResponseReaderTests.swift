import HTTP
import Testing

/// A server's bytes as a client reads them, however they are split.
@Suite("responses, as a client reads them")
struct ResponseReaderTests {
    struct Answer: Equatable, Sendable {
        var status: Int
        var body: String
    }

    /// Reads the bytes in pieces; the connection ends after them if `ends`.
    private func read(
        _ text: String, piece: Int, isHead: Bool = false, ends: Bool = false, limits: ResponseReader.Limits = .init()
    ) throws(ResponseFault) -> Answer? {
        var reader = ResponseReader(isHead: isHead, limits: limits)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try reader.receive(rest.prefix(piece))
            rest = rest.dropFirst(piece)
        }
        if ends { try reader.receiveEnd() }
        guard reader.isComplete, let head = reader.head else { return nil }
        return Answer(status: head.status, body: String(decoding: reader.body, as: UTF8.self))
    }

    static let samples: [(text: String, ends: Bool, answer: Answer)] = [
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", false, Answer(status: 200, body: "hello")),
        ("HTTP/1.1 204\r\n\r\n", false, Answer(status: 204, body: "")),
        ("HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n", false, Answer(status: 302, body: "")),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=1\r\n world\r\n0\r\nA: b\r\n\r\n",
            false,
            Answer(status: 200, body: "hello world")
        ),
        ("HTTP/1.0 200 OK\r\n\r\nto the end", true, Answer(status: 200, body: "to the end")),
        (
            "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 1\r\n\r\nn", false,
            Answer(status: 404, body: "n")
        ),
    ]

    @Test("whole answers, in pieces of any size", arguments: samples, [1, 2, 7, 4096])
    func whole(_ row: (text: String, ends: Bool, answer: Answer), _ piece: Int) throws {
        #expect(try read(row.text, piece: piece, ends: row.ends) == row.answer)
    }

    @Test("an answer to HEAD has no body, whatever its length says")
    func head() throws {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
        #expect(try read(text, piece: 64, isHead: true) == Answer(status: 200, body: ""))
        #expect(try read(text, piece: 64) == nil)
    }

    @Test(
        "what two readers could understand differently, or has no end, is a fault",
        arguments: [
            ("hello\r\n\r\n", "status line"), ("HTTP/2 200\r\n\r\n", "status line"),
            ("HTTP/1.1 20x OK\r\n\r\n", "status line"), ("HTTP/1.1 099 OK\r\n\r\n", "status code"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na", "ambiguous"),
            ("HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\na", "ambiguous"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "ambiguous"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "ambiguous"),
            ("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "ambiguous"),
            ("HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n", "field line"), ("HTTP/1.1 200 OK\r\nA : b\r\n\r\n", "field line"),
            ("HTTP/1.1 200 OK\r\nA: b\nB: c\r\n\r\n", "CRLF"), ("HTTP/1.1 200 OK\r\nA: \u{1}\r\n\r\n", "control"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", "chunk"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", "chunk"),
            ("HTTP/1.1 101 Switching\r\n\r\n", "101"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell", "truncated"),
            ("", "without a response"), ("HTTP/1.1 200 OK\r\n", "without a response"),
        ])
    func faults(_ text: String, _ part: String) {
        for piece in [1, 4096] {
            let fault = #expect(throws: ResponseFault.self) { try read(text, piece: piece, ends: true) }
            #expect(fault?.reason.contains(part) == true, "\(text): \(fault?.reason ?? "")")
        }
    }

    @Test("an endless head, field list or body ends at its limit")
    func limits() {
        var limits = ResponseReader.Limits()
        (limits.headBytes, limits.fields, limits.bodyBytes) = (100, 2, 10)
        let start = "HTTP/1.1 200 OK\r\n"
        for text in [
            start + "A: " + String(repeating: "a", count: 200), start + "A: a\r\nB: b\r\nC: c\r\n\r\n",
            start + "Content-Length: 11\r\n\r\n", start + "\r\n" + String(repeating: "a", count: 11),
            start + "Transfer-Encoding: chunked\r\n\r\nffffff\r\n",
        ] {
            #expect(throws: ResponseFault.self) { try read(text, piece: 16, limits: limits) }
        }
        let interim = String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 9)
        #expect(throws: ResponseFault.self) { try read(interim, piece: 4096) }
    }

    @Test("a body that ends with the connection is whole only if the end is clean")
    func brokenOff() throws {
        var reader = ResponseReader()
        try reader.receive(Array("HTTP/1.1 200 OK\r\n\r\nhalf".utf8))
        #expect(throws: ResponseFault.self) { try reader.receiveEnd(isClean: false) }
    }

    @Test("fields are found by their names in lower case, repeated ones joined")
    func fields() throws {
        var reader = ResponseReader()
        try reader.receive(Array("HTTP/1.1 200 OK\r\nVary: a\r\nvary:  b \r\nContent-Length: 0\r\n\r\n".utf8))
        let head = try #require(reader.head)
        #expect(head["vary"] == "a, b")
        #expect(head.values(of: "vary") == ["a", "b"])
        #expect(head["age"] == nil)
    }
}
