// swift-tools-version: 6.2
import PackageDescription

// The manifest is the map: a target may import what stands in its row and nothing else; Tests/ArchitectureTests holds it
// against the sources. Each C library has one door: IDN (libidn2), RE2, OpenSSL, LMDB, Libevent, Compression (zlib, zstd).
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableExperimentalFeature("Lifetimes"),  // spans returned from owners of bytes
]

let package = Package(
    name: "fingerpost",
    dependencies: [
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        // For tests only: what another implementation says.
        .package(url: "https://github.com/apple/swift-http-structured-headers", from: "1.7.0"),
    ],
    targets: [
        // Threads and locks; text and addresses.
        .target(name: "Threads", swiftSettings: settings),
        .target(name: "ByteText", dependencies: ["Threads"], swiftSettings: settings),
        .systemLibrary(name: "CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        .target(name: "IDN", dependencies: ["CIDN2"], swiftSettings: settings),
        .target(name: "WebAddress", dependencies: ["ByteText", "IDN"], swiftSettings: settings),
        // What a click is made of: links and devices.
        .target(name: "Links", dependencies: ["ByteText", "WebAddress"], swiftSettings: settings),
        .target(name: "Devices", dependencies: ["ByteText"], exclude: ["README.md"], swiftSettings: settings),
        // Which links the systems hand to which app.
        .target(name: "Association", dependencies: ["ByteText"], swiftSettings: settings),
        // Conditions: CEL, and RE2 for its patterns.
        .target(name: "CRE2", linkerSettings: [.linkedLibrary("re2")]),
        .target(name: "RE2", dependencies: ["CRE2"], swiftSettings: settings),
        .target(name: "Expressions", dependencies: ["ByteText", "RE2"], swiftSettings: settings),
        // The one evaluator, and the rules it runs.
        .target(
            name: "Routing",
            dependencies: ["Association", "ByteText", "Devices", "Expressions", "Links", "RE2", "WebAddress"],
            swiftSettings: settings),
        // What was decided before, for serving and for logs.
        .target(
            name: "DecisionCache", dependencies: ["ByteText", "Devices", "Links", "Routing"], swiftSettings: settings),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libssl", providers: [.apt(["libssl-dev"])]),
        .target(name: "OpenSSL", dependencies: ["COpenSSL", "Threads"], swiftSettings: settings),
        .target(
            name: "Rules",
            dependencies: [
                "Association", "ByteText", "Devices", "Expressions", "Links", "OpenSSL", "RE2", "Routing", "WebAddress",
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: settings),
        // Short links: LMDB, and the store on it.
        .systemLibrary(name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
        .target(name: "LMDB", dependencies: ["CLMDB"], swiftSettings: settings),
        .target(name: "LinkStore", dependencies: ["ByteText", "LMDB", "Threads"], swiftSettings: settings),
        // What links are made from, and the forms they come in and go out by.
        .target(
            name: "LinkForms", dependencies: ["ByteText", "LinkStore", "Links", "OpenSSL", "Routing"],
            swiftSettings: settings),
        // HTML: what a value is in a page.
        .target(
            name: "Markup", dependencies: [.product(name: "Mustache", package: "swift-mustache")],
            swiftSettings: settings),
        // The daemon.
        .systemLibrary(name: "CLibevent", pkgConfig: "libevent_core", providers: [.apt(["libevent-dev"])]),
        .target(name: "Libevent", dependencies: ["CLibevent", "Threads"], swiftSettings: settings),
        .target(name: "HTTP", dependencies: ["ByteText"], swiftSettings: settings),
        .target(
            name: "Service",
            dependencies: [
                "Association", "ByteText", "DecisionCache", "Devices", "HTTP", "Libevent", "LinkForms", "LinkStore",
                "Links", "Markup", "OpenSSL", "Routing", "Threads", "WebAddress",
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            swiftSettings: settings),
        // Logs decided again.
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .target(name: "Compression", dependencies: ["CZlib", "CZstd"], swiftSettings: settings),
        .target(
            name: "Replay",
            dependencies: [
                "ByteText", "Compression", "DecisionCache", "Devices", "Expressions", "Links", "Markup", "OpenSSL",
                "Routing", "Threads",
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "fingerpost",
            dependencies: [
                "ByteText", "Compression", "Devices", "Expressions", "LinkForms", "LinkStore", "Links", "OpenSSL",
                "Replay",
                "Routing", "Rules", "Service", "Threads",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        // Measuring.
        .target(name: "CAllocationCounter"),
        .target(name: "CStoreBaseline", dependencies: ["CLMDB"]),
        .executableTarget(
            name: "fingerpost-bench",
            dependencies: [
                "ByteText", "CAllocationCounter", "CStoreBaseline", "DecisionCache", "Devices", "Expressions",
                "Libevent", "LinkStore", "Links", "Replay", "Routing", "Rules", "Service",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        // Tests: one target a module; FingerpostTests runs the real program.
        .testTarget(name: "ThreadsTests", dependencies: ["Threads"], swiftSettings: settings),
        .testTarget(name: "ByteTextTests", dependencies: ["ByteText", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "IDNTests", dependencies: ["IDN"], swiftSettings: settings),
        .testTarget(
            name: "WebAddressTests", dependencies: ["ByteText", "WebAddress", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "LinksTests", dependencies: ["ByteText", "Links", "WebAddress", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "DevicesTests",
            dependencies: [
                "ByteText", "Devices", "fingerpost-bench", "TestSupport",
                .product(name: "RawStructuredFieldValues", package: "swift-http-structured-headers"),
            ],
            exclude: ["labels.tsv"],
            swiftSettings: settings),
        .testTarget(
            name: "AssociationTests", dependencies: ["Association", "ByteText", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "RE2Tests", dependencies: ["RE2"], swiftSettings: settings),
        .testTarget(
            name: "ExpressionsTests", dependencies: ["ByteText", "Expressions", "RE2", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "RoutingTests",
            dependencies: [
                "Association", "ByteText", "Devices", "Expressions", "Links", "Routing", "Rules", "WebAddress",
                "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "DecisionCacheTests",
            dependencies: ["ByteText", "DecisionCache", "Devices", "Links", "Routing", "Rules", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "LinkFormsTests",
            dependencies: ["ByteText", "Expressions", "LinkForms", "LinkStore", "Links", "Routing", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "LinkStoreTests", dependencies: ["ByteText", "CDiskRecorder", "LMDB", "LinkStore", "TestSupport"],
            swiftSettings: settings),
        .testTarget(name: "OpenSSLTests", dependencies: ["OpenSSL"], swiftSettings: settings),
        .testTarget(
            name: "RulesTests",
            dependencies: ["Association", "ByteText", "Expressions", "Links", "Routing", "Rules", "TestSupport"],
            exclude: ["Diagnostics", "Lint"],
            swiftSettings: settings),
        .testTarget(
            name: "HTTPTests", dependencies: ["ByteText", "HTTP", "TestSupport"], exclude: ["streams.tsv"],
            swiftSettings: settings),
        .testTarget(name: "LibeventTests", dependencies: ["Libevent", "Threads"], swiftSettings: settings),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "ByteText", "Expressions", "HTTP", "Libevent", "LinkStore", "Markup", "Routing", "Service", "Threads",
            ],
            swiftSettings: settings),
        .testTarget(name: "CompressionTests", dependencies: ["Compression", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "ReplayTests",
            dependencies: [
                "ByteText", "DecisionCache", "Devices", "Links", "Replay", "Routing", "Rules", "TestSupport",
            ],
            exclude: ["Golden", "Reports"], swiftSettings: settings),
        .testTarget(
            name: "FingerpostTests",
            dependencies: [
                "fingerpost", "fingerpost-bench", "ByteText", "LinkStore", "Links", "Replay", "Routing", "Rules",
            ],
            exclude: ["Compose"],
            swiftSettings: settings),
        // What must not allocate. Only the optimiser makes it so: .ci/run builds this target in release mode.
        .testTarget(
            name: "AllocationTests",
            dependencies: [
                "ByteText", "CAllocationCounter", "Devices", "Links", "Replay", "Routing", "Rules", "Service",
                "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(name: "ArchitectureTests", swiftSettings: settings),
        // What tests of several modules share.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        .target(name: "CDiskRecorder", path: "Tests/DiskRecorder"),
        // Properties that fuzzers break and tests replay.
        .target(
            name: "FuzzProperties",
            dependencies: [
                "ByteText", "Devices", "HTTP", "Links", "Replay", "Routing", "Rules", "Service", "WebAddress",
            ],
            path: "Tests/Fuzz/Properties", swiftSettings: settings),
        .testTarget(name: "FuzzTests", dependencies: ["FuzzProperties"], swiftSettings: settings),
    ]
)

// The fuzzers link only with `--sanitize=fuzzer`; Tests/Fuzz/run builds and runs them.
if Context.environment["FINGERPOST_FUZZ"] != nil {
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
            name: "fuzz-proxy", dependencies: ["FuzzProperties"], path: "Tests/Fuzz/Targets/proxy",
            swiftSettings: library),
    ]
}

// Tests that mean something in optimised builds alone, without those that ask for testable imports: what they run is what
// ships. `FINGERPOST_OPTIMIZED_TESTS=1 swift test -c release`
if Context.environment["FINGERPOST_OPTIMIZED_TESTS"] != nil {
    package.targets.removeAll { $0.type == .test && $0.name != "AllocationTests" || $0.type == .executable }
}
