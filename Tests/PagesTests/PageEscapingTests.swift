import Markup
import PageDesign
import Testing

@testable import Pages

@Suite("No text of a link becomes markup")
struct PageEscapingTests {
    /// Texts that an attacker would put into a title, a description or a name.
    static let hostile: [Quoted] = [
        #"</a><script>alert(1)</script>"#,
        #"" onmouseover="alert(1)"#,
        #"' onmouseover='alert(1)"#,
        #"</style><style>*{display:none}</style>"#,
        #"</title><meta http-equiv=refresh content=0>"#,
        #"<!-- --><![CDATA[ ]]>"#,
        #"{{style}}{{{style}}}{{>layout}}"#,
        "\"\u{301} autofocus onfocus=alert(1) x=\"",
        "<\u{338}script>\u{200D}<\u{20DD}img src=x>",
        "<\u{FE0F}b>&\u{301}lt;",
        "\u{0}<\r\n\tscript\u{C}>\u{7F}",
    ]

    @Test("tags, attributes and rules are those of the template", arguments: PageKind.allCases, hostile)
    func structureIsUnchanged(kind: PageKind, quoted: Quoted) throws {
        let text = quoted.text
        let plain = try SamplePages.render(kind, text: "text")
        let page = try SamplePages.render(kind, text: text)
        #expect(Self.skeleton(of: page) == Self.skeleton(of: plain))
        // The escaped text is in each of its places.
        let places = plain.split(separator: "text", omittingEmptySubsequences: false).count - 1
        let escaped = HTMLText().escapeText(text)
        #expect(
            Self.occurrences(of: escaped, in: page) >= places
                - Self.occurrences(of: "text", in: PageStyle.builtIn(kind)) - 2)
    }

    @Test("every scalar that means something to HTML is written as a reference")
    func scalars() {
        #expect(
            HTMLText().escapeText(#"<a href="x">'&'</a>"#) == "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;")
        #expect(HTMLText().escapeText("\"\u{301}").unicodeScalars.elementsEqual("&quot;\u{301}".unicodeScalars))
        #expect(HTMLText().escapeText("a\u{0}b\nc\u{7F}") == "a\u{FFFD}b c\u{FFFD}")
        #expect(HTMLText().escapeText("नमस्ते 👋🏽") == "नमस्ते 👋🏽")
    }

    /// The page without its text: tags with their attributes' names. Quotes open and close as in a browser.
    private static func skeleton(of page: String) -> [String] {
        var tags: [String] = []
        var tag: String.UnicodeScalarView?
        var inQuotes = false
        for scalar in page.unicodeScalars {
            guard var open = tag else {
                if scalar == "<" { (tag, inQuotes) = ("<".unicodeScalars, false) }
                continue
            }
            if scalar == "\"" { inQuotes.toggle() }
            if !inQuotes || scalar == "\"" { open.append(scalar) }
            tag = open
            if scalar == ">", !inQuotes {
                tags.append(String(open))
                tag = nil
            }
        }
        return tags
    }

    private static func occurrences(of needle: String, in text: String) -> Int {
        let (needle, text) = (Array(needle.utf8), Array(text.utf8))
        guard needle.count > 0, text.count >= needle.count else { return 0 }
        return (0...text.count - needle.count).count { text[$0..<$0 + needle.count].elementsEqual(needle) }
    }
}
