import Configuration
import Settings
import Testing

@testable import Rules

@Suite("Sites in filters of webhooks")
struct WebhookSiteTests {
    @Test("a site that does not exist is a warning with the nearest name")
    func unknown() {
        let webhook = "{name: crm, url: 'https://crm.example/', secret_file: k, sites: [shop, shp]}"
        var loaded = LoadTests.load([
            "sites/shop.yaml": "site: shop\nhosts: [shop.example]", "fingerpost.yaml": "webhooks: [\(webhook)]",
        ])
        #expect(loaded.diagnostics.map(\.rendered) == [])
        loaded.apply(SettingsResolver.resolve(file: loaded.settings).settings)
        #expect(
            loaded.diagnostics.map(\.rendered) == [
                "webhooks: warning: the webhook `crm` receives events of the site `shp`, which does not exist\n"
                    + "    hint: did you mean `shop`?"
            ])
    }
}
