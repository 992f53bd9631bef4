import ByteText
import PageDesign
import Testing

@testable import Pages

@Suite("Templates of a site's own")
struct TemplateCheckTests {
    private static func faults(_ text: String, of page: String = "interstitial") -> [String] {
        var definition = PagesDefinition()
        definition.templates = [page: text]
        return TemplateCheck.faults(in: definition).map(\.message)
    }

    @Test("the built-in ones pass their own check")
    func builtIn() {
        #expect(Self.faults(ErrorPage.body, of: "error") == [])
        #expect(Self.faults(StaticPage.body, of: "static") == [])
        #expect(Self.faults(SocialPage.body, of: "social") == [])
        // The picture for phones is the only raw text, and is created here; a site's own template can't have a raw figure.
        #expect(Self.faults(InterstitialPage.body) == [])
    }

    @Test("are shown instead of the built-in ones, with their words and values")
    func shown() throws {
        var definition = PagesDefinition()
        definition.name = "Shop"
        definition.templates = [
            "interstitial": """
            <main class="own">{{{brand}}}<h1>{{say.open_app}}</h1>
            {{#open}}<a class="button" href="{{open}}">{{say.open_app}}</a>{{/open}}
            <a href="{{main}}" title="{{words}}">{{words}}</a></main>
            """
        ]
        definition.style = "main.own{border:0}"
        #expect(TemplateCheck.faults(in: definition) == [])
        let maker = try PageMaker(definition, in: .german)
        let html = maker.html(
            InterstitialPage(
                open: maker.allowed("https://open.example/"),
                otherWay: .web(maker.allowed("https://web.example/?a=\"b"))))
        #expect(html.contains("<h1>Shop öffnen</h1>"))
        #expect(html.contains(#"<a href="https://web.example/?a=&quot;b" title="Weiter im Web">Weiter im Web</a>"#))
        #expect(html.contains("main.own{border:0}</style>"))
        #expect(maker.html(StaticPage()).contains("Ein Link für eine bestimmte Person"))
        let largest = try TemplateCheck.largestPage(of: definition)
        #expect(largest.bytes > 3000 && largest.bytes < TemplateCheck.pageBytes)
    }

    @Test(
        "can hold nothing that loads, runs or lets a value become more than text",
        arguments: [
            ("<script>1</script>{{main}}", "the element `script`"), ("<SCRIPT src=x>{{main}}", "the element `script`"),
            ("<p onclick=\"x\">{{main}}</p>", "the attribute `onclick`"), ("<p style=\"x\">{{main}}", "`style`"),
            ("<img src=\"https://a.example/\">{{main}}", "`src` must be"), ("<svg><a/></svg>{{main}}", "`svg`"),
            ("<a href=\"{{words}}\">{{main}}</a>", "`href` must be"), ("<a href=\"javascript:1\">{{main}}", "`href`"),
            ("<a href=\"https://a/{{words}}\">{{main}}", "`href`"), ("<a href={{main}}>x</a>", "needs quotes"),
            ("<a {{main}}>x</a>", "outside of quotes"), ("<input value={{address}}>{{main}}", "needs quotes"),
            ("<a title='{{words}}>{{main}}", "has no closing quote"), ("<use xlink:href=\"x\"/>{{main}}", "xlink:href"),
            ("<iframe srcdoc=\"\">{{main}}", "`iframe`"), ("{{{title}}}{{main}}", "`{{{title}}}` is not escaped"),
            ("{{&main}}", "is not allowed: a template cannot include others"),
            ("{{>layout}}{{main}}", "include others"),
            ("{{=<% %>=}}<%main%>", "include others"), ("{{% CONTENT_TYPE: TEXT}}{{main}}", "include others"),
            ("{{$a}}{{/a}}{{main}}", "include others"), ("{{nme}}{{main}}", "unknown value `nme`"),
            ("{{say.opn_app}}{{main}}", "unknown text `opn_app`"),
            ("{{#words}}a{{/words}}{{main}}", "unknown section `words`"),
            ("{{#open}}{{main}}", "not valid Mustache"), ("<h1>Hello</h1>", "does not contain {{main}} or {{other}}"),
            ("a < b {{main}}", "does not start an element"),
            // Markup that browsers see but a check by characters missed: a mark that combines with the `<`.
            ("\u{600}<meta content=\"0\">{{main}}", "`meta`"), ("<!-- --!><meta> -->{{main}}", "an HTML comment"),
            ("<xmp><a title=\"</xmp><meta>\">{{main}}", "`xmp`"),
        ])
    func refused(text: String, message: String) {
        let faults = Self.faults(text)
        #expect(faults.count == 1 && faults.first?.contains(message) == true, "\(faults)")
    }

    @Test(
        "a style sheet loads nothing and does not end before its end",
        arguments: [
            "@import 'a';", "a{background:url(https://a.example/)}", "</style>", "a{b:UR\\4c(x)}", "a{b:URL(x)}",
            "a{}\u{600}</style>",
        ])
    func styles(text: String) {
        var definition = PagesDefinition()
        definition.style = text
        #expect(TemplateCheck.faults(in: definition).map(\.file) == ["style.css"])
    }

    @Test("no text of a template stops the check")
    func anyText() {
        let seed = UInt64.random(in: 1 ... .max)
        var state = seed
        let pieces = [
            "{{", "}}", "<", ">", "\"", "'", "a", " ", "href=", "#", "/", "!--", "main", "{", "\u{E9}", "=", "open",
            "\n",
        ]
        for _ in 0..<3_000 {
            let text = (0..<Int(state.nextSplitMix() % 24)).map { _ in
                pieces[Int(state.nextSplitMix() % UInt64(pieces.count))]
            }.joined()
            _ = TemplateMarkup.fault(in: text)
            _ = TemplateTags.tags(of: text)
            #expect(Self.faults(text).count < 2, "seed \(seed)")
        }
    }
}
