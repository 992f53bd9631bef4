import Foundation
import TestSupport
import Testing

/// nginx with TLS in front of a daemon, configured by the test; stopped when the object is released.
final class TLSProxy {
    static let program = ["/usr/sbin/nginx", "/usr/bin/nginx"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    let port: UInt16
    private let child: Child
    private let folder: ScratchFolder

    /// - Parameters:
    ///   - certificate: The name of one of the maker's certificates.
    ///   - locations: The `location` blocks; `http://front` is the daemon.
    init(_ maker: CertificateMaker, certificate: String, front: UInt16, locations: String) throws {
        let folder = try ScratchFolder()
        self.folder = folder
        port = try FreePort.next()
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder.path)/\($0);" }.joined(separator: "\n")
        let file = try folder.file(
            "nginx.conf",
            """
            pid \(folder.path)/pid;
            events {}
            http {
            access_log off;
            \(temporary)
            upstream front { server 127.0.0.1:\(front); }
            server {
                listen 127.0.0.1:\(port) ssl;
                ssl_certificate \(maker.path("\(certificate).pem"));
                ssl_certificate_key \(maker.path("\(certificate).key"));
                \(locations)
            }
            }
            """)
        child = try Child(
            try #require(Self.program), ["-e", "stderr", "-c", file.path(), "-g", "daemon off; error_log stderr;"],
            folder: folder.path)
        let (port, child) = (port, child)
        let accepts = wait(seconds: 20) { (try? HTTPClient(port: port)) != nil || !child.isRunning }
        guard accepts, child.isRunning else { throw HTTPClient.Broken(description: "nginx: \(child.error)") }
    }

    deinit {
        child.signal(SIGTERM)
        _ = child.waits(seconds: 5)
        child.kill()
    }
}
