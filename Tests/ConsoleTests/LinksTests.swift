import ByteText
import Foundation
import HTTP
import LinkStore
import TestSupport
import Testing

@testable import AdminPages
@testable import Console

/// Short links in the console.
@Suite("Links in the console")
struct LinksTests {
    private static let target = "https://www.example.com/a"
    private static let place = "example.page.link/first"
    private static var query: [String: String] { ["link": place] }

    /// The fields that the form sends for a link.
    private static func form(_ more: [String: String] = [:]) -> [String: String] {
        ["domain": "example.page.link", "code": "first", "long_link": target, "opens_app": "1", "do": "save"]
            .merging(more) { $1 }
    }

    private static func onward(_ answer: AdminPageAnswer) -> String? {
        answer.fields.first { "\($0.name)" == "Location" }?.value
    }

    private static func etag(_ console: ConsoleInMemory) async throws -> String {
        let text = await console.ask("/links/edit") { $0.query = query }.text
        let tag = try #require(text.firstMatch(of: /name="etag" value="([^"]+)"/)?.1)
        return String(tag).replacing("&quot;", with: "\"")
    }

    private static func record(_ console: ConsoleInMemory) throws -> LinkRecord {
        let key = try #require(LinkKey(place))
        return try #require(try console.store?.link(key))
    }

    private static func made() async throws -> ConsoleInMemory {
        let console = try ConsoleInMemory(isStoring: true)
        let answer = await console.ask("/links/new", form()).answer
        #expect(answer.status.code == 303)
        return console
    }

    @Test("without a store the room says so; with one and no links, that there are none")
    func empty() async throws {
        #expect(await (try ConsoleInMemory()).ask("/links").answer.status.code == 503)
        let (answer, text) = await (try ConsoleInMemory(isStoring: true)).ask("/links")
        #expect(answer.status.code == 200 && text.contains("no links yet") && text.contains("/links/new"))
    }

