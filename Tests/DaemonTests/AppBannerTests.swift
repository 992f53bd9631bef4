import ByteText
import Pages
import TestSupport
import Testing

/// Safari's banner for the app, and the ways out of browsers inside apps.
@Suite("banners and ways out, in memory")
struct AppBannerTests {
    private static let site = PageSite.text
    private static let link =
        "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fa%2Cb&ibi=com.example.ios&isi=1234567&apn=com.example.android&x=1,2"

    private static func page(_ agent: String, site: String = site, link: String = link) throws -> String {
        let daemon = try DaemonInMemory(site: site)
        var answer = try daemon.click(link: link, fields: ["User-Agent": agent])
        if let address = answer["Location"] { answer = try daemon.click(link: address, fields: ["User-Agent": agent]) }
        #expect(answer.status == 200, "\(answer)")
        return answer.body
    }

    @Test("a page for an iPhone has the banner with the clicked link, unless the site turns it off")
    func banner() throws {
        let argument = Self.link.replacing(",", with: "%2C").replacing("&", with: "&amp;")
        let element = #"<meta name="apple-itunes-app" content="app-id=1234567, app-argument="# + argument + #"">"#
        #expect(try Self.page(Agents.iPhone).contains(element))
        let off = Self.site + "\npages: {app_banner: false}\n"
        #expect(try !Self.page(Agents.iPhone, site: off).contains("apple-itunes-app"))
        let unlisted = Self.site.replacing(#", app_store_id: "1234567""#, with: "")
        #expect(try !Self.page(Agents.iPhone, site: unlisted).contains("apple-itunes-app"))
    }

    @Test(
        "the argument can't end its attribute or list", arguments: ["https://a/?\"><script>", "https://a/?,app-id=9&b"])
    func escaping(_ link: String) {
        var arena = ByteArena()
        let element = arena.string(SmartAppBanner.append(appStoreID: "12\"3", link: arena.append(link), to: &arena))
        #expect(element.hasPrefix(#"<meta name="apple-itunes-app" content="app-id=123, app-argument=https://a/?"#))
        #expect(element.filter { $0 == "<" }.count == 1 && element.filter { $0 == "," }.count == 1, "\(element)")
    }

    private static func view(_ app: String) -> String {
        "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 "
            + "Chrome/130.0.0.0 Mobile Safari/537.36 " + app
    }

    @Test(
        "in an Android app's browser a known way out comes first, and the store after it",
        arguments: [
            ("Instagram 350.0.0.0.1 Android", "instagram://extbrowser/?url=https%3A%2F%2Fexample.page.link%2F"),
            ("Line/14.16.0/IAB", "https://example.page.link/?link="),
        ])
    func exit(_ app: String, _ way: String) throws {
        let page = try Self.page(Self.view(app))
        let button = try #require(try #/<a class="button" href="([^"]*)">([^<]*)</#.firstMatch(in: page))
        #expect(button.1.hasPrefix(way) && button.2 == "Open in browser", "\(button.1)")
        #expect(app.hasPrefix("Line") == button.1.hasSuffix("&amp;openExternalBrowser=1"))
        let other = try #require(try #/<a class="other" href="([^"]*)">/#.firstMatch(in: page))
        #expect(other.1.contains("play.google.com"), "\(other.1)")
        #expect(page.contains("apple-itunes-app") == false)
    }

    /// LINE on an iPhone got the same way out of each page, and the model of phones followed it without an end.
    @Test(
        "a way out of LINE that has failed is not offered again",
        arguments: [
            ("&openExternalBrowser=1", false), ("&openExternalBrowser=1&x=2", false), ("&openExternalBrowser=10", true),
        ])
    func failedExit(_ parameter: String, _ isOffered: Bool) throws {
        let page = try Self.page(Self.view("Line/14.16.0/IAB"), link: Self.link + parameter)
        #expect(page.contains("Open in browser") == isOffered)
    }

    @Test("without a known way out the store comes first")
    func noExit() throws {
        let page = try Self.page(Self.view("musical_ly_2023700030 BytedanceWebview/d8a21c6"))
        let button = try #require(try #/<a class="button" href="([^"]*)">/#.firstMatch(in: page))
        #expect(button.1.contains("play.google.com"), "\(button.1)")
    }
}
