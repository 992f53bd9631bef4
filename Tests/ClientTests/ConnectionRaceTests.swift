import ByteText
import Foundation
import HTTP
import Libevent
import TestSupport
import Testing

@testable import Client

@Suite("servers with several addresses", .timeLimit(.minutes(5)))
struct ConnectionRaceTests {
    private static let second = IPAddress("127.0.0.1")

    private static func exchange(_ port: UInt16) -> HostExchange {
        HostExchange(ClientRequest(host: "two.example", target: "/"), port: port, tls: nil)
    }

    @Test("the second address is used if the first refuses, at once")
    func refusal() throws {
        let server = try PythonServer.server()
        let addresses = try [#require(IPAddress("127.0.0.2")), #require(Self.second)]
        let outcome = try Self.exchange(server.port).run(at: addresses, patience: .seconds(60))
        #expect(outcome?.answer?.head.status == 200, "\(outcome?.fault?.description ?? "")")
        #expect(server.requests == ["GET two.example /"])
    }

    @Test("the second address is used if the first does not respond, after a quarter of a second")
    func silence() throws {
        let server = try PythonServer.server()
        let silent = try Silent("127.0.0.3", port: server.port)
        let began = ContinuousClock.now
        let addresses = try [#require(IPAddress("127.0.0.3")), #require(Self.second)]
        let outcome = try withExtendedLifetime(silent) {
            try Self.exchange(server.port).run(at: addresses, patience: .seconds(60))
        }
        #expect(outcome?.answer?.head.status == 200, "\(outcome?.fault?.description ?? "")")
        let taken = ContinuousClock.now - began
        #expect(taken >= ConnectionRace.attemptDelay && taken < .seconds(20), "\(taken)")
    }

    @Test("without any that accepts, the failure is that of the last, or the time limit")
    func none() throws {
        let server = try PythonServer.server()
        let silent = try Silent("127.0.0.3", port: server.port)
        let refusing = try [#require(IPAddress("127.0.0.2")), #require(IPAddress("127.0.0.4"))]
        let refused = try Self.exchange(server.port).run(at: refusing, patience: .seconds(60))
        #expect(refused?.fault == .connection("Connection refused"))
        let addresses = try [#require(IPAddress("127.0.0.3")), #require(IPAddress("127.0.0.2"))]
        let late = try withExtendedLifetime(silent) {
            try Self.exchange(server.port).run(at: addresses, patience: .milliseconds(700))
        }
        #expect(late?.fault == .timeout(.connecting))
        #expect(try Self.exchange(server.port).run(at: [], patience: .seconds(1)) == nil)
        #expect(server.requests == [])
    }

    @Test("addresses alternate between the families, beginning with the system's choice")
    func families() throws {
        func texts(_ addresses: [String]) throws -> [String] {
            HostExchange.alternating(try addresses.map { try #require(IPAddress($0)) }).map(\.description)
        }
        #expect(try texts(["::1", "::2", "::3", "10.0.0.1"]) == ["::1", "10.0.0.1", "::2", "::3"])
        #expect(try texts(["10.0.0.1", "10.0.0.2", "::1"]) == ["10.0.0.1", "::1", "10.0.0.2"])
        #expect(try texts(["10.0.0.1"]) == ["10.0.0.1"])
        #expect(try texts([]) == [])
    }
}

/// An address whose queue of connections is full, so that the kernel drops further attempts.
private final class Silent {
    private let listener: Int32
    private var clients: [ConnectingSocket] = []

    init(_ host: String, port: UInt16) throws {
        let place = SocketAddress.ip(try #require(IPAddress(host)), port: port)
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = try #require(IPAddress(host)).ipv4.bigEndian
        // Safe: points to a local variable of this size during the call.
        let isBound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        try #require(isBound && listen(listener, 0) == 0)
        for _ in 0..<4 { clients.append(try ConnectingSocket(to: place)) }
        usleep(100_000)
    }

    deinit { close(listener) }
}
