import ByteText
import Glibc
import HTTP
import Libevent
import Testing
import Threads

@testable import Server

/// Echoes the request; some paths have special behavior.
private final class Echo: RequestHandler {
    unowned let worker: Worker
    let kind: ListenerKind
    static let block = [UInt8](repeating: 0x78, count: 65_536)
    var greeting = "hello"
    var held: [AnswerTicket] = []

    init(_ kind: ListenerKind, _ worker: Worker) {
        self.kind = kind
        self.worker = worker
    }

    func handle(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter) {
        if request.path.equals("/later") {
            held.append(context.ticket)
            return response.deferAnswer()
        }
        if request.path.equals("/release") {
            for ticket in held { worker.answer(ticket) { $0.respond(.ok) } }
            held = []
        }
        if request.path.equals("/refused") { return response.respond(.badRequest) }
        if request.path.equals("/costly") { response.charge(50) }
        guard request.method != .delete else { return response.methodNotAllowed(allow: "GET, HEAD, POST") }
        response.begin(.ok)
        if request.path.equals("/large") {
            for _ in 0..<256 { response.append(Echo.block.span) }
        } else {
            response.append("\(greeting) \(kind) ")
            response.append(request.target)
            response.append(" ")
            response.append(request.body)
        }
        response.finish()
    }
}

