import ByteText
import Foundation
import LinkStore
import OpenSSL
import Settings
import TestSupport
import Testing

/// Passwords in the APIs: set and removed by clients, and never returned.
@Suite("passwords of links by the interfaces, in memory")
struct LinkPasswordAPITests {
    private static let token = "fpt_everything"

    private let folder: ScratchFolder
    private let daemon: DaemonInMemory

    init() throws {
        let folder = try ScratchFolder()
        self.folder = folder
        daemon = try DaemonInMemory(isStoring: true, tokens: [("all", Self.token, [])]) {
            $0.auditLog = folder.path + "/audit.log"
            $0.events.folder = folder.path + "/events"
        }
        daemon.keeps = [folder]
    }

    private func ask(
        _ method: String, _ target: String, _ body: String = "", _ fields: [String: String] = [:]
    ) throws -> HTTPAnswer {
        let answer = try daemon.ask(method, target, body, token: Self.token, fields: fields)
        #expect(!answer.body.contains("sesame") && !answer.body.contains("scrypt"), "\(answer)")
        return answer
    }

    private func stored(_ code: String) throws -> String? {
        try daemon.store.link(try #require(LinkKey("example.page.link/\(code)")))?.password
    }

    private static func input(_ code: String, _ password: String = "open sesame") -> String {
        #"{"domain": "example.page.link", "code": "\#(code)", "long_link": "https://www.example.com/", "password": "\#(password)"}"#
    }

    @Test("it is set, changed and removed, and only its hash is stored")
    func life() throws {
        let made = try ask("POST", "/v1/links", Self.input("P"))
        #expect(made.status == 201 && made.json?["password"] == true, "\(made)")
        let hash = try #require(try stored("P"))
        #expect(PasswordHash(hash)?.matches(Array("open sesame".utf8)) == true)
        let path = "/v1/links/example.page.link%2FP"
        #expect(try ask("GET", path).json?["password"] == true)
        #expect(try ask("GET", "/v1/links").json?["links"]?.array?.first?["password"] == true)
        let changed = try ask("PATCH", path, #"{"password": "close sesame", "note": "n"}"#, ["If-Match": "*"])
        #expect(changed.status == 200 && changed.json?["password"] == true)
        let newHash = try #require(try stored("P"))
        #expect(PasswordHash(newHash)?.matches(Array("close sesame".utf8)) == true)
        #expect(try ask("PATCH", path, #"{"note": "m"}"#, ["If-Match": "*"]).json?["password"] == true)
        #expect(try ask("PATCH", path, #"{"password": null}"#, ["If-Match": "*"]).json?["password"] == false)
        #expect(try stored("P") == nil)
        let changes = try #require(try ask("GET", "\(path):history").json?["changes"]?.array)
        #expect(changes.map { $0["fields"]?["password"] != nil } == [true, false, true], "\(changes)")
        #expect(changes.allSatisfy { $0["restore"]?["password"] == nil })
        daemon.finish()
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            guard let bytes = FileManager.default.contents(atPath: folder.path + "/" + file) else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("sesame") && !text.contains("$scrypt$"), "\(file)")
        }
    }

    @Test(
        "unusable passwords are refused",
        arguments: [
            ("5", "a string"), ("true", "a string"), (#""\#(String(repeating: "x", count: 201))""#, "longer than 200"),
            (#""$2b$12$abcdefghijklmnopqrstuv""#, "hashed in a way"),
        ])
    func refused(_ password: String, _ part: String) throws {
        let body = Self.input("P").replacing(#""open sesame""#, with: password)
        let answer = try ask("POST", "/v1/links", body)
        #expect(answer.status == 400 && answer.body.contains(part), "\(answer)")
        #expect(try stored("P") == nil)
    }

    @Test("a hash of `link export` is kept, and an empty text is no password")
    func hashes() throws {
        let hash = PasswordHash(of: "x").text
        #expect(try ask("POST", "/v1/links", Self.input("P", hash)).status == 201)
        #expect(try stored("P") == hash)
        #expect(try ask("POST", "/v1/links", Self.input("Q", "")).json?["password"] == false)
    }

    @Test("a validation hashes nothing and reveals nothing")
    func validation() throws {
        let answer = try ask("POST", "/v1/links?validate_only=true", Self.input("P"))
        #expect(answer.status == 200 && answer.json?["password"] == true)
        #expect(try stored("P") == nil)
    }

    @Test("many links with passwords are made at once, up to a limit")
    func bulk() throws {
        let lines = (0..<3).map { Self.input("B\($0)") }.joined(separator: "\n")
        #expect(try ask("POST", "/v1/links:bulk", lines).status == 200)
        for index in 0..<3 { #expect(try stored("B\(index)")?.hasPrefix("$scrypt$") == true) }
        let many = (0..<101).map { Self.input("C\($0)") }.joined(separator: "\n")
        #expect(try ask("POST", "/v1/links:bulk", many).status == 400)
        #expect(try stored("C0") == nil)
    }

    @Test("a repeated request returns its link, whose stored digest does not cover the password")
    func idempotency() throws {
        let fields = ["Idempotency-Key": "k"]
        let first = try ask("POST", "/v1/links", Self.input("P"), fields)
        #expect(try ask("POST", "/v1/links", Self.input("P"), fields).body == first.body)
        #expect(try ask("POST", "/v1/links", Self.input("P", "other"), fields).body == first.body)
        #expect(try ask("POST", "/v1/links", Self.input("Q"), fields).status >= 400)
    }

    @Test("Dub's clients get asterisks, which leave it unchanged")
    func dub() throws {
        let body =
            #"{"url": "https://www.example.com/", "domain": "example.page.link", "key": "D", "password": "open sesame"}"#
        let made = try ask("POST", "/dub/links", body)
        #expect(made.json?["password"] == "********", "\(made)")
        let hash = try stored("D")
        let id = "/dub/links/example.page.link%2FD"
        let kept = try ask("PATCH", id, #"{"password": "********", "comments": "c"}"#)
        #expect(kept.json?["password"] == "********" && kept.json?["comments"] == "c", "\(kept)")
        #expect(try stored("D") == hash && hash != nil)
        #expect(try ask("PATCH", id, #"{"password": null}"#).json?["password"] == .null)
        #expect(try stored("D") == nil)
        #expect(try ask("POST", "/dub/links", body.replacing("open sesame", with: "********")).status == 400)
    }
}
