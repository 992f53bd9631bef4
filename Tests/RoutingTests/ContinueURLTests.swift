import ByteText
import Expressions
import Links
import Routing
import Rules
import Testing

/// Regression: a mail was composed whose click was refused, and a click was accepted whose continue URL was refused:
/// each had its own definition of a link domain, with or without its prefix and port.
@Suite("A continue URL is judged alike")
struct ContinueURLTests {
    /// Two sites. The second is under test: nothing listed by the first belongs to it.
    private static func ruleSet(http: Bool) throws -> RuleSet {
        let sites: [JSONValue] = [
            [
                "site": "first", "hosts": ["first.page.link", "both.page.link"], "hosting": ["mail.example.net"],
                "authorized_domains": ["shared.example.com", "www.example.net"],
            ],
            [
                "site": "second", "hosts": ["second.page.link", "links.example.com/go"],
                "hosting": ["auth.example.com"],
                "handler": "https://widget.example.com:8443/__/auth/action",
                "authorized_domains": [
                    "localhost", "shared.example.com", "www.example.com", "both.page.link", "*.example.org",
                ],
                "links": ["WXYZ": "https://www.example.com/w"], "options": ["http_continue_urls": .bool(http)],
            ],
        ]
        var patterns = PatternList()
        let definitions = try sites.map { json in
            let (site, diagnostics) = SiteDecoder.decode(json: json, patterns: &patterns)
            return try #require(site, "\(diagnostics)")
        }
        return RuleSet(sites: definitions, rules: [], patterns: patterns, hash: "")
    }

    private static let page = "https%3A%2F%2Fwww.example.com%2Fa"

    struct Row: Sendable {
        var url: String
        /// The code of the refusal, or `nil`.
        var code: String?
        /// The fault of an unauthorized address.
        var fault: ContinueURLFault?
        /// Whether `http_continue_urls` makes it valid.
        var http = false
        /// Whether the address is something else when requested at stage `continue`: another site's, or a link.
        var isOther = false

        init(_ url: String, _ fault: ContinueURLFault? = nil, http: Bool = false, isOther: Bool = false) {
            (self.url, self.fault, self.http, self.isOther) = (url, fault, http, isOther)
            code = fault == nil ? nil : "auth/unauthorized-continue-uri"
        }

        init(_ url: String, code: String, http: Bool = false) {
            (self.url, self.code, self.http) = (url, code, http)
        }
    }

    static let rows = [
        Row("https://www.example.com/done"), Row("https://www.example.com:8443/done"),
        Row("https://www.example.com?x=1"),
        Row("https://shared.example.com/"), Row("https://a.example.org/"),
        Row("https://www.example.net/", .unlisted, isOther: true),
        Row("https://evil.net/", .unlisted), Row("https://evil.net/__/auth/links?link=\(page)", .unlisted),
        Row("http://evil.net/", .unlisted), Row("http://www.example.com/done", .notHTTPS, http: true),
        Row("http://a.example.org:8080/", .notHTTPS, http: true), Row("http://localhost:3000/", .loopback),
        Row("https://localhost/", .loopback), Row("https://127.0.0.1/", .unlisted),
        // The site's links, by host and prefix, on any port.
        Row("https://second.page.link/WXYZ"), Row("https://second.page.link:8443/WXYZ"),
        Row("https://links.example.com/go/WXYZ"), Row("https://links.example.com:8443/go/WXYZ"),
        Row("https://links.example.com/WXYZ", .besideLinks), Row("https://links.example.com:8443/gone", .besideLinks),
        Row("https://links.example.com", .besideLinks),
        Row("http://links.example.com/go/WXYZ", .notHTTPS, isOther: true),
        Row("https://auth.example.com/other", .besideLinks), Row("https://sub.second.page.link/WXYZ", .unlisted),
        // The wrapped address is the final target.
        Row("https://second.page.link/?link=\(page)"), Row("https://second.page.link:8443/?link=\(page)"),
        Row("https://auth.example.com/__/auth/links?link=\(page)"),
        Row("https://second.page.link/?link=https%3A%2F%2Fevil.net%2F", code: "url-pattern-mismatch"),
        Row("https://auth.example.com/__/auth/links?link=https%3A%2F%2Fevil.net%2F", code: "url-pattern-mismatch"),
        Row("https://second.page.link/?link=http%3A%2F%2Fwww.example.com%2F", code: "url-pattern-mismatch", http: true),
        Row(
            "https://auth.example.com/__/auth/links?link=http%3A%2F%2Fwww.example.com%2F", code: "url-pattern-mismatch",
            http: true),
        Row("https://second.page.link/?apn=a", code: "missing-link"),
        // Links of another site count as pages at most.
        Row("https://first.page.link/WXYZ", .unlisted),
        Row("https://mail.example.net/__/auth/links?link=\(page)", .unlisted, isOther: true),
        Row("https://both.page.link/anything/at/all", isOther: true),
        // The widget is a page, on its own port.
        Row("https://widget.example.com:8443/__/auth/action", isOther: true),
        Row("https://widget.example.com/__/auth/action", .besideLinks, isOther: true),
        Row("https://widget.example.com:8443/__/auth/other", .besideLinks),
    ]

