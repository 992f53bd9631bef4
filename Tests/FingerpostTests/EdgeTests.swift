import ByteText
import Foundation
import Testing

/// The side that proxies and programs ask.
@Suite("the edge", .timeLimit(.minutes(20)))
struct EdgeTests {
    private let daemon: RunningDaemon

    init() throws {
        daemon = try RunningDaemon()
    }

    private static let link = "https%3A%2F%2Fexample.page.link%2FWXYZ"

    @Test("GET with link= decides as POST does")
    func get() throws {
        let agent = Agents.android.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let get = try daemon.ask(
            daemon.edge, "/v1/decide?link=\(Self.link)&user_agent=\(agent)&time=2026-11-20T12%3A00%3A00Z&id=a")
        let post = try daemon.decide(
            #"{"id":"a","link":"https://example.page.link/WXYZ","user_agent":"\#(Agents.android)","time":"2026-11-20T12:00:00Z"}"#
        )
        #expect(get.status == 200)
        #expect(get["Content-Type"] == "application/json")
        #expect(get.body == post.body)
        #expect(get.body.contains("\"app_open\""))
        FrontTests.expectCommonFields(get)
        let head = try daemon.ask(daemon.edge, "/v1/decide?link=\(Self.link)", method: "HEAD")
        #expect(head.status == 200)
    }

    @Test(
        "an action link in a query is refused, and not echoed", arguments: ["", "&stage=continue", "&user_agent=curl"])
    func actionByGet(_ more: String) throws {
        let action =
            "https%3A%2F%2Fexample-app.firebaseapp.com%2F__%2Fauth%2Faction%3Fmode%3DsignIn%26oobCode%3DSECRET1%26apiKey%3DSECRET2%26continueUrl%3Dhttps%253A%252F%252Fwww.example.com"
        let wrapped = action.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        for link in [action, "https%3A%2F%2Fauth.example.com%2F__%2Fauth%2Flinks%3Flink%3D\(wrapped)"] {
            let answer = try daemon.ask(daemon.edge, "/v1/decide?link=\(link)\(more)")
            try Self.expectError(answer, 400, "INVALID_ARGUMENT", naming: "POST")
            #expect(!answer.body.contains("SECRET"))
        }
    }

    @Test(
        "what is wrong with a request is named",
        arguments: [
            (#"{"link":"https://example.page.link/WXYZ","lnik":1}"#, "lnik"),
            (#"{"link":"https://example.page.link/WXYZ","device":{"plaform":"ios"}}"#, "plaform"),
            (#"{"link":"https://example.page.link/WXYZ","device":{"app":{"stat":"x"}}}"#, "stat"),
            (#"{"link":"https://example.page.link/WXYZ","settings":{"uri":"x"}}"#, "uri"),
            (#"{"link":"https://example.page.link/WXYZ","site":{"site":"x"}}"#, "site"),
            (#"{"link":"https://example.page.link/WXYZ","time":"noon"}"#, "time"),
            (#"{"link":"https://example.page.link/WXYZ","stage":"later"}"#, "stage"),
            (#"{"link":"https://example.page.link/WXYZ","headers":[]}"#, "headers"),
            (#"{"link":"https://example.page.link/WXYZ","headers":{"a":1}}"#, "headers"),
            (#"{"link":1}"#, "link"), ("{}", "link"), ("[]", "object"), ("{", "JSON"), ("", "body"), ("\u{0}", "JSON"),
            (#"{"link":"a","link":"b"}"#, "JSON"), (#"{"link":"\ud800"}"#, "JSON"),
            (String(repeating: "[", count: 100_000), "JSON"),
        ])
    func badRequest(_ body: String, _ name: String) throws {
        try Self.expectError(try daemon.decide(body), 400, "INVALID_ARGUMENT", naming: name)
        #expect(daemon.isRunning)
    }

    @Test(
        "a bad query is named",
        arguments: [
            ("/v1/decide", "link"), ("/v1/decide?link=a&link=b", "link"), ("/v1/decide?link=%zz", "link"),
            ("/v1/decide?link=a&foo=b", "foo"), ("/v1/decide?link=%ff", "link"),
        ])
    func badQuery(_ target: String, _ name: String) throws {
        try Self.expectError(try daemon.ask(daemon.edge, target), 400, "INVALID_ARGUMENT", naming: name)
    }

    @Test("there is nothing at other addresses, and other methods are 405")
    func others() throws {
        for target in ["/", "/v1", "/v1/decide/", "/v2/decide", "/WXYZ"] {
            try Self.expectError(try daemon.ask(daemon.edge, target), 404, "NOT_FOUND", naming: "nothing")
        }
        let answer = try daemon.ask(daemon.edge, "/v1/decide", method: "DELETE")
        #expect(answer.status == 405)
        #expect(answer["Allow"] == "GET, HEAD, POST")
    }

    @Test("a body that is too large is refused by its length, before it is sent")
    func largeBody() throws {
        let client = try HTTPClient(port: daemon.edge)
        client.send("POST /v1/decide HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n")
        #expect(try client.answer().status == 413)
        let chunked = try HTTPClient(port: daemon.edge)
        chunked.send("POST /v1/decide HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        let piece = String(repeating: "a", count: 65_536)
        for _ in 0..<40 { chunked.send("10000\r\n\(piece)\r\n") }
        #expect(try chunked.answer().status == 413)
        #expect(try daemon.decide(#"{"link":"https://example.page.link/WXYZ"}"#).status == 200)
    }

    @Test("a body may come in chunks, and wait for leave")
    func chunkedBody() throws {
        let body = #"{"link":"https://example.page.link/WXYZ"}"#
        let client = try HTTPClient(port: daemon.edge)
        client.send(
            "POST /v1/decide HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n")
        #expect(try client.answer().status == 100)
        for byte in body { client.send("1\r\n\(byte)\r\n") }
        client.send("0\r\n\r\n")
        #expect(try client.answer().status == 200)
    }

    /// The one shape of errors.
    static func expectError(_ answer: HTTPClient.Answer, _ code: Int, _ status: String, naming name: String) throws {
        #expect(answer.status == code)
        let error = try #require(try JSONValue(parsing: answer.body)["error"])
        #expect(error["code"]?.number?.int == code)
        #expect(error["status"]?.string == status)
        #expect(error["message"]?.string?.contains(name) ?? false, "\(answer.body)")
        #expect(error["details"]?.array != nil)
        FrontTests.expectCommonFields(answer)
    }
}
