import Foundation
import TestSupport
import Testing

/// A link with a password, from the command line to the browser.
@Suite("passwords of links, by the program", .timeLimit(.minutes(5)))
struct LinkPasswordTests {
    private static func enter(_ password: String, _ daemon: RunningDaemon) throws -> HTTPAnswer {
        let body = "password=\(password)"
        let client = try HTTPClient(port: daemon.front)
        let fields = [
            "Content-Type": "application/x-www-form-urlencoded", "Content-Length": "\(body.utf8.count)",
            "User-Agent": Agents.windows,
        ]
        client.send(HTTPRequest.text("/lock", method: "POST", host: "example.page.link", fields: fields) + body)
        return try client.answer(toHead: false)
    }

    @Test("a page asks for it, checks do not block the worker, and tries are limited")
    func browser() throws {
        let server = try LinkServer()
        let made = try Program.run(
            [
                "link", "create", "https://www.example.com/private", "--domain", "example.page.link", "--code", "lock",
                "--password-file", "-", "--rules", server.rulesPath, "--store", server.folder.path,
            ], input: "open sesame\n")
        #expect(made.code == 0 && !made.output.contains("sesame"), "\(made)")
        let page = try server.daemon.click("/lock")
        #expect(page.status == 200 && page.body.contains(#"<form method="post">"#), "\(page)")
        #expect(try Self.enter("wrong", server.daemon).status == 403)
        let right = try Self.enter("open+sesame", server.daemon)
        #expect(right.status == 303 && right["Location"] == "https://www.example.com/private", "\(right)")
        for _ in 0..<4 { #expect(try Self.enter("wrong", server.daemon).status == 403) }
        let late = try Self.enter("open+sesame", server.daemon)
        #expect(late.status == 429 && late["Retry-After"] != nil, "\(late)")
    }

    @Test("exported links keep their passwords")
    func files() throws {
        let folder = try ScratchFolder()
        let rules = try RulesFolder(site: ParityCase.site)
        func link(_ words: String..., in store: String, input: String? = nil) throws -> Program.Outcome {
            let place = ["--store", folder.url.appending(path: store).path()]
            let checked = ["create", "update", "import"].contains(words[0]) ? ["--rules", rules.path] : []
            let outcome = try Program.run(["link"] + words + place + checked, input: input)
            #expect(outcome.code == 0, "\(words): \(outcome.output)\(outcome.error)")
            return outcome
        }
        _ = try link(
            "create", "https://www.example.com/a", "--domain", "example.page.link", "--code", "a", "--no-apps",
            in: "one")
        let file = try folder.file("password", "open sesame\n").path()
        _ = try link("update", "https://example.page.link/a", "--password-file", file, in: "one")
        let shown = try link("get", "https://example.page.link/a", in: "one").output
        #expect(shown.contains("password: required") && !shown.contains("scrypt"), "\(shown)")
        #expect(
            try link("get", "https://example.page.link/a", "--json", in: "one").output.contains(#""password":true"#))
        for format in ["jsonl", "csv"] {
            let exported = try link("export", "--format", format, in: "one").output
            #expect(exported.contains("$scrypt$ln=14,r=8,p=1$"))
            _ = try link("import", "-", in: format, input: exported)
            #expect(try link("export", "--format", format, in: format).output == exported)
        }
        _ = try link("update", "https://example.page.link/a", "--no-password", in: "one")
        #expect(try !link("get", "https://example.page.link/a", in: "one").output.contains("password"))
    }
}
