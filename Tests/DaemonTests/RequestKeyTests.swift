import ByteText
import TestSupport
import Testing

/// A request with an `Idempotency-Key` is performed once, and repetitions get the first response.
@Suite("Requests with a key, in memory")
struct RequestKeyTests {
    private static let body = #"{"domain": "own.example", "long_link": "https://www.example.com/"}"#

    private static func server() throws -> DaemonInMemory {
        try DaemonInMemory(
            sites: [(name: "own", hosts: ["own.example"])],
            tokens: [(name: "one", secret: "1", options: []), (name: "two", secret: "2", options: [])])
    }

    @Test("are done once for a caller, whatever became of the link")
    func once() throws {
        let server = try Self.server()
        func make(_ body: String = Self.body, token: String = "1", key: String = "k") throws -> HTTPAnswer {
            try server.ask("POST", "/v1/links", body, token: token, fields: ["Idempotency-Key": key])
        }
        let first = try make()
        #expect(first.status == 201)
        let code = try #require(first.json?["code"]?.string)
        #expect(try server.ask("DELETE", "/v1/links/own.example%2F\(code)", token: "1").status == 204)
        let again = try make()
        #expect(again.status == 201 && again.body == first.body)
        #expect(try make(token: "2").body != first.body && make(key: "l").body != first.body)
        let other = try make(Self.body + " ")
        #expect(other.status == 422 && other.body.contains("Idempotency-Key"), "\(other.body)")
        #expect(try make(key: "").status == 400 && make(key: String(repeating: "k", count: 256)).status == 400)
    }

    @Test("of many lines make each link once, at its place")
    func lines() throws {
        let server = try Self.server()
        func make(_ lines: [String]) throws -> [String] {
            let fields = ["Idempotency-Key": "k"]
            let body = lines.joined(separator: "\n")
            let answer = try server.ask("POST", "/v1/links:bulk", body, token: "1", fields: fields)
            #expect(answer.status == 200)
            return answer.body.split(separator: "\n").map(String.init)
        }
        let first = try make([Self.body, Self.body])
        #expect(Set(first).count == 2 && first.allSatisfy { $0.contains("own.example/") })
        #expect(try make([Self.body, Self.body]) == first)
        let other = try make([Self.body, Self.body + " ", Self.body])
        #expect(other[0] == first[0] && other[1].contains("Idempotency-Key") && other[2].contains("own.example/"))
        #expect(try server.ask("GET", "/v1/links", token: "1").json?["links"]?.array?.count == 3)
    }

    @Test("that are refused may be sent again")
    func refused() throws {
        let server = try Self.server()
        let body = #"{"domain": "own.example", "code": "Own", "long_link": "https://www.example.com/"}"#
        let fields = ["Idempotency-Key": "k"]
        try server.store.make(["own.example/Own"])
        #expect(try server.ask("POST", "/v1/links", body, token: "1", fields: fields).status == 409)
        let other = body.replacing("Own", with: "Other")
        #expect(try server.ask("POST", "/v1/links", other, token: "1", fields: fields).status == 201)
    }
}
