/// A setting of the daemon: its name in the file, from which its variable is derived; its flag; its property and type.
///
/// This is the only list of settings. The readers of the file, the environment and the command line iterate over it.
struct Setting: Sendable {
    /// The property that holds the value.
    typealias Place<Value> = any WritableKeyPath<DaemonSettings, Value> & Sendable

    /// The property that stores the value, and its type.
    enum Slot: Sendable {
        case listeners(Place<[FrontListener]>)
        case address(Place<ListenAddress>)
        case peers(Place<[String]>)
        /// Addresses and CIDR ranges.
        case networks(Place<[String]>)
        case ports(Place<[Int]>)
        case hosts(Place<[String]>)
        /// Origins of web pages: scheme, host and port.
        case origins(Place<[String]>)
        /// A host name without a port.
        case host(Place<String?>)
        case path(Place<String?>)
        /// A directory that must not depend on the current one: in the file, it is relative to the file's own directory.
        case directory(Place<String?>)
        case paths(Place<[String]>)
        case format(Place<DaemonSettings.LogFormat>)
        case count(Place<Int>, ClosedRange<Int>)
        case optionalCount(Place<Int?>, ClosedRange<Int>)
        /// File permissions, in octal.
        case mode(Place<Int?>)
        case level(Place<ControlLevel>)
        case rollUp(Place<CountRollUp>)
        case flag(Place<Bool>)
        /// Candidate rules evaluated on live clicks. In the file, the directory is relative to the file's own.
        case shadow(Place<ShadowSetting?>)
        /// Roles of groups at an identity provider.
        case roles(Place<[GroupRole]>)
        /// Receivers of events, each with a name.
        case webhooks(Place<[WebhookSetting]>)
    }

    /// The name in `fingerpost.yaml`: `limits.head_bytes`.
    let name: String
    /// The command-line option without the dashes, if there is one.
    let flag: String?
    /// When a running daemon applies a changed value. Required in each row, so that every new setting decides it: the
    /// daemon must read the value of a reloadable setting from its current settings.
    let effect: SettingEffect
    /// Whether `fingerpost.yaml` may set it. Not allowed for the location of that file itself.
    let isAllowedInFile: Bool
    /// Whether a bundle may set it. Allowed only if it affects the decisions of rules and is reloadable, so that nodes
    /// with the same bundle behave alike.
    let isAllowedInBundle: Bool
    let slot: Slot
    /// The summary, as a sentence: used for help, manual pages and `fingerpost settings`.
    let summary: String
    /// The effective behavior if the value is `nil`, in words.
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

    /// The environment variable: `FINGERPOST_LIMITS_HEAD_BYTES`.
    var variable: String {
        "FINGERPOST_" + name.uppercased().replacing(".", with: "_")
    }

    /// Whether it accepts several values.
    var isList: Bool {
        switch slot {
        case .listeners, .peers, .networks, .ports, .hosts, .origins, .paths, .roles, .webhooks: true
        case .address, .host, .path, .directory, .format, .count, .optionalCount, .mode, .level, .rollUp, .flag,
            .shadow:
            false
        }
    }

