import Foundation
import TestSupport
import Testing

/// Every page as rendered: on a phone and a desktop, light and dark, in both writing directions.
///
/// Screenshots of all pages are written to the directory in `FINGERPOST_TEST_PICTURES`.
@Suite("Pages in a browser", .serialized, .timeLimit(.minutes(20)))
struct BrowserTests {
    private static let chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The site of the parity cases, with a brand, and links that don't work.
    private static let site: String = {
        let pages = """
            "pages": {"name": "Example Shop", "icon": "icons/shop.png", "contact": "mailto:help@example.com",
                      "colors": {"light": {"accent": "#7a1fa2"}, "dark": {"card": "#201a24", "background": "#120e15"}}},
            """
        let site = ParityCase.site.replacing(#""debug_pages": true"#, with: #""debug_pages": true, "ipad_check": true"#)
        return "{" + pages + site.trimmingCharacters(in: .whitespacesAndNewlines).dropFirst()
    }()

    private struct Page: Encodable {
        var name, url, agent, language: String
        var width, height: Int
        var dark: Bool
        var status: Int
    }

    private static let mac =
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15"

    private static let links: [(name: String, path: String, agent: String, status: Int)] = {
        let link = "/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android&ibi=com.example.ios&isi=1234567"
        let action =
            "/?link=https%3A%2F%2Fexample-app.firebaseapp.com%2F__%2Fauth%2Faction%3Fmode%3DsignIn%26oobCode%3DX%26apiKey%3DK"
        return [
            ("interstitial", link, Agents.iPhone, 200), ("inapp", link, Agents.facebook, 200),
            // With a QR code.
            ("computer", link, mac, 200),
            ("missing", "/NOPE", Agents.android, 404), ("invalid", "/?link=%25zz", Agents.android, 400),
            ("static", action, "BarracudaCentral", 200),
            ("social", link + "&st=Spring%20sale&sd=Half%20price", Agents.slackbot, 200),
            ("debug", link + "&d=1", Agents.windows, 200),
        ]
    }()

    private static let surroundings: [(language: String, width: Int, dark: Bool)] = [
        ("en", 390, false), ("fa", 390, true), ("ar", 1280, false), ("de", 320, false), ("ru", 390, true),
        ("ja", 1280, true), ("hi", 390, false), ("id", 390, false), ("fr", 320, true), ("zh", 390, false),
        ("es", 390, false), ("pt", 1280, false),
    ]

    @Test(
        "have no error, no request to elsewhere, no text out of its box, and nothing that axe-core finds serious",
        .enabled(
            if: chromium != nil && PythonBrowser.interpreter != nil && CertificateMaker.openssl != nil,
            "skipped: no chromium, no openssl, or no Python with Tests/Browser/requirements.txt; see above"))
    func pages() throws {
        let icon = RulesFolder.repository.appending(path: "Tests/Browser/icon.png")
        let daemon = try SecureDaemon(site: Self.site, files: ["icons/shop.png": icon])
        let plan = Self.surroundings.flatMap { language, width, dark in
            Self.links.map { name, path, agent, status in
                Page(
                    name: "\(name)-\(language)-\(width)\(dark ? "-dark" : "")", url: "https://example.page.link" + path,
                    agent: agent, language: language, width: width, height: width < 700 ? 780 : 800, dark: dark,
                    status: status)
            }
        }
        let folder = try ScratchFolder()
        let file = folder.url.appending(path: "plan.json")
        try JSONEncoder().encode(plan).write(to: file)
        let pictures = ProcessInfo.processInfo.environment["FINGERPOST_TEST_PICTURES"].map { [$0] } ?? []
        let child = try Child(
            try #require(PythonBrowser.interpreter),
            [PythonBrowser.script("pages.py"), try #require(Self.chromium), "\(daemon.secure)", file.path()] + pictures)
        defer { child.kill() }
        #expect(child.waits(seconds: 400), "the browser takes too long")
        #expect(child.code == 0, "\(child.output.suffix(6000)) \(child.error.suffix(2000))")
        let lines = child.output.components(separatedBy: "\n")
        #expect(lines.count { $0.hasPrefix("ok ") } == plan.count)
        for line in lines where line.hasPrefix("paint ") { print(line) }
        #expect(daemon.stop() == 0)
    }

    /// The output of `copying.py`.
    private struct Copied: Decodable {
        var token, before, scripted, elsewhere, after: String
        var errors: [String]
    }

    @Test(
        "a tap on the link to the App Store copies the page's token, and nothing else does",
        .enabled(
            if: chromium != nil && PythonBrowser.interpreter != nil && CertificateMaker.openssl != nil,
            "skipped: no chromium, no openssl, or no Python with Tests/Browser/requirements.txt; see above"))
    func copying() throws {
        let stated = #"{"pages": {"copy_token": true}, "deferred": {"once": false},"#
        let site = stated + ParityCase.site.trimmingCharacters(in: .whitespacesAndNewlines).dropFirst()
        let folder = try ScratchFolder()
        let key = try folder.file("page.key", String(repeating: "k", count: 32))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key.path())
        let daemon = try SecureDaemon(site: site, flags: ["--page-key-file", key.path()])
        let path = try #require(Self.links.first { $0.name == "interstitial" }).path
        let child = try Child(
            try #require(PythonBrowser.interpreter),
            [
                PythonBrowser.script("copying.py"), try #require(Self.chromium), "\(daemon.secure)",
                "https://example.page.link" + path, Agents.iPhone,
            ])
        defer { child.kill() }
        #expect(child.waits(seconds: 300), "the browser takes too long")
        try #require(child.code == 0, "\(child.output.suffix(4000)) \(child.error.suffix(2000))")
        let copied = try JSONDecoder().decode(Copied.self, from: Data(child.output.utf8))
        #expect(copied.token.hasPrefix("fp1."))
        #expect([copied.before, copied.scripted, copied.elsewhere] == ["old", "old", "old"])
        #expect(copied.after == copied.token)
        #expect(copied.errors.isEmpty, "\(copied.errors)")
        #expect(daemon.stop() == 0)
    }
}
