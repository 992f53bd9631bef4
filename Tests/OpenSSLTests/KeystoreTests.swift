import Foundation
import OpenSSL
import TestSupport
import Testing

/// The programs that create the files.
private enum Tool {
    static let openssl = find("openssl")
    static let keytool = find("keytool")

    private static func find(_ name: String) -> String? {
        ["/usr/bin/", "/usr/local/bin/"].map { $0 + name }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}

/// Certificates as written by the tools of Android developers.
@Suite(
    "Certificates in files and keystores",
    .enabled(if: Tool.openssl != nil, "skipped: openssl is not installed"))
struct KeystoreTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        _ = try run(
            Tool.openssl,
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "key.pem",
                "-out", "cert.pem", "-utf8", "-subj", "/CN=Ünï/O=Acme", "-days", "30",
            ])
    }

    /// Runs a tool in the folder, and returns its output.
    private func run(_ tool: String?, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: try #require(tool))
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        let output = folder.url.appending(path: "output")
        try Data().write(to: output)
        let file = try FileHandle(forWritingTo: output)
        defer { try? file.close() }
        process.standardOutput = file
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.start()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(arguments)")
        return try String(contentsOf: output, encoding: .utf8)
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.url.appending(path: name)))
    }

    /// The fingerprint from openssl: `sha256 Fingerprint=AA:BB…`.
    private func expected() throws -> String {
        let text = try run(Tool.openssl, ["x509", "-in", "cert.pem", "-noout", "-fingerprint", "-sha256"])
        return String(try #require(text.split(separator: "=").last)).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func store(_ more: [String] = []) throws -> Keystore {
        _ = try run(
            Tool.openssl,
            ["pkcs12", "-export", "-in", "cert.pem", "-inkey", "key.pem", "-name", "release", "-out", "store.p12"]
                + more)
        let bytes = try bytes("store.p12")
        let store = Keystore(bytes.span)
        return try #require(store)
    }

    @Test("a certificate in PEM and in DER")
    func certificates() throws {
        _ = try run(Tool.openssl, ["x509", "-in", "cert.pem", "-outform", "der", "-out", "cert.der"])
        for name in ["cert.pem", "cert.der"] {
            let bytes = try bytes(name)
            let read = StoredCertificate.reading(bytes.span)
            let found = try #require(read)
            #expect(found.map(\.fingerprint) == [try expected()], "\(name)")
            #expect(found.first?.subject == "CN = Ünï, O = Acme" && found.first?.alias == nil)
        }
        for other in [try bytes("key.pem"), [], Array("text".utf8), Array(try bytes("cert.der").dropLast(9))] {
            let read = StoredCertificate.reading(other.span)
            let store = Keystore(other.span)
            #expect(read == nil && store == nil)
        }
    }

    @Test("a keystore with a password", arguments: [[], ["-legacy"], ["-nomaciter"]])
    func keystore(options: [String]) throws {
        let store = try store(options + ["-passout", "pass:Grüße"])
        let found = try store.certificates(password: Array("Grüße".utf8))
        #expect(found.map(\.fingerprint) == [try expected()])
        #expect(found.first?.alias == "release" && found.first?.hasKey == true)
        for wrong in ["", "grüße"] {
            #expect(throws: KeystoreFault.wrongPassword) { try store.certificates(password: Array(wrong.utf8)) }
        }
    }

    /// Regression: unloading the providers that old stores need removed all algorithms: the next digest ended the program.
    @Test("other algorithms work on after an old keystore was read")
    func providers() throws {
        let store = try store(["-legacy", "-passout", "pass:secret"])
        let nothing: [UInt8] = []
        for _ in 0..<2 {
            #expect(try store.certificates(password: Array("secret".utf8)).count == 1)
            #expect(Digest.sha256Hex(nothing.span).hasPrefix("e3b0c442"))
        }
    }

    @Test("a keystore without a password")
    func open() throws {
        #expect(try store(["-passout", "pass:"]).certificates(password: []).map(\.fingerprint) == [try expected()])
    }

    @Test("a keystore of keytool has the certificates of its own keys, by name", .enabled(if: Tool.keytool != nil))
    func keytool() throws {
        let common = ["-keystore", "k.p12", "-storepass", "secret1"]
        for alias in ["upload", "release"] {
            _ = try run(
                Tool.keytool,
                ["-genkeypair", "-alias", alias, "-dname", "CN=\(alias)", "-keyalg", "EC", "-groupname", "secp256r1"]
                    + common)
        }
        _ = try run(Tool.keytool, ["-importcert", "-noprompt", "-alias", "trusted", "-file", "cert.pem"] + common)
        let data = try bytes("k.p12")
        let read = Keystore(data.span)
        let store = try #require(read)
        let found = try store.certificates(password: Array("secret1".utf8))
        #expect(Set(found.map(\.alias)) == ["upload", "release"])
        let list = try run(Tool.keytool, ["-list", "-v"] + common)
        for certificate in found { #expect(list.contains("SHA256: " + certificate.fingerprint)) }
    }

    @Test("a keystore that is damaged is refused or asks for another password, and never worse")
    func damaged() throws {
        _ = try store(["-passout", "pass:secret"])
        let whole = try bytes("store.p12")
        for place in stride(from: 0, to: whole.count, by: 13) {
            var bytes = whole
            bytes[place] ^= 0xFF
            guard let store = Keystore(bytes.span) else { continue }
            _ = try? store.certificates(password: Array("secret".utf8))
        }
        let cut = Array(whole.dropLast())
        let store = Keystore(cut.span)
        #expect(store == nil)
    }
}
