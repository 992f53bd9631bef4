import ByteText
import Foundation
import TestSupport
import Testing

/// The documented cases of the Firebase Dynamic Links API, sent to admin.
@Suite("Firebase's cases of short links, in memory")
struct ShortLinkCasesTests {
    static let cases: [JSONValue] = {
        guard let lines = try? SharedCases.lines() else { return [] }
        return lines.compactMap { try? JSONValue(parsing: $0) }.filter { $0["kind"]?.string == "api_shortlinks" }
    }()

    @Test(
        "shared cases",
        .enabled(if: !cases.isEmpty, "skipped: no ../shared/data/semantics/cases.jsonl (set FINGERPOST_SHARED)"))
    func shared() throws {
        #expect(Self.cases.count >= 10)
        var servers: [String: DaemonInMemory] = [:]
        for item in Self.cases {
            let site = try Self.site(try #require(item["config"]?["project"]))
            let server = try servers[site] ?? DaemonInMemory(site: site, isStoring: true, tokens: LinkAPITests.tokens)
            servers[site] = server
            try Self.check(item, server)
        }
    }

    private static func check(_ item: JSONValue, _ server: DaemonInMemory) throws {
        let id = item["id"]?.string ?? ""
        let request = try #require(item["config"]?["request"]?.object)
        var body = JSONObject()
        for member in request.members where member.name != "times" { body.append(member.name, member.value) }
        let expected = try #require(item["expect"])
        let answers = try (0..<(request["times"]?.number?.int ?? 1)).map { _ in
            try server.ask("POST", "/v1/shortLinks?key=\(LinkAPITests.key)", JSONValue.object(body).text, token: nil)
        }
        let answer = try JSONValue(parsing: answers[0].body)
        if let error = expected["error"]?.string {
            #expect(answers[0].status == 400, "\(id): \(answers[0].body)")
            #expect(answer["error"]?["details"]?.array?.first?["reason"]?.string == error, "\(id)")
            return
        }
        #expect(answers[0].status == 200, "\(id): \(answers[0].body)")
        let link = try #require(answer["shortLink"]?.string)
        #expect(answer["previewLink"]?.string == link + "?d=1")
        let suffix = try #require(link.split(separator: "/").last)
        #expect(suffix.utf8.allSatisfy { $0.isAlphanumeric }, "\(id): \(suffix)")
        if let length = expected["suffix"]?["length"]?.number?.int { #expect(suffix.count == length, "\(id)") }
        if let length = expected["suffix"]?["min_length"]?.number?.int { #expect(suffix.count >= length, "\(id)") }
        if let codes = expected["warning_codes"]?.array {
            #expect((answer["warning"]?.array ?? []).map { $0["warningCode"] } == codes, "\(id)")
        }
        if expected["same_short_link"]?.bool == true { #expect(answers.allSatisfy { $0.body == answers[0].body }) }
    }

    /// A site that corresponds to the case's project.
    private static func site(_ project: JSONValue) throws -> String {
        let hosts = (project["prefixes"]?.array ?? []).compactMap { $0.string?.dropFirst("https://".count) }
        let android = (project["android_packages"]?.array ?? []).compactMap(\.string)
        let apple = project["ios_bundles"]?.object?.members ?? []
        let apps =
            android.map { "{\"android\": {\"package\": \"\($0)\"}}" }
            + apple.map { "{\"ios\": {\"bundle\": \"\($0.name)\", \"app_store_id\": \($0.value.text)}}" }
        return """
            {"site": "project", "hosts": ["\(hosts.joined(separator: "\", \""))"], "url_patterns": "any",
             "apps": [\(apps.joined(separator: ", "))]}
            """
    }
}
