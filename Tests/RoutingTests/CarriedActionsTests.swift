import ByteText
import Routing
import Testing

/// An attacker changes a mail's link so that users continue to the attacker's page after the action. The continue URL
/// may be in any place of a link that can contain an action link, under a name that browsers decode.
@Suite("Continue URLs that hide")
struct CarriedActionsTests {
    private static let handler = "https://example-app.firebaseapp.com/__/auth/action"
    private static let action = "\(handler)?mode=resetPassword&oobCode=SECRET&apiKey=KEY"
    private static let evil = "https%3A%2F%2Fevil.net%2F"
    private static let good = "https%3A%2F%2Fwww.example.com%2F"

    private static func decided(_ link: String, _ more: KeyValuePairs<String, JSONValue> = [:]) throws -> JSONValue {
        var request = JSONObject()
        request.append("link", .string(link))
        for (name, value) in more { request.append(name, value) }
        return try Decided.by(.object(request))
    }

    private static func code(_ link: String, _ more: KeyValuePairs<String, JSONValue> = [:]) throws -> String? {
        try decided(link, more)["error"]?["code"]?.string
    }

    /// A Dynamic Link to a page of the site, with one more parameter.
    private static func link(_ name: String, _ value: String) -> String {
        "https://example.page.link/?link=\(good)&\(name)=\(Decided.encoded(value))"
    }

