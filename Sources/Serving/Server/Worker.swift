public import ByteText
import Glibc
public import HTTP
public import Libevent
import NGHTTP2
import OpenSSL

/// A message to a worker: it runs on the worker's thread, between requests.
public typealias WorkerMessage = @Sendable (Worker) -> Void

/// One thread's share of the server: a loop with its listeners, connections, buffers and handlers.
///
/// Everything here belongs to the worker's thread. Other threads reach it by ``Server/post(_:)``.
public final class Worker {
    /// The worker's number, from 0.
    public let index: Int
    private let ownCounters = Confined(WorkerCounters())
    /// Called when the loop has ended, on the worker's thread: for what writes what it has left.
    public var atEnd: () -> Void = {}
    private let ownIdentifiers = Confined(RequestIdentifiers())
    private let ownListener = Confined(ListenerKind.front)
    /// The listener of the request under way.
    public var currentListener: ListenerKind {
        get { ownListener.value }
        set { ownListener.value = newValue }
    }
    private let ownTrace = Confined<TraceContext?>(nil)
    /// The span of the request under way, where it is part of a trace: of one that a trusted peer has begun (W3C Trace Context), or of
    /// one that begins here.
    public internal(set) var currentTrace: TraceContext? {
        get { ownTrace.value }
        set { ownTrace.value = newValue }
    }
    /// For one in how many requests that come without a trace one begins here; 0 for none.
    public var traceInterval: UInt64 {
        get { ownTraceInterval.value }
        set { ownTraceInterval.value = newValue }
    }
    private let ownTraceInterval = Confined<UInt64>(0)
    /// Records each request; nil where nothing does.
    public var requestLog: (any RequestLog)? {
        didSet { logsRequests = requestLog != nil }
    }
    /// Learns why clients were not served; nil where nobody asks.
    public var faultLog: (any FaultLog)?
    /// Whether something records requests.
    private(set) var logsRequests = false
    /// Whose names of requests are adopted.
    private(set) var trusts: @Sendable (Peer) -> Bool = { _ in false }
    /// The value of `Strict-Transport-Security` on the front; nil for none.
    private(set) var transportSecurity: [UInt8]?
    /// The listeners of the settings, which have their sockets by their index.
    private(set) var listenerSettings: [ListenerSettings] = []
    /// Whether some listener speaks TLS.
    var endsTLS = false

    /// The worker's loop, for timers and events of a handler's own; used on its thread only.
    public let base: EventBase
    private let ownTimeouts: Confined<Timeouts>
    var timeouts: Timeouts {
        _read { yield ownTimeouts.value }
        _modify { yield &ownTimeouts.value }
    }
    private let ownPressure: Confined<LoopPressure>
    let ledger: ConnectionLedger
    private let ownPool = Confined(BufferPool())
    var isDraining = false
    /// The time of the handler that is running, in milliseconds of the monotonic clock.
    var now = MonotonicClock.milliseconds

    private var mailEvent: IOEvent?
    private var tick: Timer?
    private var drainDeadline: Timer?
    private var listeners: [Listener] = []
    private var handlers: [(any RequestHandler)?] = Array(repeating: nil, count: ListenerKind.allCases.count)
    private var connections: [Connection?] = []
    /// Connections that wait for the header of their proxy, by descriptor.
    private var handshakes: [Int32: ProxyHandshake] = [:]
    private var freeSlots: [Int] = []
    private var openCount = 0
    private var requestCount: UInt64 = 0
    private var lastEviction: Int64 = 0

    /// What the worker has counted so far.
    public internal(set) var counters: WorkerCounters {
        _read { yield ownCounters.value }
        _modify { yield &ownCounters.value }
    }

    /// The identifier of the request under way, as `X-Request-Id` has it. A copy of a reference: an accessor that lends it to
    /// another module would allocate a frame.
    public var requestIdentifier: [UInt8] { ownIdentifiers.value.current }

    /// The names of requests; ``RequestIdentifiers/current`` is that of the request under way.
    var identifiers: RequestIdentifiers {
        _read { yield ownIdentifiers.value }
        _modify { yield &ownIdentifiers.value }
    }

    private(set) var pressure: LoopPressure {
        _read { yield ownPressure.value }
        _modify { yield &ownPressure.value }
    }

    var pool: BufferPool {
        _read { yield ownPool.value }
        _modify { yield &ownPool.value }
    }

    private let ownScratch = Confined(ByteBuffer(capacity: 32_768))

    /// What connections of HTTP/2 read into: their sessions keep what they need.
    var scratch: ByteBuffer {
        _read { yield ownScratch.value }
        _modify { yield &ownScratch.value }
    }

    /// How many sessions of TLS keep buffers.
    var keptBuffers = 0
    /// The memory of HTTP/2's sessions.
    private(set) lazy var sessionMemory = SessionMemory()
    /// How many bytes the streams of all connections hold.
    var heldByStreams = 0

