/// One setting of the daemon: its name in the file, which its variable is derived from; its flag; its property and
/// type.
///
/// This is the one list of settings; the readers of file, environment and command line iterate over it.
struct Setting: Sendable {
    /// The property that holds the value.
    typealias Place<Value> = any WritableKeyPath<DaemonSettings, Value> & Sendable

    /// Where the value goes, and its type.
    enum Slot: Sendable {
        case listeners(Place<[FrontListener]>)
        case address(Place<ListenAddress>)
        case peers(Place<[String]>)
        /// Addresses and ranges in CIDR notation.
        case networks(Place<[String]>)
        case ports(Place<[Int]>)
        case hosts(Place<[String]>)
        /// Origins of web pages: scheme, host and port.
        case origins(Place<[String]>)
        /// A host name without a port.
        case host(Place<String?>)
        case path(Place<String?>)
        /// A directory that must not depend on the current one: in the file it is relative to the file's own directory.
        case directory(Place<String?>)
        case paths(Place<[String]>)
        case format(Place<DaemonSettings.LogFormat>)
        case count(Place<Int>, ClosedRange<Int>)
        case optionalCount(Place<Int?>, ClosedRange<Int>)
        /// The permissions of a file, in octal digits.
        case mode(Place<Int?>)
        case level(Place<ControlLevel>)
        case flag(Place<Bool>)
        /// Rules that are tried on live clicks; in the file the directory is relative to the file's own.
        case shadow(Place<ShadowSetting?>)
        /// What groups at an identity provider may do.
        case roles(Place<[GroupRole]>)
    }

    /// Its name in `fingerpost.yaml`: `limits.head_bytes`.
    let name: String
    /// Its option on the command line without the dashes, if it has one.
    let flag: String?
    /// When a running daemon uses a changed value. Each row contains it, so that a new setting needs an answer: the daemon must read
    /// the value of a reloadable setting from its current settings.
    let effect: SettingEffect
    /// Whether `fingerpost.yaml` may set it: not if it says where that file is.
    let isAllowedInFile: Bool
    /// Whether a bundle of rules for many nodes may set it: where it decides what rules do, and a reload applies it, so that
    /// nodes with the same bundle are alike.
    let isAllowedInBundle: Bool
    let slot: Slot
    /// What it is, in a sentence: help, manual pages and `fingerpost settings` have it from here.
    let summary: String
    /// What holds where the value is nil, in words.
    let absence: String

    private init(
        _ name: String, flag: String? = nil, after effect: SettingEffect, inFile: Bool = true, inBundle: Bool = false,
        _ slot: Slot, _ summary: String, absence: String = "none"
    ) {
        self.name = name
        self.flag = flag
        self.effect = effect
        isAllowedInFile = inFile
        isAllowedInBundle = inBundle
        self.slot = slot
        self.summary = summary
        self.absence = absence
    }

    /// Its variable: `FINGERPOST_LIMITS_HEAD_BYTES`.
    var variable: String {
        "FINGERPOST_" + name.uppercased().replacing(".", with: "_")
    }

    /// Whether it accepts several values.
    var isList: Bool {
        switch slot {
        case .listeners, .peers, .networks, .ports, .hosts, .origins, .paths, .roles: true
        case .address, .host, .path, .directory, .format, .count, .optionalCount, .mode, .level, .flag, .shadow: false
        }
    }

