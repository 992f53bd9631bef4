import Testing

@testable import Configuration
@testable import Settings

@testable import Rules

@Suite("Settings of the daemon")
struct SettingsTests {
    static func file(_ text: String) -> (SettingsFile, [FileDiagnostic]) {
        let loaded = RuleDirectory.load([
            RuleFile(path: "fingerpost.yaml", displayName: "rules/fingerpost.yaml", bytes: Array(text.utf8))
        ])
        return (loaded.settings, loaded.diagnostics)
    }

    struct Precedence: Sendable {
        var file: String?
        var variable: String?
        var flag: String?
        var admin: String
    }

    /// Each source alone, and each pair of adjacent ones.
    @Test(arguments: [
        Precedence(admin: "127.0.0.1:8082"),
        Precedence(file: "127.0.0.1:1", admin: "127.0.0.1:1"),
        Precedence(variable: "127.0.0.1:2", admin: "127.0.0.1:2"),
        Precedence(flag: "127.0.0.1:3", admin: "127.0.0.1:3"),
        Precedence(file: "127.0.0.1:1", variable: "127.0.0.1:2", admin: "127.0.0.1:2"),
        Precedence(variable: "127.0.0.1:2", flag: "127.0.0.1:3", admin: "127.0.0.1:3"),
        Precedence(file: "127.0.0.1:1", flag: "127.0.0.1:3", admin: "127.0.0.1:3"),
        Precedence(file: "127.0.0.1:1", variable: "127.0.0.1:2", flag: "127.0.0.1:3", admin: "127.0.0.1:3"),
    ])
    func flagsBeforeEnvironmentBeforeFileBeforeDefault(row: Precedence) {
        let file = row.file.map { Self.file("listen: {admin: '\($0)'}").0 } ?? SettingsFile()
        let result = SettingsResolver.resolve(
            file: file, environment: row.variable.map { ["FINGERPOST_LISTEN_ADMIN": $0] } ?? [:],
            flags: row.flag.map { ["admin": [$0]] } ?? [:])
        #expect(result.settings.admin.description == row.admin)
        #expect(result.diagnostics.isEmpty)
    }

    @Test(
        "an origin is what browsers send of it, and nothing else",
        arguments: [
            ("https://app.example.com", true), ("http://localhost:3000", true), ("https://[::1]:8443", true),
            ("https://a_b.example", true), ("*", false), ("null", false), ("https://app.example.com/", false),
            ("https://app.example.com:443", false), ("http://app.example.com:80", false),
            ("https://App.example.com", false),
            ("https://*.example.com", false), ("app.example.com", false), ("https://", false), ("https://a..b", false),
            ("https://a:0", false), ("https://a:", false), ("https://a:080", false), ("https://u@a", false),
            ("https://[::1", false), ("ftp://a", false),
        ])
    func origins(_ text: String, _ isOrigin: Bool) {
        #expect(OriginCheck.isOrigin(text) == isOrigin)
        let result = SettingsResolver.resolve(environment: ["FINGERPOST_CORS": text])
        #expect(result.diagnostics.isEmpty == isOrigin)
        #expect(result.settings.corsOrigins == (isOrigin ? [text] : []))
    }

