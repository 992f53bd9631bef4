import ByteText
import Foundation
import OpenSSL
import TestSupport
import Testing

@testable import RuleBundle

@Suite("a signed bundle")
struct SignedBundleTests {
    static let key = SigningKey(.ed25519)
    static let files = [
        BundleFile(path: "a.yaml", bytes: Array("rules: []\n".utf8)),
        BundleFile(path: "sites/b.yaml", bytes: [UInt8](repeating: 0x20, count: 1500)),
        BundleFile(path: "sites/empty.yaml", bytes: []),
    ]

    /// The reason why an archive is refused; `nil` if it is accepted.
    static func fault(_ archive: [UInt8], _ keys: [VerifyingKey] = [key.verifyingKey]) -> BundleFault? {
        do throws(BundleFault) {
            _ = try SignedBundle(archive, trusting: keys)
            return nil
        } catch { return error }
    }

    @Test("is read as it was signed, with either algorithm", arguments: SignatureAlgorithm.allCases)
    func roundTrip(_ algorithm: SignatureAlgorithm) throws {
        let key = SigningKey(algorithm)
        let made = try SignedBundle(
            signing: Self.files.reversed(), revision: 7, created: 1_700_000_000, with: key)
        let read = try SignedBundle(made.archive, trusting: [Self.key.verifyingKey, key.verifyingKey])
        #expect(read.files == Self.files && read.manifest.revision == 7 && read.key.id == key.verifyingKey.id)
        #expect(read.manifest.created == 1_700_000_000)
    }

    @Test("has the same bytes for the same input, and others for another")
    func deterministic() throws {
        func archive(_ revision: Int, _ files: [BundleFile]) throws -> [UInt8] {
            try SignedBundle(signing: files, revision: revision, created: 5, with: Self.key).archive
        }
        #expect(try archive(1, Self.files) == archive(1, Self.files.reversed()))
        #expect(try archive(1, Self.files) != archive(2, Self.files))
    }

    @Test("can be listed and unpacked with tar")
    func tar() throws {
        let long = String(repeating: "d", count: 90) + "/" + String(repeating: "f", count: 90) + ".yaml"
        let files = Self.files + [BundleFile(path: long, bytes: [0x23, 0x0A])]
        let folder = try ScratchFolder()
        let place = folder.url.appending(path: "b.tar.gz")
        try Data(SignedBundle(signing: files, revision: 1, created: 9, with: Self.key).archive).write(to: place)
        let tar = Process()
        tar.executableURL = URL(filePath: "/usr/bin/tar")
        tar.arguments = ["xzf", place.path(), "-C", folder.path]
        try tar.start()
        tar.waitUntilExit()
        #expect(tar.terminationStatus == 0)
        for file in files {
            #expect(try Array(Data(contentsOf: folder.url.appending(path: file.path))) == file.bytes)
        }
    }

    @Test("of a key that is not trusted is refused, and no file of it is read")
    func wrongKey() throws {
        var archive = HostileArchive(signing: Self.files, with: SigningKey(.ed25519))
        archive.append([1, 2, 3])
        #expect(Self.fault(try archive.gzip())?.kind == .signature)
        #expect(Self.fault(try archive.gzip(), [])?.kind == .signature)
    }

    @Test("whose signature is another's, or of another text, is refused")
    func wrongSignature() throws {
        let manifest = BundleManifest(Self.files, revision: 1, created: 0).json
        var claimed = BundleSignature(of: manifest, by: SigningKey(.ed25519))
        claimed.key = Self.key.verifyingKey.id
        var other = BundleSignature(of: manifest + [0x20], by: Self.key)
        for signature in [claimed, other] {
            var archive = HostileArchive()
            archive.add(".signature.json", signature.json)
            archive.add(".manifest.json", manifest)
            for file in Self.files { archive.add(file) }
            #expect(Self.fault(try archive.gzip())?.kind == .signature)
        }
        other = BundleSignature(of: manifest, by: Self.key)
        other.algorithm = "p256"
        var archive = HostileArchive()
        archive.add(".signature.json", other.json)
        archive.add(".manifest.json", manifest)
        #expect(Self.fault(try archive.gzip())?.kind == .signature)
    }

    @Test("with any bit changed is refused, or says the same")
    func flippedBits() throws {
        let archive = try SignedBundle(signing: Self.files, revision: 1, created: 5, with: Self.key).archive
        var accepted = 0
        for index in archive.indices {
            for bit in [0, 3, 7] {
                var changed = archive
                changed[index] ^= 1 << bit
                guard let read = try? SignedBundle(changed, trusting: [Self.key.verifyingKey]) else { continue }
                accepted += 1
                #expect(read.files == Self.files && read.manifest.revision == 1, "byte \(index)")
            }
        }
        // The time and the system in gzip's header have no effect, nor have padding bits.
        #expect(accepted < 40 && archive.count > 500, "\(accepted) of \(archive.count)")
    }

    @Test("that is cut off anywhere is refused")
    func cutOff() throws {
        let archive = try SignedBundle(signing: Self.files, revision: 1, created: 5, with: Self.key).archive
        for count in archive.indices { #expect(Self.fault(Array(archive[..<count]))?.kind == .format, "\(count)") }
        #expect(Self.fault(archive + [1])?.kind == .format)
    }

    @Test(
        "is refused if it is something else",
        arguments: ["", "<!doctype html><title>404</title>", "PK\u{3}\u{4}"])
    func somethingElse(_ text: String) throws {
        #expect(Self.fault(Array(text.utf8))?.kind == .format)
        var tar = HostileArchive()
        tar.add("a.yaml", Array(text.utf8))
        #expect(Self.fault(try tar.gzip())?.description.contains("not a signed bundle") == true)
    }

    @Test(
        "is not made of what nodes would refuse",
        arguments: ["../a.yaml", "/a.yaml", ".hidden.yaml", "a\\b.yaml", "a\nb"])
    func refusedPaths(_ path: String) {
        #expect(throws: BundleFault.self) {
            try SignedBundle(
                signing: [BundleFile(path: path, bytes: [])], revision: 1, created: 0, with: Self.key)
        }
    }
}
