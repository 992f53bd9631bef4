import Foundation
import LinkSource
import PostgreSQL
import TestSupport
import Testing

@Suite(
    "TLS to the source", serverIsInstalled, .timeLimit(.minutes(20)),
    .enabled(if: TestAuthority.openssl != nil, "skipped: openssl is not installed"))
struct EncryptionTests {
    @Test func theRightNameByTheRightAuthorityIsAccepted() async throws {
        let (authority, other) = (try TestAuthority(), try TestAuthority())
        let certificate = try authority.certificate(for: "db.test")
        var options = PostgreSQLServer.Options()
        options.settings = ["ssl": "on"]
        options.files = ["server.crt": certificate.chain, "server.key": certificate.key]
        let server = try PostgreSQLServer(options)
        let place = "hostaddr=127.0.0.1 port=\(server.port) user=postgres dbname=postgres sslmode=verify-full"
        try await SourceActor.with { source in
            let connection = try await source.open("host=db.test sslrootcert=\(authority.file) \(place)")
            #expect(connection.isEncrypted)
            #expect(
                try await connection.run([Statement("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")])[0]
                    .boolean(0, 0))
            let mail = "host=mail.test sslrootcert=\(authority.file) \(place)"
            let name = try await failure { try await source.open(mail) }
            #expect(name.description.contains("does not match host name \"mail.test\""))
            let signer = try await failure { try await source.open("host=db.test sslrootcert=\(other.file) \(place)") }
            #expect(signer.description.contains("certificate verify failed"))
            // Without sslrootcert, the system's authorities are used, which do not include this one.
            let system = try await failure { try await source.open("host=db.test \(place)") }
            #expect(system.isConnectionLost || system.description.contains("certificate authorities"))
        }
    }

    @Test func aServerWithoutTLSIsRefused() async throws {
        let authority = try TestAuthority()
        try await SourceActor.with { source in
            let url = try SharedServer.networkURL + "?sslmode=verify-full&sslrootcert=\(authority.file)"
            let error = try await failure { try await source.open(url) }
            #expect(error.description.contains("server does not support SSL"))
        }
    }
}

/// A certificate authority of a test's own, made by the openssl command.
final class TestAuthority: Sendable {
    static let openssl = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    private let folder: URL
    /// Its certificate.
    var file: String { folder.appending(path: "ca.pem").path() }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fingerpost-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try openssl(
            ["req", "-x509"] + Self.newKey + ["-keyout", "ca.key", "-out", "ca.pem"]
                + ["-days", "30", "-subj", "/CN=Test"])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]

    /// A certificate for a name, and its key.
    func certificate(for name: String) throws -> (chain: String, key: String) {
        try Data("subjectAltName=DNS:\(name)\n".utf8).write(to: folder.appending(path: "names"))
        try openssl(["req", "-new"] + Self.newKey + ["-keyout", "key", "-out", "request", "-subj", "/CN=server"])
        try openssl([
            "x509", "-req", "-in", "request", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "30",
            "-extfile", "names", "-out", "certificate",
        ])
        func text(_ name: String) throws -> String {
            try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        }
        return (try text("certificate"), try text("key"))
    }

    private func openssl(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.openssl))
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.start()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "openssl \(arguments)")
    }
}
