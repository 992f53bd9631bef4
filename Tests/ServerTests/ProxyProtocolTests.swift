import ByteText
import Glibc
import HTTP
import Libevent
import Testing
import Threads

@testable import Server

/// Responds with the client's address.
private final class Mirror: RequestHandler {
    func handle(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter) {
        response.begin(.ok)
        response.append("\(context.peer.address?.description ?? "nobody") \(context.peer.port)")
        response.finish()
    }
}

/// A listener whose connections begin with a PROXY header.
@Suite(.timeLimit(.minutes(20)))
struct ProxyProtocolTests {
    private static let free = SocketAddress("127.0.0.1:0")!
    private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    private let line = "PROXY TCP4 203.0.113.9 192.0.2.1 4711 80\r\n"

    private func start(
        trusted: Bool = true, at address: SocketAddress = free, _ change: (inout ConnectionLimits) -> Void = { _ in }
    ) throws -> Server {
        var listener = ListenerSettings(.front, [address])
        listener.expectsProxyHeader = true
        var settings = ServerSettings(listeners: [listener])
        settings.trusts = { _ in trusted }
        settings.limits.isExempt = { $0.isLoopback }
        change(&settings.limits)
        let server = try Server(settings) { _, _ in Mirror() }
        try server.start()
        return server
    }

    private func end(_ server: Server) throws {
        server.stop()
        try server.waitUntilStopped()
    }

    private func shed(_ server: Server, _ reason: ShedReason) -> UInt64 {
        let count = Locked<UInt64?>(nil)
        server.post { worker in count.withLock { $0 = worker.counters.shed(for: reason) } }
        while count.withLock({ $0 == nil }) { usleep(1000) }
        return count.withLock { $0 ?? 0 }
    }

    @Test func theStatedAddressIsWhoAsks() throws {
        let server = try start()
        let address = server.addresses(of: .front)[0]
        let client = Client(address)
        client.send(line + get + get)
        for _ in 0..<2 { #expect(client.readResponse().hasSuffix("\r\n\r\n203.0.113.9 4711")) }
        let other = Client(address)
        other.send(bytes: BinaryHeader.bytes(0x21, 0x21, BinaryHeader.six) + Array(get.utf8))
        #expect(other.readResponse().hasSuffix("\r\n\r\n2001:db8::7 4711"))
        let unknown = Client(address)
        unknown.send("PROXY UNKNOWN\r\n" + get)
        #expect(unknown.readResponse().hasSuffix("\r\n\r\nnobody 0"))
        let local = Client(address)
        local.send(bytes: BinaryHeader.bytes(0x20, 0, []) + Array(get.utf8))
        #expect(local.readResponse().contains("\r\n\r\n127.0.0.1 "))
        try end(server)
    }

    @Test func theHeaderMayComeInPieces() throws {
        let server = try start()
        let headers = [Array(line.utf8), BinaryHeader.checked(0x11, BinaryHeader.four)]
        for header in headers {
            let stream = header + Array(get.utf8)
            for cut in 1..<stream.count {
                let client = Client(server.addresses(of: .front)[0])
                client.send(bytes: Array(stream[..<cut]))
                // Usually long enough for the worker to read the first piece alone.
                usleep(300)
                client.send(bytes: Array(stream[cut...]))
                #expect(client.readResponse().hasSuffix("\r\n\r\n203.0.113.9 4711"), "cut at \(cut)")
            }
            let slow = Client(server.addresses(of: .front)[0])
            for byte in stream {
                slow.send(bytes: [byte])
                usleep(100)
            }
            #expect(slow.readResponse().hasSuffix("\r\n\r\n203.0.113.9 4711"))
        }
        try end(server)
    }

    @Test func whoIsNotTrustedIsNotHeard() throws {
        let server = try start(trusted: false)
        let client = Client(server.addresses(of: .front)[0])
        client.send(line + get)
        #expect(client.readToEnd() == "")
        #expect(shed(server, .proxyHeader) == 1)
        try end(server)
    }

    @Test(arguments: ["GET / HTTP/1.1\r\nHost: a\r\n\r\n", "PROXY TCP4 1 2 3 4\r\n", "\u{16}\u{3}\u{1}"])
    func whatIsNoHeaderIsNotAnswered(text: String) throws {
        let server = try start()
        let client = Client(server.addresses(of: .front)[0])
        client.send(text)
        #expect(client.readToEnd() == "")
        #expect(shed(server, .proxyHeader) == 1)
        try end(server)
    }

    @Test func aHeaderHasTheTimeOfAHead() throws {
        let server = try start { $0.headerTimeout = .milliseconds(200) }
        let (silent, slow, late) = (
            Client(server.addresses(of: .front)[0]), Client(server.addresses(of: .front)[0]),
            Client(server.addresses(of: .front)[0])
        )
        slow.send("PROXY TC")
        late.send(line + "GET / HT")
        #expect(silent.readToEnd() == "")
        #expect(slow.readToEnd() == "")
        #expect(late.readToEnd().hasPrefix("HTTP/1.1 408 "))
        try end(server)
    }

    @Test func limitsHoldForTheStatedAddress() throws {
        let server = try start { $0.perAddress = 2 }
        let address = server.addresses(of: .front)[0]
        let others = "PROXY TCP4 203.0.113.10 192.0.2.1 4711 80\r\n"
        var clients = [Client(address), Client(address)]
        for client in clients {
            client.send(line + get)
            #expect(client.readResponse().hasPrefix("HTTP/1.1 200 "))
        }
        let third = Client(address)
        third.send(line + get)
        #expect(third.readToEnd().hasPrefix("HTTP/1.1 503 "))
        #expect(shed(server, .perAddress) == 1)
        let other = Client(address)
        other.send(others + get)
        #expect(other.readResponse().hasPrefix("HTTP/1.1 200 "))
        clients.removeLast()
        // The slot is free as soon as the worker has seen the end.
        var text = ""
        for _ in 0..<100 where !text.hasPrefix("HTTP/1.1 200 ") {
            let next = Client(address)
            next.send(line + get)
            text = next.readResponse()
            if !text.hasPrefix("HTTP/1.1 200 ") { usleep(10_000) }
        }
        #expect(text.hasPrefix("HTTP/1.1 200 "))
        try end(server)
    }

    @Test func aDrainWaitsForNoHeaderForLong() throws {
        let server = try start()
        let client = Client(server.addresses(of: .front)[0])
        client.send("PROXY ")
        usleep(50_000)
        server.drain(deadline: .seconds(60))
        try server.waitUntilStopped()
        #expect(client.readToEnd() == "")
    }

    @Test func aUnixSocketTakesIt() throws {
        let path = "/tmp/service-tests-proxy-\(getpid()).sock"
        let server = try start(at: .unix(path: path))
        let client = Client(server.addresses(of: .front)[0])
        client.send(line + get)
        #expect(client.readResponse().hasSuffix("\r\n\r\n203.0.113.9 4711"))
        try end(server)
    }
}
