import ByteText
import Foundation
import Links
import Routing
import Testing

@testable import Configuration

@testable import Rules

@Suite("Loading rules")
struct LoadTests {
    static let site = """
        site: example
        hosts: [example.page.link, links.example.com/go]
        hosting: [auth.example.com]
        handler: https://example-app.firebaseapp.com/__/auth/action
        mobile_links: fdl
        page_host: preview.example.com
        authorized_domains: [localhost, "*.example.com"]
        url_patterns: ['^https://www\\.example\\.com/.*$']
        apps:
          - android: {package: com.example.android, minimum_version: "12", install: true, receives: link, stores: {amazon: com.example.fire, huawei: C100123}}
          - ios: {bundle: com.example.ios, team: ABCDE12345, app_store_id: "1234567", custom_scheme: exampleapp}
        links: {WXYZ: "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F", 1234: "https://example.page.link/"}
        deferred: {days: 30, once: false}
        cache: 300
        options: {debug_pages: true, custom_scheme_codes: true, android_fallback_page: true}
        rules:
          - name: wechat-stays-on-the-web
            when: device.in_app == "wechat"
            then: web_widget
            because: WeChat blocks app links
          - name: shop
            then:
              app_open: {app: com.example.android, url: "{link.afl}", fallback: {continue_redirect: {to: "https://www.example.com/?c={link.code}"}}}
              page: interstitial
              status: 307
              cache: 60
            because: >
              The shop opens
              in its app
        """

    static let rules = """
        about: Two rules.
        when: link.generation == "fdl"
        rules:
          - name: both
            when: app.state == "outdated" // old
            then: {store_install: {minimum_version: "1.10"}}
            because: Old
          - name: first
            then: {web_widget: }
            because: All
          - name: beside
            when: "true"
            then: {cache: no-store}
            because: Not kept
        """

    static func load(_ files: [String: String]) -> LoadedRules {
        let sorted = files.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return RuleDirectory.load(
            sorted.map { RuleFile(path: $0.key, displayName: "rules/\($0.key)", bytes: Array($0.value.utf8)) })
    }

