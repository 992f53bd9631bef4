/// The layers ("floors") of the project, the modules in each, and the imports that each module may use.
///
/// The tests compare the manifest and the sources with it.
enum ModuleTable {
    /// From the bottom layer up: a row may only name modules that precede it in this list.
    static let floors: [Floor] = [
        // Bytes, text and numbers: the foundation of all other modules.
        Floor(
            "Foundations",
            [
                ModuleRow("Threads", libc: .anywhere),
                ModuleRow("Files", libc: .anywhere),
                ModuleRow("CByteScan", language: .c),
                ModuleRow("ByteText", imports: ["CByteScan", "Threads"]),
                ModuleRow("Sorting", imports: ["ByteText"], libc: .only(["SpillFile.swift"])),
            ]),
        // Wrappers: one Swift module per C library, and one for generated HTML.
        Floor(
            "Libraries",
            [
                ModuleRow("CIDN2", language: .c),
                ModuleRow("IDN", imports: ["CIDN2"]),
                ModuleRow("CRE2", language: .c),
                ModuleRow("RE2", imports: ["ByteText", "CRE2"]),
                ModuleRow("COpenSSL", language: .c),
                ModuleRow("OpenSSL", imports: ["COpenSSL", "Files", "Threads"], libc: .anywhere),
                ModuleRow("CLMDB", language: .c),
                ModuleRow("LMDB", imports: ["CLMDB"], libc: .anywhere),
                ModuleRow("CLibevent", language: .c),
                ModuleRow("Libevent", imports: ["ByteText", "CLibevent", "Threads"], libc: .anywhere),
                ModuleRow("CZlib", language: .c),
                ModuleRow("CZstd", language: .c),
                ModuleRow("Compression", imports: ["CZlib", "CZstd"]),
                ModuleRow("CYAML", language: .c),
                ModuleRow("YAML", imports: ["CYAML"]),
                ModuleRow("CPostgreSQL", language: .c),
                ModuleRow(
                    "PostgreSQL", imports: ["CPostgreSQL"], libc: .only(["ConnectionParameters.swift"])),
                ModuleRow("CNGHTTP2", language: .c),
                ModuleRow(
                    "NGHTTP2", imports: ["ByteText", "CNGHTTP2"],
                    libc: .only(["LiteralFields.swift", "SessionMemory.swift"])),
                ModuleRow("CQREncode", language: .c),
                ModuleRow("QRCode", imports: ["CQREncode", "Compression"], libc: .only(["RGBColor.swift"])),
                ModuleRow("CMaxMindDB", language: .c),
                ModuleRow("MaxMind", imports: ["ByteText", "CMaxMindDB", "Files"], libc: .only(["MaxMindFile.swift"])),
                ModuleRow("Markup", imports: ["ByteText", "Mustache"]),
            ]),
        // The model of a click, and conditions on it. No sockets, no clock.
        Floor(
            "Facts",
            [
                ModuleRow("WebAddress", imports: ["ByteText", "IDN"]),
                ModuleRow("Denials", imports: ["ByteText", "OpenSSL", "WebAddress"]),
                ModuleRow("Links", imports: ["ByteText", "WebAddress"]),
                ModuleRow("CDeviceTokens", language: .c),
                ModuleRow("Devices", imports: ["ByteText", "CDeviceTokens"]),
                ModuleRow("Association", imports: ["ByteText"]),
                ModuleRow("Phones", imports: ["Association", "ByteText"]),
                ModuleRow(
                    "Expressions", imports: ["ByteText", "RE2", "Threads"], foundation: .only(["TimeZones.swift"]),
                    libc: .only(["Function+Format.swift"])),
                ModuleRow("PageDesign", imports: ["ByteText"], libc: .only(["PageColor.swift"])),
            ]),
        // The evaluator and its caches.
        Floor(
            "Deciding",
            [
                ModuleRow(
                    "Routing",
                    imports: [
                        "Association", "ByteText", "Denials", "Devices", "Expressions", "Links", "PageDesign", "RE2",
                        "Threads", "WebAddress",
                    ]),
                ModuleRow("DecisionCache", imports: ["ByteText", "Devices", "Links", "Routing"]),
                ModuleRow("Locations", imports: ["ByteText", "MaxMind", "Routing"]),
            ]),
        // Compiles rule files into a rule set.
        Floor(
            "Authoring",
            [
                ModuleRow("Configuration", imports: ["ByteText", "Links", "YAML"]),
                ModuleRow(
                    "Settings", imports: ["ByteText", "Configuration", "Expressions"],
                    foundation: .anywhere),
                ModuleRow(
                    "Rules",
                    imports: [
                        "Association", "ByteText", "Configuration", "Denials", "Devices", "Expressions", "Files",
                        "Links", "OpenSSL", "PageDesign", "RE2", "Routing", "Settings", "Threads", "WebAddress",
                    ], foundation: .only(["DirectoryReader.swift"]),
                    libc: .only(["RuleDirectory.swift"])),
                ModuleRow(
                    "RuleLint",
                    imports: [
                        "Association", "ByteText", "Configuration", "Devices", "Expressions", "Links", "PageDesign",
                        "RE2", "Routing", "Rules", "Settings", "Threads", "WebAddress",
                    ]),
                ModuleRow(
                    "RuleBundle",
                    imports: ["ByteText", "Compression", "OpenSSL", "Rules", "Settings", "Threads"]),
                ModuleRow(
                    "SiteSetup",
                    imports: [
                        "ByteText", "Configuration", "Expressions", "Files", "Links", "PageDesign", "Routing", "Rules",
                        "WebAddress",
                    ], foundation: .only(["GoogleServiceInfoFile.swift"]),
                    libc: .only(["DirectoryWriter.swift", "FileBytes.swift"])),
            ]),
        // Short links.
        Floor(
            "Keeping",
            [
                ModuleRow(
                    "LinkStore", imports: ["ByteText", "LMDB", "OpenSSL", "Sorting", "Threads"], libc: .anywhere),
                ModuleRow(
                    "LinkCatalog",
                    imports: ["ByteText", "LinkStore", "Links", "OpenSSL", "Routing", "Sorting", "WebAddress"]),
                ModuleRow(
                    "LinkSource",
                    imports: ["ByteText", "Libevent", "LinkStore", "OpenSSL", "PostgreSQL", "Threads"],
                    libc: .only(["CertificateAuthorities.swift"])),
                ModuleRow(
                    "LinkPublication",
                    imports: [
                        "ByteText", "Compression", "Files", "LinkStore", "OpenSSL", "RuleBundle", "Sorting", "Threads",
                    ],
                    libc: .only(["PublicationFolder.swift"])),
                ModuleRow("EventSpool", imports: ["ByteText", "Threads"], libc: .anywhere),
                ModuleRow(
                    "LogFormats", imports: ["ByteText", "Devices", "Links", "Routing"], libc: .only(["LogTime.swift"])),
            ]),
        // The daemon: sockets, threads, pages.
        Floor(
            "Serving",
            [
                ModuleRow("HTTP", imports: ["ByteText"]),
                ModuleRow(
                    "Server", imports: ["ByteText", "HTTP", "Libevent", "NGHTTP2", "OpenSSL", "Threads"],
                    libc: .anywhere),
                ModuleRow(
                    "Pages", imports: ["ByteText", "Markup", "Mustache", "OpenSSL", "PageDesign", "Threads"]),
                ModuleRow("OpenID", imports: ["ByteText", "OpenSSL", "WebAddress"]),
                ModuleRow(
                    "ServiceFiles", imports: ["ByteText", "Files", "LinkStore", "Links", "OpenSSL", "Threads"],
                    foundation: .only(["StorePlace.swift"]), libc: .anywhere),
                ModuleRow(
                    "Client",
                    imports: ["ByteText", "HTTP", "Libevent", "OpenSSL", "ServiceFiles", "Settings", "Threads"],
                    libc: .anywhere),
                ModuleRow(
                    "Access",
                    imports: [
                        "ByteText", "HTTP", "Libevent", "LinkSource", "LinkStore", "Links", "OpenSSL", "Server",
                        "ServiceFiles", "Settings", "Threads", "WebAddress",
                    ], libc: .only(["TokensFile.swift"])),
                ModuleRow(
                    "Telemetry",
                    imports: [
                        "Access", "ByteText", "Client", "HTTP", "Libevent", "LinkCatalog", "LinkStore", "Links",
                        "LogFormats", "OpenSSL", "Routing", "Server", "ServiceFiles", "Settings", "Threads",
                    ], libc: .anywhere),
                ModuleRow(
                    "Events",
                    imports: [
                        "Access", "ByteText", "Client", "Configuration", "EventSpool", "HTTP", "Libevent", "LinkStore",
                        "Links", "LogFormats", "OpenSSL", "Routing", "Server", "ServiceFiles", "Settings", "Telemetry",
                        "Threads",
                    ], libc: .anywhere),
                ModuleRow(
                    "RuleDelivery",
                    imports: [
                        "Access", "ByteText", "Client", "HTTP", "Libevent", "OpenSSL", "RuleBundle", "Rules",
                        "ServiceFiles", "Settings", "Threads",
                    ], libc: .anywhere),
                ModuleRow(
                    "TargetChecks",
                    imports: [
                        "ByteText", "Client", "HTTP", "Libevent", "LinkStore", "Links", "OpenSSL", "Pages",
                        "ServiceFiles", "Settings", "Threads", "WebAddress",
                    ], libc: .only(["HostSpacing.swift", "TargetChecks.swift"])),
                ModuleRow(
                    "Clicks",
                    imports: [
                        "Access", "Association", "ByteText", "DecisionCache", "Devices", "Events", "HTTP", "Libevent",
                        "LinkCatalog", "LinkStore", "Links", "Locations", "LogFormats", "OpenSSL", "PageDesign",
                        "Pages", "QRCode", "Routing", "Server", "Settings", "Telemetry", "Threads", "WebAddress",
                    ], libc: .only(["ChallengeFolder.swift"])),
                ModuleRow(
                    "Receipts",
                    imports: [
                        "ByteText", "Configuration", "LinkCatalog", "Links", "Routing", "RuleDelivery", "Rules",
                        "ServiceFiles", "Threads",
                    ]),
                ModuleRow(
                    "Outcomes",
                    imports: [
                        "ByteText", "Clicks", "Configuration", "Expressions", "Links", "Phones", "Routing", "RuleLint",
                        "Rules", "WebAddress",
                    ]),
                ModuleRow(
                    "Lab",
                    imports: [
                        "Access", "ByteText", "Clicks", "Devices", "HTTP", "Links", "Markup", "Mustache", "OpenSSL",
                        "Outcomes", "Phones", "QRCode", "Routing", "Threads", "WebAddress",
                    ]),
                ModuleRow(
                    "AdminPages",
                    imports: [
                        "Access", "ByteText", "Clicks", "Client", "HTTP", "Libevent", "OpenID", "OpenSSL", "Pages",
                        "Server", "ServiceFiles", "Settings", "Telemetry", "Threads", "WebAddress",
                    ], libc: .only(["EndedSessions.swift"])),
                ModuleRow(
                    "AdminAPI",
                    imports: [
                        "Access", "AdminPages", "ByteText", "Clicks", "EventSpool", "Events", "HTTP", "LinkCatalog",
                        "LinkSource", "LinkStore", "Links", "OpenSSL", "Pages", "Routing", "RuleDelivery", "Server",
                        "Settings", "Telemetry", "Threads", "WebAddress",
                    ], libc: .only(["BackupCopy.swift"])),
                ModuleRow(
                    "NodeLinks",
                    imports: [
                        "ByteText", "Client", "HTTP", "LinkCatalog", "LinkPublication", "LinkSource", "LinkStore",
                        "OpenSSL", "RuleBundle", "RuleDelivery", "ServiceFiles", "Settings", "Telemetry", "Threads",
                    ], libc: .anywhere),
                ModuleRow(
                    "Daemon",
                    imports: [
                        "Access", "AdminAPI", "AdminPages", "ByteText", "Clicks", "Client", "Configuration",
                        "DecisionCache", "Events", "HTTP", "Lab", "Libevent", "LinkCatalog", "LinkPublication",
                        "LinkSource",
                        "LinkStore", "Links", "Locations", "LogFormats", "NodeLinks", "OpenSSL", "PageDesign", "Pages",
                        "PostgreSQL", "Routing", "RuleBundle", "RuleDelivery", "Rules", "Server", "ServiceFiles",
                        "Settings", "TargetChecks", "Telemetry", "Threads", "WebAddress",
                    ], libc: .anywhere),
                ModuleRow(
                    "Console",
                    imports: [
                        "Access", "AdminPages", "ByteText", "Clicks", "Configuration", "Daemon", "HTTP", "Lab",
                        "LinkCatalog",
                        "LinkSource", "LinkStore", "Links", "Markup", "Mustache", "OpenSSL", "Outcomes", "Phones",
                        "QRCode", "Receipts", "Routing", "RuleDelivery", "RuleLint", "Rules", "ServiceFiles",
                        "Settings",
                        "Threads", "WebAddress",
                    ]),
            ]),
        // Tables for proxies, log replay, and examining an installation. Only the doctor uses sockets.
        Floor(
            "Analysis",
            [
                ModuleRow("EdgeMap", imports: ["ByteText", "LinkStore", "Links", "Phones", "Routing"]),
                ModuleRow(
                    "Replay",
                    imports: [
                        "ByteText", "Compression", "DecisionCache", "Devices", "EdgeMap", "Expressions",
                        "LinkCatalog", "Links", "Locations", "LogFormats", "Markup", "Mustache", "OpenSSL", "Routing",
                        "Threads",
                    ],
                    libc: .anywhere),
                ModuleRow(
                    "Doctor",
                    imports: [
                        "Association", "ByteText", "Clicks", "Client", "HTTP", "Libevent", "LinkStore", "OpenSSL",
                        "Routing", "Rules", "ServiceFiles", "Settings", "Threads",
                    ],
                    libc: .only(["HostProbe.swift", "MachineProbe.swift"])),
            ]),
        // The command-line program with its libraries, and benchmarks, which are not part of the product.
        Floor(
            "Programs",
            [
                ModuleRow(
                    "Terminal", imports: ["ByteText", "Links"], foundation: .only(["ProcessEnvironment.swift"]),
                    libc: .anywhere),
                ModuleRow(
                    "CommandFiles", imports: ["ByteText", "Compression", "LogFormats", "Terminal"],
                    foundation: .only(["OutputFile.swift"]), libc: .anywhere),
                ModuleRow("Help", imports: ["ByteText", "Settings"]),
                ModuleRow(
                    "Texts",
                    imports: [
                        "AdminAPI", "Association", "ByteText", "Configuration", "Doctor", "Expressions", "Links",
                        "Outcomes", "Phones", "Routing", "Rules", "Settings", "Terminal",
                    ]),
                ModuleRow(
                    "fingerpost",
                    imports: [
                        "Access", "AdminAPI", "AdminPages", "ArgumentParser", "ByteText", "Clicks", "Client",
                        "CommandFiles", "Configuration", "Console", "Daemon", "Devices", "Doctor", "EdgeMap", "Events",
                        "Expressions", "HTTP", "Help", "Lab", "Libevent", "LinkCatalog", "LinkPublication",
                        "LinkSource",
                        "LinkStore", "Links", "Locations", "LogFormats", "OpenSSL", "Outcomes", "PostgreSQL",
                        "QRCode", "Receipts", "Replay", "Routing", "RuleBundle", "RuleDelivery", "RuleLint", "Rules",
                        "Server",
                        "ServiceFiles", "Settings", "SiteSetup", "Terminal", "Texts", "Threads", "WebAddress",
                    ], foundation: .anywhere, libc: .anywhere),
                ModuleRow("CAllocationCounter", language: .c),
                ModuleRow("CAnswerBaseline", language: .c),
                ModuleRow("CStoreBaseline", imports: ["CLMDB"], language: .c),
                ModuleRow("DeviceAccuracy", imports: ["ByteText", "Devices"]),
                ModuleRow("LoadClient", imports: ["ByteText", "Libevent"], libc: .anywhere),
                ModuleRow(
                    "fingerpost-load",
                    imports: [
                        "ArgumentParser", "ByteText", "CAnswerBaseline", "Libevent", "LinkStore", "LoadClient",
                        "NGHTTP2",
                        "OpenSSL",
                    ],
                    libc: .anywhere),
                ModuleRow(
                    "fingerpost-bench",
                    imports: [
                        "ArgumentParser", "ByteText", "CAllocationCounter", "CStoreBaseline", "Clicks", "Daemon",
                        "DecisionCache", "DeviceAccuracy", "Devices", "Expressions", "Libevent", "LinkSource",
                        "LinkStore", "Links", "LoadClient", "LogFormats", "PostgreSQL", "Replay", "Routing", "Rules",
                        "Server", "Settings", "Threads",
                    ],
                    foundation: .only(["Nodes.swift"]), libc: .anywhere),
            ]),
    ]

