import ByteText
import TestSupport
import Testing

@Suite("Components of addresses")
struct AddressPartsTests {
    /// A text and its components: scheme, user information, host, port, path, query, fragment.
    struct Row {
        var text: String
        var parts: [String?]

        init(_ text: String, _ parts: String?...) { (self.text, self.parts) = (text, parts) }
    }

    static let rows: [Row] = [
        Row(
            "HTTPS://user@Example.COM:8443/Go/x?Link=y#Top", "https", "user", "example.com", "8443", "/Go/x", "Link=y",
            "Top"),
        Row("https://a.example", "https", nil, "a.example", nil, "", nil, nil),
        Row("https://a.example/", "https", nil, "a.example", nil, "/", nil, nil),
        // No path, but a query or a fragment.
        Row("https://a.example?x=/y", "https", nil, "a.example", nil, "", "x=/y", nil),
        Row("https://a.example#b?c", "https", nil, "a.example", nil, "", nil, "b?c"),
        Row("https://a.example/?#", "https", nil, "a.example", nil, "/", "", ""),
        Row("https://a.example/x?a?b#c#d", "https", nil, "a.example", nil, "/x", "a?b", "c#d"),
        Row("https://a.example/@b:c?d@e", "https", nil, "a.example", nil, "/@b:c", "d@e", nil),
        // User information ends at the last @; ports may be empty, or anything else.
        Row("https://u:p@w@a.example/", "https", "u:p@w", "a.example", nil, "/", nil, nil),
        Row("https://@a.example", "https", "", "a.example", nil, "", nil, nil),
        Row("https://good.example:443@bad.example/", "https", "good.example:443", "bad.example", nil, "/", nil, nil),
        Row("https://bad.example/@good.example", "https", nil, "bad.example", nil, "/@good.example", nil, nil),
        Row("https://bad.example?@good.example", "https", nil, "bad.example", nil, "", "@good.example", nil),
        Row("https://a.example:/", "https", nil, "a.example", "", "/", nil, nil),
        Row("https://a.example:8x:9/", "https", nil, "a.example", "8x:9", "/", nil, nil),
        Row("https://:80/", "https", nil, "", "80", "/", nil, nil),
        // IPv6 addresses keep their brackets.
        Row("https://[2001:DB8::1]:8080/x", "https", nil, "[2001:db8::1]", "8080", "/x", nil, nil),
        Row("https://[::1]", "https", nil, "[::1]", nil, "", nil, nil),
        Row("https://u@[::1]:", "https", "u", "[::1]", "", "", nil, nil),
        Row("https://[::1", "https", nil, "[::1", nil, "", nil, nil),
        Row("https://::1/", "https", nil, "", ":1", "/", nil, nil),
        // A backslash is an ordinary character, in contrast to browsers.
        Row("https://a.example\\@b.example/", "https", "a.example\\", "b.example", nil, "/", nil, nil),
        Row("https:\\\\a.example/x", "https", nil, nil, nil, "\\\\a.example/x", nil, nil),
        // Slashes: two begin an authority, and more or fewer don't.
        Row("https:///x", "https", nil, "", nil, "/x", nil, nil),
        Row("https:/a.example", "https", nil, nil, nil, "/a.example", nil, nil),
        Row("https:a.example", "https", nil, nil, nil, "a.example", nil, nil),
        Row("//a.example/x", nil, nil, "a.example", nil, "/x", nil, nil),
        // Other schemes, and texts without one.
        Row("mailto:help@example.com?subject=x", "mailto", nil, nil, nil, "help@example.com", "subject=x", nil),
        Row("market://details?id=x", "market", nil, "details", nil, "", "id=x", nil),
        Row("com.example.app:/open", "com.example.app", nil, nil, nil, "/open", nil, nil),
        Row("a+b-c.9:x", "a+b-c.9", nil, nil, nil, "x", nil, nil),
        Row("localhost:8080/x", "localhost", nil, nil, nil, "8080/x", nil, nil),
        Row("9a://b", nil, nil, nil, nil, "9a://b", nil, nil),
        Row("ä://b", nil, nil, nil, nil, "ä://b", nil, nil),
        Row(" https://b", nil, nil, nil, nil, " https://b", nil, nil),
        Row("://b", nil, nil, nil, nil, "://b", nil, nil),
        Row("/go/x?a:b", nil, nil, nil, nil, "/go/x", "a:b", nil),
        Row("?a", nil, nil, nil, nil, "", "a", nil),
        Row("", nil, nil, nil, nil, "", nil, nil),
        // Hosts outside of ASCII, and a combining mark after a delimiter, which is one character with it.
        Row("https://MÜNCHEN.example/ä", "https", nil, "münchen.example", nil, "/ä", nil, nil),
        Row("https://a.example/\u{301}x", "https", nil, "a.example", nil, "/\u{301}x", nil, nil),
        Row(
            "https://u@\u{301}a.example:\u{301}1?\u{301}#\u{301}", "https", "u", "\u{301}a.example", "\u{301}1", "",
            "\u{301}", "\u{301}"),
    ]

