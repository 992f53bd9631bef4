import ByteText
import HTTP
import Testing

@Suite struct RequestReaderTests {
    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / 1.1 host=a [Host=a]"),
        ("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / 1.1 host=a [Host=a]"),
        (
            "GET /x?y|{}\\^ HTTP/1.1\r\nHOST:Ex-A_m.ple:8080\r\n\r\n",
            "GET /x?y|{}\\^ 1.1 host=ex-a_m.ple:8080 [HOST=ex-a_m.ple:8080]"
        ),
        ("GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", "GET / 1.1 host=[::1]:80 [Host=[::1]:80]"),
        ("GET / HTTP/1.1\r\nHost: a:\r\n\r\n", "GET / 1.1 host=a [Host=a:]"),
        ("GET / HTTP/1.2\r\nHost: a\r\n\r\n", "GET / 1.1 host=a [Host=a]"),
        ("GET / HTTP/1.0\r\n\r\n", "GET / 1.0 host= last"),
        ("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", "GET / 1.0 host= [Connection=Keep-Alive]"),
        (
            "GET / HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n",
            "GET / 1.0 host= [Connection=keep-alive, close] last"
        ),
        ("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS * 1.1 host=a [Host=a]"),
        ("BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n", "BREW /pot 1.1 host=a [Host=a]"),
        ("GET http://A.b/c?d HTTP/1.1\r\nHost: a.B\r\n\r\n", "GET /c?d 1.1 host=a.b [Host=a.B]"),
        ("GET http://a HTTP/1.1\r\nHost: a\r\n\r\n", "GET / 1.1 host=a [Host=a]"),
        ("GET http://a:81/ HTTP/1.0\r\n\r\n", "GET / 1.0 host=a:81 last"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX:\t v \tw \t\r\nE:\r\n\r\n", "GET / 1.1 host=a [Host=a] [X=v \tw] [E=]"),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 05\r\n\r\nhello",
            "POST / 1.1 host=a [Host=a] [Content-Length=05] body=hello"
        ),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;a;b=c;d=\"e\\\"\"\r\nhello\r\n01\r\n!\r\n000\r\nT: v\r\n\r\n",
            "POST / 1.1 host=a [Host=a] [Transfer-Encoding=chunked] body=hello!"
        ),
    ])
    func accepted(text: String, expected: String) {
        #expect(outcomes(of: text) == [expected])
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\n\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost:\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a,b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a:65536\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a:8x\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: :80\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a%2eb\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\n b: c\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nb\r\n\r\n", 400),
        ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET / HTTP/1.1 \r\nHost: a\r\n\r\n", 400),
        ("GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /<> HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /?a#b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /\r\nHost: a\r\n\r\n", 400),
        ("GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET http://a:80/ HTTP/1.1\r\nHost: a:81\r\n\r\n", 400),
        ("GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET http:///x HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET http://a?b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", 501), ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        ("GET / http/1.1\r\nHost: a\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n", 417),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n", 413),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n", 400),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400
        ),
        ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5 \r\nhello\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloo\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;\r\nhello\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFF\r\n", 413),
        ("\r\n\r\n\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("\u{16}\u{3}\u{1}", 400), ("GE", 400),
    ])
    func refused(text: String, status: Int) {
        #expect(outcomes(of: text) == ["refused \(status)"])
    }

    @Test func pipelinedRequestsComeInOrderAndNothingFollowsARefusal() {
        let one = "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n"
        let two = "POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab"
        let bad = "GET /3 HTTP/1.1\r\n\r\n"
        let seen = outcomes(of: one + two + one + bad + one)
        #expect(seen.map { $0.prefix(7) } == ["GET /1 ", "POST /2", "GET /1 ", "refused"])
    }

    @Test func limitsAreExact() {
        let limits = RequestLimits(headBytes: 64, fields: 2, bodyBytes: 3)
        func target(_ count: Int) -> String { "GET /" + String(repeating: "x", count: count) + " HTTP/1.1\r\n" }
        let rest = "Host: a\r\n\r\n"
        let room = 64 - rest.utf8.count - target(0).utf8.count
        #expect(outcomes(of: target(room) + rest, limits: limits).first?.hasPrefix("GET") == true)
        #expect(outcomes(of: target(room + 1) + rest, limits: limits) == ["refused 431"])
        #expect(outcomes(of: target(64), limits: limits) == ["refused 414"])
        #expect(
            outcomes(of: "GET / HTTP/1.1\r\nHost: a\r\nA: b\r\n\r\n", limits: limits).first?.hasPrefix("GET") == true)
        #expect(outcomes(of: "GET / HTTP/1.1\r\nHost: a\r\nA: b\r\nC: d\r\n\r\n", limits: limits) == ["refused 431"])
        let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: "
        #expect(outcomes(of: post + "3\r\n\r\nabc", limits: limits).first?.hasSuffix("body=abc") == true)
        #expect(outcomes(of: post + "4\r\n\r\nabcd", limits: limits) == ["refused 413"])
    }

    @Test func theClientIsToldToGoOnOnlyWhileItWaits() {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
        var reader = RequestReader()
        reader.receive(Array(head.utf8).span)
        expectNext(&reader, .sendContinue)
        expectNext(&reader, .needBytes)
        reader.receive(Array("ab".utf8).span)
        expectNext(&reader, .request)
        reader.finishRequest()
        reader.receive(Array((head + "ab").utf8).span)
        expectNext(&reader, .request)
        reader.finishRequest()
        let idle = reader.isIdle
        #expect(idle)
    }

    @Test func fieldsAreFoundByLowerCaseName() {
        var reader = RequestReader()
        reader.receive(Array("GET / HTTP/1.1\r\nHost: a\r\nUser-Agent: x\r\nVia: 1\r\nvia: 2\r\n\r\n".utf8).span)
        expectNext(&reader, .request)
        #expect(first("user-agent", reader.request) == "x")
        #expect(first("via", reader.request) == "1")
        #expect(first("user", reader.request) == nil)
        #expect(only("user-agent", reader.request) == "x")
        #expect(only("via", reader.request) == nil)
        #expect(index("via", from: 3, reader.request) == 3)
    }

    private func expectNext(
        _ reader: inout RequestReader, _ expected: RequestReader.Action, at location: SourceLocation = #_sourceLocation
    ) {
        let action = reader.next()
        #expect(action == expected, sourceLocation: location)
    }

    private func index(_ name: StaticString, from start: Int, _ request: borrowing Request) -> Int? {
        request.fieldIndex(of: name, from: start)
    }

    private func first(_ name: StaticString, _ request: borrowing Request) -> String? {
        guard let value = request.value(of: name) else { return nil }
        return String(value)
    }

    private func only(_ name: StaticString, _ request: borrowing Request) -> String? {
        guard let value = request.onlyValue(of: name) else { return nil }
        return String(value)
    }

    @Test func aLongRunOfChunksNeedsNoMoreRoomThanItsBody() {
        var reader = RequestReader(limits: RequestLimits(bodyBytes: 4096))
        reader.receive(Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8).span)
        for _ in 0..<4096 {
            reader.receive(Array("1;padding=padding\r\nx\r\n".utf8).span)
            expectNext(&reader, .needBytes)
        }
        reader.receive(Array("0\r\n\r\n".utf8).span)
        expectNext(&reader, .request)
        let length = reader.request.body.count
        #expect(length == 4096)
        let capacity = reader.capacity
        #expect(capacity <= 16_384)
    }
}