    static let rows = floors.flatMap(\.modules)

    /// Modules of other packages. A row that uses one names it.
    static let packages: Set<String> = ["ArgumentParser", "Mustache", "RawStructuredFieldValues"]

    /// Modules that come with the compiler and are allowed everywhere.
    static let standardLibrary: Set<String> = ["Swift", "Synchronization"]

    /// The modules of Foundation.
    static let foundation: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML",
    ]

    /// Modules with system calls, including sockets.
    static let libc: Set<String> = ["Glibc", "Musl", "Darwin", "Android", "Dispatch", "SystemPackage", "System"]

    /// The expected files and folders at the top of the repository, not counting dot files.
    static let topLevel: Set<String> = [
        "Package.swift", "README.md", "Sources", "Tests", "rules", "systemd",
    ]
}

/// A folder of `Sources` with its modules.
struct Floor: Sendable {
    let name: String
    let modules: [ModuleRow]

    init(_ name: String, _ modules: [ModuleRow]) {
        self.name = name
        self.modules = modules
    }
}

/// The permissions of a module.
struct ModuleRow: Sendable {
    enum Language: Sendable { case swift, c }

    /// The files in which a module may import Foundation or call the system.
    enum Use: Sendable {
        case nowhere
        /// Only in these files, which are off the hot path.
        case only(Set<String>)
        case anywhere
    }

    let name: String
    let imports: Set<String>
    let foundation: Use
    let libc: Use
    let language: Language

    init(
        _ name: String, imports: Set<String> = [], foundation: Use = .nowhere, libc: Use = .nowhere,
        language: Language = .swift
    ) {
        self.name = name
        self.imports = imports
        self.foundation = foundation
        self.libc = libc
        self.language = language
    }
}

extension ModuleRow.Use {
    /// Whether a file of the module has the permission.
    func allows(_ file: SourceFile) -> Bool {
        switch self {
        case .anywhere: true
        case .only(let names): names.contains(file.name)
        case .nowhere: false
        }
    }
}
