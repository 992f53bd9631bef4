import Foundation
import TestSupport
import Testing

/// nginx with TLS that serves a folder, as a rule publisher would run it; stopped when the object is released.
final class BundleServer {
    let port: UInt16
    let maker: CertificateMaker
    private let folder: ScratchFolder
    private let certificate: String
    private var child: Child?

    /// - Parameter certificate: `server`, or `expired`.
    init(certificate: String = "server") throws {
        maker = try CertificateMaker()
        try maker.makeAuthority("ca")
        try maker.makeSigned("server", by: "ca", for: ["localhost", "rules.example"], days: 30)
        try maker.makeSigned("expired", by: "ca", for: ["localhost"], days: -1)
        folder = try ScratchFolder()
        self.certificate = certificate
        port = try FreePort.next()
        try folder.file("www/.keep", "")
        try start()
    }

    /// The bundle's URL.
    var address: String { "https://localhost:\(port)/bundle.tar.gz" }

    /// The served folder.
    var www: String { folder.url.appending(path: "www").path() }

    /// Publishes a bundle atomically.
    func publish(_ file: String, as name: String = "bundle.tar.gz") throws {
        let place = folder.url.appending(path: "www/\(name)")
        let partial = folder.url.appending(path: "www/partial")
        try? FileManager.default.removeItem(at: partial)
        try FileManager.default.copyItem(at: URL(filePath: file), to: partial)
        // nginx derives ETags from the modification time in seconds and the size.
        published += 1
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000 + Double(published))],
            ofItemAtPath: partial.path())
        // Safe: Swift passes pointers to the strings' bytes that are valid during the call.
        let renamed = unsafe rename(partial.path(), place.path())
        try #require(renamed == 0)
    }

    private var published = 0

    /// The status codes sent for the bundle, in order.
    var statuses: [String] {
        let log = (try? String(contentsOf: folder.url.appending(path: "access.log"), encoding: .utf8)) ?? ""
        return log.split(separator: "\n").map(String.init)
    }

    func stop() {
        child?.signal(SIGTERM)
        _ = child?.waits(seconds: 5)
        child?.kill()
        child = nil
    }

    /// Starts or restarts the server.
    ///
    /// - Parameter rate: The maximum rate in bytes per second; `nil` for no limit.
    func start(rate: Int? = nil) throws {
        stop()
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder.path)/\($0);" }.joined(separator: "\n")
        let file = try folder.file(
            "nginx.conf",
            """
            pid \(folder.path)/pid;
            events {}
            http {
            log_format status "$status";
            access_log \(folder.path)/access.log status;
            \(temporary)
            server {
                listen 127.0.0.1:\(port) ssl;
                ssl_certificate \(maker.path("\(certificate).pem"));
                ssl_certificate_key \(maker.path("\(certificate).key"));
                root \(folder.path)/www;
                \(rate.map { "limit_rate \($0);" } ?? "")
                location /moved { return 301 https://localhost:\(port)/bundle.tar.gz; }
                location /login { default_type text/html; return 200 "<!doctype html><title>Sign in</title>"; }
            }
            }
            """)
        let child = try Child(
            try #require(TLSProxy.program), ["-e", "stderr", "-c", file.path(), "-g", "daemon off; error_log stderr;"],
            folder: folder.path)
        self.child = child
        let accepts = wait(seconds: 20) { (try? HTTPClient(port: port)) != nil || !child.isRunning }
        guard accepts, child.isRunning else { throw HTTPClient.Broken(description: "nginx: \(child.error)") }
    }

    deinit { stop() }
}

/// Rules, a signing key, and the bundles built from them.
struct BundleAuthor {
    let folder: ScratchFolder
    private let rules: RulesFolder

    init(algorithm: String = "ed25519") throws {
        folder = try ScratchFolder()
        rules = try RulesFolder(site: ParityCase.site)
        try makeKey("key", algorithm: algorithm)
    }

    func path(_ name: String) -> String { folder.url.appending(path: name).path() }

    func makeKey(_ name: String, algorithm: String = "ed25519") throws {
        let made = try Program.run(["bundle", "keygen", "--algorithm", algorithm, "-o", path("\(name).pem")])
        try #require(made.code == 0, "\(made.error)")
    }

    /// The public key.
    var publicKey: String { path("key.pub.pem") }

    /// Signs the rules with the short link `/NAME`, and returns the path of the bundle.
    ///
    /// - Parameter settings: The `fingerpost.yaml`.
    func sign(_ revision: Int, link name: String, key: String = "key", settings: String? = nil) throws -> String {
        if let settings { try rules.folder.file("fingerpost.yaml", settings) }
        try rules.replaceSite(with: ParityCase.site.replacing("\"WXYZ\"", with: "\"\(name)\""))
        let output = path("\(revision)-\(name)-\(key).tar.gz")
        let signed = try Program.run(
            ["bundle", "sign", rules.path, "--key", path("\(key).pem"), "-o", output, "--revision", "\(revision)"])
        try #require(signed.code == 0, "\(signed.error)")
        return output
    }
}
