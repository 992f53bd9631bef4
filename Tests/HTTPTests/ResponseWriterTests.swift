import ByteText
import HTTP
import Testing

@Suite struct ResponseWriterTests {
    /// The bytes written for one exchange, with the date of RFC 9110's example.
    private func written(_ exchange: Exchange = Exchange(), _ body: (inout ResponseWriter) -> Void) -> String {
        var writer = ResponseWriter(capacity: 8)
        writer.date.update(secondsSince1970: 784_111_777)
        writer.beginExchange(exchange)
        body(&writer)
        _ = writer.endExchange()
        return String(writer.pending)
    }

    private let top = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\nX-Content-Type-Options: nosniff\r\n"

    @Test("every response has nosniff: errors, 304, refusals, responses whose handler omits it")
    func nosniff() {
        let answers: [(inout ResponseWriter) -> Void] = [
            { $0.respond(.notModified) }, { $0.respond(.noContent) }, { $0.respond(.notFound) },
            { $0.respondOverloaded() }, { $0.methodNotAllowed(allow: "GET") }, { _ in },
            { response in
                response.begin(.ok)
                response.field("X-Name", Array("a\nb".utf8).span)
            },
        ]
        for answer in answers {
            let text = written { answer(&$0) }
            #expect(text.components(of: "\r\nX-Content-Type-Options: nosniff\r\n") == 1, "\(text)")
        }
    }

    @Test func aRedirect() {
        let text = written { response in
            response.begin(.found)
            response.beginField("Location")
            response.appendToField("https://a.example/")
            response.appendToField(Array("x?y".utf8).span)
            response.endField()
            response.finish()
        }
        #expect(text == "HTTP/1.1 302 Found\r\n\(top)Location: https://a.example/x?y\r\nContent-Length: 0\r\n\r\n")
    }

    @Test func aBodyInPieces() {
        let text = written(Exchange(keepsAlive: false)) { response in
            response.begin(.ok)
            response.field("Age", 120)
            response.append("one ")
            response.append("two" as String)
            response.append("0\n")
        }
        #expect(text == "HTTP/1.1 200 OK\r\n\(top)Age: 120\r\nContent-Length: 9\r\nConnection: close\r\n\r\none two0\n")
    }

    @Test func headTellsTheLengthAndSendsNoBody() {
        let text = written(Exchange(isHead: true)) { response in
            response.begin(.ok)
            response.append("hello")
        }
        #expect(text == "HTTP/1.1 200 OK\r\n\(top)Content-Length: 5\r\n\r\n")
    }

    @Test(arguments: [Status.noContent, .notModified]) func statusesWithoutABody(status: Status) {
        let text = written(Exchange(version: .http1_0)) { response in
            response.begin(status)
            response.append("never seen")
        }
        #expect(text == "HTTP/1.1 \(status.code) \(status.reason)\r\n\(top)Connection: keep-alive\r\n\r\n")
    }

    @Test(arguments: ["a\r\nSet-Cookie: b", "a\nb", "a\u{0}b", "a\u{7F}"]) func nothingSplitsAResponse(value: String) {
        let text = written { response in
            response.begin(.found)
            response.field("Location", Array(value.utf8).span)
            response.finish()
        }
        #expect(text == "HTTP/1.1 500 Internal Server Error\r\n\(top)Content-Length: 0\r\n\r\n")
    }

    @Test func aHandlerThatSaysNothingIsA500AndOneThatBeginsTwiceCountsOnce() {
        #expect(written { _ in }.hasPrefix("HTTP/1.1 500 "))
        let text = written { response in
            response.begin(.ok)
            response.append("wrong")
            response.respond(.notFound)
        }
        #expect(text.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
        #expect(text.hasSuffix("\r\n\r\nNot Found\n"))
        #expect(!text.contains("wrong"))
    }

    @Test func responsesFollowOneAnotherAndADeferredOneLeavesNoTrace() {
        var writer = ResponseWriter()
        writer.beginExchange(Exchange())
        writer.respond(.ok)
        let firstComesLater = writer.endExchange()
        let first = writer.pendingCount
        writer.beginExchange(Exchange())
        writer.begin(.ok)
        writer.deferAnswer()
        let secondComesLater = writer.endExchange()
        let after = writer.pendingCount
        #expect(!firstComesLater)
        #expect(secondComesLater)
        #expect(after == first)
        writer.beginExchange(Exchange())
        writer.methodNotAllowed(allow: "GET, HEAD")
        _ = writer.endExchange()
        let text = String(writer.pending)
        #expect(text.contains("\r\nAllow: GET, HEAD\r\n"))
        #expect(text.components(of: "HTTP/1.1 ") == 2)
    }

    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (951_827_696, "Tue, 29 Feb 2000 12:34:56 GMT"),
        (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
        (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    ])
    func dates(seconds: Int64, text: String) {
        var date = HTTPDate()
        date.update(secondsSince1970: seconds)
        let rendered = String(date.text)
        #expect(rendered == text)
    }
}

extension String {
    /// The number of occurrences of a text.
    fileprivate func components(of text: String) -> Int {
        indices.count { self[$0...].hasPrefix(text) }
    }
}