    @Test(
        "a name that a browser decodes to one that is checked is refused",
        arguments: [
            "%63ontinueUrl", "continue%55rl", "%63%6F%6E%74%69%6E%75%65%55%72%6C", "%6Dode", "oob%43ode", "api%4bey",
            "%6Cang", "tenant%49d",
        ])
    func encodedNames(_ name: String) throws {
        let changed = "\(Self.action)&\(name)=\(Self.evil)"
        #expect(try Self.code(changed) == "malformed-url")
        #expect(try Self.code("https://example.page.link/?link=\(Decided.encoded(changed))") == "malformed-url")
        #expect(
            try Self.code("https://auth.example.com/__/auth/links?link=\(Decided.encoded(changed))") == "malformed-url")
        // One level down it is an ordinary value.
        #expect(try Self.code("\(Self.action)&lang=%25\(name.dropFirst())") == nil)
    }

    @Test("so is a wrapper's", arguments: ["deep%5Flink_id", "%64eep_link_id", "%6Cink"])
    func encodedWrappers(_ name: String) throws {
        let inner = Decided.encoded("\(Self.action)&continueUrl=\(Self.good)")
        let payload = "https://www.example.com/?\(name)=\(inner)"
        #expect(try Self.code("https://example.page.link/?link=\(Decided.encoded(payload))") == "malformed-url")
        let own = "https://example.page.link/?\(name)=\(Decided.encoded(payload))"
        #expect(try Self.code(own) == "malformed-url")
    }

    @Test(
        "an action link in a fallback or an override goes on to authorized domains alone",
        arguments: ["afl", "al", "ifl", "ipfl", "ofl"])
    func destinations(_ name: String) throws {
        for address in [
            Self.action, "\(Self.handler)?oobCode=SECRET",
            "https://www.example.com/custom?apiKey=K&oob%43ode=SECRET&mode=signIn",
        ] {
            for continueURL in ["continueUrl", "%63ontinueUrl"] {
                let evil = try Self.decided(Self.link(name, "\(address)&\(continueURL)=\(Self.evil)"))
                #expect(evil["error"]?["code"]?.string == "auth/unauthorized-continue-uri", "\(address) \(continueURL)")
                #expect(evil["error"]?["message"]?.string?.hasPrefix("\(name): ") == true)
                #expect(try Self.code(Self.link(name, "\(address)&\(continueURL)=\(Self.good)")) == nil)
            }
            let twice = "\(address)&continueUrl=\(Self.good)&continueUrl=\(Self.evil)"
            #expect(try Self.code(Self.link(name, twice)) == "auth/unauthorized-continue-uri")
            #expect(
                try Self.code(Self.link(name, "\(address)&continueUrl=%2F%2Fevil.net")) == "auth/invalid-continue-uri")
        }
        // A page's own parameter of that name is not checked.
        #expect(try Self.code(Self.link(name, "https://www.example.com/?continueUrl=\(Self.evil)")) == nil)
        #expect(try Self.code(Self.link(name, "https://www.example.com/?lang=a&lang=b&mode=dark")) == nil)
    }

    @Test("a malformed continue URL of a link is refused by the character at fault")
    func malformedContinueURL() throws {
        for (url, place) in [
            ("https://www.example.com/a\\b", "Character 26 is `\\`."),
            ("https://www.example.com/ü%4", "Character 26 is `%`."),
            ("https://me@www.example.com/", "Character 11 is `@`."),
            (" https://www.example.com/", "Character 1 is a space."),
        ] {
            let decision = try Self.decided("\(Self.action)&continueUrl=\(Decided.encoded(url))")
            #expect(decision["error"]?["code"]?.string == "auth/invalid-continue-uri")
            #expect(decision["error"]?["message"]?.string?.contains(place) == true, "\(decision)")
        }
    }

    @Test("an action link that is wrapped again is found where Firebase's SDKs would find it")
    func wrapped() throws {
        let evil = Decided.encoded("\(Self.action)&continueUrl=\(Self.evil)")
        let schemeless = Decided.encoded("mode=signIn&oobCode=S&apiKey=K&continueUrl=\(Self.evil)")
        let ofApp = Decided.encoded("app:x?mode=signIn&oobCode=S&apiKey=K&continueUrl=\(Self.evil)#x")
        for wrapped in [evil, schemeless, ofApp] {
            for name in ["link", "%6Cink", "deep_link_id"] {
                let page = "https://www.example.com/?\(name)=\(wrapped)"
                for link in [
                    Self.link("ofl", page), Self.link("al", "https://www.example.com/?link=\(Decided.encoded(page))"),
                    "https://auth.example.com/__/auth/links?link=\(Decided.encoded(page))",
                    "https://example.page.link/?link=\(Decided.encoded(page))",
                ] {
                    let code = try Self.code(link)
                    let isRefused = code == "auth/unauthorized-continue-uri" || code == "malformed-url"
                    #expect(isRefused, "\(code ?? "followed"): \(link)")
                }
            }
        }
    }

    @Test("a continue URL that is an action link itself, or wraps one, does not lead on either")
    func chained() throws {
        let evil = Decided.encoded("\(Self.action)&continueUrl=\(Self.evil)")
        let wrapping = Decided.encoded("https://example.page.link/?link=\(evil)")
        for next in [evil, wrapping] {
            let link = "\(Self.action)&continueUrl=\(next)"
            #expect(try Self.code(link) == "auth/unauthorized-continue-uri")
            #expect(
                try Self.code("https://example.page.link/?link=\(Decided.encoded(link))")
                    == "auth/unauthorized-continue-uri")
            let settings: JSONValue = ["url": .string(Decided.decoded(next)), "handleCodeInApp": false]
            #expect(try Self.code(Self.action, ["settings": settings]) == "auth/unauthorized-continue-uri")
            #expect(try Self.code(link, ["stage": "continue"]) == "auth/unauthorized-continue-uri")
        }
        #expect(
            try Self.code("https://www.example.com/?link=\(evil)", ["stage": "continue"])
                == "auth/unauthorized-continue-uri")
        // As in Firebase's mails: an action link that continues to a Dynamic Link of the site.
        let good = Decided.encoded("https://example.page.link/?link=\(Self.good)&apn=com.example.android")
        let mail = "https://example.page.link/?link=\(Decided.encoded("\(Self.action)&continueUrl=\(good)"))"
        #expect(try Self.code(mail) == nil)
    }

    @Test("what is wrapped deeper than a reader would go is refused, and costs little")
    func deep() throws {
        var page = "https://www.example.com/?x=%41"
        for _ in 0..<5 { page = "https://www.example.com/?link=\(page)" }
        #expect(try Self.code(Self.link("ofl", page)) == nil)
        for _ in 0..<300 { page = "https://www.example.com/?link=\(page)" }
        #expect(try Self.code(Self.link("ofl", page)) == "malformed-url")
    }

    @Test("a rule's address is checked as well: it may contain values of a click")
    func templates() throws {
        let site: JSONValue = [
            "site": "example", "hosts": ["example.page.link"], "handler": .string(Self.handler),
            "authorized_domains": ["example-app.firebaseapp.com", "www.example.com"],
            "rules": [
                [
                    "name": "on", "because": "It is tested.",
                    "then": ["continue_redirect": ["to": .string("\(Self.handler)?continueUrl={request.referer}")]],
                ]
            ],
        ]
        let link = "https://example.page.link/?link=\(Self.good)"
        func code(_ referer: String) throws -> String? {
            try Self.code(link, ["site": site, "headers": ["referer": .string(referer)]])
        }
        #expect(try code("https://evil.net/") == "auth/unauthorized-continue-uri")
        #expect(try code("https://www.example.com/") == nil)
    }
}
