import Foundation
import TestSupport
import Testing

/// The console in a real browser; `Tests/Smoke/console` covers the sizes and colors that are left out here.
@Suite("the console in Chromium", .timeLimit(.minutes(20)))
struct ConsoleBrowserTests {
    private static var chromium: String? {
        ["/usr/bin/chromium", "/usr/local/bin/chromium"].first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    @Test(
        "signing in, trying a link, the rules and writing them, links, live figures: on a dark phone and a light desktop, by keyboard, without script",
        .enabled(
            if: chromium != nil && PythonBrowser.interpreter != nil,
            "skipped: no Chromium, or no Python with Tests/Browser/requirements.txt; see above"))
    func visit() throws {
        let folder = try ScratchFolder()
        let tokens = folder.url.appending(path: "tokens").path()
        let log = folder.url.appending(path: "decisions").path()
        let rules = try RulesFolder(site: ParityCase.site)
        let daemon = try RunningDaemon(
            rules: rules.path,
            flags: [
                "--tokens-file", tokens, "--decision-log", log, "--store", folder.url.appending(path: "store").path(),
            ], environment: ["FINGERPOST_CONSOLE_WRITE_RULES": "true"])
        #expect(try daemon.click("/WXYZ").status == 302)
        let token = try String(contentsOfFile: tokens + ".first", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let python = try #require(PythonBrowser.interpreter)
        let child = try Child(
            python,
            [
                PythonBrowser.script("console.py"), try #require(Self.chromium), "http://127.0.0.1:\(daemon.admin)",
                token, "phone-dark,desktop-light",
            ])
        defer { child.kill() }
        #expect(child.waits(seconds: 900), "the browser takes too long")
        #expect(child.code == 0, "\(child.output)\(child.error)")
        #expect(daemon.stop() == 0)
        #expect(!daemon.said.contains(token))
    }
}