    init(
        index: Int, settings: ServerSettings, ledger: ConnectionLedger, mailbox: Mailbox<WorkerMessage>
    ) throws(EventError) {
        self.index = index
        ownTimeouts = Confined(Timeouts(settings.limits))
        ownPressure = Confined(LoopPressure(limit: settings.limits.roundLimit.milliseconds))
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

    /// Uses these settings, of the listeners that the worker has or will have, from the next request on.
    func use(_ settings: ServerSettings) {
        timeouts = Timeouts(settings.limits)
        listenerSettings = settings.listeners
        trusts = settings.trusts
        transportSecurity = settings.transportSecuritySeconds.map { Array("max-age=\($0)".utf8) }
        for case let connection? in connections { connection.isTrusted = trusts(connection.peer) }
        // A drain has a shorter one.
        if !isDraining { try? tick?.start(after: settings.limits.tick) }
    }

    /// The handler of a kind of listener, for messages that change what it works with.
    public func handler(for kind: ListenerKind) -> (any RequestHandler)? { handlers[kind.rawValue] }

    /// The wall clock as of this round of the loop.
    public var wallClock: WallClock { base.wallClock }

    /// Whether the worker turns requests away because it has more to do than it can do in time.
    public var sheds: Bool { pressure.isShedding }

    /// Counts a request that a handler has refused to protect others.
    public func countShed(_ reason: ShedReason) { counters.countShed(reason) }

    /// Whether the worker has stopped accepting connections.
    public var drains: Bool { isDraining }

    /// Writes the answer to a request whose handler has deferred it. Nothing happens when the connection is gone.
    ///
    /// Must be called on this worker's thread, and not from within ``RequestHandler/handle(_:_:_:)`` of the same request.
    public func answer(_ ticket: AnswerTicket, with body: (inout ResponseWriter) -> Void) {
        guard let connection = connection(of: ticket), connection.awaits(ticket.requestID) else { return }
        connection.answer(ticket.requestID, body)
    }

    /// Whether the client of a deferred request still waits for its answer. One that has closed its side of the connection is taken
    /// for gone. As ``answer(_:with:)``.
    public func awaits(_ ticket: AnswerTicket) -> Bool {
        guard let connection = connection(of: ticket), connection.awaits(ticket.requestID) else { return false }
        return !connection.isLeft
    }

    /// Has a request handled again whose handler has deferred it: what it had to wait for is there. As ``answer(_:with:)``.
    public func handleAgain(_ ticket: AnswerTicket) {
        guard let connection = connection(of: ticket), connection.awaits(ticket.requestID) else { return }
        connection.handleAgain(ticket.requestID)
    }

    /// The connection that a ticket names; nil where it is gone.
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

// MARK: - Life

extension Worker {
    func setHandler(_ handler: any RequestHandler, for kind: ListenerKind) { handlers[kind.rawValue] = handler }

    /// Starts accepting from a socket for the handler of its kind, which must be set.
    func listen(_ socket: ListeningSocket, ofListener index: Int) throws(EventError) {
        let settings = listenerSettings[index]
        guard let handler = handlers[settings.kind.rawValue] else {
            preconditionFailure("a listener without a handler")
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

    /// Stops accepting, lets every request that has begun be answered, and stops when no connection is left or the time
    /// is up.
    func drain(deadline: Duration) {
        guard !isDraining else { return }
        isDraining = true
        for listener in listeners { listener.stop() }
        listeners = []
        for connection in connections { connection?.drain() }
        for handshake in handshakes.values { handshake.deadline = min(handshake.deadline, now + Connection.drainGrace) }
        // Deadlines are short now.
        try? tick?.start(after: .milliseconds(50))
        try? drainDeadline?.start(after: deadline)
        stopIfDrained()
    }

    /// Stops immediately; open connections are closed.
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
            return turnAway(descriptor, peer, listener, handler)
        }
        // Without the header it is unknown where the client's bytes begin, so there is no answer.
        guard !listener.expectsProxyHeader || trusts(peer) else {
            countShed(.proxyHeader, of: peer, at: listener.kind)
            _ = close(descriptor)
            return
        }
        guard admit(peer, listener.kind) else { return turnAway(descriptor, peer, listener, handler) }
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

    /// Counts a connection in; false, and the reason counted, where a limit keeps it out.
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

    /// Makes the connection of a descriptor that is counted in.
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
            // For want of memory; what arrives would be read as plain HTTP.
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

    private func turnAway(
        _ descriptor: Int32, _ peer: Peer, _ listener: ListenerSettings, _ handler: any RequestHandler
    ) {
        counters.countResponse(.serviceUnavailable, listener.kind)
        handler.refused(.serviceUnavailable, from: peer)
        Connection.turnAway(descriptor, isSecure: listener.identity != nil)
    }

    /// Forgets a connection that has closed itself, mostly within its own events.
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

    /// Gives up the connection, besides one, whose streams hold the most memory; false where none holds any. Looks at all: an
    /// attack that fills the memory of a worker pays with a connection for each look.
    func giveUpLargestHolder(besides other: Connection) -> Bool {
        var largest: Connection?
        var held = 0
        for connection in connections {
            guard let connection, connection !== other, let streams = connection.streams else { continue }
            guard streams.heldBytes > held else { continue }
            (largest, held) = (connection, streams.heldBytes)
        }
        guard let largest else { return false }
        // The connection may be closed by that, and must not vanish meanwhile.
        withExtendedLifetime(largest) { largest.streams?.giveUpHeld() }
        return true
    }

    /// Makes room for new connections at the cost of some that only wait; at most ten times a second, since it looks at all.
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
            // The worker holds the handshake until its end, which drops the event: unowned cannot dangle.
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

    /// Opens the connection of a client that its proxy has named. The limits are the client's own from here on.
    private func openProxied(_ peer: Peer, from handshake: ProxyHandshake, _ handler: any RequestHandler) {
        handshakes[handshake.descriptor] = nil
        ledger.release(handshake.sender)
        guard admit(peer, handshake.listener.kind) else {
            counters.open -= 1
            openCount -= 1
            turnAway(handshake.descriptor, peer, handshake.listener, handler)
            return stopIfDrained()
        }
        open(handshake.descriptor, peer, handshake.listener, handler).hasten(to: handshake.deadline)
    }

    private func end(_ handshake: ProxyHandshake) {
        handshakes[handshake.descriptor] = nil
        _ = close(handshake.descriptor)
        forget(handshake.sender)
    }
}
