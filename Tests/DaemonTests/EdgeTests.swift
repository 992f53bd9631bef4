import ByteText
import Foundation
import TestSupport
import Testing

@testable import Daemon
@testable import Server

/// The listener for proxies and programs.
@Suite("the edge, in memory")
struct EdgeTests {
    private let daemon: DaemonInMemory

    init() throws {
        daemon = try DaemonInMemory()
    }

    private static let link = "https%3A%2F%2Fexample.page.link%2FWXYZ"

    @Test("GET with link= decides as POST does")
    func get() throws {
        let agent = Agents.android.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let get = try daemon.ask(
            .edge, "/v1/decide?link=\(Self.link)&user_agent=\(agent)&time=2026-11-20T12%3A00%3A00Z&id=a")
        let post = try daemon.decide(
            #"{"id":"a","link":"https://example.page.link/WXYZ","user_agent":"\#(Agents.android)","time":"2026-11-20T12:00:00Z"}"#
        )
        #expect(get.status == 200)
        #expect(get["Content-Type"] == "application/json")
        #expect(get.body == post.body)
        #expect(get.body.contains("\"app_open\""))
        get.expectCommonFields()
        let head = try daemon.ask(.edge, "/v1/decide?link=\(Self.link)", method: "HEAD")
        #expect(head.status == 200)
    }

    @Test(
        "an action link in a query is refused, and not echoed", arguments: ["", "&stage=continue", "&user_agent=curl"])
    func actionByGet(_ more: String) throws {
        let action =
            "https%3A%2F%2Fexample-app.firebaseapp.com%2F__%2Fauth%2Faction%3Fmode%3DsignIn%26oobCode%3DSECRET1%26apiKey%3DSECRET2%26continueUrl%3Dhttps%253A%252F%252Fwww.example.com"
        let wrapped = action.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        for link in [action, "https%3A%2F%2Fauth.example.com%2F__%2Fauth%2Flinks%3Flink%3D\(wrapped)"] {
            let answer = try daemon.ask(.edge, "/v1/decide?link=\(link)\(more)")
            try answer.expectError(400, "INVALID_ARGUMENT", naming: "POST")
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
        try daemon.decide(body).expectError(400, "INVALID_ARGUMENT", naming: name)
    }

    @Test(
        "a bad query is named",
        arguments: [
            ("/v1/decide", "link"), ("/v1/decide?link=a&link=b", "link"), ("/v1/decide?link=%zz", "link"),
            ("/v1/decide?link=a&foo=b", "foo"), ("/v1/decide?link=%ff", "link"),
        ])
    func badQuery(_ target: String, _ name: String) throws {
        try daemon.ask(.edge, target).expectError(400, "INVALID_ARGUMENT", naming: name)
    }

    @Test("there is nothing at other addresses, and other methods are 405")
    func others() throws {
        for target in ["/", "/v1", "/v1/decide/", "/v2/decide", "/WXYZ"] {
            try daemon.ask(.edge, target).expectError(404, "NOT_FOUND", naming: "nothing")
        }
        let answer = try daemon.ask(.edge, "/v1/decide", method: "DELETE")
        #expect(answer.status == 405)
        #expect(answer["Allow"] == "GET, HEAD, POST")
    }

    @Test("a body that is too large is refused by its length, before it is sent, and in chunks")
    func largeBody() throws {
        let head = "POST /v1/decide HTTP/1.1\r\nHost: localhost\r\n"
        #expect(try daemon.send(head + "Content-Length: 100000000\r\n\r\n", to: .edge).status == 413)
        let chunk = "10000\r\n\(String(repeating: "a", count: 65_536))\r\n"
        let chunks = String(repeating: chunk, count: 40)
        #expect(try daemon.send(head + "Transfer-Encoding: chunked\r\n\r\n" + chunks, to: .edge).status == 413)
    }
}
