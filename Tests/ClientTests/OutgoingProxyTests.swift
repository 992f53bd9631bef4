import ByteText
import Foundation
import HTTP
import Libevent
import OpenSSL
import ServiceFiles
import Settings
import TestSupport
import Testing

@testable import Client

/// Requests through a real proxy. The servers have names and addresses that only the proxy can reach.
@Suite("requests through a proxy", .timeLimit(.minutes(5)))
struct OutgoingProxyTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func settings(_ port: UInt16, noProxy: [String] = [], credentials: String? = nil) throws
        -> DaemonSettings.Outgoing
    {
        var settings = DaemonSettings.Outgoing()
        (settings.proxy, settings.noProxy) = ("http://127.0.0.1:\(port)", noProxy)
        settings.credentialsFile = try credentials.map { try folder.file("credentials", $0).path() }
        return settings
    }

    private func proxy(_ settings: DaemonSettings.Outgoing) throws -> OutgoingProxy {
        try #require(try OutgoingProxy(settings) { _ in })
    }

    private func exchange(
        _ host: String, _ port: UInt16, tls: TLSClientContext? = nil, _ settings: DaemonSettings.Outgoing
    ) throws -> HostExchange {
        var request = ClientRequest(host: host, target: "/a?b=c")
        request.authority = "\(host):\(port)"
        return HostExchange(request, port: port, tls: tls, proxy: try proxy(settings))
    }

    @Test("an http server is sent a request in absolute form, whose credentials stay at the proxy")
    func absoluteForm() throws {
        let (proxy, server) = try (PythonServer.proxy(credentials: "ann:s3cret:x"), PythonServer.server())
        let settings = try settings(proxy.port, credentials: "ann:s3cret:x\n")
        let outcome = try exchange("no-such-host.invalid", server.port, settings).run(patience: .seconds(60))
        #expect(outcome.answer?.head.status == 200, "\(outcome.fault?.description ?? "")")
        #expect(proxy.requests == ["GET http://no-such-host.invalid:\(server.port)/a?b=c HTTP/1.1 credentials"])
        #expect(server.requests == ["GET no-such-host.invalid:\(server.port) /a?b=c"])
    }

    @Test("checked addresses are those of the tunnel, even for http; the proxy never gets the name")
    func addresses() throws {
        let (proxy, server) = try (PythonServer.proxy("first-gateway"), PythonServer.server())
        let addresses = try [#require(IPAddress("192.0.2.1")), #require(IPAddress("2001:db8::1"))]
        let outcome = try exchange("two.example", server.port, settings(proxy.port))
            .run(at: addresses, patience: .seconds(60))
        #expect(outcome?.answer?.head.status == 200, "\(outcome?.fault?.description ?? "")")
        #expect(
            proxy.requests == [
                "CONNECT 192.0.2.1:\(server.port) HTTP/1.1 -", "CONNECT [2001:db8::1]:\(server.port) HTTP/1.1 -",
            ])
        #expect(server.requests == ["GET two.example:\(server.port) /a?b=c"])
    }

    @Test("a tunnel to an address of a host needs neither to be an exception")
    func tunnels() throws {
        let resolved = try ResolvedProxy(proxy(settings(3128, noProxy: [".internal", "198.51.100.0/24"])))
        func tunnel(_ address: String, _ host: String) throws -> ClientExchange.Route? {
            resolved.tunnel(to: try #require(SocketAddress(address)), of: host, tls: nil)
        }
        let route = try #require(try tunnel("[2001:db8::1]:443", "a.example"))
        #expect(route.address == SocketAddress("127.0.0.1:3128"))
        #expect(route.passage == ProxyPassage(proxy: "127.0.0.1:3128", tunnel: "[2001:db8::1]:443", authorization: nil))
        for (address, host) in [
            ("192.0.2.1:443", "a.internal"), ("198.51.100.1:443", "a.example"), ("127.0.0.1:443", "a.example"),
            ("unix:/run/f", "a.example"),
        ] {
            #expect(try tunnel(address, host) == nil, "\(address)")
        }
    }

    @Test("exceptions, by name or by address, and loopback are accessed directly")
    func exceptions() throws {
        let (proxy, server) = try (PythonServer.proxy(), PythonServer.server())
        let local = try #require(IPAddress("127.0.0.1"))
        for (host, noProxy) in [("127.0.0.1", []), ("localhost", []), ("a.example", [".example"])] {
            let outcome = try exchange(host, server.port, settings(proxy.port, noProxy: noProxy))
                .run(at: [local], patience: .seconds(60))
            #expect(outcome?.answer?.head.status == 200, "\(host)")
        }
        #expect(try exchange("localhost", server.port, settings(proxy.port)).run(patience: .seconds(60)).answer != nil)
        #expect(proxy.requests == [])
        #expect(server.requests.count == 4)
    }

    @Test(
        "a proxy that fails is named, not the server",
        arguments: [
            ("forbid", "does not permit a connection to a.example:443: status 403"),
            ("gateway", "can't connect to a.example:443: status 502"),
            ("nonsense", "not an HTTP/1.1 status line"), ("hang-up", "the connection was closed without a response"),
        ])
    func failures(_ mode: String, _ reason: String) throws {
        let proxy = try PythonServer.proxy(mode)
        let outcome = try exchange("a.example", 443, tls: TLSClientContext(), settings(proxy.port))
            .run(patience: .seconds(60))
        let fault = try #require(outcome.fault)
        #expect(fault.description.hasPrefix("proxy 127.0.0.1:\(proxy.port)"))
        #expect(fault.description.hasSuffix(reason), "\(fault)")
        #expect(proxy.requests == ["CONNECT a.example:443 HTTP/1.1 -"])
    }

    @Test("a proxy that requires credentials is named with the setting, for http and https", arguments: [true, false])
    func authentication(isSecure: Bool) throws {
        let proxy = try PythonServer.proxy(credentials: "ann:right")
        let tls = isSecure ? try TLSClientContext() : nil
        for credentials in [nil, "ann:wr0ng"] {
            let outcome = try exchange("a.example", 443, tls: tls, settings(proxy.port, credentials: credentials))
                .run(patience: .seconds(60))
            let expected =
                credentials == nil
                ? "requires credentials (status 407): set outgoing_proxy_credentials_file"
                : "does not accept the credentials in outgoing_proxy_credentials_file (status 407)"
            #expect(outcome.fault == .proxy("proxy 127.0.0.1:\(proxy.port): \(expected)"))
        }
    }

    @Test("a proxy that is away, one without an address, and one that never answers")
    func away() throws {
        let gone = try PythonServer.proxy()
        gone.stop()
        let refused = try exchange("a.example", 443, settings(gone.port)).run(patience: .seconds(60))
        #expect(refused.fault == .proxy("proxy 127.0.0.1:\(gone.port): Connection refused"))

        var unknown = try settings(1)
        unknown.proxy = "http://no-such-proxy.invalid:3128"
        let lost = try exchange("a.example", 443, unknown).run(patience: .seconds(60))
        #expect(lost.fault?.description.hasPrefix("proxy no-such-proxy.invalid: ") == true, "\(lost)")

        let silent = try PythonServer.proxy("silent")
        let late = try exchange("a.example", 443, tls: TLSClientContext(), settings(silent.port))
            .run(patience: .milliseconds(500))
        #expect(late.fault == .timeout(.connecting))
    }

    @Test("a server that does not support TLS fails within the tunnel")
    func handshake() throws {
        let (proxy, server) = try (PythonServer.proxy(), PythonServer.server())
        let outcome = try exchange("a.example", server.port, tls: TLSClientContext(), settings(proxy.port))
            .run(patience: .seconds(60))
        guard case .handshake = outcome.fault else { return #expect(Bool(false), "\(outcome)") }
    }

    @Test("a host with a line break is not sent to the proxy", arguments: [true, false])
    func injection(isSecure: Bool) throws {
        let proxy = try PythonServer.proxy()
        let tls = isSecure ? try TLSClientContext() : nil
        let outcome = try exchange("a.example\r\nX: y", 443, tls: tls, settings(proxy.port)).run(patience: .seconds(60))
        #expect(outcome.fault?.description.contains("line break") == true)
        #expect(proxy.requests == [])
    }

    @Test(
        "addresses that are not a proxy's are refused",
        arguments: [
            ("https://proxy.example:3128", "is not the address of a proxy"),
            ("http://proxy.example:3128/path", "is not the address of a proxy"),
            ("http://ann:s3cret@proxy.example:3128", "contains a user or a password"),
            ("socks5://proxy.example", "is not an address with http"), ("proxy.example:3128", "is not an address"),
        ])
    func addressFaults(_ text: String, _ reason: String) throws {
        var settings = DaemonSettings.Outgoing()
        settings.proxy = text
        let fault = try #require(throws: StartupFault.self) { try OutgoingProxy(settings) { _ in } }.lines.joined()
        #expect(fault.hasPrefix("outgoing_proxy: ") && fault.contains(reason), "\(fault)")
        #expect(!fault.contains("s3cret"))
    }

    @Test("without an address there is no proxy, but its exceptions are checked")
    func none() throws {
        var settings = DaemonSettings.Outgoing()
        #expect(try OutgoingProxy(settings) { _ in } == nil)
        settings.noProxy = ["https://a.example"]
        let fault = try #require(throws: StartupFault.self) { try OutgoingProxy(settings) { _ in } }.lines.joined()
        #expect(fault.hasPrefix("no_proxy: `https://a.example` is not a host; expected `example.com`"))
    }

    @Test(
        "credentials are one line, and no message contains them",
        arguments: ["s3cret", ":s3cret", "ann:s3cret\nbob:s3cret", "ann:s3cret\u{7}", ""])
    func credentials(_ text: String) throws {
        let settings = try settings(3128, credentials: text)
        let fault = try #require(throws: StartupFault.self) { try OutgoingProxy(settings) { _ in } }.lines.joined()
        #expect(fault.hasPrefix("outgoing_proxy_credentials_file: "))
        #expect(fault.hasSuffix("expected one line, `user:password`"))
        #expect(!fault.contains("s3cret"))
    }
}