    /// All settings, without duplicates.
    static let all: [Setting] = [
        Setting(
            "listen.front", flag: "listen", after: .restart, .listeners(\.front),
            "A public address to listen on, 127.0.0.1:8080 or unix:/path; repeatable. Port 0 selects a free one. With \" proxy_protocol\" appended, only trusted peers may connect, and they send the client's address."
        ),
        Setting(
            "listen.edge", flag: "edge", after: .restart, .address(\.edge),
            "The address of the decision API, for proxies and programs."),
        Setting(
            "listen.admin", flag: "admin", after: .restart, .address(\.admin),
            "The address of the admin API, for operators."),
        Setting(
            "listen.api", flag: "api", after: .restart, .listeners(\.api),
            "An address for apps that create short links with an API key; it serves nothing else and may face the internet; repeatable."
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
            "A geolocation file in MaxMind's format, such as GeoLite2-City.mmdb; reread on reload; repeatable."
        ),
        Setting(
            "page_host", flag: "page-host", after: .reload, inBundle: true, .host(\.pageHost),
            "The host of pages with app buttons, for sites without page_host; it must not be one of their link hosts."),
        Setting(
            "denied_targets", flag: "denied-targets", after: .reload, .directory(\.deniedTargets),
            "The file of denied hosts and addresses, one per line; reread on reload."),
        Setting(
            "devices", after: .reload, inBundle: true, .directory(\.devices),
            "The file of device corrections for all sites; reread on reload."),
        Setting(
            "tokens_file", flag: "tokens-file", after: .reload, .path(\.tokensFile),
            "The file of hashed tokens and API keys; created if it does not exist.",
            absence: "tokens in the store directory"),
        Setting(
            "page_key_file", flag: "page-key-file", after: .reload, .paths(\.pageKeyFiles),
            "The file of the secret that seals page addresses, shared by daemons behind one proxy; repeat it for older secrets that are still accepted.",
            absence: "page.key in the store directory, or a secret of all nodes of a source"),
        Setting(
            "ticket_key_file", flag: "ticket-key-file", after: .reload, .paths(\.ticketKeyFiles),
            "The file of the secret that seals TLS session tickets, so that they outlive restarts; repeat it for older secrets that are still accepted.",
            absence: "keys of the process and its successors, or of all nodes of a source"),
        Setting(
            "mask_key_file", flag: "mask-key-file", after: .reload, .path(\.maskKeyFile),
            "The file of the secret behind the masks in logs and explanations (default: mask.key next to the link store, created if it does not exist).",
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
            "The maximum bytes of a request's head."),
        Setting(
            "limits.fields", after: .reload, .count(\.limits.fields, 8...10_000),
            "The maximum number of fields in a request's head."
        ),
        Setting(
            "limits.connections", after: .reload, .count(\.limits.connections, 1...10_000_000),
            "The maximum number of connections of all listeners."),
        Setting(
            "limits.per_address", after: .reload, .count(\.limits.perAddress, 1...10_000_000),
            "The maximum number of connections from one address."),
        Setting(
            "limits.header_seconds", after: .reload, .count(\.limits.headerSeconds, 1...3600),
            "Seconds within which a request's head must arrive."),
        Setting(
            "limits.idle_seconds", after: .reload, .count(\.limits.idleSeconds, 1...86_400),
            "Seconds for which a connection may be idle."),
        Setting(
            "limits.misses_per_second", after: .reload, .count(\.limits.missesPerSecond, 1...1_000_000),
            "How many queries of apps (links, tokens) from one address may find nothing per second and worker; the next get 429."
        ),
        Setting(
            "development", flag: "development", after: .reload, .flag(\.development),
            "Allow redirects to http on localhost."),
        Setting(
            "rules", flag: "rules", after: .restart, inFile: false, .path(\.rules),
            "The rules directory (default: rules, or /etc/fingerpost/rules); for serve also the https URL of a signed bundle.",
            absence: "rules, or /etc/fingerpost/rules"),
        Setting(
            "settings", flag: "settings", after: .restart, inFile: false, .path(\.settingsFile),
            "A file of settings for this machine, in the form of fingerpost.yaml; it overrides the one in the rules directory."
        ),
        Setting(
            "bundle_keys", flag: "bundle-key", after: .restart, inFile: false, .paths(\.bundleKeys),
            "PEM public key used to verify bundles; required with a bundle URL; repeatable while keys change."
        ),
        Setting(
            "bundle_folder", flag: "bundle-folder", after: .restart, inFile: false, .path(\.bundleFolder),
            "The directory for the last valid bundle.", absence: "bundles in the store directory"),
        Setting(
            "bundle_poll", flag: "bundle-poll", after: .restart, inFile: false, .count(\.bundlePoll, 1...86_400),
            "Bundle polling interval in seconds; backs off on errors."),
        Setting(
            "bundle_ca", flag: "bundle-ca", after: .restart, inFile: false, .path(\.bundleAuthorities),
            "The only certificate authorities to trust for the bundle's server, in PEM.", absence: "the system's"),
        Setting(
            "http2", after: .reload, .flag(\.http2), "Whether listeners with TLS offer HTTP/2 as well as HTTP/1.1."),
        Setting(
            "h2c", after: .reload, .flag(\.h2c),
            "Whether trusted peers may use HTTP/2 without TLS on front and edge (prior knowledge; not Upgrade)."),
        Setting(
            "console", after: .reload, .flag(\.console),
            "Whether the admin listener has a console, with sign-in by token or identity provider."),
        Setting(
            "console.write_rules", after: .reload, .flag(\.consoleWritesRules),
            "Whether users with the scope reload for all sites may change rule files in the console."
        ),
        Setting(
            "console.history", after: .reload, .path(\.rulesHistory),
            "The directory for former versions of rule files changed in the console.",
            absence: "rules-history in the store directory"),
        Setting(
            "console.openid.issuer", after: .reload, .path(\.openID.issuer),
            "The OpenID Connect identity provider for sign-ins to the console, such as https://id.example.com.",
            absence: "none: sign-in with tokens only"),
        Setting(
            "console.openid.client_id", after: .reload, .path(\.openID.clientID),
            "The client ID of this console at the provider."),
        Setting(
            "console.openid.client_secret_file", after: .reload, .path(\.openID.secretFile),
            "The file of the client secret; read for each sign-in.",
            absence: "none: a public client, protected by PKCE only"),
        Setting(
            "console.openid.scopes", after: .reload, .paths(\.openID.scopes),
            "Scopes to request besides openid."),
        Setting(
            "console.openid.groups_claim", after: .reload, .path(\.openID.groupsClaim),
            "The claim of the ID token with a user's groups; with dots for nested claims, realm_access.roles.",
            absence: "groups"),
        Setting(
            "console.openid.roles", after: .reload, .roles(\.openID.roles),
            "Roles of groups, GROUP=ROLE or GROUP=ROLE:SITE+SITE; a role is viewer, editor or operator. Users without one of these groups may not sign in."
        ),
        Setting(
            "console.openid.session_minutes", after: .reload, .count(\.openID.sessionMinutes, 5...720),
            "Minutes after which users must sign in again, which updates their groups."),
        Setting(
            "console.openid.ca", after: .reload, .path(\.openID.authorities),
            "The only certificate authorities to trust for the provider, in PEM.", absence: "the system's"),
        Setting(
            "control.socket", flag: "control", after: .restart, .path(\.control.socket),
            "The path of the control socket that `fingerpost status` and `fingerpost control` connect to; off for none.",
            absence: "control.sock in the store directory"),
        Setting(
            "control.mode", after: .restart, .mode(\.control.mode),
            "The mode of the control socket, in octal: users who may write to it may connect.",
            absence: "0600 in the store directory, 0660 at a path of control.socket"),
        Setting(
            "control.group", after: .restart, .path(\.control.group),
            "The group of the control socket's file, by name or number.",
            absence: "the daemon's"),
        Setting(
            "control.level", after: .reload, .level(\.control.level),
            "The rights of users who may open the control socket: read or operate; root and the daemon's user may always operate."
        ),
        Setting(
            "traces.endpoint", flag: "traces", after: .reload, .path(\.traces.endpoint),
            "The OpenTelemetry collector for spans by OTLP/HTTP, such as http://127.0.0.1:4318.",
            absence: "none: spans are not exported"),
        Setting(
            "traces.one_in", after: .reload, .count(\.traces.oneIn, 0...1_000_000_000),
            "Start a trace for one in this many requests without one; 0 for none. Traces of trusted peers are always continued."
        ),
        Setting(
            "traces.headers_file", after: .reload, .path(\.traces.headersFile),
            "A file of header fields for the collector, one per line, such as \"Authorization: Bearer …\"; read for each export."
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
            "Candidate rules to evaluate against a share of live clicks, DIR:0.05 (default: 0.01). Differences are counted and logged; responses do not change."
        ),
        Setting(
            "events.folder", flag: "events", after: .restart, .directory(\.events.folder),
            "The directory for undelivered events of clicks and link changes; created if it does not exist.",
            absence: "none: there are no events"),
        Setting(
            "events.spool_megabytes", after: .restart, .count(\.events.spoolMegabytes, 1...1_048_576),
            "The maximum megabytes of stored events; the oldest are dropped first."),
        Setting(
            "events.unmasked", after: .reload, .flag(\.events.isUnmasked),
            "Whether addresses in events include secrets, which logs always mask."),
        Setting(
            "events.webhook", flag: "events-webhook", after: .reload, .path(\.events.webhook),
            "The https address of the webhook for signed events."),
        Setting(
            "events.webhook_secret_file", flag: "events-secret-file", after: .reload,
            .path(\.events.webhookSecretFile),
            "The file of the secrets that sign requests to the webhook, whsec_ and base64, one per line."),
        Setting(
            "events.webhook_ca", after: .reload, .path(\.events.webhookAuthorities),
            "The only certificate authorities to trust for the webhook's server, in PEM.", absence: "the system's"),
        Setting(
            "events.retry_hours", after: .reload, .count(\.events.retryHours, DaemonSettings.Events.retryRange),
            "Hours after which an event that a webhook does not accept becomes a dead letter."),
        Setting(
            "webhooks", after: .reload, .webhooks(\.events.webhooks),
            "Further webhooks, NAME=URL secret_file=FILE, each with its own secret and filter: sites, types, decisions or links; they require events.folder."
        ),
        Setting(
            "target_checks.every_seconds", after: .reload, .optionalCount(\.targetChecks.everySeconds, 1...31_536_000),
            "The interval in seconds between checks of the targets of all links; links show the result.",
            absence: "none: targets are not checked"),
        Setting(
            "target_checks.timeout_seconds", after: .reload, .count(\.targetChecks.timeoutSeconds, 1...300),
            "The timeout of a request to a target in seconds."),
        Setting(
            "target_checks.per_host_milliseconds", after: .reload,
            .count(\.targetChecks.perHostMilliseconds, 0...60_000),
            "The minimum milliseconds between two requests to one host."),
        Setting(
            "target_checks.concurrency", after: .reload, .count(\.targetChecks.concurrency, 1...256),
            "The maximum number of targets checked at once, each on another host."),
        Setting(
            "target_checks.user_agent", after: .reload, .path(\.targetChecks.userAgent),
            "The User-Agent of these requests; include an address as a contact for operators of other sites.",
            absence: "fingerpost/VERSION (target check)"),
        Setting(
            "target_checks.networks", after: .reload, .networks(\.targetChecks.networks),
            "Your own networks that may contain targets, addresses or CIDR ranges; all other targets must be public.",
            absence: "none: public addresses only"),
        Setting(
            "target_checks.ports", after: .reload, .ports(\.targetChecks.ports),
            "Ports of targets besides 80 and 443.", absence: "none: 80 and 443 only"),
        Setting(
            "counts.keep_days", after: .reload, .optionalCount(\.counts.keepDays, 1...36_500),
            "For how many days before today the clicks of links are kept by day; older days are rolled up. All nodes of a source need the same value.",
            absence: "all days are kept"),
        Setting(
            "counts.roll_up", after: .reload, .rollUp(\.counts.rollUp),
            "The sums that older days become: month, year, or total for one sum of all of them. A link's total does not change."
        ),
        Setting(
            "receipts.keep_days", after: .reload, .count(\.receipts.keepDays, 1...36_500),
            "For how many days after it was in force a rule set is kept, to explain and repeat its decisions."),
        Setting(
            "receipts.megabytes", after: .reload, .count(\.receipts.megabytes, 1...1_048_576),
            "The maximum megabytes of kept rule sets; those that were replaced first are removed first."),
        Setting(
            "source", flag: "source", after: .restart, .path(\.source),
            "The source of this node's links, postgresql://user@host/database; the store is a replica of it.",
            absence: "none: the store is this machine's own"),
        Setting(
            "source_password_file", flag: "source-password-file", after: .restart, .path(\.sourcePasswordFile),
            "The file of the source's password; read at each start."),
        Setting(
            "source_notify", after: .restart, .flag(\.sourceNotifies),
            "Whether nodes notify each other of changes by PostgreSQL's NOTIFY."),
        Setting(
            "links", flag: "links", after: .restart, .path(\.links),
            "The https address of the published links that this node follows, read-only, instead of a source.",
            absence: "none: the store is this machine's own, or a replica of the source"),
        Setting(
            "links_key", flag: "links-key", after: .restart, .paths(\.linksKeys),
            "The publisher's public key, in PEM; required with --links; repeat it while keys change."),
        Setting(
            "links_poll", flag: "links-poll", after: .restart, .count(\.linksPoll, 1...86_400),
            "Polling interval of published links in seconds; backs off on errors."),
        Setting(
            "links_ca", flag: "links-ca", after: .restart, .path(\.linksAuthorities),
            "The only certificate authorities to trust for the server of published links, in PEM.",
            absence: "the system's"),
        Setting(
            "outgoing_proxy", after: .restart, .path(\.outgoing.proxy),
            "The forward proxy of all requests to other servers, such as http://proxy.internal:3128. HTTPS_PROXY is not read.",
            absence: "none: direct connections"),
        Setting(
            "no_proxy", after: .restart, .paths(\.outgoing.noProxy),
            "Servers to access without the proxy: example.com with its subdomains, .example.com for these only, addresses, CIDR ranges, or *. Loopback always is."
        ),
        Setting(
            "outgoing_proxy_credentials_file", after: .restart, .path(\.outgoing.credentialsFile),
            "The file of the proxy's credentials, one line, user:password; read for each request."),
        Setting(
            "node", flag: "node", after: .restart, .path(\.node), "This node's name, unique among those of the source.",
            absence: "the host's name"),
        Setting(
            "workers", flag: "workers", after: .restart, inFile: false, .optionalCount(\.workers, 1...1024),
            "The number of worker threads (default: one per core).", absence: "one per core"),
    ]

    /// The setting with a name in the file, or `nil`.
    static func named(_ name: String) -> Setting? {
        all.first { $0.name == name }
    }
}
