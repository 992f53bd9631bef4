import Glibc
import HTTP
import Libevent
import Testing

@testable import Server

/// Answers every request identically.
private final class Greeting: RequestHandler {
    func handle(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter) {
        response.respond(.ok)
    }
}

@Suite(.timeLimit(.minutes(20)))
struct InheritedSocketTests {
    private static let free = SocketAddress("127.0.0.1:0")!

    private func server(
        _ listeners: [ListenerSettings], workers: Int = 1, _ inherited: [InheritedSocket]
    ) throws -> Server {
        let settings = ServerSettings(listeners: listeners, workers: workers)
        return try Server(settings, inherited: inherited) { _, _ in Greeting() }
    }

    private func greets(_ address: SocketAddress) -> Bool {
        let client = Client(address)
        client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        return client.readToEnd().hasPrefix("HTTP/1.1 200 ")
    }

    @Test(arguments: [1, 2, 3, 5])
    func everyQueueIsEmptiedHoweverManyWorkersThereAre(workers: Int) throws {
        let first = try ListeningSocket(Self.free)
        let sockets = [first] + (0..<2).compactMap { _ in try? first.sibling() }
        #expect(sockets.count == 3)
        let server = try server(
            [ListenerSettings(.front, [Self.free])], workers: workers,
            sockets.map { InheritedSocket(name: "front", socket: $0) })
        #expect(server.addresses(of: .front) == [first.address])
        try server.start()
        // The kernel selects a queue by the client's port: forty clients reach all three.
        for _ in 0..<40 { #expect(greets(first.address)) }
        server.stop()
        try server.waitUntilStopped()
    }

    @Test func aNameStandsInForTheSettingsAndAnAddressFitsThem() throws {
        let named = try ListeningSocket(Self.free)
        let fitting = try ListeningSocket(Self.free)
        let server = try server(
            [
                ListenerSettings(.front, [try #require(SocketAddress("127.0.0.1:1"))]),
                ListenerSettings(.edge, [fitting.address, Self.free]),
            ],
            [
                InheritedSocket(name: "fingerpost.socket", socket: fitting),
                InheritedSocket(name: "front", socket: named),
            ])
        #expect(server.addresses(of: .front) == [named.address])
        #expect(server.addresses(of: .edge).first == fitting.address)
        #expect(server.addresses(of: .edge).count == 2)
    }

    @Test func listenersOfOneKindFindTheirOwnByNumberOrAddress() throws {
        let first = try ListeningSocket(Self.free)
        let second = try ListeningSocket(Self.free)
        let third = try ListeningSocket(Self.free)
        let server = try server(
            [
                ListenerSettings(.front, [Self.free]), ListenerSettings(.front, [Self.free]),
                ListenerSettings(.redirect, [third.address]),
            ],
            [
                InheritedSocket(name: "front-2", socket: second), InheritedSocket(name: "front", socket: third),
                InheritedSocket(name: "front", socket: first),
            ])
        #expect(server.addresses(of: .front) == [first.address, second.address])
        #expect(server.addresses(of: .redirect) == [third.address])
    }

    @Test func anAddressSaysMoreThanAName() throws {
        let (old, proxied) = (try ListeningSocket(Self.free), try ListeningSocket(Self.free))
        var taking = ListenerSettings(.front, [old.address, Self.free])
        taking.expectsProxyHeader = true
        let plain = ListenerSettings(.front, [try #require(SocketAddress("127.0.0.1:0"))])
        let server = try server(
            [plain, taking],
            [InheritedSocket(name: "front", socket: old), InheritedSocket(name: "front-proxy", socket: proxied)])
        let addresses = server.addresses(of: .front)
        #expect(addresses.count == 3)
        #expect(addresses.dropFirst() == [old.address, proxied.address])
    }

    @Test func aSocketThatFitsNothingIsAnError() throws {
        let stray = try ListeningSocket(Self.free)
        #expect(throws: InheritanceFault.self) {
            try server(
                [ListenerSettings(.front, [Self.free])], [InheritedSocket(name: "unknown", socket: stray)])
        }
    }

    @Test func whatWaitsInAQueueIsServedByTheNext() throws {
        let socket = try ListeningSocket(Self.free)
        let copy = try socket.duplicate()
        let waiting = Client(socket.address)
        waiting.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let address = socket.address
        // This process's descriptor is closed, and the connection stays open.
        _ = consume socket
        let adopted = try ListeningSocket(adopting: copy)
        #expect(adopted.address == address)
        let server = try server(
            [ListenerSettings(.front, [Self.free])], [InheritedSocket(name: "front", socket: adopted)])
        try server.start()
        #expect(waiting.readToEnd().hasPrefix("HTTP/1.1 200 "))
        server.stop()
        try server.waitUntilStopped()
    }

    @Test func aDescriptorThatDoesNotListenIsRefused() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        #expect(throws: EventError.self) { try ListeningSocket(adopting: descriptor) }
        #expect(throws: EventError.self) { try ListeningSocket(adopting: 9999) }
    }

    @Test func theFileOfAUnixSocketIsKeptForTheNext() throws {
        let path = "/tmp/service-tests-kept-\(getpid()).sock"
        let first = try ListeningSocket(.unix(path: path))
        let second = try ListeningSocket(adopting: first.duplicate(), removesFile: true)
        #expect(second.address == .unix(path: path))
        first.keepFile()
        _ = consume first
        // Safe: the string is NUL-terminated and valid during the call.
        #expect(unsafe access(path, F_OK) == 0)
        _ = consume second
        // Safe: as above.
        #expect(unsafe access(path, F_OK) != 0)
    }

    @Test(arguments: [
        [:], ["LISTEN_FDS": "1"], ["LISTEN_FDS": "1", "LISTEN_PID": "1"],
        ["LISTEN_FDS": "0", "LISTEN_PID": "\(getpid())"],
    ])
    func socketsOfAnotherProcessAreNotTaken(environment: [String: String]) throws {
        #expect(try InheritedSocket.adopt(environment).isEmpty)
    }

    @Test(arguments: ["x", "-1", "99999999999", ""])
    func nonsenseIsAnError(count: String) {
        #expect(throws: InheritanceFault.self) {
            try InheritedSocket.adopt(["LISTEN_FDS": count, "LISTEN_PID": "\(getpid())"])
        }
    }
}
