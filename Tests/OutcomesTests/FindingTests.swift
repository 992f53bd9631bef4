import Configuration
import Outcomes
import Phones
import Routing
import RuleLint
import Rules
import TestSupport
import Testing

/// The findings of `check` for sites whose links dead-end on some phones.
@Suite("Findings about outcomes")
struct FindingTests {
    private func findings(_ site: String) throws -> [FileDiagnostic] {
        let (loaded, ruleSet) = try Sites.load(site)
        return try SiteOutcomes.findings(in: loaded, ruleSet, now: 1_790_000_000)
    }

    private func codes(_ site: String) throws -> Set<FileDiagnostic.Code> { Set(try findings(site).map(\.code)) }

    @Test("typed links lead to the bare store, unless the site has a page")
    func typed() throws {
        let finding = try #require(try findings(Sites.plain).first { $0.code == .bareStore })
        #expect(finding.severity == .note)
        #expect(finding.hint?.contains("android_fallback_page: true") == true)
        #expect(finding.message.contains(" by `firebase/dynamic-link/"))
        #expect(finding.location?.line == 1)
        #expect(finding.example?.contains("\"user_agent\":\"Mozilla/5.0 (Linux; Android") == true)
        #expect(try !codes(Sites.complete).contains(.bareStore))
    }

    @Test("a rule that leads straight to the App Store is named at its place, and so is a short link")
    func stores() throws {
        let rule = """
            links: {SHOP: "https://go.example.com/?link=https%3A%2F%2Fwww.example.com%2F&ibi=com.example.ios"}
            rules:
              - name: shop
                when: link.code == "SHOP"
                then: {store_install: {app: com.example.ios}}
                because: The shop is in the app.

            """
        let found = try findings(Sites.lonely + rule).filter { $0.code == .redirectToStore }
        let finding = try #require(found.first)
        #expect(found.count == 1)
        #expect(finding.message.contains("the link SHOP by `sites/site/shop`"))
        #expect(finding.sourceLine?.hasPrefix("links: {SHOP") == true)
    }

    /// `check` and the console's page of rules took a minute: links led an iPhone with LINE from page to page.
    @Test("each phone reaches an end after few requests", arguments: Sites.all.map(\.0) + ["cases"])
    func shortJourneys(_ name: String) throws {
        let site = Sites.all.first { $0.0 == name }?.1 ?? ParityCase.site
        for (link, matrix) in try Sites.matrices(site) {
            for (situation, cell) in matrix.cells {
                let requests = cell.journeys.map(\.asked.count).max() ?? 0
                #expect(requests <= 8, "\(link), \(situation.id): \(requests)")
            }
        }
    }

    @Test("a custom scheme without a page is a dead end where the app is missing")
    func schemes() throws {
        let rule = """
            rules:
              - name: open
                when: device.platform == "ios"
                then: app_open
                because: The app is everywhere.

            """
        let site = Sites.lonely.replacing(
            "app_store_id: \"1234567\"", with: "app_store_id: \"1234567\", custom_scheme: example")
        let finding = try #require(
            try findings(site + rule).first { $0.code == .deadEnd && $0.message.contains("invalid") })
        #expect(finding.severity == .warning)
        #expect(finding.sourceLine == "  - name: open")
    }
}
