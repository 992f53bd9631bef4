import ByteText
import Configuration
import Expressions
import Routing
import Rules
import Testing

@Suite("The site of a request")
struct InlineSiteTests {
    static func decode(_ json: String) throws -> (names: [String], messages: [String], code: String) {
        var patterns = PatternList()
        let (site, diagnostics) = SiteDecoder.decode(json: try JSONValue(parsing: json), patterns: &patterns)
        return (site.map { [$0.name] } ?? [], diagnostics.map(\.rendered), SiteDecoder.errorCode(of: diagnostics))
    }

    @Test("JSON is read by the same decoder as YAML")
    func valid() throws {
        let json = """
            {"site": "example", "hosts": ["example.page.link"], "url_patterns": "any", "apps": [
              {"android": {"package": "com.example.android"}}, {"ios": {"bundle": "com.example.ios", "app_store_id": "1234567"}}]}
            """
        #expect(try Self.decode(json).names == ["example"])
        #expect(try Self.decode(json).messages == [])
    }

    @Test(arguments: [
        (
            #"{"site": "example", "hots": []}"#, "invalid-site",
            "site.hots: error: unknown key `hots` in a site\n    hint: did you mean `hosts`?"
        ),
        (
            #"{"site": "example", "apps": [{"android": {"package": "a b"}}]}"#, "invalid-site",
            "site.apps[0].android.package: error: `a b` is not a package name: letters, digits and `_`, separated by dots"
        ),
        (
            #"{"site": "e", "url_patterns": ["^1","^2","^3","^4","^5","^6","^7","^8","^9","^10","^11"]}"#,
            "too-many-url-patterns",
            "site.url_patterns[10]: error: a site can have at most 10 URL patterns, not 11\n    hint: combine some of them with `|`"
        ),
        (
            #"{"site": "example", "hosts": ["a.example/go"], "page_host": "a.example"}"#, "invalid-site",
            "site.page_host: error: pages can't be on `a.example`: it is a host of the site `example`\n    hint: use a host that no association file claims, such as `preview.example.com`"
        ),
        (
            #"{"site": "example", "apps": [{"android": {"package": "a", "stores": {"huawei": "C1x"}}}]}"#,
            "invalid-site",
            "site.apps[0].android.stores.huawei: error: `C1x` is not an AppGallery ID: `C` and digits, such as `C100123`"
        ),
        (#"[]"#, "invalid-site", nil), ("null", "invalid-site", nil), ("{}", "invalid-site", nil),
        ("12", "invalid-site", nil),
    ])
    func invalid(json: String, code: String, message: String?) throws {
        let result = try Self.decode(json)
        #expect(result.names == [])
        #expect(result.code == code)
        #expect(result.messages.count == 1)
        if let message { #expect(result.messages == [message]) }
    }
}
