import ByteText
import CAllocationCounter
import Glibc
import HTTP
import Libevent
import LoadClient
import NGHTTP2
import Server
import Testing
import Threads

/// A warm HTTP/2 connection does not allocate: neither the server for its streams and responses, nor nghttp2, which
/// uses a memory pool.
///
/// Without TLS, since OpenSSL releases the buffers of idle connections.
@Suite("Allocations of HTTP/2", .timeLimit(.minutes(20)))
struct StreamAllocationTests {
    /// Responds with a redirect or a page, and counts the allocations of its thread between two requests.
    private final class Counting: RequestHandler {
        static let page = [UInt8](repeating: 0x78, count: 3_000)
        static let warm = 2_000
        static let counted = 2_000
        private var requests = 0
        private var first: UInt64 = 0
        private let result: Locked<UInt64?>

        init(_ result: Locked<UInt64?>) { self.result = result }

        func handle(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter) {
            if requests == Self.warm { first = allocation_count() }
            if requests == Self.warm + Self.counted {
                let count = allocation_count() - first
                result.withLock { $0 = count }
            }
            requests += 1
            if request.path.equals("/page") {
                response.begin(.ok)
                response.field("Content-Type", "text/html")
                response.append(Self.page.span)
            } else {
                response.begin(.found)
                response.field("Location", "https://www.example.com/")
            }
            response.finish()
        }
    }

    private struct NoConnection: Error {}

    @Test("are none for redirects and pages, one at a time and many", .countsAllocations, arguments: [1, 20])
    func warmConnection(streams: Int) throws {
        var listener = ListenerSettings(.front, [try #require(SocketAddress("127.0.0.1:0"))])
        listener.acceptsHTTP2WithoutTLS = true
        var settings = ServerSettings(listeners: [listener])
        settings.trusts = { _ in true }
        let result = Locked<UInt64?>(nil)
        let server = try Server(settings) { _, _ in Counting(result) }
        try server.start()
        defer { server.stop() }
        try ask(try #require(server.addresses(of: .front).first), streams, until: result)
        #expect(result.withLock(\.self) == 0)
    }

    /// Requests redirects and pages alternately, with `streams` open streams, until the handler has counted.
    private func ask(_ address: SocketAddress, _ streams: Int, until result: Locked<UInt64?>) throws {
        let session = try #require(ClientSession())
        guard let socket = ClientSocket(to: address) else { throw NoConnection() }
        let paths = [ArraySlice("/".utf8), ArraySlice("/page".utf8)]
        var (scratch, asked) = ([UInt8](repeating: 0, count: 65_536), 0)
        var output: [UInt8] = []
        let limit = ContinuousClock.now + .seconds(60)
        while result.withLock(\.self) == nil, ContinuousClock.now < limit {
            while session.open < streams {
                #expect(session.get(paths[asked % 2], host: Array("example.com".utf8), agent: []))
                asked += 1
            }
            while session.nextFrame({ frame in for index in frame.indices { output.append(frame[index]) } }) {}
            if case .bytes(let count) = socket.send(output[...]) { output.removeFirst(count) }
            var input: [UInt8] = []
            if case .bytes = socket.receive(into: &input, scratch: &scratch) {
                let isUnderstood = session.receive(input.span)
                #expect(isUnderstood)
            }
        }
        #expect(session.failed == 0)
    }
}
