import Foundation
import TestSupport
import Testing

/// A user signed in to a daemon's console with a token.
struct ConsoleSession {
    private let port: UInt16
    private let cookie: String

    init(_ daemon: RunningDaemon, token: String = LinkServer.token) throws {
        port = daemon.admin
        let client = try HTTPClient(port: port)
        client.send(
            HTTPRequest.text(
                "/sign-in", method: "POST", host: "127.0.0.1:\(port)", fields: Self.form(port), body: "token=\(token)"))
        let answer = try client.answer()
        #expect(answer.status == 303)
        cookie = String(try #require(answer["Set-Cookie"]).prefix { $0 != ";" })
    }

    private static func form(_ port: UInt16) -> [String: String] {
        ["Origin": "http://127.0.0.1:\(port)", "Content-Type": "application/x-www-form-urlencoded"]
    }

    /// Requests a page without reading the response.
    func ask(_ target: String, seconds: Int = 60) throws -> HTTPClient {
        let client = try HTTPClient(port: port, seconds: seconds)
        client.send(HTTPRequest.text(target, host: "127.0.0.1:\(port)", fields: ["Cookie": cookie]))
        return client
    }

    func page(_ target: String) throws -> HTTPAnswer { try ask(target).answer() }

    /// Submits a form of this session.
    func send(_ target: String, _ form: String) throws -> HTTPAnswer {
        let page = try page("/").body
        let mark = try #require(page.firstRange(of: "name=\"form_token\" value=\""))
        let token = page[mark.upperBound...].prefix { $0 != "\"" }
        var fields = Self.form(port)
        fields["Cookie"] = cookie
        let client = try HTTPClient(port: port)
        client.send(
            HTTPRequest.text(
                target, method: "POST", host: "127.0.0.1:\(port)", fields: fields, body: "form_token=\(token)&\(form)"))
        return try client.answer()
    }
}