@Suite(.timeLimit(.minutes(20)))
struct ServerTests {
    private func start(
        _ kinds: [ListenerKind: String] = [.front: "127.0.0.1:0"], workers: Int = 1,
        _ change: (inout ConnectionLimits) -> Void = { _ in }
    ) throws -> Server {
        let listeners = try kinds.map { ListenerSettings($0.key, [try #require(SocketAddress($0.value))]) }
        var settings = ServerSettings(listeners: listeners, workers: workers)
        change(&settings.limits)
        let server = try Server(settings) { kind, worker in Echo(kind, worker) }
        try server.start()
        return server
    }

    private func end(_ server: Server) throws {
        server.stop()
        try server.waitUntilStopped()
        #expect(server.runningWorkers == 0)
    }

    private func shed(_ server: Server, _ reason: ShedReason) -> UInt64 {
        let count = Locked<UInt64?>(nil)
        server.post { worker in count.withLock { $0 = worker.counters.shed(for: reason) } }
        return count.wait { $0 }
    }

    private let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func keepAliveHeadAndPipelining() throws {
        let server = try start()
        let client = Client(server.addresses(of: .front)[0])
        client.send(get)
        #expect(client.readResponse().hasSuffix("\r\nContent-Length: 15\r\n\r\nhello front /a "))
        client.send("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.readResponse(isHead: true).hasSuffix("\r\nContent-Length: 15\r\n\r\n"))
        client.send(get + "POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc" + get)
        #expect(client.readResponse().hasSuffix("/a "))
        #expect(client.readResponse().hasSuffix("/b abc"))
        #expect(client.readResponse().hasSuffix("/a "))
        client.send("DELETE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let last = client.readToEnd()
        #expect(
            last.hasPrefix("HTTP/1.1 405 ") && last.contains("\r\nAllow: GET, HEAD, POST\r\n")
                && last.contains("\r\nConnection: close\r\n"))
        try end(server)
    }

    /// A refused link costs as much as many valid ones: a connection may make a hundred of them, and then ten a second.
    @Test(arguments: [
        ("/refused", 100, ListenerKind.front, true), ("/costly", 2, .front, true), ("/refused", 0, .admin, false),
    ])
    func connectionsHaveABudgetOfCostlyAnswers(path: String, budget: Int, kind: ListenerKind, ends: Bool) throws {
        let server = try start([kind: "127.0.0.1:0"])
        let client = Client(server.addresses(of: kind)[0])
        let request = "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n"
        for _ in 0..<budget {
            client.send(request)
            #expect(!client.readResponse().contains("Connection: close"))
        }
        // Some of the budget is refilled during the test.
        var last = ""
        for _ in 0..<budget + 100 where !last.contains("Connection: close") {
            client.send(request)
            last = client.readResponse()
        }
        #expect(last.contains("Connection: close") == ends)
        #expect(shed(server, .costlyAnswers) == (ends ? 1 : 0))
        if ends { #expect(client.readToEnd().isEmpty) }
        try end(server)
    }

    @Test func goodRequestsHaveNoBudget() throws {
        let server = try start()
        let client = Client(server.addresses(of: .front)[0])
        for _ in 0..<1000 {
            client.send(get)
            #expect(!client.readResponse().contains("Connection: close"))
        }
        try end(server)
    }

    @Test func kindsHaveTheirOwnHandlers() throws {
        let path = "/tmp/service-tests-\(getpid()).sock"
        let server = try start(
            [
                .front: "127.0.0.1:0", .redirect: "127.0.0.1:0", .edge: "unix:\(path)", .admin: "127.0.0.1:0",
                .api: "127.0.0.1:0",
            ],
            workers: 2)
        for kind in ListenerKind.allCases {
            let client = Client(server.addresses(of: kind)[0])
            client.send(get)
            #expect(client.readResponse().hasSuffix("hello \(kind) /a "))
        }
        try end(server)
    }

    @Test func aHalfClosedConnectionGetsItsAnswers() throws {
        let server = try start()
        let client = Client(server.addresses(of: .front)[0])
        client.send(get + get)
        client.sendEnd()
        let text = client.readToEnd()
        #expect(text.split(separator: "HTTP/1.1 200 OK", omittingEmptySubsequences: false).count == 3)
        let cutOff = Client(server.addresses(of: .front)[0])
        cutOff.send("GET / HT")
        cutOff.sendEnd()
        #expect(cutOff.readToEnd().hasPrefix("HTTP/1.1 400 "))
        try end(server)
    }

    @Test func aRefusalIsReadableThoughMoreWasSent() throws {
        let server = try start()
        let client = Client(server.addresses(of: .front)[0])
        client.send("GET / HTTP/1.1\r\n\r\n" + String(repeating: "x", count: 200_000))
        let text = client.readToEnd()
        #expect(text.hasPrefix("HTTP/1.1 400 Bad Request\r\n") && text.contains("\r\nConnection: close\r\n"))
        let long = Client(server.addresses(of: .front)[0])
        long.send("GET /" + String(repeating: "x", count: 20_000))
        #expect(long.readToEnd().hasPrefix("HTTP/1.1 414 "))
        try end(server)
    }

    @Test func slowRequestsAreRefusedAndSilentConnectionsClosed() throws {
        let server = try start { limits in
            limits.headerTimeout = .milliseconds(200)
            limits.bodyTimeout = .milliseconds(-700)
            limits.idleTimeout = .milliseconds(300)
        }
        let address = server.addresses(of: .front)[0]
        let silent = Client(address)
        let slowHead = Client(address)
        slowHead.send("GET / HTTP/1.1\r\nHo")
        let slowBody = Client(address)
        slowBody.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na")
        let idle = Client(address)
        idle.send(get)
        #expect(silent.readToEnd() == "")
        #expect(slowHead.readToEnd().hasPrefix("HTTP/1.1 408 "))
        #expect(slowBody.readToEnd().hasPrefix("HTTP/1.1 408 "))
        #expect(idle.readResponse().hasPrefix("HTTP/1.1 200 "))
        #expect(idle.readToEnd() == "")
        try end(server)
    }

    @Test func theClientIsToldToContinue() throws {
        let server = try start()
        let client = Client(server.addresses(of: .front)[0])
        client.send("POST /b HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
        #expect(client.readResponse() == "HTTP/1.1 100 Continue\r\n\r\n")
        client.send("abc")
        #expect(client.readResponse().hasSuffix("/b abc"))
        try end(server)
    }

    @Test func aSlowReaderGetsAllOfALargeResponseAndThenTheNext() throws {
        let server = try start()
        let client = Client(server.addresses(of: .front)[0], receiveBuffer: 4096)
        client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n" + get + get)
        usleep(100_000)
        let other = Client(server.addresses(of: .front)[0])
        other.send(get)
        #expect(other.readResponse().hasSuffix("/a "))
        client.send("GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let text = client.readToEnd()
        #expect(text.utf8.count > 16 << 20)
        #expect(text.hasSuffix("hello front /last "))
        try end(server)
    }

    @Test func peersThatVanishAreForgotten() throws {
        let server = try start()
        for text in [
            "", "GET / HT", get, "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", "GET /later HTTP/1.1\r\nHost: a\r\n\r\n",
        ] {
            let client = Client(server.addresses(of: .front)[0])
            client.send(text)
            client.reset()
        }
        let client = Client(server.addresses(of: .front)[0])
        client.send("GET /release HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.readResponse().hasPrefix("HTTP/1.1 200 "))
        try end(server)
    }

    @Test func aDeferredAnswerHoldsBackTheRequestsBehindIt() throws {
        let server = try start()
        let address = server.addresses(of: .front)[0]
        let client = Client(address)
        client.send(get + "GET /later HTTP/1.1\r\nHost: a\r\n\r\n" + get)
        #expect(client.readResponse().hasSuffix("/a "))
        usleep(50_000)
        let other = Client(address)
        other.send("GET /release HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(other.readResponse().hasSuffix("/release "))
        #expect(client.readResponse().hasSuffix("OK\n"))
        #expect(client.readResponse().hasSuffix("/a "))
        try end(server)
    }

    @Test func aDeferredAnswerThatNeverComesIsA503() throws {
        let server = try start { $0.answerTimeout = .milliseconds(100) }
        let client = Client(server.addresses(of: .front)[0])
        client.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.readToEnd().hasPrefix("HTTP/1.1 503 "))
        try end(server)
    }

    @Test func messagesReachTheHandlersBetweenRequests() throws {
        let server = try start(workers: 2)
        server.post { worker in (worker.handler(for: .front) as? Echo)?.greeting = "servus" }
        for _ in 0..<8 {
            let client = Client(server.addresses(of: .front)[0])
            client.send(get)
            #expect(client.readResponse().hasSuffix("servus front /a "))
        }
        try end(server)
    }

    @Test func limitsTurnConnectionsAway() throws {
        let server = try start {
            $0.connections = 3
            $0.perAddress = 2
        }
        let address = server.addresses(of: .front)[0]
        let clients = [Client(address), Client(address)]
        for client in clients {
            client.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
            usleep(20_000)
        }
        let turnedAway = Client(address).readToEnd()
        #expect(turnedAway.hasPrefix("HTTP/1.1 503 "))
        #expect(turnedAway.contains("\r\nX-Content-Type-Options: nosniff\r\n") && turnedAway.hasSuffix("\r\n\r\n"))
        try end(server)
    }

    @Test func aDrainAnswersWhatHasBegunAndClosesWhatWaits() throws {
        let server = try start()
        let address = server.addresses(of: .front)[0]
        let idle = Client(address)
        idle.send(get)
        _ = idle.readResponse()
        let busy = Client(address)
        busy.send("GET /a HTTP/1.1\r\n")
        usleep(50_000)
        server.drain(deadline: .seconds(5))
        #expect(idle.readToEnd() == "")
        #expect(server.runningWorkers == 1)
        busy.send("Host: a\r\n\r\n")
        let text = busy.readToEnd()
        #expect(text.hasPrefix("HTTP/1.1 200 ") && text.contains("\r\nConnection: close\r\n"))
        try server.waitUntilStopped()
        #expect(server.runningWorkers == 0)
    }

    @Test func aRequestThatIsOnItsWayWhenADrainBeginsIsAnswered() throws {
        let server = try start()
        let client = Client(server.addresses(of: .front)[0])
        client.send(get)
        _ = client.readResponse()
        server.drain(deadline: .seconds(5))
        usleep(50_000)
        client.send(get)
        let text = client.readToEnd()
        #expect(text.hasPrefix("HTTP/1.1 200 ") && text.contains("\r\nConnection: close\r\n"))
        try server.waitUntilStopped()
    }

    @Test func workersCountWhatTheySend() throws {
        let server = try start(workers: 2)
        for _ in 0..<6 {
            let client = Client(server.addresses(of: .front)[0])
            client.send(get + "nonsense\r\n\r\n")
            _ = client.readToEnd()
        }
        let sum = Locked(WorkerCounters())
        let mailbox = try Mailbox<Void>()
        server.post { worker in
            sum.withLock { $0.add(worker.counters) }
            mailbox.post(())
        }
        let base = try EventBase()
        var missing = 2
        let event = try mailbox.receive(on: base) {
            missing -= 1
            if missing == 0 { base.stop() }
        }
        base.run()
        _ = consume event
        let counters = sum.withLock { $0 }
        var responses: [Int: UInt64] = [:]
        counters.forEachResponse { kind, code, count in
            #expect(kind == .front)
            responses[code] = count
        }
        #expect(responses == [200: 6, 400: 6])
        #expect(counters.accepted == 6)
        #expect(counters.bytesReceived > 0 && counters.bytesSent > counters.bytesReceived)
        try end(server)
    }

    @Test func anIdleConnectionMakesRoomForANewOne() throws {
        let server = try start { $0.connections = 2 }
        let address = server.addresses(of: .front)[0]
        let idle = [Client(address), Client(address)]
        for client in idle {
            client.send(get)
            _ = client.readResponse()
        }
        let new = Client(address)
        new.send(get)
        #expect(new.readResponse().hasPrefix("HTTP/1.1 200 "))
        try end(server)
    }

    @Test func aDrainEndsAtItsDeadline() throws {
        let server = try start()
        let client = Client(server.addresses(of: .front)[0])
        client.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
        usleep(20_000)
        server.drain(deadline: .milliseconds(100))
        try server.waitUntilStopped()
        #expect(client.readToEnd() == "")
    }

    @Test func aHundredConnectionsAtOnce() throws {
        let server = try start(workers: 2)
        let clients = (0..<100).map { _ in Client(server.addresses(of: .front)[0]) }
        for round in 0..<5 {
            for client in clients { client.send("GET /\(round) HTTP/1.1\r\nHost: a\r\n\r\n") }
            for client in clients { #expect(client.readResponse().hasSuffix("hello front /\(round) ")) }
        }
        try end(server)
    }
}
