// swift-tools-version: 6.2
import PackageDescription

// The manifest defines the module graph: a target may import only the dependencies of its entry, which
// Tests/ArchitectureTests checks against the sources. Each C library is wrapped by exactly one module: IDN (libidn2),
// RE2, OpenSSL, LMDB, Libevent, Compression (zlib, zstd), YAML (libyaml), PostgreSQL (libpq), NGHTTP2 (libnghttp2),
// QRCode (libqrencode), MaxMind (libmaxminddb).
let environment = Context.environment

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableExperimentalFeature("Lifetimes"),  // spans returned from owners of bytes
]

/// For the modules of the click path. Debug builds, tests and fuzzers stop the program if two accesses to a property of an object
/// overlap. Release builds omit this check, which takes a hundred instructions for each property in use during a call, forty times a
/// click. Spans of such a property are taken in ``withBorrow(of:_:)``: otherwise the compiler cannot see how long they last.
let isChecked = environment["FINGERPOST_OPTIMIZED_TESTS"] != nil || environment["FINGERPOST_FUZZ"] != nil
let clickPath =
    isChecked ? settings : settings + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

/// For modules whose `async` functions run on the caller's actor.
let callersActor = settings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]  // SE-0461

let package = Package(
    name: "fingerpost",
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        // Tests only: the reference implementation of structured headers.
        .package(url: "https://github.com/apple/swift-http-structured-headers", from: "1.7.0"),
    ],
    targets: [
        // Foundations: used by all other modules.
        .target(name: "Threads", path: "Sources/Foundations/Threads", swiftSettings: settings),
        .target(name: "Files", path: "Sources/Foundations/Files", swiftSettings: settings),
        .target(name: "CByteScan", path: "Sources/Foundations/CByteScan"),
        .target(
            name: "ByteText", dependencies: ["CByteScan", "Threads"], path: "Sources/Foundations/ByteText",
            swiftSettings: settings),
        .target(
            name: "Sorting", dependencies: ["ByteText"], path: "Sources/Foundations/Sorting", swiftSettings: settings),
        // Libraries: one wrapper for each C library, and HTML templates.
        .systemLibrary(
            name: "CIDN2", path: "Sources/Libraries/CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        .target(name: "IDN", dependencies: ["CIDN2"], path: "Sources/Libraries/IDN", swiftSettings: settings),
        .target(name: "CRE2", path: "Sources/Libraries/CRE2", linkerSettings: [.linkedLibrary("re2")]),
        .target(
            name: "RE2", dependencies: ["ByteText", "CRE2"], path: "Sources/Libraries/RE2", swiftSettings: settings),
        .systemLibrary(
            name: "COpenSSL", path: "Sources/Libraries/COpenSSL", pkgConfig: "libssl", providers: [.apt(["libssl-dev"])]
        ),
        .target(
            name: "OpenSSL", dependencies: ["COpenSSL", "Files", "Threads"], path: "Sources/Libraries/OpenSSL",
            swiftSettings: settings),
        .systemLibrary(
            name: "CLMDB", path: "Sources/Libraries/CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
        .target(name: "LMDB", dependencies: ["CLMDB"], path: "Sources/Libraries/LMDB", swiftSettings: settings),
        .systemLibrary(
            name: "CLibevent", path: "Sources/Libraries/CLibevent", pkgConfig: "libevent_core",
            providers: [.apt(["libevent-dev"])]),
        .target(
            name: "Libevent", dependencies: ["ByteText", "CLibevent", "Threads"], path: "Sources/Libraries/Libevent",
            swiftSettings: clickPath),
        .systemLibrary(
            name: "CZlib", path: "Sources/Libraries/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CZstd", path: "Sources/Libraries/CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .target(
            name: "Compression", dependencies: ["CZlib", "CZstd"], path: "Sources/Libraries/Compression",
            swiftSettings: settings),
        .systemLibrary(
            name: "CYAML", path: "Sources/Libraries/CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .target(name: "YAML", dependencies: ["CYAML"], path: "Sources/Libraries/YAML", swiftSettings: settings),
        .systemLibrary(
            name: "CPostgreSQL", path: "Sources/Libraries/CPostgreSQL", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"])]),
        .target(
            name: "PostgreSQL", dependencies: ["CPostgreSQL"], path: "Sources/Libraries/PostgreSQL",
            swiftSettings: settings),
        .systemLibrary(
            name: "CNGHTTP2", path: "Sources/Libraries/CNGHTTP2", pkgConfig: "libnghttp2",
            providers: [.apt(["libnghttp2-dev"])]),
        .target(
            name: "NGHTTP2", dependencies: ["ByteText", "CNGHTTP2"], path: "Sources/Libraries/NGHTTP2",
            swiftSettings: clickPath),
        .systemLibrary(
            name: "CQREncode", path: "Sources/Libraries/CQREncode", pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"])]),
        .target(
            name: "QRCode", dependencies: ["CQREncode", "Compression"], path: "Sources/Libraries/QRCode",
            swiftSettings: settings),
        .systemLibrary(
            name: "CMaxMindDB", path: "Sources/Libraries/CMaxMindDB", pkgConfig: "libmaxminddb",
            providers: [.apt(["libmaxminddb-dev"])]),
        .target(
            name: "MaxMind", dependencies: ["ByteText", "CMaxMindDB", "Files"], path: "Sources/Libraries/MaxMind",
            swiftSettings: settings),
        .target(
            name: "Markup", dependencies: ["ByteText", .product(name: "Mustache", package: "swift-mustache")],
            path: "Sources/Libraries/Markup",
            swiftSettings: settings),
        // Facts: the facts of a click, and conditions on them.
        .target(
            name: "WebAddress", dependencies: ["ByteText", "IDN"], path: "Sources/Facts/WebAddress",
            swiftSettings: settings),
        .target(
            name: "Denials", dependencies: ["ByteText", "OpenSSL", "WebAddress"], path: "Sources/Facts/Denials",
            swiftSettings: settings),
        .target(
            name: "Links", dependencies: ["ByteText", "WebAddress"], path: "Sources/Facts/Links",
            swiftSettings: settings),
        // Embeds its table, whose changes rebuild it.
        .target(name: "CDeviceTokens", path: "Sources/Facts/CDeviceTokens", exclude: ["tokens.tsv"]),
        .target(
            name: "Devices", dependencies: ["ByteText", "CDeviceTokens"], path: "Sources/Facts/Devices",
            exclude: ["README.md"], swiftSettings: settings),
        .target(
            name: "Association", dependencies: ["ByteText"], path: "Sources/Facts/Association", swiftSettings: settings),
        .target(
            name: "Phones", dependencies: ["Association", "ByteText"], path: "Sources/Facts/Phones",
            swiftSettings: settings),
        .target(
            name: "Expressions", dependencies: ["ByteText", "RE2", "Threads"], path: "Sources/Facts/Expressions",
            swiftSettings: settings),
        .target(
            name: "PageDesign", dependencies: ["ByteText"], path: "Sources/Facts/PageDesign", swiftSettings: settings),
        // Deciding: the evaluator, and its caches.
        .target(
            name: "Routing",
            dependencies: [
                "Association", "ByteText", "Denials", "Devices", "Expressions", "Links", "PageDesign", "RE2",
                "Threads", "WebAddress",
            ],
            path: "Sources/Deciding/Routing",
            swiftSettings: clickPath),
        .target(
            name: "DecisionCache", dependencies: ["ByteText", "Devices", "Links", "Routing"],
            path: "Sources/Deciding/DecisionCache", swiftSettings: clickPath),
        .target(
            name: "Locations", dependencies: ["ByteText", "MaxMind", "Routing"], path: "Sources/Deciding/Locations",
            swiftSettings: settings),
        // Authoring: turns configuration into a rule set.
        .target(
            name: "Configuration", dependencies: ["ByteText", "Links", "YAML"],
            path: "Sources/Authoring/Configuration", swiftSettings: settings),
        .target(
            name: "Settings", dependencies: ["ByteText", "Configuration", "Expressions"],
            path: "Sources/Authoring/Settings", swiftSettings: settings),
        .target(
            name: "Rules",
            dependencies: [
                "Association", "ByteText", "Configuration", "Denials", "Devices", "Expressions", "Files", "Links",
                "OpenSSL", "PageDesign", "RE2", "Routing", "Settings", "Threads", "WebAddress",
            ], path: "Sources/Authoring/Rules", swiftSettings: settings),
        .target(
            name: "RuleLint",
            dependencies: [
                "Association", "ByteText", "Configuration", "Devices", "Expressions", "Links", "PageDesign", "RE2",
                "Routing", "Rules", "Settings", "Threads", "WebAddress",
            ], path: "Sources/Authoring/RuleLint", swiftSettings: settings),
        .target(
            name: "RuleBundle",
            dependencies: ["ByteText", "Compression", "OpenSSL", "Rules", "Settings", "Threads"],
            path: "Sources/Authoring/RuleBundle", swiftSettings: settings),
        .target(
            name: "SiteSetup",
            dependencies: [
                "ByteText", "Configuration", "Expressions", "Files", "Links", "PageDesign", "Routing", "Rules",
                "WebAddress",
            ], path: "Sources/Authoring/SiteSetup", swiftSettings: settings),
        // Keeping: short links, decision logs and events.
        .target(
            name: "LinkStore", dependencies: ["ByteText", "LMDB", "OpenSSL", "Sorting", "Threads"],
            path: "Sources/Keeping/LinkStore", swiftSettings: settings),
        .target(
            name: "LinkCatalog",
            dependencies: ["ByteText", "LinkStore", "Links", "OpenSSL", "Routing", "Sorting", "WebAddress"],
            path: "Sources/Keeping/LinkCatalog",
            swiftSettings: settings),
        .target(
            name: "LogFormats", dependencies: ["ByteText", "Devices", "Links", "Routing"],
            path: "Sources/Keeping/LogFormats", swiftSettings: settings),
        .target(
            name: "EventSpool", dependencies: ["ByteText", "Threads"], path: "Sources/Keeping/EventSpool",
            swiftSettings: settings),
        .target(
            name: "LinkSource",
            dependencies: ["ByteText", "Libevent", "LinkStore", "OpenSSL", "PostgreSQL", "Threads"],
            path: "Sources/Keeping/LinkSource",
            swiftSettings: callersActor),
        .target(
            name: "LinkPublication",
            dependencies: [
                "ByteText", "Compression", "Files", "LinkStore", "OpenSSL", "RuleBundle", "Sorting", "Threads",
            ],
            path: "Sources/Keeping/LinkPublication", swiftSettings: settings),
        // Serving: the daemon.
        .target(name: "HTTP", dependencies: ["ByteText"], path: "Sources/Serving/HTTP", swiftSettings: settings),
        .target(
            name: "Server", dependencies: ["ByteText", "HTTP", "Libevent", "NGHTTP2", "OpenSSL", "Threads"],
            path: "Sources/Serving/Server",
            swiftSettings: clickPath),
        .target(
            name: "Pages",
            dependencies: [
                "ByteText", "Markup", "OpenSSL", "PageDesign", "Threads",
                .product(name: "Mustache", package: "swift-mustache"),
            ], path: "Sources/Serving/Pages", swiftSettings: settings),
        .target(
            name: "OpenID", dependencies: ["ByteText", "OpenSSL", "WebAddress"], path: "Sources/Serving/OpenID",
            swiftSettings: settings),
        .target(
            name: "ServiceFiles",
            dependencies: ["ByteText", "Files", "LinkStore", "Links", "OpenSSL", "Threads"],
            path: "Sources/Serving/ServiceFiles", swiftSettings: settings),
        .target(
            name: "Client",
            dependencies: ["ByteText", "HTTP", "Libevent", "OpenSSL", "ServiceFiles", "Settings", "Threads"],
            path: "Sources/Serving/Client", swiftSettings: settings),
        .target(
            name: "Access",
            dependencies: [
                "ByteText", "HTTP", "Libevent", "LinkSource", "LinkStore", "Links", "OpenSSL", "Server", "ServiceFiles",
                "Settings", "Threads", "WebAddress",
            ],
            path: "Sources/Serving/Access", swiftSettings: settings),
        .target(
            name: "Telemetry",
            dependencies: [
                "Access", "ByteText", "Client", "HTTP", "Libevent", "LinkCatalog", "LinkStore", "Links", "LogFormats",
                "OpenSSL", "Routing", "Server", "ServiceFiles", "Settings", "Threads",
            ],
            path: "Sources/Serving/Telemetry", swiftSettings: settings),
        .target(
            name: "Events",
            dependencies: [
                "Access", "ByteText", "Client", "Configuration", "EventSpool", "HTTP", "Libevent", "LinkStore", "Links",
                "LogFormats", "OpenSSL", "Routing", "Server", "ServiceFiles", "Settings", "Telemetry", "Threads",
            ],
            path: "Sources/Serving/Events", swiftSettings: settings),
        .target(
            name: "RuleDelivery",
            dependencies: [
                "Access", "ByteText", "Client", "HTTP", "Libevent", "OpenSSL", "RuleBundle", "Rules", "ServiceFiles",
                "Settings", "Threads",
            ],
            path: "Sources/Serving/RuleDelivery", swiftSettings: settings),
        .target(
            name: "TargetChecks",
            dependencies: [
                "ByteText", "Client", "HTTP", "Libevent", "LinkStore", "Links", "OpenSSL", "Pages", "ServiceFiles",
                "Settings", "Threads", "WebAddress",
            ],
            path: "Sources/Serving/TargetChecks", swiftSettings: settings),
        .target(
            name: "Clicks",
            dependencies: [
                "Access", "Association", "ByteText", "DecisionCache", "Devices", "Events", "HTTP", "Libevent",
                "LinkCatalog", "LinkStore", "Links", "Locations", "LogFormats", "OpenSSL", "PageDesign", "Pages",
                "QRCode", "Routing", "Server", "Settings", "Telemetry", "Threads", "WebAddress",
            ],
            path: "Sources/Serving/Clicks", swiftSettings: clickPath),
        .target(
            name: "Receipts",
            dependencies: [
                "ByteText", "Configuration", "LinkCatalog", "Links", "Routing", "RuleDelivery", "Rules", "ServiceFiles",
                "Threads",
            ],
            path: "Sources/Serving/Receipts", swiftSettings: settings),
        .target(
            name: "Outcomes",
            dependencies: [
                "ByteText", "Clicks", "Configuration", "Expressions", "Links", "Phones", "Routing", "RuleLint", "Rules",
                "WebAddress",
            ],
            path: "Sources/Serving/Outcomes", swiftSettings: settings),
        .target(
            name: "Lab",
            dependencies: [
                "Access", "ByteText", "Clicks", "Devices", "HTTP", "Links", "Markup", "OpenSSL", "Outcomes", "Phones",
                "QRCode", "Routing", "Threads", "WebAddress", .product(name: "Mustache", package: "swift-mustache"),
            ],
            path: "Sources/Serving/Lab", swiftSettings: settings),
        .target(
            name: "AdminPages",
            dependencies: [
                "Access", "ByteText", "Clicks", "Client", "HTTP", "Libevent", "OpenID", "OpenSSL", "Pages", "Server",
                "ServiceFiles", "Settings", "Telemetry", "Threads", "WebAddress",
            ],
            path: "Sources/Serving/AdminPages", swiftSettings: settings),
        .target(
            name: "AdminAPI",
            dependencies: [
                "Access", "AdminPages", "ByteText", "Clicks", "EventSpool", "Events", "HTTP", "LinkCatalog",
                "LinkSource", "LinkStore", "Links", "OpenSSL", "Pages", "Routing", "RuleDelivery", "Server",
                "Settings", "Telemetry", "Threads", "WebAddress",
            ],
            path: "Sources/Serving/AdminAPI", swiftSettings: settings),
        .target(
            name: "NodeLinks",
            dependencies: [
                "ByteText", "Client", "HTTP", "LinkCatalog", "LinkPublication", "LinkSource", "LinkStore", "OpenSSL",
                "RuleBundle", "RuleDelivery", "ServiceFiles", "Settings", "Telemetry", "Threads",
            ],
            path: "Sources/Serving/NodeLinks", swiftSettings: settings),
        .target(
            name: "Daemon",
            dependencies: [
                "Access", "AdminAPI", "AdminPages", "ByteText", "Clicks", "Client", "Configuration", "DecisionCache",
                "Events", "HTTP", "Lab", "Libevent", "LinkCatalog", "LinkPublication", "LinkSource", "LinkStore",
                "Links",
                "Locations", "LogFormats", "NodeLinks", "OpenSSL", "PageDesign", "Pages", "PostgreSQL", "Routing",
                "RuleBundle", "RuleDelivery", "Rules", "Server", "ServiceFiles", "Settings", "TargetChecks",
                "Telemetry", "Threads", "WebAddress",
            ], path: "Sources/Serving/Daemon", swiftSettings: settings),
        .target(
            name: "Console",
            dependencies: [
                "Access", "AdminPages", "ByteText", "Clicks", "Configuration", "Daemon", "HTTP", "Lab", "LinkCatalog",
                "LinkSource", "LinkStore", "Links", "Markup", "OpenSSL", "Outcomes", "Phones", "QRCode", "Receipts",
                "Routing", "RuleDelivery", "RuleLint", "Rules", "ServiceFiles", "Settings", "Threads", "WebAddress",
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            path: "Sources/Serving/Console", swiftSettings: settings),
        // Analysis: tables for proxies, log replay, and the doctor.
        .target(
            name: "EdgeMap", dependencies: ["ByteText", "LinkStore", "Links", "Phones", "Routing"],
            path: "Sources/Analysis/EdgeMap", swiftSettings: settings),
        .target(
            name: "Replay",
            dependencies: [
                "ByteText", "Compression", "DecisionCache", "Devices", "EdgeMap", "Expressions", "LinkCatalog", "Links",
                "Locations", "LogFormats",
                "Markup", "OpenSSL", "Routing", "Threads", .product(name: "Mustache", package: "swift-mustache"),
            ], path: "Sources/Analysis/Replay", swiftSettings: settings),
        .target(
            name: "Doctor",
            dependencies: [
                "Association", "ByteText", "Clicks", "Client", "HTTP", "Libevent", "LinkStore", "OpenSSL", "Routing",
                "Rules", "ServiceFiles", "Settings", "Threads",
            ], path: "Sources/Analysis/Doctor", swiftSettings: settings),
        // Programs: the command line and its libraries. The benchmarks are below.
        .target(
            name: "Terminal", dependencies: ["ByteText", "Links"], path: "Sources/Programs/Terminal",
            swiftSettings: settings),
        .target(
            name: "CommandFiles", dependencies: ["ByteText", "Compression", "LogFormats", "Terminal"],
            path: "Sources/Programs/CommandFiles", swiftSettings: settings),
        .target(
            name: "Help", dependencies: ["ByteText", "Settings"], path: "Sources/Programs/Help", swiftSettings: settings
        ),
        .target(
            name: "Texts",
            dependencies: [
                "AdminAPI", "Association", "ByteText", "Configuration", "Doctor", "Expressions", "Links", "Outcomes",
                "Phones", "Routing", "Rules", "Settings", "Terminal",
            ], path: "Sources/Programs/Texts", swiftSettings: settings),
        .executableTarget(
            name: "fingerpost",
            dependencies: [
                "Access", "AdminAPI", "AdminPages", "ByteText", "Clicks", "Client", "CommandFiles", "Configuration",
                "Console", "Daemon", "Devices", "Doctor", "EdgeMap", "Events", "Expressions", "HTTP", "Help", "Lab",
                "Libevent", "LinkCatalog", "LinkPublication", "LinkSource", "LinkStore", "Links", "Locations",
                "LogFormats",
                "OpenSSL", "Outcomes", "PostgreSQL", "QRCode", "Receipts", "Replay", "Routing", "RuleBundle",
                "RuleDelivery",
                "RuleLint", "Rules", "Server", "ServiceFiles", "Settings", "SiteSetup", "Terminal", "Texts", "Threads",
                "WebAddress",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Sources/Programs/fingerpost", swiftSettings: settings),
        // Clients: sources that apps copy. The one in Swift is a module for its tests only.
        .target(name: "AppClient", path: "Sources/Clients/swift", swiftSettings: settings),
        // Tests: one target per module. CommandTests call the program's code in-process; FingerpostTests run the executable.
        .testTarget(
            name: "ByteTextTests", dependencies: ["ByteText", "CByteScan", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "FilesTests", dependencies: ["Files", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "ThreadsTests", dependencies: ["Threads"], swiftSettings: settings),
        .testTarget(name: "SortingTests", dependencies: ["Sorting", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "IDNTests", dependencies: ["IDN"], swiftSettings: settings),
        .testTarget(
            name: "WebAddressTests", dependencies: ["ByteText", "TestSupport", "WebAddress"], swiftSettings: settings),
        .testTarget(
            name: "LinksTests", dependencies: ["ByteText", "Links", "TestSupport", "WebAddress"],
            swiftSettings: settings),
        .testTarget(
            name: "DevicesTests",
            dependencies: [
                "ByteText", "Devices", "TestSupport",
                .product(name: "RawStructuredFieldValues", package: "swift-http-structured-headers"),
            ],
            exclude: ["apps.txt", "browsers.tsv", "forms.tsv", "labels.tsv"],
            swiftSettings: settings),
        .testTarget(
            name: "AssociationTests", dependencies: ["Association", "ByteText", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "RE2Tests", dependencies: ["ByteText", "RE2"], swiftSettings: settings),
        .testTarget(
            name: "ExpressionsTests", dependencies: ["ByteText", "Expressions", "RE2", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "RoutingTests",
            dependencies: [
                "Association", "ByteText", "Devices", "Expressions", "Links", "Routing", "Rules", "TestSupport",
                "WebAddress",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "DecisionCacheTests",
            dependencies: ["ByteText", "DecisionCache", "Devices", "Links", "Routing", "Rules", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "DenialsTests", dependencies: ["ByteText", "Denials", "OpenSSL", "TestSupport", "WebAddress"],
            swiftSettings: settings),
        .testTarget(
            name: "LocationsTests", dependencies: ["ByteText", "Locations", "MaxMind", "Routing", "TestSupport"],
            exclude: ["Files"], swiftSettings: settings),
        .testTarget(
            name: "LinkCatalogTests",
            dependencies: [
                "ByteText", "Expressions", "LinkCatalog", "LinkStore", "Links", "OpenSSL", "Routing", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "LinkStoreTests", dependencies: ["ByteText", "CDiskRecorder", "LMDB", "LinkStore", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "LinkSourceTests",
            dependencies: [
                "ByteText", "Libevent", "LinkSource", "LinkStore", "PostgreSQL", "TestSupport", "Threads",
            ],
            swiftSettings: callersActor),
        .testTarget(
            name: "LinkPublicationTests",
            dependencies: [
                "ByteText", "Compression", "LinkPublication", "LinkStore", "OpenSSL", "RuleBundle", "TestSupport",
            ], swiftSettings: settings),
        .testTarget(
            name: "EventSpoolTests", dependencies: ["EventSpool", "TestSupport", "Threads"], swiftSettings: settings),
        .testTarget(name: "LMDBTests", dependencies: ["LMDB", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "PostgreSQLTests", dependencies: ["PostgreSQL", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "OpenIDTests", dependencies: ["ByteText", "OpenID", "OpenSSL", "TestSupport"],
            swiftSettings: settings),
        .testTarget(name: "OpenSSLTests", dependencies: ["OpenSSL", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "RulesTests",
            dependencies: [
                "ByteText", "Configuration", "Devices", "Expressions", "Links", "PageDesign", "Routing", "RuleLint",
                "Rules", "Settings", "TestSupport",
            ],
            exclude: ["Compose", "Diagnostics", "Lint"],
            swiftSettings: settings),
        .testTarget(
            name: "RuleBundleTests",
            dependencies: ["ByteText", "Compression", "OpenSSL", "RuleBundle", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "SiteSetupTests",
            dependencies: [
                "ByteText", "Configuration", "LinkCatalog", "Links", "OpenSSL", "Outcomes", "PageDesign", "Routing",
                "RuleLint", "Rules", "SiteSetup", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "NGHTTP2Tests", dependencies: ["CNGHTTP2", "NGHTTP2", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "HTTPTests", dependencies: ["ByteText", "HTTP", "NGHTTP2", "TestSupport"],
            exclude: ["streams.tsv"],
            swiftSettings: settings),
        .testTarget(name: "LibeventTests", dependencies: ["ByteText", "Libevent", "Threads"], swiftSettings: settings),
        .testTarget(
            name: "ServerTests", dependencies: ["ByteText", "HTTP", "Libevent", "NGHTTP2", "Server", "Threads"],
            swiftSettings: settings),
        .testTarget(
            name: "ClientTests",
            dependencies: [
                "ByteText", "Client", "HTTP", "Libevent", "OpenSSL", "ServiceFiles", "Settings", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(name: "PageDesignTests", dependencies: ["PageDesign"], swiftSettings: settings),
        .testTarget(
            name: "PagesTests",
            dependencies: [
                "ByteText", "Markup", "OpenSSL", "PageDesign", "Pages",
                .product(name: "Mustache", package: "swift-mustache"),
            ], swiftSettings: settings),
        .testTarget(
            name: "ServiceFilesTests", dependencies: ["LinkStore", "ServiceFiles", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "DaemonTests",
            dependencies: [
                "Access", "AdminAPI", "AdminPages", "Association", "ByteText", "Clicks", "Client", "Configuration",
                "Daemon", "Devices", "EventSpool", "Events", "Expressions", "HTTP", "Libevent", "LinkSource",
                "LinkStore", "Links", "Locations", "LogFormats", "NodeLinks", "OpenID", "OpenSSL", "PageDesign",
                "Pages", "QRCode", "Replay", "Routing", "RuleBundle", "RuleDelivery", "RuleLint", "Rules", "Server",
                "ServiceFiles",
                "Settings", "Telemetry", "TestSupport", "Threads", "fingerpost",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["alerts.test.yaml"], swiftSettings: settings),
        .testTarget(name: "PhonesTests", dependencies: ["Association", "Phones"], swiftSettings: settings),
        .testTarget(
            name: "LabTests",
            dependencies: [
                "ByteText", "Clicks", "Devices", "Lab", "Outcomes", "Phones", "Routing", "Rules", "TestSupport",
            ], swiftSettings: settings),
        .testTarget(
            name: "OutcomesTests",
            dependencies: [
                "ByteText", "Clicks", "Configuration", "Daemon", "Locations", "Outcomes", "Phones", "Routing",
                "RuleLint", "Rules", "Settings", "TestSupport",
            ],
            exclude: ["deviations.tsv"], swiftSettings: settings),
        .testTarget(
            name: "ConsoleTests",
            dependencies: [
                "Access", "AdminPages", "ByteText", "Configuration", "Console", "Daemon", "HTTP", "LinkStore",
                "NodeLinks", "OpenSSL", "Outcomes", "Routing", "RuleDelivery", "Rules", "Settings", "Telemetry",
                "TestSupport", "Threads",
            ], swiftSettings: settings),
        .testTarget(
            name: "DoctorTests",
            dependencies: [
                "Association", "ByteText", "Clicks", "Client", "Daemon", "Doctor", "HTTP", "Libevent", "OpenSSL",
                "Routing", "Rules", "Settings", "TestSupport",
            ], swiftSettings: settings),
        .testTarget(
            name: "QRCodeTests", dependencies: ["Compression", "QRCode", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "CompressionTests", dependencies: ["Compression", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "ReplayTests",
            dependencies: [
                "ByteText", "Configuration", "DecisionCache", "Devices", "Links", "LogFormats", "Replay", "Routing",
                "Rules", "TestSupport",
            ],
            exclude: ["Golden", "Reports"], swiftSettings: settings),
        .testTarget(
            name: "EdgeMapTests",
            dependencies: [
                "ByteText", "Configuration", "Devices", "EdgeMap", "Expressions", "LinkStore", "Links", "Routing",
                "Rules", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(name: "TerminalTests", dependencies: ["ByteText", "Terminal"], swiftSettings: settings),
        .testTarget(
            name: "CommandFilesTests", dependencies: ["CommandFiles", "Terminal", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "TextsTests",
            dependencies: [
                "ByteText", "Clicks", "Configuration", "Daemon", "Doctor", "Expressions", "Links", "Outcomes",
                "Replay", "Routing", "RuleLint", "Rules", "Settings", "Terminal", "TestSupport", "Texts",
            ], exclude: ["Association"], swiftSettings: settings),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "AdminAPI", "ByteText", "Configuration", "Console", "Daemon", "Expressions", "Help", "LinkCatalog",
                "LinkStore", "Links", "Routing", "RuleLint", "Rules", "Settings", "Terminal", "TestSupport", "Texts",
                "fingerpost", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: settings),
        .testTarget(
            name: "FingerpostTests",
            dependencies: [
                "AppClient", "ByteText", "Help", "LinkStore", "LogFormats", "Phones", "Settings", "TestSupport",
                "fingerpost",
            ],
            exclude: ["Doctor", "Documents/Prepare", "phrases.tsv"],
            swiftSettings: settings),
        .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: settings),
        // What tests of several modules share.
        .target(
            name: "TestSupport", dependencies: ["ByteText"], path: "Tests/TestSupport", swiftSettings: settings),
        .target(name: "CDiskRecorder", path: "Tests/DiskRecorder"),
        // Properties checked by the fuzzers and replayed by tests.
        .target(
            name: "FuzzProperties",
            dependencies: [
                "ByteText", "Compression", "Devices", "HTTP", "Libevent", "Links", "LogFormats", "OpenSSL", "Replay",
                "Routing", "RuleBundle", "Rules", "Server", "Threads", "WebAddress",
            ],
            path: "Tests/Fuzz/Properties", swiftSettings: settings),
        .testTarget(name: "FuzzTests", dependencies: ["FuzzProperties", "TestSupport"], swiftSettings: settings),
    ]
)

// Benchmarks, load generators, and the tests that need their modules: not for users, whose builds leave them out.
if environment["FINGERPOST_BENCHES"] != nil || environment["FINGERPOST_OPTIMIZED_TESTS"] != nil {
    package.targets += [
        .target(name: "CAllocationCounter", path: "Sources/Programs/CAllocationCounter"),
        .target(name: "CAnswerBaseline", path: "Sources/Programs/CAnswerBaseline"),
        .target(name: "CStoreBaseline", dependencies: ["CLMDB"], path: "Sources/Programs/CStoreBaseline"),
        .target(
            name: "DeviceAccuracy", dependencies: ["ByteText", "Devices"], path: "Sources/Programs/DeviceAccuracy",
            swiftSettings: settings),
        .target(
            name: "LoadClient", dependencies: ["ByteText", "Libevent"], path: "Sources/Programs/LoadClient",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "fingerpost-load",
            dependencies: [
                "ByteText", "CAnswerBaseline", "Libevent", "LinkStore", "LoadClient", "NGHTTP2", "OpenSSL",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Sources/Programs/fingerpost-load",
            swiftSettings: settings),
        .executableTarget(
            name: "fingerpost-bench",
            dependencies: [
                "ByteText", "CAllocationCounter", "CStoreBaseline", "Clicks", "Daemon", "DecisionCache",
                "DeviceAccuracy", "Devices", "Expressions", "Libevent", "LinkSource", "LinkStore", "Links",
                "LoadClient", "LogFormats", "PostgreSQL", "Replay", "Routing", "Rules", "Server", "Settings", "Threads",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Sources/Programs/fingerpost-bench",
            swiftSettings: settings),
        .testTarget(
            name: "DeviceAccuracyTests", dependencies: ["DeviceAccuracy", "Devices", "TestSupport"],
            swiftSettings: settings),
        // Allocations per click. Only the optimiser removes them all: .ci/run builds these tests in release mode.
        .testTarget(
            name: "AllocationTests",
            dependencies: [
                "ByteText", "CAllocationCounter", "Daemon", "Denials", "Devices", "HTTP", "Libevent", "LinkStore",
                "Links",
                "LoadClient",
                "LogFormats", "NGHTTP2", "Replay", "Routing", "Rules", "Server", "Settings", "TestSupport", "Threads",
            ],
            swiftSettings: settings),
    ]
}

// The fuzzers link only with `--sanitize=fuzzer`. Tests/Fuzz/run builds and runs them.
if environment["FINGERPOST_FUZZ"] != nil {
    let library = settings + [.unsafeFlags(["-parse-as-library"])]
    package.targets += [
        .executableTarget(
            name: "fuzz-urls", dependencies: ["FuzzProperties"], path: "Tests/Fuzz/Targets/urls",
            swiftSettings: library),
        .executableTarget(
            name: "fuzz-links", dependencies: ["FuzzProperties"], path: "Tests/Fuzz/Targets/links",
            swiftSettings: library),
        .executableTarget(
            name: "fuzz-settings", dependencies: ["FuzzProperties"], path: "Tests/Fuzz/Targets/settings",
            swiftSettings: library),
        .executableTarget(
            name: "fuzz-http", dependencies: ["FuzzProperties"], path: "Tests/Fuzz/Targets/http",
            swiftSettings: library),
        .executableTarget(
            name: "fuzz-replay", dependencies: ["FuzzProperties"], path: "Tests/Fuzz/Targets/replay",
            swiftSettings: library),
        .executableTarget(
            name: "fuzz-http2", dependencies: ["FuzzProperties"], path: "Tests/Fuzz/Targets/http2",
            swiftSettings: library),
        .executableTarget(
            name: "fuzz-bundles", dependencies: ["FuzzProperties"], path: "Tests/Fuzz/Targets/bundles",
            swiftSettings: library),
        .executableTarget(
            name: "fuzz-proxy", dependencies: ["FuzzProperties"], path: "Tests/Fuzz/Targets/proxy",
            swiftSettings: library),
    ]
}

// Optimised tests: `FINGERPOST_OPTIMIZED_TESTS=1 swift test -c release`. The modules are built as for users, but that tests see
// their internal declarations and that overlapping accesses are found. The optimiser would take longer for the tests, and for
// modules without a loop that they wait for, than it saves; but tests that count allocations must make none of their own.
if environment["FINGERPOST_OPTIMIZED_TESTS"] != nil {
    let unoptimized: Set = [
        "AdminAPI", "AdminPages", "CommandFiles", "Console", "Doctor", "Help", "Lab", "LinkSource", "NodeLinks",
        "OpenID", "Receipts", "RuleDelivery", "SiteSetup", "TargetChecks", "Terminal", "TestSupport", "Texts",
        "fingerpost",
    ]
    for target in package.targets where target.type != .system && target.name != "AllocationTests" {
        var flags: [SwiftSetting] = target.type == .test ? [] : [.unsafeFlags(["-enable-testing"])]
        if target.type == .test || unoptimized.contains(target.name) { flags.append(.unsafeFlags(["-Onone"])) }
        target.swiftSettings = (target.swiftSettings ?? []) + flags
    }
}
