import Testing

@Suite("The checker sees what is planted")
struct CheckerTests {
    private let checker = Checker([
        ModuleRow("CLeaf", language: .c),
        ModuleRow("Leaf"),
        ModuleRow("Door", imports: ["CLeaf"], libc: .anywhere),
        ModuleRow("Core", imports: ["Leaf"], foundation: .only(["Cold.swift"])),
        ModuleRow("Rim", imports: ["Core", "Door", "Mustache"], foundation: .anywhere, libc: .anywhere),
    ])

    @Test(
        "imports are found however they are written",
        arguments: [
            ("import A", ["A"]), ("public import A", ["A"]), ("@testable import A", ["A"]),
            ("@_exported public import A", ["A"]), ("@preconcurrency import A // why", ["A"]),
            ("import struct A.B", ["A"]), ("internal import func Glibc.socket", ["Glibc"]), ("import A.B", ["A"]),
            ("import A; import B", ["A", "B"]), ("  #if X\n\timport A\n  #endif", ["A"]), ("import `A`", ["A"]),
            ("// import A", []), ("/* import A /* */ import B */import C", ["C"]), ("let important = 1", []),
            ("let text = \"\"\"\n    import A\n    \"\"\"\nimport B", ["B"]),
            ("let text = \"/*\"\nimport A", ["A"]), ("let text = \"\\\"\"\nimport A", ["A"]),
        ] as [(Quoted, [String])])
    func importsOfText(text: Quoted, modules: [String]) {
        #expect(SourceFile(module: "", path: "", text: text.text).imports == modules)
    }

    @Test(
        "an import is judged by its row",
        arguments: [
            ("Core", "Hot.swift", "import Leaf", nil),
            ("Core", "Hot.swift", "import Synchronization", nil),
            ("Core", "Cold.swift", "import Foundation", nil),
            ("Rim", "Any.swift", "import Foundation\nimport Glibc\nimport Mustache", nil),
            ("Core", "Hot.swift", "import Foundation", "Core does not import Foundation here"),
            ("Leaf", "Cold.swift", "import FoundationEssentials", "Leaf does not import FoundationEssentials here"),
            ("Core", "Cold.swift", "import Glibc", "Core does not call the system, but imports Glibc"),
            ("Core", "Hot.swift", "public import Rim", "Core may not import Rim"),
            ("Core", "Hot.swift", "import Mustache", "Core may not import Mustache"),
            ("Rim", "Any.swift", "import Leaf", "Rim may not import Leaf"),
            ("Rim", "Any.swift", "import CLeaf", "Rim may not import CLeaf"),
            ("Rim", "Any.swift", "import Unheard", "Rim may not import Unheard"),
            ("New", "Any.swift", "", "New has no row in the table"),
        ] as [(String, String, Quoted, String?)])
    func importsOfModule(module: String, file: String, text: Quoted, fault: String?) {
        let source = SourceFile(module: module, path: "Sources/\(module)/\(file)", text: text.text)
        #expect(checker.violations(in: [source]) == (fault.map { ["\(source.path): \($0)"] } ?? []))
    }

    @Test("folders that use each other are seen, by way of a third one, too")
    func folderCircle() {
        func file(_ path: String, _ text: String) -> SourceFile {
            SourceFile(module: "M", path: "Sources/F/M/\(path)", text: text)
        }
        let files = [
            file("Top.swift", "public final class Top { let one: One }"),
            file("A/One.swift", "struct One { var two: Two }  // Top"),
            file("B/Two.swift", "struct Two {\n    struct One {}\n}\nprivate struct Top {}"),
        ]
        #expect(FolderGraph("M", files).circles() == [])
        let third = file("C/Three.swift", "enum Three { case of(One) }")
        let back = file("B/More.swift", "extension Two { var three: Three? { nil } }")
        #expect(
            FolderGraph("M", files + [third, back]).circles() == [
                "M: A uses B (Two in One.swift), which leads back",
                "M: B uses C (Three in More.swift), which leads back",
                "M: C uses A (One in Three.swift), which leads back",
            ])
    }

    @Test("a C library with two owners is seen")
    func twoOwners() {
        let door = SourceFile(module: "Door", path: "Door.swift", text: "import CLeaf")
        let rim = SourceFile(module: "Rim", path: "Rim.swift", text: "import CLeaf")
        #expect(checker.sharedCModules(in: [door, door]) == [])
        #expect(checker.sharedCModules(in: [rim, door]) == ["CLeaf is imported by Door and Rim"])
    }

    @Test("a row that looks down is seen")
    func circle() {
        #expect(checker.circles() == [])
        let circular = Checker([ModuleRow("A", imports: ["B"]), ModuleRow("B", imports: ["A", "Mustache"])])
        #expect(circular.circles() == ["the row of A names B, which is not above it"])
    }

    static let manifestText = """
        let package = Package(
            name: "x",
            dependencies: [.package(url: "https://example.com/swift-mustache", from: "2.1.1")],
            targets: [
                .systemLibrary(name: "CLeaf", pkgConfig: "leaf"),
                .target(name: "Leaf", swiftSettings: settings),
                .target(name: "Core", dependencies: ["Leaf"], swiftSettings: settings),  // .target(name: "No")
                .target(name: "Door", dependencies: ["CLeaf", .target(name: "Leaf")]),
                .executableTarget(
                    name: "Rim",
                    dependencies: [
                        "Core", .product(name: "Mustache", package: "swift-mustache"),
                    ], exclude: ["a"]),
                .testTarget(name: "RimTests", dependencies: ["Rim", "Leaf"]),
            ]
        )
        """

    @Test("the manifest is read as written")
    func manifestIsRead() {
        #expect(
            Manifest(text: Self.manifestText).targets == [
                .init(kind: "systemLibrary", name: "CLeaf", dependencies: []),
                .init(kind: "target", name: "Leaf", dependencies: []),
                .init(kind: "target", name: "Core", dependencies: ["Leaf"]),
                .init(kind: "target", name: "Door", dependencies: ["CLeaf", "Leaf"]),
                .init(kind: "executableTarget", name: "Rim", dependencies: ["Core", "Mustache"]),
                .init(kind: "testTarget", name: "RimTests", dependencies: ["Rim", "Leaf"]),
            ])
    }

    @Test("an arrow of the manifest that is not in the table, or not in the sources, is seen")
    func manifestIsJudged() {
        let manifest = Manifest(text: Self.manifestText)
        #expect(checker.violations(in: manifest) == ["Package.swift: Door may not depend on Leaf"])
        let files = [
            SourceFile(module: "Core", path: "", text: "import Leaf"),
            SourceFile(module: "Door", path: "", text: "import CLeaf\nimport Leaf"),
            SourceFile(module: "Rim", path: "", text: "import Core\nimport Door\nimport Foundation"),
        ]
        #expect(
            checker.differences(between: manifest, and: files) == [
                "Package.swift: Rim depends on Mustache, but no source of it imports it",
                "Package.swift: Rim imports Door, but does not depend on it",
            ])
        #expect(
            checker.slack(in: manifest) == ["the table lets Rim import Door, which it does not: take it out of the row"]
        )
    }
}
