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
        case hosts(Place<[String]>)
        /// A host name without a port.
        case host(Place<String?>)
        case path(Place<String?>)
        /// A directory that must not depend on the current one: in the file it is relative to the file's own directory.
        case directory(Place<String?>)
        case paths(Place<[String]>)
        case format(Place<DaemonSettings.LogFormat>)
        case count(Place<Int>, ClosedRange<Int>)
        case optionalCount(Place<Int?>, ClosedRange<Int>)
        case flag(Place<Bool>)
    }

    /// Its name in `fingerpost.yaml`: `limits.head_bytes`.
    let name: String
    /// Its option on the command line without the dashes, if it has one.
    let flag: String?
    /// Whether `fingerpost.yaml` may set it: not if it says where that file is.
    let isAllowedInFile: Bool
    let slot: Slot

    private init(_ name: String, flag: String? = nil, inFile: Bool = true, _ slot: Slot) {
        self.name = name
        self.flag = flag
        isAllowedInFile = inFile
        self.slot = slot
    }

    /// Its variable: `FINGERPOST_LIMITS_HEAD_BYTES`.
    var variable: String {
        "FINGERPOST_" + name.uppercased().replacing(".", with: "_")
    }

    /// Whether it accepts several values.
    var isList: Bool {
        switch slot {
        case .listeners, .peers, .hosts, .paths: true
        case .address, .host, .path, .directory, .format, .count, .optionalCount, .flag: false
        }
    }

    /// All settings, each once.
    static let all: [Setting] = [
        Setting("listen.front", flag: "listen", .listeners(\.front)),
        Setting("listen.edge", flag: "edge", .address(\.edge)),
        Setting("listen.admin", flag: "admin", .address(\.admin)),
        Setting("trusted_peers", flag: "trusted-peers", .peers(\.trustedPeers)),
        Setting("allowed_hosts", .hosts(\.allowedHosts)),
        Setting("country_header", flag: "country-header", .path(\.countryHeader)),
        Setting("page_host", flag: "page-host", .host(\.pageHost)),
        Setting("tokens_file", flag: "tokens-file", .path(\.tokensFile)),
        Setting("page_key_file", flag: "page-key-file", .paths(\.pageKeyFiles)),
        Setting("mask_key_file", flag: "mask-key-file", .path(\.maskKeyFile)),
        Setting("acme_folder", flag: "acme-folder", .path(\.challengeFolder)),
        Setting("tls_certificate", flag: "tls-certificate", inFile: false, .paths(\.tlsCertificates)),
        Setting("tls_key", flag: "tls-key", inFile: false, .paths(\.tlsKeys)),
        Setting("logs.access", flag: "access-log", .path(\.accessLog)),
        Setting("logs.decisions", flag: "decision-log", .path(\.decisionLog)),
        Setting("logs.format", flag: "log-format", .format(\.logFormat)),
        Setting("hsts", .optionalCount(\.hsts, 0...63_072_000)),
        Setting("limits.head_bytes", .count(\.limits.headBytes, 1024...1_048_576)),
        Setting("limits.fields", .count(\.limits.fields, 8...10_000)),
        Setting("limits.connections", .count(\.limits.connections, 1...10_000_000)),
        Setting("limits.per_address", .count(\.limits.perAddress, 1...10_000_000)),
        Setting("limits.header_seconds", .count(\.limits.headerSeconds, 1...3600)),
        Setting("limits.idle_seconds", .count(\.limits.idleSeconds, 1...86_400)),
        Setting("development", flag: "development", .flag(\.development)),
        Setting("rules", flag: "rules", inFile: false, .path(\.rules)),
        Setting("store", flag: "store", .directory(\.store)),
        Setting("workers", flag: "workers", inFile: false, .optionalCount(\.workers, 1...1024)),
    ]

    /// The setting of a name in the file, or nil.
    static func named(_ name: String) -> Setting? {
        all.first { $0.name == name }
    }
}