    /// All settings, each once.
    static let all: [Setting] = [
        Setting(
            "listen.front", flag: "listen", after: .restart, .listeners(\.front),
            "A public address to listen on, 127.0.0.1:8080 or unix:/path; repeatable. Port 0 picks a free one. With \" proxy_protocol\" appended, only trusted peers may connect, and they name the client."
        ),
        Setting(
            "listen.edge", flag: "edge", after: .restart, .address(\.edge),
            "The address of the decision API, for proxies and programs."),
        Setting(
            "listen.admin", flag: "admin", after: .restart, .address(\.admin),
            "The address of the admin API, for operators."),
        Setting(
            "listen.api", flag: "api", after: .restart, .listeners(\.api),
            "An address for apps that create short links with an API key, and nothing else; it may face the internet; repeatable."
        ),
        Setting(
            "cors", flag: "cors", after: .reload, .origins(\.corsOrigins),
            "An origin whose web pages may use --api, such as https://app.example.com; repeatable."),
        Setting(
            "trusted_peers", flag: "trusted-peers", after: .reload, .peers(\.trustedPeers),
            "Peers whose forwarding headers are trusted: addresses, CIDR ranges, or unix; repeatable."),
        Setting(
            "allowed_hosts", after: .reload, .hosts(\.allowedHosts),
            "Names under which edge and admin may be reached, besides this machine's own."),
        Setting(
            "country_header", flag: "country-header", after: .reload, .path(\.countryHeader),
            "The header field in which a trusted peer sends the user's country, such as CF-IPCountry."),
        Setting(
            "geo", flag: "geo", after: .reload, .paths(\.geoFiles),
            "A file in MaxMind's format that says where addresses are, such as GeoLite2-City.mmdb; read again by a reload; repeatable."
        ),
        Setting(
            "page_host", flag: "page-host", after: .reload, inBundle: true, .host(\.pageHost),
            "The host of pages whose buttons are links, for sites without page_host; none of their own hosts."),
        Setting(
            "denied_targets", flag: "denied-targets", after: .reload, .directory(\.deniedTargets),
            "The file of hosts and addresses that no link may lead to, one a line; read again by a reload."),
        Setting(
            "tokens_file", flag: "tokens-file", after: .reload, .path(\.tokensFile),
            "The file of hashed tokens and API keys; created if it does not exist.",
            absence: "tokens in the store directory"),
        Setting(
            "page_key_file", flag: "page-key-file", after: .reload, .paths(\.pageKeyFiles),
            "The file of the secret that seals page addresses, shared by daemons behind one proxy; repeat it for older secrets that are still accepted.",
            absence: "a secret of the process, or of all nodes of a source"),
        Setting(
            "ticket_key_file", flag: "ticket-key-file", after: .reload, .paths(\.ticketKeyFiles),
            "The file of the secret that seals TLS session tickets, so that they outlive restarts; repeat it for older secrets that are still accepted.",
            absence: "keys of the process and its successors, or of all nodes of a source"),
        Setting(
            "mask_key_file", flag: "mask-key-file", after: .reload, .path(\.maskKeyFile),
            "The file of the secret behind the masks in logs and explanations (default: mask.key beside the link store, created if it does not exist).",
            absence: "mask.key in the store directory"),
        Setting(
            "acme_folder", flag: "acme-folder", after: .reload, .path(\.challengeFolder),
            "The directory of ACME challenge responses (/.well-known/acme-challenge/)."),
        Setting(
            "tls_certificate", flag: "tls-certificate", after: .restart, inFile: false, .paths(\.tlsCertificates),
            "A PEM certificate chain; turns on TLS for --listen; repeatable."),
        Setting(
            "tls_key", flag: "tls-key", after: .restart, inFile: false, .paths(\.tlsKeys),
            "The certificate's private key in PEM, if it is not in the same file; repeatable."),
        Setting(
            "logs.access", flag: "access-log", after: .reload, .path(\.accessLog),
            "The access log, one line per request: a path, or - for standard output."),
        Setting(
            "logs.decisions", flag: "decision-log", after: .reload, .path(\.decisionLog),
            "The decision log, one JSON line per decision: a path, or - for standard output."),
        Setting(
            "logs.audit", flag: "audit-log", after: .reload, .path(\.auditLog),
            "The audit log, one JSON line per change by an API or in the console, and per sign-in: a path, or - for standard output."
        ),
        Setting(
            "logs.format", flag: "log-format", after: .reload, .format(\.logFormat),
            "The format of the access log: json or combined."),
        Setting(
            "hsts", after: .reload, .optionalCount(\.hsts, 0...63_072_000),
            "The seconds for which browsers must use https only (Strict-Transport-Security)."),
        Setting(
            "limits.head_bytes", after: .reload, .count(\.limits.headBytes, 1024...1_048_576),
            "The most bytes of a request's head."),
        Setting(
            "limits.fields", after: .reload, .count(\.limits.fields, 8...10_000), "The most fields of a request's head."
        ),
        Setting(
            "limits.connections", after: .reload, .count(\.limits.connections, 1...10_000_000),
            "The most concurrent connections of all listeners."),
        Setting(
            "limits.per_address", after: .reload, .count(\.limits.perAddress, 1...10_000_000),
            "The most concurrent connections from one address."),
        Setting(
            "limits.header_seconds", after: .reload, .count(\.limits.headerSeconds, 1...3600),
            "Seconds within which a request's head must arrive."),
        Setting(
            "limits.idle_seconds", after: .reload, .count(\.limits.idleSeconds, 1...86_400),
            "Seconds for which a connection may be idle."),
        Setting(
            "development", flag: "development", after: .reload, .flag(\.development),
            "Allow redirects to http on localhost."),
        Setting(
            "rules", flag: "rules", after: .restart, inFile: false, .path(\.rules),
            "The rules directory (default: rules, or /etc/fingerpost/rules); for serve also the https address of a signed bundle.",
            absence: "rules, or /etc/fingerpost/rules"),
        Setting(
            "settings", flag: "settings", after: .restart, inFile: false, .path(\.settingsFile),
            "A file of this machine's own settings, in the form of fingerpost.yaml; it overrides the one among the rules."
        ),
        Setting(
            "bundle_keys", flag: "bundle-key", after: .restart, inFile: false, .paths(\.bundleKeys),
            "The public key of those who sign bundles, in PEM; needed where --rules is an address; repeat it while keys change."
        ),
        Setting(
            "bundle_folder", flag: "bundle-folder", after: .restart, inFile: false, .path(\.bundleFolder),
            "The directory that keeps the last good bundle.", absence: "bundles in the store directory"),
        Setting(
            "bundle_poll", flag: "bundle-poll", after: .restart, inFile: false, .count(\.bundlePoll, 1...86_400),
            "Seconds between two looks for a new bundle; more while they fail."),
        Setting(
            "bundle_ca", flag: "bundle-ca", after: .restart, inFile: false, .path(\.bundleAuthorities),
            "The only certificate authorities to trust for the bundle's server, in PEM.", absence: "the system's"),
        Setting("http2", after: .reload, .flag(\.http2), "Whether listeners with TLS offer HTTP/2 beside HTTP/1.1."),
        Setting(
            "h2c", after: .reload, .flag(\.h2c),
            "Whether trusted peers may speak HTTP/2 without TLS to front and edge (prior knowledge; not Upgrade)."),
        Setting(
            "console", after: .reload, .flag(\.console),
            "Whether the admin listener has a console for people, who sign in with a token or at an identity provider."),
        Setting(
            "console.write_rules", after: .reload, .flag(\.consoleWritesRules),
            "Whether people whose token may reload for all sites may write files of the rules in the console, and have them used."
        ),
        Setting(
            "console.history", after: .reload, .path(\.rulesHistory),
            "The directory that keeps what files of the rules were before they were written in the console.",
            absence: "rules-history in the store directory"),
        Setting(
            "console.openid.issuer", after: .reload, .path(\.openID.issuer),
            "The identity provider that people may sign in to the console at, by OpenID Connect, such as https://id.example.com.",
            absence: "none: people sign in with tokens only"),
        Setting(
            "console.openid.client_id", after: .reload, .path(\.openID.clientID),
            "The name that this console has at the provider."),
        Setting(
            "console.openid.client_secret_file", after: .reload, .path(\.openID.secretFile),
            "The file of the secret that the provider has given the console; read again for each sign-in.",
            absence: "none: a public client, which PKCE alone protects"),
        Setting(
            "console.openid.scopes", after: .reload, .paths(\.openID.scopes),
            "What the provider is asked for besides openid."),
        Setting(
            "console.openid.groups_claim", after: .reload, .path(\.openID.groupsClaim),
            "The claim of the ID token that has a person's groups; with dots for a claim within another, realm_access.roles.",
            absence: "groups"),
        Setting(
            "console.openid.roles", after: .reload, .roles(\.openID.roles),
            "What people of a group may do, GROUP=ROLE or GROUP=ROLE:SITE+SITE; a role is viewer, editor or operator. Whoever is in none of the groups may not sign in."
        ),
        Setting(
            "console.openid.session_minutes", after: .reload, .count(\.openID.sessionMinutes, 5...720),
            "Minutes after which a person has to sign in again, so that the provider is asked for their groups."),
        Setting(
            "console.openid.ca", after: .reload, .path(\.openID.authorities),
            "The only certificate authorities to trust for the provider, in PEM.", absence: "the system's"),
        Setting(
            "control.socket", flag: "control", after: .restart, .path(\.control.socket),
            "The path of the control socket that `fingerpost status` and `fingerpost control` connect to; off for none.",
            absence: "control.sock in the store directory"),
        Setting(
            "control.mode", after: .restart, .mode(\.control.mode),
            "The permissions of the control socket's file, in octal: who may write to it may ask.",
            absence: "0600 in the store directory, 0660 at a path of control.socket"),
        Setting(
            "control.group", after: .restart, .path(\.control.group),
            "The group of the control socket's file, by name or number.",
            absence: "the daemon's"),
        Setting(
            "control.level", after: .reload, .level(\.control.level),
            "What those who may open the control socket may do: read or operate; root and the daemon's own user operate."
        ),
        Setting(
            "traces.endpoint", flag: "traces", after: .reload, .path(\.traces.endpoint),
            "The address of an OpenTelemetry collector that gets spans by OTLP/HTTP, such as http://127.0.0.1:4318.",
            absence: "none: spans are not exported"),
        Setting(
            "traces.one_in", after: .reload, .count(\.traces.oneIn, 0...1_000_000_000),
            "For one in how many requests without a trace one begins here; 0: none. Traces of trusted peers go on in any case."
        ),
        Setting(
            "traces.headers_file", after: .reload, .path(\.traces.headersFile),
            "A file of header fields that the collector wants, a line each, such as \"Authorization: Bearer …\"; read again for each export."
        ),
        Setting(
            "traces.ca", after: .reload, .path(\.traces.authorities),
            "The only certificate authorities to trust for the collector, in PEM.", absence: "the system's"),
        Setting(
            "store", flag: "store", after: .restart, .directory(\.store),
            "The directory of the link store (default: $STATE_DIRECTORY, or .fingerpost).",
            absence: "$STATE_DIRECTORY, or .fingerpost"),
        Setting(
            "shadow", flag: "shadow", after: .reload, .shadow(\.shadow),
            "A rules directory to try on live clicks, and the share of them, DIR:0.05 (default: 0.01): what it would decide otherwise is counted and logged, and never answered."
        ),
        Setting(
            "events.folder", flag: "events", after: .restart, .directory(\.events.folder),
            "The directory that keeps the events of clicks and of changes to links until they are delivered; created if it does not exist.",
            absence: "none: there are no events"),
        Setting(
            "events.spool_megabytes", after: .restart, .count(\.events.spoolMegabytes, 1...1_048_576),
            "The most megabytes of events to keep; the oldest are given up for newer ones."),
        Setting(
            "events.unmasked", after: .reload, .flag(\.events.isUnmasked),
            "Whether events have addresses with the secrets in them, which logs never have."),
        Setting(
            "events.webhook", flag: "events-webhook", after: .reload, .path(\.events.webhook),
            "The https address that events are sent to, signed."),
        Setting(
            "events.webhook_secret_file", flag: "events-secret-file", after: .reload,
            .path(\.events.webhookSecretFile),
            "The file of the secrets that requests to the webhook are signed with, whsec_ and base64, one a line."),
        Setting(
            "events.webhook_ca", after: .reload, .path(\.events.webhookAuthorities),
            "The only certificate authorities to trust for the webhook's server, in PEM.", absence: "the system's"),
        Setting(
            "events.retry_hours", after: .reload, .count(\.events.retryHours, 1...8_760),
            "Hours after which an event that the webhook does not accept becomes a dead letter."),
        Setting(
            "target_checks.every_seconds", after: .reload, .optionalCount(\.targetChecks.everySeconds, 1...31_536_000),
            "Seconds from one look at the targets of all links to the next; links show what was found.",
            absence: "none: targets are not looked at"),
        Setting(
            "target_checks.timeout_seconds", after: .reload, .count(\.targetChecks.timeoutSeconds, 1...300),
            "Seconds that a target has to answer a request."),
        Setting(
            "target_checks.per_host_milliseconds", after: .reload,
            .count(\.targetChecks.perHostMilliseconds, 0...60_000),
            "Milliseconds between two requests to one host, at least."),
        Setting(
            "target_checks.concurrency", after: .reload, .count(\.targetChecks.concurrency, 1...256),
            "The most targets that are looked at at once, each of another host."),
        Setting(
            "target_checks.user_agent", after: .reload, .path(\.targetChecks.userAgent),
            "The User-Agent of these requests; with an address, it tells operators of other sites whom to ask.",
            absence: "fingerpost/VERSION (target check)"),
        Setting(
            "target_checks.networks", after: .reload, .networks(\.targetChecks.networks),
            "Networks of your own that targets may be in, addresses or CIDR ranges; all others must be public.",
            absence: "none: public addresses only"),
        Setting(
            "target_checks.ports", after: .reload, .ports(\.targetChecks.ports),
            "Ports besides 80 and 443 that targets may have.", absence: "none: 80 and 443 only"),
        Setting(
            "source", flag: "source", after: .restart, .path(\.source),
            "The source of truth that this node follows, postgresql://user@host/database; the store is its replica.",
            absence: "none: the store is this machine's own"),
        Setting(
            "source_password_file", flag: "source-password-file", after: .restart, .path(\.sourcePasswordFile),
            "The file of the source's password; read again for each start."),
        Setting(
            "source_notify", after: .restart, .flag(\.sourceNotifies),
            "Whether nodes tell each other of changes by NOTIFY, which PostgreSQL has."),
        Setting(
            "node", flag: "node", after: .restart, .path(\.node), "This node's name, unique among those of the source.",
            absence: "the host's name"),
        Setting(
            "workers", flag: "workers", after: .restart, inFile: false, .optionalCount(\.workers, 1...1024),
            "The number of worker threads (default: one per core).", absence: "one per core"),
    ]

    /// The setting of a name in the file, or nil.
    static func named(_ name: String) -> Setting? {
        all.first { $0.name == name }
    }
}
