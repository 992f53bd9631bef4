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
    func allowed(address: String, customScheme: String?) throws {
        let maker = try PageMaker()
        let target = maker.target(address, customScheme: customScheme)
        #expect(target.map { maker.string($0.address) } == address)
        #expect(target?.isSecureWeb == address.lowercased().hasPrefix("https:"))
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
    func refused(address: Quoted, customScheme: Quoted?) throws {
        #expect(try PageMaker().target(address.text, customScheme: customScheme?.text) == nil)
    }

    @Test(
        "every refused scheme stays refused when a site names it",
        arguments: PageTarget.refusedSchemes.map(\.description))
    func refusedAsCustomScheme(scheme: String) throws {
        let maker = try PageMaker()
        #expect(maker.target("\(scheme):x", customScheme: scheme) == nil)
        #expect(maker.target("\(scheme.uppercased()):x", customScheme: scheme.uppercased()) == nil)
    }

    @Test("an address is escaped in its attribute")
    func escapedInAttribute() throws {
        let maker = try PageMaker()
        let html = maker.html(InterstitialPage(open: maker.allowed(#"https://a.example/?x="><b>&y='"#)))
        #expect(html.contains(#"href="https://a.example/?x=&quot;&gt;&lt;b&gt;&amp;y=&#39;""#))
    }
}
