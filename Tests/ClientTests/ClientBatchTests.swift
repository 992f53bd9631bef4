import ByteText
import Client
import Foundation
import Libevent
import Testing

/// Requests to the test's own sockets, on the loopback.
@Suite("requests on a loop")
struct ClientBatchTests {
    /// Accepts connections and sends a fixed response on each, or never responds if it is `nil`.
    private final class Answering {
        let listener: ListeningSocket
        private let descriptor: Int32

        init(_ answer: String?) throws {
            listener = try ListeningSocket(#require(SocketAddress("127.0.0.1:0")))
            descriptor = try listener.duplicate()
            let descriptor = descriptor
            // Not a task, because it blocks and tests have few threads in the pool.
            Thread.detachNewThread { Self.serve(descriptor, answer) }
        }

        private static func serve(_ descriptor: Int32, _ answer: String?) {
            var held: [Int32] = []
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // Safe: points to one `pollfd` in a local variable.
            while unsafe poll(&ready, 1, -1) > 0 {
                let client = accept(descriptor, nil, nil)
                guard client >= 0 else { break }
                held.append(client)
                guard let answer else { continue }
                let bytes = Array(answer.utf8)
                // Safe: the bytes are read only within the call.
                _ = unsafe send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                shutdown(client, Int32(SHUT_WR))
            }
            for client in held { close(client) }
            close(descriptor)
        }

        // Makes the thread's accept fail, which then closes its descriptors.
        deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    private func job(_ address: SocketAddress, target: String = "/") -> ClientBatch.Job {
        ClientBatch.Job(ClientRequest(host: "example.com", target: target), ClientExchange.Route(address))
    }

    @Test("answers come in the order of the requests, more than fit at once")
    func order() throws {
        let (one, two) = (
            try Answering("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none"),
            try Answering("HTTP/1.1 404 Not Found\r\n\r\ntwo")
        )
        var batch = ClientBatch()
        batch.width = 3
        let jobs = (0..<10).map { job($0.isMultiple(of: 2) ? one.listener.address : two.listener.address) }
        let outcomes = try withExtendedLifetime((one, two)) { try batch.run(jobs) }
        let bodies = outcomes.map { String(decoding: $0.answer?.body ?? [], as: UTF8.self) }
        #expect(bodies == (0..<10).map { $0.isMultiple(of: 2) ? "one" : "two" })
    }

    @Test("a silent server costs the deadline and no more")
    func silence() throws {
        let silent = try Answering(nil)
        var batch = ClientBatch()
        batch.deadline = .milliseconds(200)
        let clock = ContinuousClock()
        let began = clock.now
        let outcomes = try withExtendedLifetime(silent) {
            try batch.run([job(silent.listener.address), job(silent.listener.address)])
        }
        #expect(outcomes.map(\.fault) == [.timeout(.answer), .timeout(.answer)])
        #expect(clock.now - began < .seconds(5))
    }

    @Test("a closed port, an early end, and a response other than HTTP are named")
    func faults() throws {
        let closed = try { try ListeningSocket(#require(SocketAddress("127.0.0.1:0"))).address }()
        let hangup = try Answering("")
        let strange = try Answering("SSH-2.0-OpenSSH\r\n\r\n")
        let outcomes = try ClientBatch().run(
            [closed, hangup.listener.address, strange.listener.address].map { job($0) })
        #expect(
            outcomes.map { $0.fault?.description } == [
                "Connection refused", "the connection was closed without a response", "not an HTTP/1.1 status line",
            ])
    }

    @Test("a request that would break a line is not sent", arguments: ["/a\r\nX: y", "/a b", "/\u{7F}"])
    func injection(_ target: String) throws {
        let address = try #require(SocketAddress("127.0.0.1:9"))
        let outcome = try #require(try ClientBatch().run([job(address, target: target)]).first)
        #expect(outcome.fault?.description.contains("line break") == true)
    }

    @Test("no request is no work")
    func nothing() throws { #expect(try ClientBatch().run([]).isEmpty) }

    @Test("names that are addresses, and those that none has")
    func lookups() {
        let outcomes = HostLookups.run(["127.0.0.1", "nothing.invalid"], seconds: 20)
        #expect((try? outcomes["127.0.0.1"]?.get())?.map(\.description) == ["127.0.0.1"])
        #expect((try? outcomes["nothing.invalid"]?.get()) == nil)
        #expect(outcomes.count == 2)
    }
}
