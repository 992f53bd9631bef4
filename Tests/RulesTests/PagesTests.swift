import Configuration
import PageDesign
import Routing
import Testing

@testable import Rules

@Suite("The page settings of a site")
struct SitePagesTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]

    private static func load(_ pages: String, _ more: [(path: String, bytes: [UInt8])] = []) -> LoadedRules {
        let site = "site: a\nhosts: [a.link]\nauthorized_domains: [www.a.example]\npages:\n" + pages
        return RuleDirectory.load([("sites/a.yaml", Array(site.utf8))] + more, named: "rules")
    }

    @Test("are read whole, with their files")
    func whole() throws {
        let loaded = Self.load(
            """
              name: Shop
              icon: icons/shop.png
              contact: mailto:help@a.example
              language: fa
              colors: {light: {accent: "#0a0080", card: "#fff"}, dark: {background: "#000000"}}
              texts: {en: {open_named_app: "Launch {app}"}, fa: {link: پیوند}}
              templates: templates/shop

            """,
            [
                ("icons/shop.png", Self.png), ("templates/shop/error.mustache", Array("<h1>{{title}}</h1>".utf8)),
                ("templates/shop/style.css", Array("h1{margin:0}".utf8)), ("templates/other/error.mustache", []),
            ])
        #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics.map(\.rendered))")
        let pages = try #require(loaded.sites.first?.pages)
        #expect(pages.name == "Shop" && pages.icon?.bytes == Self.png && pages.contact?.text == "help@a.example")
        #expect(
            pages.language == .persian && pages.light.accent?.css == "#0a0080"
                && pages.dark.background?.css == "#000000")
        #expect(pages.texts[.english] == [.openNamedApp: "Launch {app}"])
        #expect(pages.templates == ["error": "<h1>{{title}}</h1>"] && pages.style == "h1{margin:0}")
        #expect(loaded.places["a"]?.pages?.line == 5)
    }

    @Test("are nil if there are none, and the built-in look if they are empty")
    func none() {
        #expect(Self.load("  {}\n").sites.first?.pages == PagesDefinition())
        let site = "site: a\nhosts: [a.link]\n"
        #expect(RuleDirectory.load([("a.yaml", Array(site.utf8))], named: "rules").sites.first?.pages == nil)
    }

    @Test("another picture makes other rules, and a picture that no site names is ignored")
    func hash() {
        let one = Self.load("  {icon: i.png}\n", [("i.png", Self.png)])
        let other = Self.load("  {icon: i.png}\n", [("i.png", Self.png + [2])])
        #expect(one.hash != other.hash && !one.hasErrors && !other.hasErrors)
        let huge = Self.load("  {name: a}\n", [("x.png", [UInt8](repeating: 0, count: 1 << 20))])
        #expect(huge.diagnostics.isEmpty)
        #expect(Self.load("  {icon: i.png}\n", [("i.png", Self.png + [UInt8](repeating: 0, count: 65_536))]).hasErrors)
    }
}
