public import ByteText
import Glibc
public import HTTP
public import Libevent
import NGHTTP2
import OpenSSL

/// A message to a worker. It runs on the worker's thread, between requests.
public typealias WorkerMessage = @Sendable (Worker) -> Void

/// One thread of the server: a loop with its listeners, connections, buffers and handlers.
///
/// Everything here is confined to the worker's thread. Other threads reach it with ``Server/post(_:)``.
public final class Worker {
    /// The worker's index, from 0.
    public let index: Int
    /// The counters of this worker.
    public internal(set) var counters = WorkerCounters()
    /// Called on the worker's thread when the loop has ended, for instance to write buffered data.
    public var atEnd: () -> Void = {}
    /// The request identifiers; ``RequestIdentifiers/current`` is that of the current request.
    var identifiers = RequestIdentifiers()
    /// The listener of the current request.
    public var currentListener = ListenerKind.front
    /// The span of the current request if it is part of a trace, begun either by a trusted peer (W3C Trace Context) or
    /// here.
    public internal(set) var currentTrace: TraceContext?
    /// One in this many requests without a trace begins one here; 0 for none.
    public var traceInterval: UInt64 = 0
    /// Records each request, or `nil` if there is no access log.
    public var requestLog: (any RequestLog)? {
        didSet { logsRequests = requestLog != nil }
    }
    /// Receives the reasons why clients were not served, or `nil` if they are not logged.
    public var faultLog: (any FaultLog)?
    /// Whether there is a request log.
    private(set) var logsRequests = false
    /// Peers whose request identifiers are adopted.
    private(set) var trusts: @Sendable (Peer) -> Bool = { _ in false }
    /// The value of `Strict-Transport-Security` on the front, or `nil` to omit the field.
    private(set) var transportSecurity: [UInt8]?
    /// The listeners of the settings; sockets refer to them by index.
    private(set) var listenerSettings: [ListenerSettings] = []
    /// Whether any listener uses TLS.
    var endsTLS = false

    /// The worker's loop, for timers and events of handlers. Used on its thread only.
    public let base: EventBase
    var timeouts: Timeouts
    private(set) var pressure: LoopPressure
    let ledger: ConnectionLedger
    var pool = BufferPool()
    /// The receive buffer shared by HTTP/2 connections. Sessions copy the data that they keep.
    var scratch = ByteBuffer(capacity: 32_768)
    var isDraining = false
    /// The time at which the current handler began to run, in milliseconds of the monotonic clock.
    var now = MonotonicClock.milliseconds

    private var mailEvent: IOEvent?
    private var tick: Timer?
    private var drainDeadline: Timer?
    private var listeners: [Listener] = []
    private var handlers: [(any RequestHandler)?] = Array(repeating: nil, count: ListenerKind.allCases.count)
    private var connections: [Connection?] = []
    /// Connections that wait for the proxy's header, by descriptor.
    private var handshakes: [Int32: ProxyHandshake] = [:]
    private var freeSlots: [Int] = []
    private var openCount = 0
    private var requestCount: UInt64 = 0
    private var lastEviction: Int64 = 0

    /// The identifier of the current request, as sent in `X-Request-Id`. Returns a copy of the reference: an accessor
    /// that yields it to another module would allocate a frame.
    public var requestIdentifier: [UInt8] { identifiers.current }

    /// The number of TLS sessions that keep their buffers.
    var keptBuffers = 0
    /// The memory of the HTTP/2 sessions.
    private(set) lazy var sessionMemory = SessionMemory()
    /// The number of bytes held by the streams of all connections.
    var heldByStreams = 0

