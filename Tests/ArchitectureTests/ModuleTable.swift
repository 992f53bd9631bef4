/// Which module may import which. This is the one place that says so; the manifest and the sources are held to it.
///
/// From the leaf up: a row names only modules above itself, so that there is no way round in a circle.
enum ModuleTable {
    static let rows: [ModuleRow] = [
        // The C libraries. Each is imported by exactly one Swift module, its owner.
        ModuleRow("CIDN2", language: .c),
        ModuleRow("CRE2", language: .c),
        ModuleRow("COpenSSL", language: .c),
        ModuleRow("CLMDB", language: .c),
        ModuleRow("CLibevent", language: .c),
        ModuleRow("CZlib", language: .c),
        ModuleRow("CZstd", language: .c),

        // The core: bytes in, values out. No sockets, no clock, no Foundation.
        ModuleRow("Threads", libc: .anywhere),
        ModuleRow("ByteText", imports: ["Threads"]),
        ModuleRow("IDN", imports: ["CIDN2"], libc: .anywhere),
        ModuleRow("RE2", imports: ["CRE2"], libc: .anywhere),
        ModuleRow("OpenSSL", imports: ["COpenSSL", "Threads"], libc: .anywhere),
        ModuleRow("WebAddress", imports: ["ByteText", "IDN"]),
        ModuleRow("Links", imports: ["ByteText", "WebAddress"]),
        ModuleRow("Devices", imports: ["ByteText"]),
        ModuleRow("Association", imports: ["ByteText"]),
        ModuleRow(
            "Expressions", imports: ["ByteText", "RE2"], foundation: .only(["TimeZones.swift"]),
            libc: .only(["Function+Format.swift"])),
        ModuleRow("HTTP", imports: ["ByteText"]),
        ModuleRow(
            "Routing",
            imports: ["Association", "ByteText", "Devices", "Expressions", "Links", "RE2", "WebAddress"]),

        ModuleRow("DecisionCache", imports: ["ByteText", "Devices", "Links", "Routing"]),

        // Short links, and their counters, in one file.
        ModuleRow("LMDB", imports: ["CLMDB"], libc: .anywhere),
        ModuleRow("LinkStore", imports: ["ByteText", "LMDB", "Threads"], libc: .anywhere),
        ModuleRow("LinkForms", imports: ["ByteText", "LinkStore", "Links", "OpenSSL", "Routing"]),

        // Load time: rule files in, a rule set out.
        ModuleRow(
            "Rules",
            imports: [
                "Association", "ByteText", "Devices", "Expressions", "Links", "OpenSSL", "RE2", "Routing", "WebAddress",
                "Yams",
            ],
            foundation: .anywhere),

        // HTML: what a value is in a page.
        ModuleRow("Markup", imports: ["Mustache"]),

        // Logs in, decisions out: files, and no sockets.
        ModuleRow("Compression", imports: ["CZlib", "CZstd"]),
        ModuleRow(
            "Replay",
            imports: [
                "ByteText", "Compression", "DecisionCache", "Devices", "Expressions", "Links", "Markup", "Mustache",
                "OpenSSL", "Routing", "Threads",
            ],
            libc: .anywhere),

        // The rim: sockets, threads, pages, options.
        ModuleRow("Libevent", imports: ["CLibevent", "Threads"], libc: .anywhere),
        ModuleRow(
            "Service",
            imports: [
                "Association", "ByteText", "DecisionCache", "Devices", "HTTP", "Libevent", "LinkForms", "LinkStore",
                "Links", "Markup", "Mustache", "OpenSSL", "Routing", "Threads", "WebAddress",
            ],
            foundation: .anywhere, libc: .anywhere),
        ModuleRow(
            "fingerpost",
            imports: [
                "ArgumentParser", "ByteText", "Compression", "Devices", "Expressions", "LinkForms", "LinkStore",
                "Links",
                "OpenSSL", "Replay", "Routing", "Rules", "Service", "Threads",
            ],
            foundation: .anywhere, libc: .anywhere),

        // Measuring: beside the product, not in it.
        ModuleRow("CAllocationCounter", language: .c),
        ModuleRow("CStoreBaseline", imports: ["CLMDB"], language: .c),
        ModuleRow(
            "fingerpost-bench",
            imports: [
                "ArgumentParser", "ByteText", "CAllocationCounter", "CStoreBaseline", "DecisionCache", "Devices",
                "Expressions", "Libevent", "LinkStore", "Links", "Replay", "Routing", "Rules", "Service",
            ],
            libc: .anywhere),
    ]

    /// Modules of other packages: a row that uses one names it.
    static let packages: Set<String> = ["ArgumentParser", "Mustache", "RawStructuredFieldValues", "Yams"]

    /// What comes with the compiler and is allowed everywhere.
    static let standardLibrary: Set<String> = ["Swift", "Synchronization"]

    /// All of Foundation's doors.
    static let foundation: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML",
    ]

    /// The system's calls, sockets among them.
    static let libc: Set<String> = ["Glibc", "Musl", "Darwin", "Android", "Dispatch", "SystemPackage", "System"]

    /// What stands at the top of the repository, beside dot files.
    static let topLevel: Set<String> = ["Package.swift", "README.md", "Sources", "Tests", "rules", "systemd"]
}

/// What one module is allowed.
struct ModuleRow: Sendable {
    enum Language: Sendable { case swift, c }

    /// Where a module may import Foundation, or call the system.
    enum Use: Sendable {
        case nowhere
        /// In these files and no other: the cold ones, named by file name.
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
    /// Whether a file of the module is among those that may.
    func allows(_ file: SourceFile) -> Bool {
        switch self {
        case .anywhere: true
        case .only(let names): names.contains(file.name)
        case .nowhere: false
        }
    }
}
