import Foundation
import TestSupport
import Testing

/// Test certificates, made by the openssl command.
struct CertificateMaker {
    /// The command's path; `nil` if it is not installed.
    static let openssl = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    func path(_ name: String) -> String { folder.url.appending(path: name).path() }

    /// Makes `NAME.pem` and `NAME.key` for DNS names.
    func make(_ name: String, for hosts: [String], key: [String] = Self.ecdsa) throws {
        let names = hosts.map { "DNS:\($0)" }.joined(separator: ",")
        try run(
            ["req", "-x509"] + key + ["-nodes", "-keyout", path("\(name).key"), "-out", path("\(name).pem")]
                + ["-days", "30", "-subj", "/CN=\(name)", "-addext", "subjectAltName=\(names)"])
    }

    static let ecdsa = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    static let rsa = ["-newkey", "rsa:2048"]

    /// Makes an expired certificate.
    func makeExpired(_ name: String) throws {
        try run(
            ["req", "-new"] + Self.ecdsa + ["-nodes", "-keyout", path("\(name).key"), "-out", path("\(name).csr")]
                + ["-subj", "/CN=\(name)"])
        try run(
            ["x509", "-req", "-in", path("\(name).csr"), "-signkey", path("\(name).key"), "-days", "-1"]
                + ["-out", path("\(name).pem")])
    }

    /// Makes a certificate authority, `NAME.pem` and `NAME.key`.
    func makeAuthority(_ name: String) throws {
        try run(
            ["req", "-x509"] + Self.ecdsa + ["-nodes", "-keyout", path("\(name).key"), "-out", path("\(name).pem")]
                + ["-days", "30", "-subj", "/CN=Test authority"])
    }

    /// Makes a certificate signed by an authority, valid for this many days; with -1, it expired a day ago.
    func makeSigned(_ name: String, by authority: String, for hosts: [String], days: Int) throws {
        let names = hosts.map { "DNS:\($0)" }.joined(separator: ",")
        let extensions = try folder.file("\(name).ext", "subjectAltName=\(names)\n").path()
        try run(
            ["req", "-new"] + Self.ecdsa + ["-nodes", "-keyout", path("\(name).key"), "-out", path("\(name).csr")]
                + ["-subj", "/CN=\(name)"])
        try run(
            ["x509", "-req", "-in", path("\(name).csr"), "-CA", path("\(authority).pem")]
                + ["-CAkey", path("\(authority).key"), "-CAcreateserial", "-days", "\(days)"]
                + ["-extfile", extensions, "-out", path("\(name).pem")])
    }

    /// Runs openssl to its end.
    @discardableResult
    func run(_ arguments: [String], input: String? = nil) throws -> String {
        let child = try Child(try #require(Self.openssl), arguments, input: input, folder: folder.path)
        try #require(child.waits(seconds: 30) && child.code == 0, "openssl \(arguments): \(child.error)")
        return child.output
    }
}