    private static let action = "https://widget.example.com:8443/__/auth/action?mode=verifyEmail&oobCode=C&apiKey=K"

    @Test("when a mail is composed, at the click, and at the way on", arguments: rows, [false, true])
    func verdict(row: Row, http: Bool) throws {
        let ruleSet = try Self.ruleSet(http: http)
        let resolver = try RequestResolver(ruleSet)
        func code(_ request: JSONValue) throws -> String? {
            let error = try resolver.resolve(request, now: nil)["error"]
            let code = error?["code"]?.string
            // There are no rules, so accepted requests end here.
            if code == "no-rule-matched" { return nil }
            if let fault = row.fault {
                #expect(error?["message"]?.string == fault.sentence.description, "\(request.text)")
            }
            return code
        }
        let expected = row.http && http ? nil : row.code
        let clicked = Self.action + "&continueUrl=" + Decided.encoded(row.url)
        let settings: JSONValue = ["url": .string(row.url), "handleCodeInApp": false]
        #expect(try code(["link": .string(clicked)]) == expected)
        #expect(try code(["link": .string(clicked), "stage": "continue"]) == expected)
        #expect(try code(["link": .string(Self.action), "settings": settings]) == expected)
        for wrapper in ["https://auth.example.com/__/auth/links?link=", "https://second.page.link/?link="] {
            #expect(try code(["link": .string(wrapper + Decided.encoded(clicked))]) == expected)
        }
        if !row.isOther, row.fault == nil || expected == nil {
            #expect(try code(["link": .string(row.url), "stage": "continue"]) == expected)
        } else if !row.isOther {
            let refused = try resolver.resolve(["link": .string(row.url), "stage": "continue"], now: nil)["error"]
            #expect(refused?["code"]?.string != "no-rule-matched")
        }
        switch try LinkComposer(ruleSet).compose(["settings": settings, "action_link": .string(Self.action)]) {
        case .link: #expect(expected == nil)
        case .fault(let fault):
            #expect(fault.code.name.description == expected)
            if let said = row.fault, expected != nil { #expect(fault.message == said.sentence.description) }
        case .invalidRequest(let problem): Issue.record("\(problem)")
        }
    }

    @Test("and the mails of before the certificate work if the site allows them")
    func oldMails() throws {
        let site: JSONValue = [
            "site": "example", "hosts": ["example.page.link"],
            "handler": "https://example-app.firebaseapp.com/__/auth/action", "authorized_domains": ["www.example.com"],
            "options": ["http_continue_urls": true],
        ]
        let mail =
            "https://example-app.firebaseapp.com/__/auth/action?mode=verifyEmail&oobCode=C&apiKey=K&continueUrl=http%3A%2F%2Fwww.example.com%2Fdone"
        let click = try Decided.by(["link": .string(mail), "site": site])
        #expect(click["decision"] == "web_widget")
        let on = try Decided.by(["link": .string(mail), "site": site, "stage": "continue"])
        #expect(on["decision"] == "continue_redirect")
        #expect(on["target"] == "http://www.example.com/done")
        // A plain Dynamic Link is not a mail link.
        let link = "https://example.page.link/?link=http%3A%2F%2Fwww.example.com%2Fdone"
        #expect(try Decided.by(["link": .string(link), "site": site])["error"]?["code"] == "url-pattern-mismatch")
    }
}
