import Testing

@testable import Pages

@Suite("Only an allowed address becomes a link")
struct PageTargetTests {
    @Test(
        "allowed",
        arguments: [
            ("https://www.example.com/", nil), ("HTTPS://www.example.com/", nil), ("http://localhost:8080/", nil),
            ("intent://www.example.com/#Intent;scheme=https;package=com.example.android;end", nil),
            ("com.example.ios://google/link/?deep_link_id=1", "com.example.ios"),
            ("Example+App-1.x:go", "example+app-1.x"),
        ] as [(String, String?)])
    func allowed(address: String, customScheme: String?) {
        #expect(PageTarget(address, customScheme: customScheme)?.address == address)
    }

    @Test(
        "refused",
        arguments: [
            ("javascript:alert(1)", nil), ("javascript:alert(1)", "javascript"), ("JavaScript:alert(1)", "JAVASCRIPT"),
            ("data:text/html,<script>", "data"), ("vbscript:x", "vbscript"), ("blob:https://a/b", "blob"),
            ("java\tscript:alert(1)", nil), ("java\nscript:alert(1)", "java\nscript"), (" javascript:alert(1)", nil),
            ("\u{1}javascript:alert(1)", nil), ("https://a/ b", nil), ("https://ex\u{e4}mple.com/", nil),
            ("https://a/\u{0}", nil), ("other.app:go", nil), ("other.app:go", "com.example.ios"),
            ("//www.example.com/", nil),
            ("/path", nil), ("", nil), (":", ""), ("1a:b", "1a"), ("a b:c", "a b"), ("&#106;avascript:alert(1)", nil),
            ("file:///etc/passwd", "file"), ("about:blank", "about"),
        ] as [(Quoted, Quoted?)])
    func refused(address: Quoted, customScheme: Quoted?) {
        #expect(PageTarget(address.text, customScheme: customScheme?.text) == nil)
    }

    @Test("every refused scheme stays refused when a site names it", arguments: PageTarget.refusedSchemes.sorted())
    func refusedAsCustomScheme(scheme: String) {
        #expect(PageTarget("\(scheme):x", customScheme: scheme) == nil)
        #expect(PageTarget("\(scheme.uppercased()):x", customScheme: scheme.uppercased()) == nil)
    }

    @Test("an address is escaped in its attribute")
    func escapedInAttribute() throws {
        let page = InterstitialPage(open: SamplePages.target(#"https://a.example/?x="><b>&y='"#))
        let html = String(decoding: try SamplePages.templates().interstitial(page), as: UTF8.self)
        #expect(html.contains(#"href="https://a.example/?x=&quot;&gt;&lt;b&gt;&amp;y=&#39;""#))
    }
}
