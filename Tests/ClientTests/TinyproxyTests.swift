import ByteText
import Foundation
import HTTP
import Libevent
import OpenSSL
import Settings
import TestSupport
import Testing

@testable import Client

/// The program, or `nil` if it is not installed.
private let tinyproxy = ["/usr/bin/tinyproxy", "/usr/sbin/tinyproxy"].first {
    FileManager.default.isExecutableFile(atPath: $0)
}

/// Requests through a proxy that many operators use.
@Suite(
    "requests through tinyproxy", .timeLimit(.minutes(5)),
    .enabled(if: tinyproxy != nil, "skipped: tinyproxy is not installed"))
struct TinyproxyTests {
    /// A name of this machine as resolvers read it, which is neither `localhost` nor an address to us.
    private static let host = "127.1"

    private final class Tinyproxy {
        let port: UInt16
        let settings: DaemonSettings.Outgoing
        private let folder: ScratchFolder
        private let process = Process()

        init() throws {
            (folder, port) = (try ScratchFolder(), try FreePort.next())
            let file = try folder.file(
                "tinyproxy.conf",
                """
                Port \(port)
                Listen 127.0.0.1
                Timeout 60
                Allow 127.0.0.1
                BasicAuth ann s3cret

                """)
            var settings = DaemonSettings.Outgoing()
            settings.proxy = "http://127.0.0.1:\(port)"
            settings.credentialsFile = try folder.file("credentials", "ann:s3cret\n").path()
            self.settings = settings
            process.executableURL = URL(filePath: try #require(tinyproxy))
            process.arguments = ["-d", "-c", file.path()]
            process.standardOutput = FileHandle.nullDevice
            try process.start()
        }

        deinit {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }

        /// The outcome of a request, once the proxy accepts connections.
        func outcome(
            _ settings: DaemonSettings.Outgoing, to port: UInt16, tls: TLSClientContext? = nil
        ) throws -> ClientOutcome {
            var request = ClientRequest(host: TinyproxyTests.host, target: "/a")
            request.authority = "\(request.host):\(port)"
            let proxy = try OutgoingProxy(settings) { _ in }
            let exchange = HostExchange(request, port: port, tls: tls, proxy: proxy)
            for _ in 0..<200 {
                let outcome = try exchange.run(patience: .seconds(60))
                guard outcome.fault?.description.hasSuffix("Connection refused") == true else { return outcome }
                usleep(50_000)
            }
            return try exchange.run(patience: .seconds(60))
        }
    }

    @Test("requests in absolute form, tunnels, and both without credentials")
    func requests() throws {
        let (proxy, server) = (try Tinyproxy(), try PythonServer.server())
        let plain = try proxy.outcome(proxy.settings, to: server.port)
        #expect(plain.answer?.head.status == 200, "\(plain.fault?.description ?? "")")
        #expect(server.requests == ["GET \(Self.host):\(server.port) /a"])
        // The server does not support TLS, which shows once the tunnel is open.
        let tunnel = try proxy.outcome(proxy.settings, to: server.port, tls: TLSClientContext())
        guard case .handshake = tunnel.fault else { return #expect(Bool(false), "\(tunnel)") }

        var settings = proxy.settings
        settings.credentialsFile = nil
        for tls in [nil, try TLSClientContext()] {
            let refused = try proxy.outcome(settings, to: server.port, tls: tls)
            #expect(refused.fault?.description.contains("requires credentials (status 407)") == true, "\(refused)")
        }
        let closed = try FreePort.next()
        let gone = try proxy.outcome(proxy.settings, to: closed, tls: TLSClientContext())
        #expect(gone.fault?.description.contains("127.1:\(closed): status 50") == true, "\(gone)")
    }
}
