// swift-tools-version: 6.2
import PackageDescription

// The manifest is the map: a target may import what stands in its row and nothing else (Tests/ArchitectureTests reads
// the sources and holds it). From the leaf up:
//
//   ByteText ← WebAddress ← Links ← Routing ← Rules ← fingerpost
//            ← Devices, Expressions ↗          ↖ Service ↗
//            ← HTTP ← Service → Libevent → CLibevent
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
    targets: [
        .target(name: "ByteText", swiftSettings: settings),
        .testTarget(name: "ByteTextTests", dependencies: ["ByteText"], swiftSettings: settings),
    ]
)
