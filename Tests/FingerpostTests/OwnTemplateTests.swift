import Foundation
import TestSupport
import Testing

/// A site's own template, in a process that has made no page before. Regression: the daemon refused to start with one,
/// because the escaping named by templates was registered only when the built-in ones were parsed, which the module's
/// own tests always do.
@Suite("A template of a site's own") struct OwnTemplateTests {
    @Test("is served, and another site has the built-in page")
    func served() throws {
        let rules = try RulesFolder(
            site: """
                site: one
                hosts: [one.example]
                pages: {templates: templates/shop}
                """)
        try rules.folder.file("sites/two.yaml", "site: two\nhosts: [two.example]\n")
        try rules.folder.file(
            "templates/shop/error.mustache", "<main><h1>{{title}}</h1><table><tr><td>own</td></tr></table></main>")
        let daemon = try RunningDaemon(rules: rules.path)
        func page(_ host: String) throws -> String {
            let client = try HTTPClient(port: daemon.front)
            client.send(HTTPRequest.text("/nothing", host: host))
            return try client.answer().body
        }
        let (one, two) = (try page("one.example"), try page("two.example"))
        #expect(one.contains("<td>own</td>") && one.contains("\ntable{"))
        #expect(two.contains("404") && !two.contains("own</td>") && !two.contains("\ntable{"))
        #expect(daemon.stop() == 0)
    }
}