    @Test("a link is checked, then made, once, and has a page of its own")
    func make() async throws {
        let console = try ConsoleInMemory(isStoring: true)
        let checked = await console.ask("/links/new", Self.form(["do": "check"]))
        #expect(checked.answer.status.code == 200 && checked.text.contains("problems found"))
        #expect(checked.text.contains("https://\(Self.place)") && checked.text.contains(">Create the link<"))
        let key = try #require(LinkKey(Self.place))
        #expect(try console.store?.link(key) == nil, "a check makes a link")
        let form = Self.form(["request": "0123", "tags": "a, b ", "name": "One & two", "expires": "2030-01-01T12:00"])
        let made = await console.ask("/links/new", form)
        #expect(Self.onward(made.answer) == "/links/link?link=example.page.link%2Ffirst&done=created")
        #expect(Self.onward(await console.ask("/links/new", form).answer) == nil, "a used code is used again")
        let record = try #require(try console.store?.link(key))
        #expect(record.tags == ["a", "b"] && record.expires == Timestamp.seconds("2030-01-01T12:00:00Z"))
        let page = await console.ask("/links/link") { $0.query = ["link": Self.place, "done": "created"] }.text
        #expect(
            page.contains("One &amp; two") && page.contains("The link was created")
                && page.contains("2030-01-01 12:00:00 UTC"))
        #expect(page.contains(">active<") && page.contains("such as yours") && !page.contains("{{"))
    }

    @Test("a code that is made is made once, however often the form is sent")
    func idempotency() async throws {
        let console = try ConsoleInMemory(isStoring: true)
        let form = Self.form(["code": "", "request": "4711"])
        let first = Self.onward(await console.ask("/links/new", form).answer)
        let second = Self.onward(await console.ask("/links/new", form).answer)
        #expect(first != nil && second == first)
    }

    @Test("refused links are not created, and the form shows the reason; warnings are shown before anything is saved")
    func refusals() async throws {
        let console = try ConsoleInMemory(isStoring: true)
        let refused = await console.ask("/links/new", Self.form(["long_link": "javascript:alert(1)"]))
        #expect(refused.answer.status.code == 400 && refused.text.contains("class=\"fault\""))
        #expect(refused.text.contains("value=\"javascript:alert(1)\"") && !refused.text.contains("href=\"javascript"))
        #expect(await console.ask("/links/new", Self.form(["domain": "other.example"])).answer.status.code == 400)
        #expect(await console.ask("/links/new", Self.form(["max_clicks": "many"])).answer.status.code == 400)
        let warned = Self.form(["long_link": "https://example.page.link/?link=\(Self.target)&apn=com.unknown.app"])
        let first = await console.ask("/links/new", warned)
        #expect(first.answer.status.code == 200 && first.text.contains("<li class=\"warn\">"))
        let seen = String(try #require(first.text.firstMatch(of: /name="seen" value="([0-9a-f]+)"/)?.1))
        let other = await console.ask("/links/new", warned.merging(["seen": "0"]) { $1 })
        #expect(other.answer.status.code == 200)
        #expect(await console.ask("/links/new", warned.merging(["seen": seen]) { $1 }).answer.status.code == 303)
    }

    @Test("a link is paused, resumed, ended, archived and deleted, each as it was when its page was made")
    func actions() async throws {
        let console = try await Self.made()
        var state = [
            "pause": "paused", "resume": "active", "archive": "archived", "restore": "active", "unsafe": "unsafe",
            "safe": "active", "expire": "expired",
        ]
        for action in ["pause", "resume", "unsafe", "safe", "archive", "restore", "expire"] {
            let tag = try await Self.etag(console)
            let form = ["link": Self.place, "etag": tag, "do": action]
            if action != "archive", action != "restore" {
                let question = await console.ask("/links/link", form)
                #expect(question.answer.status.code == 200 && question.text.contains("Effect on visitors"))
                #expect(try await Self.etag(console) == tag, "\(action) acts without a confirmation")
            }
            let answer = await console.ask("/links/link", form.merging(["sure": "1"]) { $1 }).answer
            #expect(Self.onward(answer)?.hasSuffix("done=\(action)") ?? false)
            let text = await console.ask("/links/link") { $0.query = Self.query }.text
            #expect(text.contains(">\(state.removeValue(forKey: action) ?? "")</span>"))
            let late = await console.ask("/links/link", ["link": Self.place, "etag": tag, "do": "pause"])
            #expect(late.answer.status.code == 412 && late.text.contains("This link has changed"))
        }
        let tag = try await Self.etag(console)
        let form = ["link": Self.place, "etag": tag, "do": "delete"]
        #expect(await console.ask("/links/link", form).text.contains("can&#39;t be undone"))
        #expect(try Self.record(console).isDeleted == false)
        let gone = await console.ask("/links/link", form.merging(["sure": "1"]) { $1 }).answer
        #expect(Self.onward(gone) == "/links?done=delete")
        #expect(await console.ask("/links/link") { $0.query = Self.query }.answer.status.code == 404)
        #expect(await console.ask("/links/new", Self.form()).answer.status.code == 409, "a code is used again")
    }

    private static func parameters(_ console: ConsoleInMemory) throws -> [String: String] {
        let query = URLComponents(string: try record(console).longLink)?.queryItems ?? []
        return Dictionary(query.map { ($0.name, $0.value ?? "") }) { $1 }
    }

    @Test("the clicks of all links of the list are one request of the token's rate")
    func countsAtOnce() async throws {
        let console = try await Self.made()
        try console.become("slow", "rate=2/h")
        let text = await console.ask("/links").text
        #expect(text.contains(Self.place) && text.contains("<td class=\"number\">0</td>"))
    }

    /// Regression: the bare URL was stored, which no app ever opened, and no problem was reported.
    @Test("an address makes a link that opens the site's apps, unless that is switched off, which is a warning")
    func opensApp() async throws {
        #expect(
            await (try ConsoleInMemory(isStoring: true)).ask("/links/new").text.contains(
                #"name="opens_app" value="1" checked"#))
        let made = try Self.parameters(try await Self.made())
        #expect(made["link"] == Self.target && made["apn"] == "com.example.android")
        #expect(made["ibi"] == "com.example.ios" && made["isi"] == "1234567")

        let console = try ConsoleInMemory(isStoring: true)
        var form = Self.form()
        form["opens_app"] = nil
        let checked = await console.ask("/links/new", form)
        #expect(checked.answer.status.code == 200 && !checked.text.contains("problems found"))
        #expect(
            checked.text.contains("never opens the app on Android")
                && checked.text.contains("never opens the app on iOS"))
        form["seen"] = String(try #require(checked.text.firstMatch(of: /name="seen" value="([0-9a-f]+)"/)?.1))
        #expect(await console.ask("/links/new", form).answer.status.code == 303)
        #expect(try Self.record(console).longLink == Self.target)
    }

    @Test(
        "a page of another site with a parameter `link` is a target, and a long link of a link domain is taken as it is"
    )
    func typedTargets() async throws {
        let page = "https://www.example.com/search?link=https://www.example.com/b"
        for opens in ["1", nil] {
            let console = try ConsoleInMemory(isStoring: true)
            var form = Self.form(["long_link": page])
            form["opens_app"] = opens
            let checked = await console.ask("/links/new", form).text
            form["seen"] = checked.firstMatch(of: /name="seen" value="([0-9a-f]+)"/).map { String($0.1) }
            _ = await console.ask("/links/new", form)
            let made = try Self.parameters(console)
            #expect(made["link"] == page && (made["apn"] != nil) == (opens != nil))
        }
        let console = try ConsoleInMemory(isStoring: true)
        let long =
            "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fc&apn=com.example.android&ibi=com.example.ios"
        #expect(await console.ask("/links/new", Self.form(["long_link": long])).answer.status.code == 303)
        #expect(try Self.record(console).longLink == long)
    }

    /// Regression: replacing the target silently dropped the apps of an imported link.
    @Test("a new target keeps apps, fallbacks, preview and campaign; losing the apps must be confirmed")
    func retarget() async throws {
        let console = try ConsoleInMemory(isStoring: true)
        let long =
            "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fold&apn=com.example.android&afl=https%3A%2F%2Fwww.example.com%2Fandroid"
            + "&amv=12&ibi=com.example.ios&isi=1234567&st=Title&utm_source=mail&_icp=1"
        let key = try #require(LinkKey(Self.place))
        try console.store?.apply(.create(LinkCreation(LinkRecord(key: key, longLink: long, created: 1))))
        let page = await console.ask("/links/edit") { $0.query = Self.query }.text
        #expect(
            page.contains(#"value="https://www.example.com/old""#)
                && page.contains(#"name="opens_app" value="1" checked"#))
        var form = ["link": Self.place, "etag": try await Self.etag(console), "do": "check", "opens_app": "1"]
        form["long_link"] = "https://www.example.com/new"
        let checked = await console.ask("/links/edit", form).text
        #expect(checked.contains("problems found") && checked.contains("Currently"))
        #expect(await console.ask("/links/edit", form.merging(["do": "save"]) { $1 }).answer.status.code == 303)
        var expected = Dictionary(URLComponents(string: long)?.queryItems?.map { ($0.name, $0.value ?? "") } ?? []) {
            $1
        }
        expected["link"] = "https://www.example.com/new"
        #expect(try Self.parameters(console) == expected)

        // Both a long link without apps and the switch lose the apps.
        let bare = "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fbare"
        for (target, opens) in [(bare, "1"), ("https://www.example.com/new", nil)] as [(String, String?)] {
            var form = ["link": Self.place, "etag": try await Self.etag(console), "do": "save", "long_link": target]
            form["opens_app"] = opens
            let warned = await console.ask("/links/edit", form)
            #expect(
                warned.answer.status.code == 200
                    && warned.text.contains("no longer open the app com.example.android on Android"))
            #expect(warned.text.contains("no longer open the app com.example.ios on iOS"))
            #expect(try Self.parameters(console) == expected, "saved without a confirmation")
        }
        // Saving another field does not mention the apps.
        form = ["link": Self.place, "etag": try await Self.etag(console), "do": "save", "opens_app": "1", "name": "N"]
        form["long_link"] = "https://www.example.com/new"
        #expect(await console.ask("/links/edit", form).answer.status.code == 303)
        #expect(try Self.parameters(console) == expected)
    }

    @Test("fallbacks, campaign and preview are written into the long link, shown, and changed")
    func options() async throws {
        let console = try ConsoleInMemory(isStoring: true)
        let typed = [
            "long_link": "www.example.com/a", "afl": "www.example.com/android", "utm_source": "mail",
            "utm_campaign": "a & b", "st": "<Title>", "si": "https://www.example.com/a.png", "utm_term": "",
        ]
        let checked = await console.ask("/links/new", Self.form(typed).merging(["do": "check"]) { $1 })
        #expect(checked.text.contains("<strong>&lt;Title&gt;</strong>") && checked.text.contains("problems found"))
        #expect(checked.text.contains("<img src=\"https://www.example.com/a.png\""))
        #expect(checked.answer.policy.contains("img-src 'self' https:;"))
        #expect(
            checked.text.contains("id=\"group-campaign\" open") && !checked.text.contains("id=\"group-limits\" open"))
        #expect(await console.ask("/links/new", Self.form(typed)).answer.status.code == 303)
        let expected = [
            "link": Self.target, "apn": "com.example.android", "afl": "https://www.example.com/android",
            "ibi": "com.example.ios", "isi": "1234567", "utm_source": "mail", "utm_campaign": "a & b", "st": "<Title>",
            "si": "https://www.example.com/a.png",
        ]
        #expect(try Self.parameters(console) == expected)
        let page = await console.ask("/links/link") { $0.query = Self.query }
        #expect(page.text.contains("<dt>Campaign name</dt><dd>a &amp; b</dd>") && page.text.contains("class=\"qr\""))
        #expect(page.answer.policy.contains("img-src 'self';"))
        let edit = ["link": Self.place, "etag": try await Self.etag(console), "do": "save", "opens_app": "1"]
        let changes = ["long_link": Self.target, "utm_source": "", "st": "Title"]
        #expect(await console.ask("/links/edit", edit.merging(changes) { $1 }).answer.status.code == 303)
        #expect(
            try Self.parameters(console) == expected.merging(["st": "Title"]) { $1 }.filter { $0.key != "utm_source" })
    }

    @Test("options override a long link only where they were typed; those of apps need an app")
    func wholeLinks() async throws {
        let console = try ConsoleInMemory(isStoring: true)
        let long =
            "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fc&apn=com.example.android&utm_source=x"
        let form = Self.form(["long_link": long, "utm_source": "", "utm_medium": "mail", "do": "check"])
        let text = await console.ask("/links/new", form).text
        #expect(text.contains("utm_source=x&amp;utm_medium=mail") && text.contains("never opens the app on iOS"))
        var bare = Self.form(["afl": "https://www.example.com/android", "do": "check"])
        bare["opens_app"] = nil
        #expect(await console.ask("/links/new", bare).text.contains("On Android, leads to” has no effect"))
    }

    @Test(
        "an error names the field in words, keeps what was typed, and opens the group of the field",
        arguments: [
            ("long_link", "javascript:alert(1)", "Leads to"), ("long_link", "", "Leads to"), ("code", "a/b", "Code"),
            ("max_clicks", "many", "Maximum clicks"),
            ("expired_target", "ftp://example.com/", "Once expired, leads to"),
            ("ofl", "https://evil.example/", "On computers, leads to"),
            ("tags", String(repeating: "x", count: 99), "Tags"),
            ("expires", "tomorrow", "Expires"),
        ])
    func faults(name: String, typed: String, label: String) async throws {
        let console = try ConsoleInMemory(isStoring: true)
        let (answer, text) = await console.ask("/links/new", Self.form([name: typed, "do": "check"]))
        #expect(answer.status.code == 400 && text.contains("data-field=\"\(name)\""), "\(text)")
        #expect(text.contains("<a href=\"#\(name)\">\(label)</a>: ") && text.contains("aria-invalid=\"true\""))
        #expect(text.contains("value=\"\(typed)\"") && !text.contains("class=\"fault\">\(name)"))
    }

    @Test("a used code is an error of the code")
    func usedCode() async throws {
        let (answer, text) = await (try await Self.made()).ask("/links/new", Self.form())
        #expect(answer.status.code == 409 && text.contains("<a href=\"#code\">Code</a>: "))
    }

    @Test("times are in UTC, as browsers write them, and unchanged ones are not sent")
    func times() async throws {
        let console = try ConsoleInMemory(isStoring: true)
        let key = try #require(LinkKey(Self.place))
        var record = LinkRecord(key: key, longLink: Self.target, created: 1)
        (record.starts, record.expires) = (
            Timestamp.seconds("2020-01-01T12:00:00Z"), Timestamp.seconds("2030-01-01T12:00:01Z")
        )
        try console.store?.apply(.create(LinkCreation(record)))
        let text = await console.ask("/links/edit") { $0.query = Self.query }.text
        #expect(text.contains("type=\"datetime-local\" value=\"2020-01-01T12:00\""))
        #expect(text.contains("type=\"datetime-local\" step=\"1\" value=\"2030-01-01T12:00:01\""))
        #expect(text.contains("Starts <span class=\"zone\">(UTC)</span>"))
        let page = await console.ask("/links/link") { $0.query = Self.query }.text
        #expect(page.contains("<time datetime=\"2030-01-01T12:00:01Z\">2030-01-01 12:00:01 UTC</time>"))
    }

    @Test("a change that ends a link is a warning that must be confirmed")
    func endingChange() async throws {
        let console = try await Self.made()
        let form = [
            "link": Self.place, "etag": try await Self.etag(console), "do": "save", "opens_app": "1",
            "long_link": Self.target, "expires": "2001-01-01T00:00",
        ]
        let warned = await console.ask("/links/edit", form)
        #expect(warned.answer.status.code == 200 && warned.text.contains("The link would be expired"))
        #expect(try Self.record(console).expires == nil)
    }

    @Test("a change of a link that was changed concurrently is not saved, and both are shown")
    func conflict() async throws {
        let console = try await Self.made()
        let tag = try await Self.etag(console)
        let form = ["link": Self.place, "etag": tag, "do": "save", "long_link": Self.target, "opens_app": "1"]
        let saved = await console.ask("/links/edit", form.merging(["note": "mine\r\nand more", "name": "A"]) { $1 })
        #expect(Self.onward(saved.answer)?.hasSuffix("done=saved") ?? false)
        #expect(try Self.record(console).note == "mine\nand more")
        let late = await console.ask("/links/edit", form.merging(["name": "B <i>"]) { $1 })
        #expect(late.answer.status.code == 412 && late.text.contains("<td>B &lt;i&gt;</td><td>A</td>"))
        #expect(try Self.record(console).name == "A")
    }

    @Test("who may only read sees no buttons, and is refused whatever is sent; who may not, sees nothing")
    func scopes() async throws {
        let console = try await Self.made()
        let tag = try await Self.etag(console)
        try console.become("viewer", "scopes=links.read")
        let list = await console.ask("/links").text
        #expect(list.contains(Self.place) && !list.contains("/links/new"))
        let page = await console.ask("/links/link") { $0.query = Self.query }.text
        #expect(!page.contains("name=\"do\"") && !page.contains("/links/edit") && page.contains("is read-only"))
        for path in ["/links/new", "/links/edit", "/links/import"] {
            #expect(await console.ask(path) { $0.query = Self.query }.answer.status.code == 403)
            #expect(await console.ask(path, Self.form(["text": "domain,long_link"])).answer.status.code == 403)
        }
        let form = ["link": Self.place, "etag": tag, "do": "pause"]
        #expect(await console.ask("/links/link", form).answer.status.code == 403)
        #expect(
            await console.ask("/links/link", ["link": Self.place, "do": "delete", "sure": "1"]).answer.status.code
                == 403)
        try console.become("reloader", "scopes=reload")
        for path in ["/links", "/links/link", "/links/qr.svg", "/links/refused", "/live"] {
            #expect(await console.ask(path) { $0.query = Self.query }.answer.status.code == 403)
        }
    }

    @Test("a token of another site sees none of a site's links, and does nothing to them")
    func sites() async throws {
        let console = try await Self.made()
        try console.become("other", "sites=elsewhere")
        #expect(!(await console.ask("/links").text.contains(Self.place)))
        for path in ["/links/link", "/links/edit", "/links/qr.png"] {
            let (answer, text) = await console.ask(path) { $0.query = Self.query }
            #expect(answer.status.code == 403 && !text.contains(Self.target))
        }
        #expect(await console.ask("/links/new", Self.form(["code": "x"])).answer.status.code == 403)
        #expect(
            await console.ask("/links/link", ["link": Self.place, "etag": "*", "do": "pause"]).answer.status.code == 403
        )
        let sweep = await console.ask("/links/refused", [:]).text
        #expect(sweep.contains("0 of 0 links"))
    }

    @Test("a token's rate holds for its pages as well")
    func rate() async throws {
        let console = try ConsoleInMemory(isStoring: true)
        try console.become("slow", "rate=2/h")
        for _ in 0..<2 { #expect(await console.ask("/links").text.contains("no links yet")) }
        #expect(await console.ask("/links").text.contains("Too many requests from slow"))
    }

    @Test("links are found by text, tag and state, fifty to a page")
    func search() async throws {
        let console = try await Self.made()
        for index in 0..<60 {
            let form = Self.form(["code": "n\(index)", "tags": index % 2 == 0 ? "even" : "odd"])
            #expect(await console.ask("/links/new", form).answer.status.code == 303)
        }
        let first = await console.ask("/links").text
        #expect(first.matches(of: /<tr><th scope="row">/).count == 50)
        let next = try #require(first.firstMatch(of: /href="\/links\?page=([^"]+)" rel="next"/)?.1)
        let page = try #require(String(next).removingPercentEncoding)
        #expect(
            await console.ask("/links") { $0.query = ["page": page] }.text.matches(of: /<tr><th scope="row">/).count
                == 11)
        let odd = await console.ask("/links") { $0.query = ["tag": "odd", "q": "n59"] }.text
        #expect(odd.matches(of: /<tr><th scope="row">/).count == 1 && odd.contains("value=\"n59\""))
        #expect(await console.ask("/links") { $0.query = ["state": "paused"] }.text.contains("No links match"))
        #expect(await console.ask("/links") { $0.query = ["state": "unsafe"] }.text.contains("No links match"))
        #expect(await console.ask("/links") { $0.query = ["page": "nonsense"] }.text.contains("role=\"alert\""))
    }

    @Test("a file's links are looked at, then made; lines that are not links are refused, the others made")
    func importing() async throws {
        let console = try await Self.made()
        let file =
            "domain,code,long_link,color\r\nexample.page.link,one,\(Self.target),red\r\n"
            + "example.page.link,first,\(Self.target),\r\nexample.page.link,two,ftp://example.com,\r\n"
            + "example.page.link,one,\(Self.target),\r\n"
        let look = await console.ask("/links/import", ["text": file, "do": "check"]).text
        #expect(look.contains("1 link would be") && look.contains("3 lines refused") && look.contains("Line 3:"))
        #expect(look.contains("color") && look.contains("Create 1 link"))
        let key = try #require(LinkKey("example.page.link/one"))
        #expect(try console.store?.link(key) == nil)
        let made = await console.ask("/links/import", ["text": file, "do": "import"]).text
        #expect(made.contains("1 link created") && made.contains("link=example.page.link%2Fone"))
        #expect(try console.store?.link(key)?.longLink == Self.target)
        // A resubmitted form creates its links only once; another text counts as another file.
        let nameless = "domain,long_link\nexample.page.link,\(Self.target)\n"
        let form = ["text": nameless, "do": "import", "request": "r1"]
        let places = [form, form, form.merging(["text": nameless + "\n"]) { $1 }]
        var found: [String] = []
        for form in places {
            let text = await console.ask("/links/import", form).text
            let made = text.firstMatch(of: /link=example\.page\.link%2F(\w+)/)?.1
            found.append(String(try #require(made, "\(text)")))
        }
        #expect(found[0] == found[1] && found[2] != found[0])
        for text in ["", "just a word", "a|b"] {
            #expect(await console.ask("/links/import", ["text": text]).text.contains("class=\"fault\""))
        }
    }

    @Test("counts are a chart and a table of the same numbers")
    func statistics() async throws {
        let console = try await Self.made()
        let record = try Self.record(console)
        let today = UInt32(ConsoleInMemory.now / 86_400)
        try console.store?.apply(
            .count([
                LinkCount(id: record.id, day: today, event: .click, platform: .ios, count: 3_000),
                LinkCount(id: record.id, day: today, event: .scan, platform: .ios, count: 7),
                LinkCount(id: record.id, day: today - 29, event: .click, platform: .android, count: 1_500),
                LinkCount(id: record.id, day: today - 30, event: .click, platform: .other, count: 9),
            ]))
        let text = await console.ask("/links/link") { $0.query = Self.query }.text
        #expect(text.contains("4,500 clicks in the last 30 days, including 7 scans"))
        #expect(text.contains("<rect class=\"ios\" x=\"582\" y=\"0.0\" width=\"16\" height=\"100.0\"/>"))
        #expect(text.contains("<rect class=\"android\" x=\"2\" y=\"50.0\" width=\"16\" height=\"50.0\"/>"))
        #expect(
            text.contains(
                "<th scope=\"row\">\(Timestamp.text(ConsoleInMemory.now).prefix(10))</th><td class=\"number\">3,000</td>"
            ))
    }

    @Test("the QR code of a link has the mark of scans, and is a file to keep")
    func pictures() async throws {
        let console = try await Self.made()
        let svg = await console.ask("/links/qr.svg") { $0.query = Self.query }
        #expect(
            svg.answer.contentType == "image/svg+xml" && svg.text.hasPrefix("<svg") && svg.text.contains(Self.place))
        #expect(svg.answer.fields.contains { $0.value == "attachment; filename=\"qr-first.svg\"" })
        let png = await console.ask("/links/qr.png") { $0.query = Self.query }.answer
        #expect(png.contentType == "image/png" && png.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        // An image that is opened directly is a document.
        #expect(svg.answer.policy == "default-src 'none'; sandbox" && png.policy == svg.answer.policy)
        #expect(!svg.answer.isImmutable && !png.isImmutable)
    }

    @Test("links that the rules would not let anybody make any more are found, and no others")
    func refusedTargets() async throws {
        let console = try await Self.made()
        let key = try #require(LinkKey("example.page.link/old"))
        let old = LinkRecord(key: key, longLink: "https://evil.example/", created: 1)
        try console.store?.apply(.create(LinkCreation(old)))
        #expect(!(await console.ask("/links/refused").text.contains("example.page.link/")))
        let text = await console.ask("/links/refused", [:]).text
        #expect(
            text.contains("1 of 2 links refused") && text.contains("example.page.link/old")
                && !text.contains(">\(Self.place)"))
        #expect(text.contains("There are no more links"))
    }
}