    init(
        index: Int, settings: ServerSettings, ledger: ConnectionLedger, mailbox: Mailbox<WorkerMessage>
    ) throws(EventError) {
        self.index = index
        timeouts = Timeouts(settings.limits)
        pressure = LoopPressure(limit: settings.limits.roundLimit.milliseconds)
        self.ledger = ledger
        base = try EventBase()
        mailEvent = try mailbox.receive(on: base) { [unowned self] message in
            refreshTime()
            message(self)
        }
        tick = try Timer(base: base, repeats: true) { [unowned self] in closeOverdue() }
        try tick?.start(after: settings.limits.tick)
        drainDeadline = try Timer(base: base) { [unowned self] in stop() }
        use(settings)
    }

    /// Applies these settings from the next request on, to existing and future listeners of the worker.
    func use(_ settings: ServerSettings) {
        timeouts = Timeouts(settings.limits)
        listenerSettings = settings.listeners
        trusts = settings.trusts
        transportSecurity = settings.transportSecuritySeconds.map { Array("max-age=\($0)".utf8) }
        for case let connection? in connections { connection.isTrusted = trusts(connection.peer) }
        // During a drain the interval is shorter.
        if !isDraining { try? tick?.start(after: settings.limits.tick) }
    }

    /// The handler of a kind of listener, for messages that change its state.
    public func handler(for kind: ListenerKind) -> (any RequestHandler)? { handlers[kind.rawValue] }

    /// The wall clock time of this round of the loop.
    public var wallClock: WallClock { base.wallClock }

    /// Whether the worker is shedding requests because it is overloaded.
    public var sheds: Bool { pressure.isShedding }

    /// Counts a request that a handler has refused to protect other clients.
    public func countShed(_ reason: ShedReason) { counters.countShed(reason) }

    /// Whether the worker has stopped accepting connections.
    public var drains: Bool { isDraining }

    /// Writes the response to a deferred request. Does nothing if the connection is closed.
    ///
    /// Must be called on this worker's thread, and not from within ``RequestHandler/handle(_:_:_:)`` of the same request.
    public func answer(_ ticket: AnswerTicket, with body: (inout ResponseWriter) -> Void) {
        guard let connection = connection(of: ticket), connection.awaits(ticket.requestID) else { return }
        connection.answer(ticket.requestID, body)
    }

    /// Whether the client of a deferred request still waits for its response. A client that has shut down its side of
    /// the connection counts as gone. Call it as ``answer(_:with:)``.
    public func awaits(_ ticket: AnswerTicket) -> Bool {
        guard let connection = connection(of: ticket), connection.awaits(ticket.requestID) else { return false }
        return !connection.isLeft
    }

    /// Calls the handler again for a deferred request, once the event it waited for has occurred. Call it as
    /// ``answer(_:with:)``.
    public func handleAgain(_ ticket: AnswerTicket) {
        guard let connection = connection(of: ticket), connection.awaits(ticket.requestID) else { return }
        connection.handleAgain(ticket.requestID)
    }

    /// The connection of a ticket, or `nil` if it is closed.
    func connection(of ticket: AnswerTicket) -> Connection? {
        guard ticket.worker == index, ticket.slot < connections.count else { return nil }
        return connections[ticket.slot]
    }

    func nextRequestID() -> UInt64 {
        requestCount &+= 1
        return UInt64(index) << 48 | requestCount
    }

    func refreshTime() {
        now = MonotonicClock.milliseconds
        pressure.observe(now, round: base.round)
    }
}

// MARK: - Lifecycle

extension Worker {
    func setHandler(_ handler: any RequestHandler, for kind: ListenerKind) { handlers[kind.rawValue] = handler }

    /// Starts accepting from a socket for the handler of its kind, which must be set.
    func listen(_ socket: ListeningSocket, ofListener index: Int) throws(EventError) {
        let settings = listenerSettings[index]
        guard let handler = handlers[settings.kind.rawValue] else {
            preconditionFailure("a listener has no handler")
        }
        if settings.identity != nil { endsTLS = true }
        listeners.append(
            try Listener(
                base: base, socket: socket, onShortage: { [unowned self] in _ = closeSomeIdle() },
                onAccept: { [unowned self] descriptor, address in
                    let listener = listenerSettings[index]
                    var peer = Peer(address)
                    if listener.identifiesPeers { peer.credentials = PeerCredentials(of: descriptor) }
                    accept(descriptor, peer, listener, handler)
                }))
    }