    @Test("every setting can be given by the file, the environment and its flag, if any")
    func everySetting() throws {
        let samples: [String: (yaml: String, text: String)] = [
            "listen.front": ("['[::1]:1', 'unix:/run/f']", "[::1]:1,unix:/run/f"),
            "listen.edge": ("'127.0.0.1:0'", "127.0.0.1:0"), "listen.admin": ("'localhost:9'", "localhost:9"),
            "listen.api": (
                "['[::1]:2', {address: 'localhost:3', proxy_protocol: true}]", "[::1]:2,localhost:3 proxy_protocol"
            ),
            "cors": (
                "['https://app.example.com', 'http://localhost:3000']", "https://app.example.com,http://localhost:3000"
            ),
            "trusted_peers": ("[10.0.0.0/8, '::1']", "10.0.0.0/8, ::1"), "tokens_file": ("/etc/t", "/etc/t"),
            "allowed_hosts": ("[Router.internal, '[fd00::5]']", "router.internal,[fd00::5]"),
            "page_key_file": ("/etc/k", "/etc/k"), "ticket_key_file": ("/etc/t", "/etc/t"),
            "mask_key_file": ("/etc/m", "/etc/m"),
            "page_host": ("Preview.example.com", "preview.example.com"), "acme_folder": ("/var/acme", "/var/acme"),
            "tls_certificate": ("/etc/c", "/etc/c"), "tls_key": ("/etc/k", "/etc/k"),
            "country_header": ("CF-IPCountry", "CF-IPCountry"), "geo": ("/etc/g.mmdb", "/etc/g.mmdb"),
            "denied_targets": ("/etc/denied", "/etc/denied"), "devices": ("/etc/devices.yaml", "/etc/devices.yaml"),
            "logs.access": ("/var/a", "/var/a"), "logs.decisions": ("/var/d", "/var/d"),
            "logs.audit": ("/var/u", "/var/u"), "console": ("false", "false"),
            "logs.format": ("combined", "combined"), "hsts": ("300", "300"), "limits.head_bytes": ("2048", "2048"),
            "limits.fields": ("10", "10"),
            "limits.connections": ("7", "7"), "limits.per_address": ("3", "3"), "limits.header_seconds": ("4", "4"),
            "limits.idle_seconds": ("5", "5"), "limits.misses_per_second": ("50", "50"),
            "development": ("true", "true"), "rules": ("/r", "/r"),
            "store": ("/s", "/s"), "workers": ("2", "2"),
            "settings": ("/f", "/f"), "bundle_keys": ("/k1, /k2", "/k1,/k2"),
            "bundle_folder": ("/b", "/b"), "bundle_poll": ("5", "5"), "bundle_ca": ("/etc/ca", "/etc/ca"),
            "console.openid.issuer": ("'https://id.example.com'", "https://id.example.com"),
            "console.openid.client_id": ("console", "console"),
            "console.openid.client_secret_file": ("/etc/o", "/etc/o"),
            "console.openid.scopes": ("[email, groups]", "email,groups"),
            "console.openid.groups_claim": ("realm_access.roles", "realm_access.roles"),
            "console.openid.roles": (
                "[{group: 'a=b', role: editor, sites: [x, y]}, ops=operator]", "a=b=editor:y+x,ops=operator"
            ),
            "console.openid.session_minutes": ("60", "60"), "console.openid.ca": ("/etc/ca", "/etc/ca"),
            "console.write_rules": ("true", "true"), "console.history": ("/h", "/h"),
            "traces.endpoint": ("'http://127.0.0.1:4318'", "http://127.0.0.1:4318"), "traces.one_in": ("100", "100"),
            "traces.headers_file": ("/etc/o", "/etc/o"), "traces.ca": ("/etc/ca", "/etc/ca"),
            "http2": ("false", "false"), "h2c": ("true", "true"),
            "source": ("'postgresql://f@db/links'", "postgresql://f@db/links"),
            "source_password_file": ("/etc/p", "/etc/p"), "source_notify": ("true", "true"),
            "links": ("'https://files.example.com/links/'", "https://files.example.com/links/"),
            "links_key": ("/etc/a.pem", "/etc/a.pem"), "links_poll": ("7", "7"),
            "links_ca": ("/etc/ca.pem", "/etc/ca.pem"),
            "outgoing_proxy": ("'http://proxy:3128'", "http://proxy:3128"),
            "no_proxy": ("[.example.com, 10.0.0.0/8]", ".example.com,10.0.0.0/8"),
            "outgoing_proxy_credentials_file": ("/etc/p", "/etc/p"),
            "node": ("east-1", "east-1"),
            "control.socket": ("/run/c", "/run/c"), "control.mode": ("'0600'", "600"),
            "control.group": ("adm", "adm"), "control.level": ("operate", "operate"),
            "shadow": ("{rules: /next, share: 0.05}", "/next:0.05"),
            "events.folder": ("/var/e", "/var/e"), "events.spool_megabytes": ("8", "8"),
            "events.unmasked": ("true", "true"), "events.webhook": ("'https://e.example/h'", "https://e.example/h"),
            "events.webhook_secret_file": ("/etc/w", "/etc/w"), "events.webhook_ca": ("/etc/ca", "/etc/ca"),
            "events.retry_hours": ("5", "5"),
            "webhooks": (
                "[{name: crm, url: 'https://crm.example/h?a=b', secret_file: '/etc/a key+1', types: [click, resolve]}]",
                "crm=https://crm.example/h?a=b secret_file=/etc/a%20key%2B1 types=click+resolve"
            ),
            "counts.keep_days": ("400", "400"), "counts.roll_up": ("year", "year"),
            "receipts.keep_days": ("30", "30"), "receipts.megabytes": ("8", "8"),
            "target_checks.every_seconds": ("86400", "86400"), "target_checks.timeout_seconds": ("5", "5"),
            "target_checks.per_host_milliseconds": ("250", "250"), "target_checks.concurrency": ("2", "2"),
            "target_checks.user_agent": ("bot/1", "bot/1"),
            "target_checks.networks": ("[10.0.0.0/8, '::1']", "10.0.0.0/8, ::1"),
            "target_checks.ports": ("[8080, 8443]", "8080,8443"),
        ]
        #expect(Set(samples.keys) == Set(Setting.all.map(\.name)))
        for setting in Setting.all {
            let sample = try #require(samples[setting.name])
            let byVariable = SettingsResolver.resolve(environment: [setting.variable: sample.text])
            #expect(byVariable.settings != DaemonSettings(), "\(setting.variable)")
            // A key without a certificate is of no use.
            #expect(byVariable.diagnostics.isEmpty || setting.name == "tls_key")
            if let flag = setting.flag {
                #expect(
                    SettingsResolver.resolve(flags: [flag: [sample.text]]).settings == byVariable.settings, "--\(flag)")
            }
            if setting.isAllowedInFile {
                let parts = setting.name.split(separator: ".")
                let text = parts.dropLast().reversed().reduce("\(parts[parts.count - 1]): \(sample.yaml)") {
                    "\($1): {\($0)}"
                }
                let (file, diagnostics) = Self.file(text)
                #expect(diagnostics.map(\.rendered) == [])
                #expect(SettingsResolver.resolve(file: file).settings == byVariable.settings, "\(setting.name)")
            }
        }
    }

    @Test(
        "a group's role is one of three, for sites that have names; in the file whatever can't be read takes the list with it"
    )
    func groupRoles() {
        let good = ["a=viewer", "a=editor:x", "cn=a=operator:x+y", "/a b/ü=viewer"]
        for text in good { #expect(GroupRole(text)?.text == text) }
        for text in ["", "a", "=viewer", "a=", "a=admin", "a=viewer:", "a=viewer:x+", "a=Viewer", "a=viewer=x"] {
            #expect(GroupRole(text) == nil, "\(text)")
        }
        let faulty = [
            "{group: a, role: admin}", "{group: a}", "{role: viewer}", "{group: a, role: viewer, sites: []}", "a=admin",
            "{group: '', role: viewer}", "{group: a, role: viewer, site: x}", "7", "{group: a, role: viewer, sites: x}",
        ]
        for yaml in faulty {
            let (file, diagnostics) = Self.file("console: {openid: {roles: [b=viewer, \(yaml)]}}")
            #expect(diagnostics.first?.severity == .error, "\(yaml)")
            let roles = SettingsResolver.resolve(file: file).settings.openID.roles
            #expect(roles.allSatisfy { $0.group == "b" || $0.role == .viewer && $0.sites == nil }, "\(yaml)")
        }
    }

    @Test("webhooks in both forms, and faulty ones")
    func webhooks() {
        let good = [
            "crm=https://crm.example/h", "a-b_1=https://a.example/?x=1&y=%2C secret_file=/k ca=/c retry_hours=5",
            "a=http://[::1]:1/ sites=shop+blog types=link decisions=app_open links=go.example/a*+go.example/b%25",
        ]
        for text in good { #expect(WebhookSetting(text)?.text == text) }
        let bad = [
            "", "crm", "=https://a.example/", "crm=", "CRM=https://a.example/", "webhook=https://a.example/",
            "ü=https://a",
            "a=https://a.example/ b", "a=https://a.example/ sites=", "a=https://a.example/ site=x",
            "a=https://a.example/ retry_hours=0", "a=https://a.example/ name=b", "a=https://a.example/ sites=%ZZ",
            String(repeating: "a", count: 41) + "=https://a.example/",
        ]
        for text in bad { #expect(WebhookSetting(text) == nil, "\(text)") }
        let faulty = [
            "{name: a}", "{url: 'https://a.example/'}", "{name: B, url: 'https://a.example/'}", "7", "[]",
            "{name: a, url: 'https://a.example/', sites: []}", "{name: a, url: 'https://a.example/', retry_hours: x}",
            "{name: a, url: 'https://a.example/', type: click}", "{name: b, url: 'https://a.example/'}",
            "{name: a, url: 'https://a.example/', links: ['']}",
        ]
        for yaml in faulty {
            let (_, diagnostics) = Self.file("webhooks: ['b=https://b.example/', \(yaml)]")
            #expect(diagnostics.first?.severity == .error, "\(yaml)")
        }
        #expect(Self.file("webhooks: ['b=https://b.example/', {name: a, url: 'https://a.example/'}]").1.isEmpty)
        let twice = SettingsResolver.resolve(environment: ["FINGERPOST_WEBHOOKS": "a=https://a/, a=https://b/"])
        #expect(twice.diagnostics.first?.message.contains("two webhooks have the name `a`") == true)
    }

    @Test("networks and ports of target checks are what they say, and nothing else")
    func targetCheckLists() {
        let cases: [(variable: String, good: [String], bad: [String])] = [
            (
                "NETWORKS", ["10.0.0.0/8", "::1", "fd00::/8,127.0.0.1"],
                ["unix", "10.1.0.0/8", "example.com", "10.0.0.0/33"]
            ),
            ("PORTS", ["1", "65535,8080"], ["0", "65536", "http", "8080-8090"]),
        ]
        for (name, good, bad) in cases {
            let variable = "FINGERPOST_TARGET_CHECKS_\(name)"
            for text in good { #expect(SettingsResolver.resolve(environment: [variable: text]).diagnostics.isEmpty) }
            for text in bad {
                let result = SettingsResolver.resolve(environment: [variable: text])
                #expect(result.diagnostics.count == 1 && result.settings == DaemonSettings(), "\(text)")
            }
        }
    }

    @Test("the file of keys of pages may be one, a list, or none")
    func pageKeyFiles() {
        for (yaml, files) in [("/a", ["/a"]), ("[/a, /b]", ["/a", "/b"]), ("null", []), ("[]", [])] {
            let (file, diagnostics) = Self.file("page_key_file: \(yaml)")
            #expect(diagnostics.isEmpty)
            #expect(SettingsResolver.resolve(file: file).settings.pageKeyFiles == files)
        }
    }

    @Test(
        "a shadow is a directory with a share of the clicks, one in a hundred by default",
        arguments: [
            ("next", "next", 0.01), ("next:0.5", "next", 0.5), ("next:1", "next", 1), ("/a:b:1e-3", "/a:b", 0.001),
            ("next:0", nil, 0), ("next:1.1", nil, 0), ("next:5%", nil, 0), ("next:", nil, 0), (":0.5", nil, 0),
            ("a:b", nil, 0), ("next:nan", nil, 0), ("next:-0.1", nil, 0),
        ] as [(String, String?, Double)])
    func shadow(_ text: String, _ rules: String?, _ share: Double) {
        let result = SettingsResolver.resolve(flags: ["shadow": [text]])
        #expect(result.settings.shadow?.rules == rules)
        #expect(result.settings.shadow?.share ?? 0 == share)
        #expect(result.diagnostics.count == (rules == nil ? 1 : 0))
        #expect(result.diagnostics.first?.rendered.hasPrefix("--shadow: error: ") ?? true)
    }

    @Test(
        "a shadow in the file is a text or a mapping, from the file's directory on",
        arguments: [
            ("next", "rules/next", 0.01), ("'../next:0.2'", "rules/../next", 0.2), ("{rules: /n}", "/n", 0.01),
            ("{rules: '/a:b', share: 1}", "/a:b", 1),
        ])
    func shadowInFile(_ yaml: String, _ rules: String, _ share: Double) {
        let (file, diagnostics) = Self.file("shadow: \(yaml)")
        #expect(diagnostics.map(\.rendered) == [])
        let shadow = SettingsResolver.resolve(file: file).settings.shadow
        #expect(shadow?.rules == rules)
        #expect(shadow?.share == share)
    }

    @Test("no name is twice in the list of settings")
    func names() {
        #expect(Set(Setting.all.map(\.name)).count == Setting.all.count)
        let flags = Setting.all.compactMap(\.flag)
        #expect(Set(flags).count == flags.count)
        #expect(Setting.named("limits.head_bytes")?.variable == "FINGERPOST_LIMITS_HEAD_BYTES")
    }

    @Test("each value in force has its origin: the strongest that can be used")
    func origins() throws {
        let (file, _) = Self.file("listen: {front: ['127.0.0.1:1'], edge: '127.0.0.1:2'}\nlimits: {fields: 9}")
        let environment = ["FINGERPOST_LISTEN_EDGE": "127.0.0.1:3", "FINGERPOST_LIMITS_FIELDS": "many"]
        let settings = SettingsResolver.inForce(
            file: file, environment: environment, flags: ["listen": ["127.0.0.1:4 proxy_protocol", "unix:/s"]])
        func value(_ name: String) throws -> SettingInForce {
            try #require(settings.first { $0.description.name == name })
        }
        #expect(settings.map(\.description.name) == Setting.all.map(\.name))
        #expect(try value("listen.front").values == ["127.0.0.1:4 proxy_protocol", "unix:/s"])
        #expect(try value("listen.front").origin == .flag("--listen"))
        #expect(try value("listen.edge").origin == .variable("FINGERPOST_LISTEN_EDGE"))
        // An invalid value does not hide a valid one.
        #expect(try value("limits.fields").values == ["9"])
        guard case .file(let location?) = try value("limits.fields").origin else {
            Issue.record("not from the file")
            return
        }
        #expect(location.line == 2)
        #expect(try value("hsts").origin == .standard && value("hsts").values.isEmpty)
        #expect(SettingsResolver.inForce(file: file)[0].origin.text.hasSuffix(":1"), "listeners have a place, too")
    }

    @Test("a bad value names its source")
    func sources() {
        let result = SettingsResolver.resolve(
            environment: [
                "FINGERPOST_LISTEN_EDGE": "8081", "FINGERPOST_DEVELOPMENT": "maybe", "FINGERPOST_LISTEN_FORNT": "x",
                "PATH": "/bin",
            ],
            flags: ["listen": ["127.0.0.1:8080", "nowhere"], "workers": ["0"]])
        #expect(
            result.diagnostics.map(\.rendered) == [
                "FINGERPOST_LISTEN_EDGE: error: `8081` is not a valid listen address; expected `127.0.0.1:8080`, `[::1]:8080`, "
                    + "`localhost:8080` or `unix:/path`",
                "FINGERPOST_DEVELOPMENT: error: `maybe` is not a boolean; expected `true` or `false`",
                "--listen: error: `nowhere` is not a valid listen address; expected `127.0.0.1:8080`, `[::1]:8080`, "
                    + "`localhost:8080` or `unix:/path`",
                "--workers: error: `0` is out of range; expected a whole number from 1 to 1024",
                "FINGERPOST_LISTEN_FORNT: warning: unknown environment variable\n"
                    + "    hint: did you mean `FINGERPOST_LISTEN_FRONT`?",
            ])
        #expect(result.settings == DaemonSettings())
    }

    @Test(arguments: [
        ("127.0.0.1:8080", true), ("[::1]:0", true), ("localhost:80", true), ("unix:/run/x", true),
        ("0.0.0.0:65535", true),
        ("8080", false), (":8080", false), ("example.com:80", false), ("127.0.0.1:65536", false), ("127.0.0.1:", false),
        ("::1:80", false), ("unix:run/x", false), ("127.0.0.1:+80", false), ("[127.0.0.1]:80", false), ("", false),
    ])
    func addresses(text: String, isValid: Bool) {
        let address = ListenAddress(text)
        #expect((address != nil) == isValid)
        if let address { #expect(address.description == text) }
    }

    @Test(arguments: [
        (
            "[{address: '127.0.0.1:1', proxy_protocol: true}, 'unix:/run/f']",
            ["127.0.0.1:1 proxy_protocol", "unix:/run/f"]
        ),
        ("[{address: '[::1]:1', proxy_protocol: false}, {address: 'localhost:2'}]", ["[::1]:1", "localhost:2"]),
        ("['127.0.0.1:1 proxy_protocol']", ["127.0.0.1:1 proxy_protocol"]),
    ])
    func listeners(yaml: String, texts: [String]) {
        let (file, diagnostics) = Self.file("listen: {front: \(yaml)}")
        #expect(diagnostics.map(\.rendered) == [])
        let settings = SettingsResolver.resolve(file: file).settings
        #expect(settings.front.map(Self.text) == texts)
        let flags = SettingsResolver.resolve(flags: ["listen": texts])
        #expect(flags.settings == settings)
    }

    private static func text(_ listener: FrontListener) -> String {
        listener.address.description + (listener.proxyProtocol ? " proxy_protocol" : "")
    }

    @Test(arguments: [
        ("{address: '127.0.0.1:1'}", "expected a list"), ("[{proxy_protocol: true}]", "needs the key `address`"),
        ("[{address: '127.0.0.1:1', proxy: true}]", "unknown key `proxy` in a front listener"),
        ("[{address: '127.0.0.1:1', proxy_protocol: 'yes'}]", "expected `true` or `false`"),
        ("[{address: 'example'}]", "`example` is not a valid listen address"),
        ("['127.0.0.1:1 proxy']", "is not a valid listen address"),
        ("['127.0.0.1:1', 7]", "expected text"),
    ])
    func faultyListeners(yaml: String, fault: String) {
        let (_, diagnostics) = Self.file("listen: {front: \(yaml)}")
        #expect(diagnostics.count == 1)
        #expect(diagnostics.first?.rendered.contains(fault) == true, "\(diagnostics.map(\.rendered))")
    }

    @Test(arguments: [
        ("10.0.0.0/8", true), ("192.0.2.1", true), ("0.0.0.0/0", true), ("fd00::/8", true), ("::1/128", true),
        ("unix", true),
        ("10.0.0.1/8", false), ("fd00::1/64", false), ("10.0.0.0/33", false), ("10.0.0/8", false), ("10.0.0.0/", false),
        ("10.0.0.0/8/8", false), ("x", false), ("localhost", false), ("unix:/run/x", false),
    ])
    func peers(text: String, isValid: Bool) {
        #expect((PeerCheck.fault(in: text) == nil) == isValid)
    }
}
