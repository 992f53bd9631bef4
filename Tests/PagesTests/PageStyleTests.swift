import PageDesign
import Testing

@testable import Pages

@Suite("A style sheet has the rules for what its page may have, and no others")
struct PageStyleTests {
    @Test("an error has no table, no button and nothing to type in, a debug page has a table")
    func kinds() {
        let error = PageStyle.builtIn(.error)
        for rule in [
            "body{", "main{", "h1{", "p{", ".brand{", ".soft{", "a{", ".contact{", ":root{", "*{", "[dir=auto]{",
        ] {
            #expect(error.contains("\n\(rule)") || error.hasPrefix(rule), "\(rule)")
        }
        for rule in ["table", ".button", ".note", "figure", "label", "input{", "img", ".touch", "dl", "main.wide"] {
            #expect(!error.contains("\n\(rule)") && !error.contains(".brand img"), "\(rule)")
        }
        let debug = PageStyle.builtIn(.debug)
        for rule in ["main.wide{", "table{", "th,td{", "tr.passed{", "tr.taken td:first-child", "dl{", ".note{"] {
            #expect(debug.contains("\n\(rule)"), "\(rule)")
        }
        let interstitial = PageStyle.builtIn(.interstitial)
        for rule in [
            ".button,.other{", ".touch{", "@media (any-pointer:coarse){", ".note{", "figure svg{", "label{", "input{",
        ] {
            #expect(interstitial.contains("\n\(rule)"), "\(rule)")
        }
        #expect(!interstitial.contains("table{") && !interstitial.contains("dl{"))
    }

    @Test("no page has an element or a class whose rule was left out", arguments: PageKind.allCases)
    func nothingIsMissing(kind: PageKind) throws {
        let everything = MarkupNames(in: PageKind.allCases.map { $0.document(body: nil) }.joined())
        let whole = PageStyle.text(PagesDefinition(), for: everything).split(separator: "\n")
        let html = try SamplePages.render(kind)
        let page = MarkupNames(in: String(html.split(separator: "</style>").last ?? ""))
        let left = Set(whole).subtracting(PageStyle.builtIn(kind).split(separator: "\n"))
        #expect(!left.isEmpty)
        for rule in left { #expect(!StyleRule(rule).concerns(page), "\(rule)") }
    }

    @Test("a site's own template has the rules for its elements")
    func ownTemplate() throws {
        var definition = PagesDefinition()
        definition.templates = [
            "error": "<MAIN><h1>{{title}}</h1><TABLE class='note other'><tr><td>1</td></tr></TABLE></MAIN>"
        ]
        let html = try PageMaker(definition, in: .english).html(ErrorPage(status: 404, .notFound))
        for rule in ["table{", "th,td{", ".note{", ".button,.other{", ".other{", "main{"] {
            #expect(html.contains("\n\(rule)"), "\(rule)")
        }
        #expect(!html.contains("\ninput{") && !html.contains("\nfigure{"))
    }

    @Test("an icon brings the rules for pictures")
    func icon() {
        let names = MarkupNames(of: .error, [:], header: #"<div class="brand"><img src="/i.png" alt=""></div>"#)
        #expect(PageStyle.text(PagesDefinition(), for: names).contains("\n.brand img{"))
    }
}

extension PageStyle {
    /// The style sheet of a page at a site with default settings.
    static func builtIn(_ kind: PageKind) -> String {
        text(PagesDefinition(), for: MarkupNames(of: kind, [:], header: ""))
    }
}