    /// Runs the loop until the worker is stopped.
    func run() {
        base.run()
        atEnd()
        atEnd = {}
        for connection in connections { connection?.close() }
        for handshake in handshakes.values { end(handshake) }
        listeners = []
        handlers = Array(repeating: nil, count: handlers.count)
    }

    /// Stops accepting, finishes requests in progress, and stops when no connections are left or the deadline expires.
    func drain(deadline: Duration) {
        guard !isDraining else { return }
        isDraining = true
        for listener in listeners { listener.stop() }
        listeners = []
        for connection in connections { connection?.drain() }
        for handshake in handshakes.values { handshake.deadline = min(handshake.deadline, now + Connection.drainGrace) }
        // Deadlines are short during a drain.
        try? tick?.start(after: .milliseconds(50))
        try? drainDeadline?.start(after: deadline)
        stopIfDrained()
    }

    /// Stops immediately and closes open connections.
    func stop() { base.stop() }

    private func stopIfDrained() {
        if isDraining, openCount == 0 { stop() }
    }
}

// MARK: - Connections

extension Worker {
    private func accept(
        _ descriptor: Int32, _ peer: Peer, _ listener: ListenerSettings, _ handler: any RequestHandler
    ) {
        refreshTime()
        if pressure.isLate, listener.kind.isShed {
            countShed(.lateConnection, of: peer, at: listener.kind)
            return rejectConnection(descriptor, peer, listener, handler)
        }
        // Without the header, the start of the client's bytes is unknown, so no response can be sent.
        guard !listener.expectsProxyHeader || trusts(peer) else {
            countShed(.proxyHeader, of: peer, at: listener.kind)
            _ = close(descriptor)
            return
        }
        guard admit(peer, listener.kind) else { return rejectConnection(descriptor, peer, listener, handler) }
        counters.accepted += 1
        counters.open += 1
        openCount += 1
        if listener.expectsProxyHeader {
            let handshake = ProxyHandshake(descriptor, from: peer, listener, deadline: now + timeouts.header)
            startHandshake(handshake, handler)
        } else {
            open(descriptor, peer, listener, handler)
        }
    }

    /// Admits a connection. Returns `false` and counts the reason if a limit is reached.
    private func admit(_ peer: Peer, _ listener: ListenerKind) -> Bool {
        var admission = ledger.admit(peer)
        if admission == .tooMany, closeSomeIdle() { admission = ledger.admit(peer) }
        switch admission {
        case .admitted: return true
        case .tooMany: countShed(.connections, of: peer, at: listener)
        case .tooManyOfAddress: countShed(.perAddress, of: peer, at: listener)
        }
        return false
    }

    /// Creates the connection for an admitted descriptor.
    @discardableResult
    private func open(
        _ descriptor: Int32, _ peer: Peer, _ listener: ListenerSettings, _ handler: any RequestHandler
    ) -> Connection {
        let slot = freeSlots.popLast() ?? connections.count
        if slot == connections.count { connections.append(nil) }
        let connection = Connection(
            worker: self, descriptor: descriptor, peer: peer, slot: slot, listener: listener.kind,
            requests: listener.requests, handler: handler)
        connections[slot] = connection
        if let identity = listener.identity {
            connection.tls = TLSSession(identity.context, descriptor: descriptor)
            // Out of memory; the input would otherwise be read as plain HTTP.
            guard connection.tls != nil else {
                connection.close()
                return connection
            }
        }
        connection.mayBeHTTP2 = listener.acceptsHTTP2WithoutTLS && (listener.expectsProxyHeader || trusts(peer))
        connection.open()
        return connection
    }

