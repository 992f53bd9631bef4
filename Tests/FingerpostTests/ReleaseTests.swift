import Foundation
import TestSupport
import Testing

/// The programs that the SBOM needs.
private enum ReleaseTools {
    static let areInstalled = ["/usr/bin/python3", "/usr/bin/readelf", "/usr/bin/dpkg-query"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0)
    }
}

/// The SBOM and the refusals of `systemd/release/build`, without compiling anything.
///
/// `Tests/Smoke/release` builds all files of a release.
@Suite(
    "releases", .timeLimit(.minutes(10)),
    .enabled(if: ReleaseTools.areInstalled, "skipped: needs Debian, python3, readelf")
)
struct ReleaseTests {
    private static let folder = RulesFolder.repository.appending(path: "systemd/release")

    @Test("the SBOM relates linked packages and libraries to each file, and others only as used by tests")
    func bill() throws {
        let input = try BillInput()
        let outcome = try input.run(shared: "/usr/bin/dpkg-query", portable: input.portable)
        #expect(outcome.code == 0, "\(outcome.error)")
        let bill = try JSONDecoder().decode(Bill.self, from: Data(outcome.output.utf8))
        #expect(bill.spdxVersion == "SPDX-2.3" && bill.creationInfo.created == "2023-11-14T22:13:20Z")
        #expect(Set(bill.packages.map(\.SPDXID)).count == bill.packages.count)
        for file in ["a.deb", "a.tar.gz"] {
            let release = "SPDXRef-Release-\(file)"
            #expect(bill.has("SPDXRef-DOCUMENT", "DESCRIBES", release))
            #expect(bill.has(release, "STATIC_LINK", "SPDXRef-Swift-direct"))
            #expect(bill.has(release, "STATIC_LINK", "SPDXRef-Swift-transitive"))
            #expect(bill.has("SPDXRef-Swift-of-tests", "TEST_DEPENDENCY_OF", release))
            #expect(bill.has(release, "DYNAMIC_LINK", "SPDXRef-Debian-libc6"))
        }
        #expect(bill.has("SPDXRef-Release-a.tar.gz", "STATIC_LINK", "SPDXRef-Debian-zlib1g-dev"))
        #expect(!bill.has("SPDXRef-Release-a.deb", "STATIC_LINK", "SPDXRef-Debian-zlib1g-dev"))
        // An unknown licence is not guessed.
        #expect(bill.license("direct") == "Apache-2.0" && bill.license("transitive") == "NOASSERTION")
        #expect(bill.license("zlib1g-dev") == "Zlib" && bill.license("libc6") == "NOASSERTION")
        #expect(try input.run(shared: "/usr/bin/dpkg-query", portable: input.portable).output == outcome.output)
    }

    @Test("a program with libraries of no package, and a missing time, are errors that name them")
    func refusedBills() throws {
        let input = try BillInput()
        let toolchain = try input.run(shared: Program.path, portable: input.portable)
        // The programs of tests use the toolchain's libraries.
        #expect(toolchain.code == 1 && toolchain.error.contains(".so belongs to no Debian package: link with"))
        let timeless = try input.run(shared: "/usr/bin/dpkg-query", portable: input.portable, time: "")
        #expect(
            timeless.code == 1 && timeless.error == "sbom: SOURCE_DATE_EPOCH is not set to the time of this version\n")
    }

    @Test("another architecture is refused with the missing parts, an unknown one with the known names")
    func architectures() throws {
        let own = try Self.run("/usr/bin/dpkg", ["--print-architecture"]).output.trimmingCharacters(in: .newlines)
        let other = own == "amd64" ? "arm64" : "amd64"
        let build = Self.folder.appending(path: "build").path()
        let refused = try Self.run(build, ["--arch", other])
        #expect(refused.code == 1 && refused.error.contains("to build for \(other) it lacks:\n  a Swift SDK for"))
        #expect(refused.error.hasSuffix("run this command on a machine, or in a container, of \(other)\n"))
        #expect(try Self.run(build, ["--arch", "riscv64"]).error.hasSuffix("expected amd64 or arm64\n"))
        #expect(try Self.run(build, ["--frob"]).error.contains("usage: systemd/release/build [--arch ARCH]"))
    }

    static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (code: Int32, output: String, error: String) {
        let child = try Child(program, arguments, environment: environment)
        defer { child.kill() }
        #expect(child.waits(seconds: 120), "\(program) takes too long")
        return (child.code, child.output, child.error)
    }
}

/// The files that describe a release, for three Swift packages: one that the program uses, its dependency, and one of tests.
private final class BillInput {
    private let folder: ScratchFolder
    /// A copy of a program that names its archives.
    var portable: String { folder.url.appending(path: "portable").path() }

    init() throws {
        folder = try ScratchFolder()
        try folder.file("direct/LICENSE.txt", "\n   Apache License\n   Version 2.0, January 2004\n")
        try folder.file("transitive/LICENSE", "All rights reserved.\n")
        try folder.file("of-tests/LICENSE", "Apache License\n")
        func package(_ name: String, _ dependencies: String = "") -> String {
            """
            {"identity": "\(name)", "version": "1.2.3", "url": "https://example.com/\(name).git",
             "path": "\(folder.url.appending(path: name).path())", "dependencies": [\(dependencies)]}
            """
        }
        try folder.file(
            "dependencies.json",
            "{\"dependencies\": [\(package("direct", package("transitive"))), \(package("of-tests"))]}")
        try folder.file(
            "package.json",
            """
            {"targets": [
              {"name": "fingerpost", "dependencies": [{"byName": ["Links", null]}]},
              {"name": "Links", "dependencies": [{"product": ["D", "Direct", null, null]}]},
              {"name": "LinksTests", "dependencies": [{"product": ["T", "of-tests", null, null]}]}
            ]}
            """)
        try folder.file("a.deb", "package")
        try folder.file("a.tar.gz", "tarball")
        try FileManager.default.copyItem(atPath: "/usr/bin/dpkg-query", toPath: portable)
        let archives = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib")
            .map { "/usr/lib/\($0)/libz.a" }.filter { FileManager.default.fileExists(atPath: $0) }
        try folder.file("portable.archives", archives.joined(separator: "\n"))
    }

    func run(shared: String, portable: String, time: String = "1700000000") throws -> (
        code: Int32, output: String, error: String
    ) {
        func path(_ name: String) -> String { folder.url.appending(path: name).path() }
        return try ReleaseTests.run(
            RulesFolder.repository.appending(path: "systemd/release/sbom").path(),
            [
                "--version", "1.0.0", "--arch", "amd64", "--dependencies", path("dependencies.json"),
                "--package", path("package.json"), "--shared", shared, path("a.deb"),
                "--portable", portable, path("a.tar.gz"),
            ], environment: ["SOURCE_DATE_EPOCH": time])
    }
}

/// The members of an SPDX document that these tests compare.
private struct Bill: Decodable {
    struct Package: Decodable {
        var SPDXID: String
        var name: String
        var licenseDeclared: String
    }
    struct Relationship: Decodable {
        var spdxElementId: String
        var relationshipType: String
        var relatedSpdxElement: String
    }
    struct Creation: Decodable { var created: String }

    var spdxVersion: String
    var creationInfo: Creation
    var packages: [Package]
    var relationships: [Relationship]

    func has(_ first: String, _ kind: String, _ second: String) -> Bool {
        relationships.contains {
            $0.spdxElementId == first && $0.relationshipType == kind && $0.relatedSpdxElement == second
        }
    }

    func license(_ name: String) -> String? { packages.first { $0.name == name }?.licenseDeclared }
}