    /// Regression: the message named `web_widget`, which was not in the file.
    @Test(
        "a key that a fallback does not have is said of that fallback",
        arguments: ["store_install", "web_widget"])
    func fallbackKeys(decision: String) {
        let rule = "  - {name: x, then: {app_open: {fallback: {\(decision): {least: \"1\"}}}}, because: A}\n"
        let loaded = Self.load(["a.yaml": Self.site, "b.yaml": "rules:\n" + rule])
        #expect(
            loaded.diagnostics.map(\.message) == [
                "unknown key `least` in the `\(decision)` of a fallback"
            ])
    }

    @Test("a site is read whole")
    func readsSite() throws {
        let loaded = Self.load(["sites/example.yaml": Self.site])
        #expect(loaded.diagnostics.map(\.rendered) == [])
        let site = try #require(loaded.sites.first)
        var expected = SiteDefinition(name: "example")
        expected.hosts = ["example.page.link", "links.example.com/go"]
        expected.hosting = ["auth.example.com"]
        expected.handler = "https://example-app.firebaseapp.com/__/auth/action"
        expected.mobileLinks = .fdl
        expected.pageHost = "preview.example.com"
        var deferred = DeferredLinksDefinition()
        (deferred.days, deferred.once) = (30, false)
        expected.deferred = deferred
        expected.cacheSeconds = 300
        expected.authorizedDomains = ["localhost", "*.example.com"]
        expected.urlPolicy = .patterns(["^https://www\\.example\\.com/.*$"])
        var android = AppDefinition(store: .android, id: "com.example.android")
        android.minimumVersion = "12"
        android.install = true
        android.receives = .link
        android.stores.amazon = "com.example.fire"
        android.stores.huawei = "C100123"
        var ios = AppDefinition(store: .ios, id: "com.example.ios")
        ios.team = "ABCDE12345"
        ios.appStoreID = "1234567"
        ios.customScheme = "exampleapp"
        expected.apps = [android, ios]
        expected.links = [
            LinkDefinition(
                code: "WXYZ", longLink: "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F"),
            LinkDefinition(code: "1234", longLink: "https://example.page.link/"),
        ]
        expected.options.debugPages = true
        expected.options.customSchemeCodes = true
        expected.options.androidFallbackPage = true
        expected.rules = site.rules
        #expect(site == expected)
        #expect(site.rules.map(\.id) == ["sites/example/wechat-stays-on-the-web", "sites/example/shop"])
        #expect(site.rules[0].condition == "device.in_app == \"wechat\"")
        #expect(site.rules[0].program != nil)
        #expect(site.rules[0].action == ActionDefinition(outcome: .webWidget))
        #expect(site.rules[1].because == "The shop opens in its app")
        #expect(
            site.rules[1].action
                == ActionDefinition(
                    outcome: .appOpen(
                        app: "com.example.android", url: Template(segments: [.fact(.linkAFL)]), minimumVersion: nil,
                        fallback: .continueRedirect(
                            to: Template(segments: [.literal("https://www.example.com/?c="), .fact(.linkCode)]))),
                    page: .interstitial, status: 307, cache: .seconds(60)))
        #expect(
            loaded.locations["sites/example/shop"]
                == SourceLocation(file: "rules/sites/example.yaml", line: 21, column: 5))
    }

    @Test("a file's condition is ANDed to each of its rules")
    func sharedCondition() {
        let loaded = Self.load(["firebase/email-link.yaml": Self.rules])
        #expect(loaded.diagnostics.map(\.rendered) == [])
        #expect(loaded.rules.map(\.id) == ["both", "first", "beside"].map { "firebase/email-link/\($0)" })
        #expect(
            loaded.rules.map(\.condition) == [
                "(link.generation == \"fdl\") && (app.state == \"outdated\" // old\n)", "link.generation == \"fdl\"",
                "(link.generation == \"fdl\") && (true)",
            ])
        #expect(loaded.rules.allSatisfy { $0.program != nil })
        #expect(
            loaded.rules.map(\.action) == [
                ActionDefinition(outcome: .storeInstall(app: nil, minimumVersion: "1.10", referrer: nil)),
                ActionDefinition(outcome: .webWidget), ActionDefinition(outcome: nil, cache: .noStore),
            ])
    }

    @Test("a rule has its source, and the minimum version of the app it opens or installs")
    func sourceAndMinimum() {
        let rules = """
            rules:
              - name: cited
                then:
                  app_open:
                    minimum_version: "1.10"
                    fallback: {store_install: {app: com.example.two, minimum_version: "2", referrer: "from={link.code}"}}
                because: Old apps don't open it.
                source: >
                  Firebase, Passing State in Email Actions:
                  handleCodeInApp
              - name: bare
                then: {app_open: {fallback: {store_install: }}}
                because: It is tried.
            """
        let loaded = Self.load(["a.yaml": rules])
        #expect(loaded.diagnostics.map(\.rendered) == [])
        #expect(loaded.rules.map(\.source) == ["Firebase, Passing State in Email Actions: handleCodeInApp", nil])
        let referrer = Template(segments: [.literal("from="), .fact(.linkCode)])
        #expect(
            loaded.rules.map(\.action.outcome) == [
                .appOpen(
                    app: nil, url: nil, minimumVersion: "1.10",
                    fallback: .storeInstall(app: "com.example.two", minimumVersion: "2", referrer: referrer)),
                .appOpen(
                    app: nil, url: nil, minimumVersion: nil,
                    fallback: .storeInstall(app: nil, minimumVersion: nil, referrer: nil)),
            ])
    }

    @Test("the hash is over what decides, and nothing else")
    func hash() {
        let base = ["a.yaml": "rules: []", "b.yaml": "site: b"]
        let hash = Self.load(base).hash
        #expect(hash.hasPrefix("sha256:") && hash.utf8.count == 71)
        #expect(Self.load(base).hash == hash)
        #expect(
            Self.load(base.merging(["x.cases.yaml": "cases: []", "fingerpost.yaml": "development: true"]) { $1 }).hash
                == hash)
        #expect(Self.load(base.merging(["c.yaml": "rules: []"]) { $1 }).hash != hash)
        #expect(Self.load(["a.yaml": "rules: []", "c.yaml": "site: b"]).hash != hash)
        #expect(Self.load(["a.yaml": "rules: [] ", "b.yaml": "site: b"]).hash != hash)
    }

    @Test("files are read recursively, in the order of their paths' bytes; hidden ones are not")
    func directory() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rules-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for path in ["b.yaml", "a/z.yaml", "a/.hidden.yaml", ".git/x.yaml", "B.yaml", "a-b.yaml", "notes.txt"] {
            let place = folder.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try "rules: []\n".write(to: place, atomically: true, encoding: .utf8)
        }
        let loaded = try RuleDirectory.load(path: folder.path)
        #expect(loaded.files == ["B.yaml", "a-b.yaml", "a/z.yaml", "b.yaml"])
        #expect(loaded.diagnostics.isEmpty)
        #expect(throws: RuleDirectoryFault.notFound(path: "/no/such/folder")) {
            try RuleDirectory.load(path: "/no/such/folder")
        }
        let file = folder.appendingPathComponent("b.yaml").path
        #expect(throws: RuleDirectoryFault.notADirectory(path: file)) { try RuleDirectory.load(path: file) }
    }

    @Test("cases take what they leave out from their file")
    func cases() {
        let loaded = Self.load([
            "firebase/plain.cases.yaml": """
            request: {user_agent: curl/8, device: {platform: android}}
            cases:
              - name: one
                request: {link: "https://example.page.link/A", device: {platform: ios, app: {version: "1.10"}}}
                expect: {decision: app_open, status: 302, target: null}
                because: It is so
            """
        ])
        #expect(loaded.diagnostics.map(\.rendered) == [])
        #expect(loaded.cases.map(\.id) == ["firebase/plain/one"])
        #expect(
            loaded.cases.first?.request == [
                "user_agent": "curl/8", "link": "https://example.page.link/A",
                "device": ["platform": "ios", "app": ["version": "1.10"]],
            ])
        #expect(loaded.cases.first?.expect == ["decision": "app_open", "status": 302, "target": nil])
        #expect(
            loaded.cases.first?.location == SourceLocation(file: "rules/firebase/plain.cases.yaml", line: 3, column: 5))
    }
}