    @Test("a text is split as in RFC 3986", arguments: rows)
    func split(row: Row) {
        let parts = AddressParts(row.text)
        #expect(parts.list == row.parts, "\(row.text)")
    }

    @Test(
        "a host is split like a URL",
        arguments: [
            Row("Links.example.com/go", nil, nil, "links.example.com", nil, "/go", nil, nil),
            Row("localhost:8080", nil, nil, "localhost", "8080", "", nil, nil),
            Row("a.example/?link=https://b.example/", nil, nil, "a.example", nil, "/", "link=https://b.example/", nil),
            Row("https://a.example/go", "https", nil, "a.example", nil, "/go", nil, nil),
            Row("//a.example", nil, nil, "a.example", nil, "", nil, nil),
        ])
    func hostOrURL(row: Row) { #expect(AddressParts(hostOrURL: row.text).list == row.parts, "\(row.text)") }

    @Test("parts of the text")
    func pieces() {
        let parts = AddressParts("HTTP://u@A.example:81?q#f")
        #expect(parts.text == "http://u@a.example:81?q#f")
        #expect(parts.textWithoutFragment == "http://u@a.example:81?q")
        #expect(parts.authority == "a.example:81" && parts.requestTarget == "/?q" && parts.isWeb)
        #expect(AddressParts("mailto:x").authority == nil && !AddressParts("mailto:x").isWeb)
    }

    /// RFC 3986, section 5.4, and what its examples leave out.
    @Test(
        "a reference is resolved",
        arguments: [
            ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
            ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
            ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
            ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
            ("HTTPS://U@G:1/x/../y", "https://U@g:1/y"), ("//G:1/./", "http://g:1/"), ("g//h/", "http://a/b/c/g//h/"),
        ])
    func resolve(reference: String, target: String) {
        #expect(AddressParts("http://a/b/c/d;p?q").resolving(reference).text == target)
    }

    @Test("a reference is resolved at other addresses")
    func otherBases() {
        #expect(AddressParts("http://u@a:1").resolving("x?y").text == "http://u@a:1/x?y")
        #expect(AddressParts("http://a/b?c#d").resolving("").text == "http://a/b?c")
        #expect(AddressParts("b/c").resolving("d").text == "b/d")
        #expect(AddressParts("b").resolving("d").text == "d")
    }

    private static let pieces = [
        "https", "HTTP", ":", "//", "/", "?", "#", "@", "..", ".", "%2e", "a", "Z", "example.com", "[::1]", "[", "]",
        "80",
        " ", "\\", "ä", "İ", "\u{301}", "\u{212A}", "\u{1F600}", "&", "=", "+", "-",
    ]

    @Test(
        "any text is made of its components, which are those of the whole again",
        arguments: [
            UInt64.random(in: 0 ... .max), 1,
        ])
    func anyText(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        for _ in 0..<20_000 {
            var text = Bool.random(using: &numbers) ? "https://" : ""
            for _ in 0..<Int.random(in: 0..<10, using: &numbers) { text += Self.pieces.randomElement(using: &numbers)! }
            let parts = AddressParts(text)
            #expect(parts.text.lowercased() == text.lowercased(), "\(text) (seed \(seed))")
            #expect(AddressParts(parts.text) == parts, "\(text) (seed \(seed))")
            #expect(
                AddressParts("HTTPS://Base.example/x?y").resolving(text).host != nil || parts.scheme != nil, "\(text)")
        }
    }
}

extension AddressParts {
    fileprivate var list: [String?] { [scheme, userInfo, host, port, path, query, fragment] }
}