    private func forget(_ peer: Peer) {
        ledger.release(peer)
        counters.open -= 1
        openCount -= 1
        stopIfDrained()
    }

    private func rejectConnection(
        _ descriptor: Int32, _ peer: Peer, _ listener: ListenerSettings, _ handler: any RequestHandler
    ) {
        counters.countResponse(.serviceUnavailable, listener.kind)
        handler.refused(.serviceUnavailable, from: peer)
        Connection.rejectConnection(descriptor, isSecure: listener.identity != nil)
    }

    /// Removes a closed connection. Mostly called from within the connection's own events.
    func remove(_ connection: Connection) {
        base.keepUntilRoundEnds(connection)
        connections[connection.slot] = nil
        freeSlots.append(connection.slot)
        forget(connection.peer)
    }

    private func closeOverdue() {
        refreshTime()
        for index in connections.indices {
            guard let connection = connections[index] else { continue }
            if connection.tls != nil { connection.releaseBuffers() }
            guard connection.deadline <= now else { continue }
            counters.timedOut += 1
            connection.timeOut()
        }
        for handshake in handshakes.values where handshake.deadline <= now {
            counters.timedOut += 1
            end(handshake)
        }
    }

    /// Terminates the connection, other than `other`, whose streams hold the most memory. Returns `false` if none holds
    /// any. Scans all connections: an attack that fills the memory of a worker loses a connection for each scan.
    func giveUpLargestHolder(besides other: Connection) -> Bool {
        var largest: Connection?
        var held = 0
        for connection in connections {
            guard let connection, connection !== other, let streams = connection.streams else { continue }
            guard streams.heldBytes > held else { continue }
            (largest, held) = (connection, streams.heldBytes)
        }
        guard let largest else { return false }
        // The call may close the connection, which must stay alive until it returns.
        withExtendedLifetime(largest) { largest.streams?.giveUpHeld() }
        return true
    }

    /// Makes room for new connections by closing some idle ones. At most ten times a second, since it scans all
    /// connections.
    private func closeSomeIdle() -> Bool {
        guard now - lastEviction >= 100 else { return false }
        lastEviction = now
        var closed = 0
        for connection in connections where closed < 32 {
            guard let connection, connection.isIdle else { continue }
            connection.evict()
            closed += 1
        }
        return closed > 0
    }
}

// MARK: - Connections behind the PROXY protocol

extension Worker {
    /// Waits for the header of a proxy.
    private func startHandshake(_ handshake: ProxyHandshake, _ handler: any RequestHandler) {
        handshakes[handshake.descriptor] = handshake
        do {
            // The worker retains the handshake until its end, which drops the event: the unowned reference can't
            // dangle.
            try handshake.open(on: base) { [unowned self, unowned handshake] outcome in
                refreshTime()
                switch outcome {
                case .header(let header):
                    openProxied(Peer(header.client, behind: handshake.sender), from: handshake, handler)
                case .malformed:
                    countShed(.proxyHeader, of: handshake.sender, at: handshake.listener.kind)
                    end(handshake)
                case .gone: end(handshake)
                }
            }
        } catch {
            end(handshake)
        }
    }

    /// Opens the connection of a client named by its proxy. From here on, it counts towards the client's limits.
    private func openProxied(_ peer: Peer, from handshake: ProxyHandshake, _ handler: any RequestHandler) {
        handshakes[handshake.descriptor] = nil
        ledger.release(handshake.sender)
        guard admit(peer, handshake.listener.kind) else {
            counters.open -= 1
            openCount -= 1
            rejectConnection(handshake.descriptor, peer, handshake.listener, handler)
            return stopIfDrained()
        }
        open(handshake.descriptor, peer, handshake.listener, handler).shortenDeadline(to: handshake.deadline)
    }

    private func end(_ handshake: ProxyHandshake) {
        handshakes[handshake.descriptor] = nil
        _ = close(handshake.descriptor)
        forget(handshake.sender)
    }
}
