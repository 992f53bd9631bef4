import ByteText
import OpenSSL
import Testing

@testable import RuleBundle

/// Invalid contents of an archive with a signed manifest: its server can add and omit entries.
@Suite("a bundle that was tampered with")
struct HostileArchiveTests {
    private static let key = SignedBundleTests.key
    private static let files = SignedBundleTests.files

    private struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var kind: BundleFault.Kind
        /// The entries between the manifest and the end.
        var change: @Sendable (inout HostileArchive) -> Void

        init(_ name: String, _ kind: BundleFault.Kind, _ change: @escaping @Sendable (inout HostileArchive) -> Void) {
            (testDescription, self.kind, self.change) = (name, kind, change)
        }
    }

    private static func all(_ archive: inout HostileArchive) { for file in files { archive.add(file) } }

    private static let cases: [Case] = [
        Case("has a file more", .signature) { archive in
            all(&archive)
            archive.add("z.yaml", [0x20])
        },
        Case("has a file more in front", .signature) { archive in
            archive.add("0.yaml", [0x20])
            all(&archive)
        },
        Case("lacks a file", .signature) { archive in archive.add(files[0]) },
        Case("lacks all files", .signature) { _ in },
        Case("has its files in another order", .signature) { archive in
            for file in files.reversed() { archive.add(file) }
        },
        Case("has a file twice", .format) { archive in
            archive.add(files[0])
            archive.add(files[0])
        },
        Case("has a second manifest", .format) { archive in
            archive.add(".manifest.json", Array("{}".utf8))
            all(&archive)
        },
        Case("has another content", .signature) { archive in archive.add("a.yaml", Array("rules: {}\n".utf8)) },
        Case("has a longer content", .signature) { archive in archive.add("a.yaml", Array("rules: [] #\n".utf8)) },
        Case("states a huge size", .signature) { archive in archive.add("a.yaml", size: 1 << 32) },
        Case("leads out of its folder", .format) { archive in archive.add("../a.yaml") },
        Case("leads out in the middle", .format) { archive in archive.add("sites/../../a.yaml") },
        Case("is absolute", .format) { archive in archive.add("/etc/passwd") },
        Case("is hidden", .format) { archive in archive.add(".ssh/config") },
        Case("is a hard link", .format) { archive in
            archive.add("a.yaml", type: "1") { $0.replaceSubrange(157..<163, with: Array("b.yaml".utf8)) }
        },
        Case("is a symbolic link", .format) { archive in
            archive.add("a.yaml", type: "2") { $0.replaceSubrange(157..<168, with: Array("/etc/passwd".utf8)) }
        },
        Case("is a character device", .format) { archive in archive.add("a.yaml", type: "3") },
        Case("is a block device", .format) { archive in archive.add("a.yaml", type: "4") },
        Case("is a pipe", .format) { archive in archive.add("a.yaml", type: "6") },
        Case("is contiguous", .format) { archive in archive.add("a.yaml", type: "7") },
        Case("renames the next entry (pax)", .format) { archive in
            archive.add("x", Array("20 path=sites/b.yaml\n".utf8), type: "x")
            all(&archive)
        },
        Case("renames all entries (pax)", .format) { archive in
            archive.add("g", Array("20 path=sites/b.yaml\n".utf8), type: "g")
            all(&archive)
        },
        Case("has a long name (GNU)", .format) { archive in archive.add("././@LongLink", [0x61, 0], type: "L") },
        Case("is sparse (GNU)", .format) { archive in archive.add("a.yaml", type: "S") },
        Case("has a type of old", .format) { archive in archive.add("a.yaml", type: "\0") },
        Case("has a folder with content", .format) { archive in archive.add("sites/", [1], type: "5") },
        Case("has GNU's magic", .format) { archive in
            archive.add("a.yaml") { $0.replaceSubrange(257..<265, with: Array("ustar  \u{0}".utf8)) }
        },
        Case("has a size in base 256", .format) { archive in
            archive.add("a.yaml") { $0.replaceSubrange(124..<136, with: [0x80] + [UInt8](repeating: 0, count: 11)) }
        },
        Case("has a negative size", .format) { archive in
            archive.add("a.yaml") { $0.replaceSubrange(124..<136, with: Array("-0000000001\u{0}".utf8)) }
        },
        Case("has a zero within its name", .format) { archive in
            archive.add("a.yaml") { $0.replaceSubrange(0..<8, with: Array("a\u{0}b.yaml".utf8)) }
        },
        Case("has a name that is not UTF-8", .format) { archive in
            archive.add("a.yaml") { $0[0] = 0xFF }
        },
        Case("has a wrong sum", .format) { archive in
            var own = HostileArchive()
            own.add(files[0])
            var bytes = own.bytes
            bytes[0] ^= 1
            archive.append(bytes)
        },
        Case("is followed by another archive", .format) { archive in
            all(&archive)
            archive.append([UInt8](repeating: 0, count: 1024))
            archive.add("z.yaml", [0x20])
        },
        Case("ends after one block of zeros, and goes on", .format) { archive in
            all(&archive)
            archive.append([UInt8](repeating: 0, count: 512))
            archive.add("z.yaml", [0x20])
        },
        Case("ends in a bomb of zeros", .format) { archive in
            all(&archive)
            archive.append([UInt8](repeating: 0, count: 100 << 20))
        },
        Case("has more folders than files may be", .format) { archive in
            for index in 0...BundleLimits.entries { archive.add("d\(index)/", type: "5") }
        },
    ]

    @Test("is refused", arguments: cases)
    private func refused(_ example: Case) throws {
        var archive = HostileArchive(signing: Self.files, with: Self.key)
        example.change(&archive)
        let fault = SignedBundleTests.fault(try archive.gzip())
        #expect(fault?.kind == example.kind, "\(fault?.description ?? "accepted")")
    }

    @Test("is accepted with folders, and filled up as tar does")
    func accepted() throws {
        var archive = HostileArchive(signing: Self.files, with: Self.key)
        archive.add("sites/", type: "5")
        Self.all(&archive)
        let padded = try archive.gzip(end: [UInt8](repeating: 0, count: 10_240))
        #expect(SignedBundleTests.fault(padded) == nil)
    }

    @Test("is not inflated before the signature is verified")
    func bombs() throws {
        var first = HostileArchive()
        first.add(".signature.json", size: 60 << 20)
        first.append([UInt8](repeating: 0, count: 60 << 20))
        #expect(SignedBundleTests.fault(try first.gzip())?.description.contains("more than 4096") == true)
        var second = HostileArchive()
        second.add(".signature.json", BundleSignature(of: [], by: Self.key).json)
        second.add(".manifest.json", size: 60 << 20)
        second.append([UInt8](repeating: 0, count: 60 << 20))
        #expect(SignedBundleTests.fault(try second.gzip())?.kind == .format)
    }

    @Test(
        "with a manifest that is signed and wrong is refused",
        arguments: [
            "", "[]", "{}", #"{"kind":"fingerpost links","format":1}"#,
            #"{"kind":"fingerpost rules","format":2,"revision":1,"created":"2026-01-01T00:00:00Z","files":[]}"#,
            #"{"kind":"fingerpost rules","format":1,"revision":-1,"created":"2026-01-01T00:00:00Z","files":[]}"#,
            #"{"kind":"fingerpost rules","format":1,"revision":1,"created":"today","files":[]}"#,
            #"{"kind":"fingerpost rules","format":1,"revision":1,"created":"2026-01-01T00:00:00Z"}"#,
            manifest(#"{"path":"../a","size":0,"sha256":"\#(digest)"}"#),
            manifest(#"{"path":"a","size":-1,"sha256":"\#(digest)"}"#),
            manifest(#"{"path":"a","size":99999999999,"sha256":"\#(digest)"}"#),
            manifest(#"{"path":"a","size":0,"sha256":"\#(digest)"},{"path":"a","size":0,"sha256":"\#(digest)"}"#),
            manifest(
                #"{"path":"a","size":60000000,"sha256":"\#(digest)"},{"path":"b","size":60000000,"sha256":"\#(digest)"}"#
            ),
        ])
    func manifests(_ text: String) throws {
        let archive = HostileArchive(manifest: Array(text.utf8), with: Self.key)
        #expect(SignedBundleTests.fault(try archive.gzip())?.kind == .format)
    }

    private static let digest = Digest.sha256Hex([UInt8]().span)

    private static func manifest(_ files: String) -> String {
        #"{"kind":"fingerpost rules","format":1,"revision":1,"created":"2026-01-01T00:00:00Z","files":[\#(files)]}"#
    }
}
