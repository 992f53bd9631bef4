import ByteText
import Expressions
import HTTP
import Routing
import TestSupport
import Testing

@testable import Access
@testable import Pages
@testable import Server

/// Errors sent to apps have the same form as those of the other JSON APIs.
@Suite("Errors that the front tells apps, in memory")
struct AppErrorTests {
    private static func front(_ status: Int, _ message: String) throws -> DaemonInMemory {
        var site = SiteDefinition(name: "a")
        (site.hosts, site.urlPolicy) = (["a.link"], .any)
        site.rules = [
            RuleDefinition(
                id: "refuse", because: "It is tested.", condition: nil, program: nil,
                action: ActionDefinition(outcome: .error(code: "refused", status: status, message: message)))
        ]
        let ruleSet = RuleSet(sites: [site], rules: [], patterns: PatternList(), hash: "sha256:1")
        return try DaemonInMemory(ruleSet)
    }

    @Test(
        "have the one shape, with the name of their status, and masked",
        arguments: [
            (400, "INVALID_ARGUMENT"), (403, "PERMISSION_DENIED"), (404, "NOT_FOUND"), (410, "NOT_FOUND"),
            (429, "RESOURCE_EXHAUSTED"), (451, "INVALID_ARGUMENT"), (500, "INTERNAL"), (503, "UNAVAILABLE"),
        ])
    func shape(status: Int, name: String) throws {
        let front = try Self.front(status, "Ask jane.secret.doe@example.com.")
        let answer = try front.click(
            "/?link=https://www.example.com/", host: "a.link", fields: ["Accept": "application/json"])
        #expect(answer.status == status && !answer.body.contains("jane.secret"), "\(answer)")
        #expect((answer["Retry-After"] == "1") == (status == 429))
        let error = answer.json?["error"]
        #expect(error?["code"]?.number?.int == status && error?["status"]?.string == name)
        var writer = ResponseWriter()
        writer.beginExchange(Exchange())
        APIError(Status(UInt16(status)), "Ask jane.secret.doe@example.com.").write(to: &writer)
        #expect(String(writer.pending).hasSuffix("\r\n\r\n\(answer.body)"))
    }
}
