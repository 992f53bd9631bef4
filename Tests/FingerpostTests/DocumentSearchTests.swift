import Foundation
import TestSupport
import Testing

/// Search of the documentation site: an index of sections, and a page that searches it in the browser.
@Suite("the search of the documents' site", .timeLimit(.minutes(10)))
struct DocumentSearchTests {
    private static func program(_ paths: [String]) -> String? {
        paths.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static let python = program(["/usr/bin/python3", "/usr/local/bin/python3"])
    private static let chromium = program(["/usr/bin/chromium", "/usr/bin/chromium-browser"])

    /// A page in docc's format, with texts that would be markup if they were not escaped.
    private static let page = """
        {"metadata": {"title": "Running <i>"}, "abstract": [{"type": "text", "text": "About settings."}],
         "references": {"doc://a/Other": {"title": "The other page"}},
         "primaryContentSections": [{"kind": "content", "content": [
          {"type": "heading", "text": "Overview", "anchor": "Overview", "level": 2},
          {"type": "paragraph", "inlineContent": [
            {"type": "text", "text": "See "}, {"type": "reference", "identifier": "doc://a/Other"}]},
          {"type": "heading", "text": "Tokens & keys", "anchor": "Tokens--keys\\"<", "level": 2},
          {"type": "table", "rows": [[[{"type": "paragraph", "inlineContent": [
            {"type": "codeVoice", "code": "</script><img src=x onerror=alert(1)>"}]}],
            [{"type": "paragraph", "inlineContent": [{"type": "text", "text": "revoke a token"}]}]]]},
          {"type": "codeListing", "code": ["fingerpost token list"]}]}]}
        """

    private func site(html: String = "<body><div id=\"app\"></div></body>") throws -> (ScratchFolder, Child) {
        let folder = try ScratchFolder()
        _ = try folder.file("data/documentation/fingerpost/running.json", Self.page)
        _ = try folder.file("documentation/fingerpost/running/index.html", html)
        let index = RulesFolder.repository.appending(path: ".docs/index").path()
        let child = try Child(try #require(Self.python), [index, folder.path, "/docs/"])
        #expect(child.waits(seconds: 60))
        return (folder, child)
    }

    private static func text(_ folder: ScratchFolder, _ path: String) throws -> String {
        try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
    }

    @Test("has a section for each heading, and a box on each page", .enabled(if: python != nil, "there is no python3"))
    func index() throws {
        let (folder, child) = try site()
        #expect(child.code == 0, "\(child.error)")
        let entries = try Self.text(folder, "search/entries.js")
        #expect(!entries.contains("<"))
        for part in [
            #""heading": "", "anchor": "", "text": "About settings. See The other page""#,
            #""heading": "Tokens & keys", "anchor": "Tokens--keys\"\u003c""#, "revoke a token fingerpost token list",
        ] { #expect(entries.contains(part), "\(part) is not in \(entries)") }
        let page = try Self.text(folder, "documentation/fingerpost/running/index.html")
        #expect(page.contains(#"<form role="search" action="/docs/search/""#) && page.contains(#"<div id="app">"#))
    }

    /// A new docc may emit different pages: the site must not lose its search unnoticed.
    @Test("is refused if pages have no place for it", .enabled(if: python != nil, "there is no python3"))
    func otherPages() throws {
        let (_, child) = try site(html: "<body></body>")
        #expect(child.code == 1 && child.error.contains("no place for the search box"))
    }

    @Test(
        "finds sections by all words, and shows texts as texts",
        .enabled(if: python != nil && chromium != nil, "there is no python3 or chromium"))
    func browser() throws {
        let (folder, _) = try site()
        let found = try dom(folder, query: "TOKEN+revoke+%3Cimg")
        #expect(found.contains("1 section found"), "\(found)")
        #expect(found.contains(##"href="../documentation/fingerpost/running/#Tokens--keys%22%3C""##))
        #expect(found.contains("Running &lt;i&gt; › Tokens &amp; keys"))
        #expect(found.contains("<mark>token</mark>") && found.contains("onerror"))
        #expect(!found.contains("<img"))
        #expect(try dom(folder, query: "token+nowhere").contains("No sections found"))
    }

    /// The search page after its script has run. The server is killed, since child processes inherit the signals that
    /// test threads block.
    private func dom(_ folder: ScratchFolder, query: String) throws -> String {
        let port = try FreePort.next()
        let script = """
            "$1" -m http.server \(port) --bind 127.0.0.1 --directory "$3" >/dev/null 2>&1 &
            trap 'kill -9 $!' EXIT
            curl -s -o /dev/null --retry 40 --retry-connrefused --retry-delay 1 http://127.0.0.1:\(port)/
            "$2" --headless --no-sandbox --disable-gpu --user-data-dir="$3/profile" --virtual-time-budget=8000 \
                --dump-dom 'http://127.0.0.1:\(port)/search/?q=\(query)'
            """
        let programs = [try #require(Self.python), try #require(Self.chromium)]
        let child = try Child("/bin/bash", ["-c", script, "bash"] + programs + [folder.path])
        defer { child.kill() }
        #expect(child.waits(seconds: 180))
        return child.output
    }
}
