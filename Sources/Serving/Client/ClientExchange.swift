import Glibc
public import HTTP
public import Libevent
public import OpenSSL

/// One request on its own connection, from connecting to the complete response, on an event loop.
///
/// It keeps itself alive until it has called its completion, once, on the loop's thread. Confined to that thread.
public final class ClientExchange {
    /// The destination of a request.
    public struct Route: Sendable {
        /// The peer: the server, or a proxy.
        public var address: SocketAddress
        /// Its other addresses, tried in this order if the first does not accept a connection soon.
        public var alternatives: [SocketAddress]
        /// The TLS context, or `nil` for plain HTTP.
        public var tls: TLSClientContext?
        /// The way through the peer if it is a proxy, or `nil` if it is the server.
        public var passage: ProxyPassage?

        /// Creates a route to a peer.
        public init(
            _ address: SocketAddress, alternatives: [SocketAddress] = [], tls: TLSClientContext? = nil,
            through passage: ProxyPassage? = nil
        ) {
            (self.address, self.alternatives, self.tls, self.passage) = (address, alternatives, tls, passage)
        }
    }

    private enum State { case connecting, tunnelling, handshake, sending, receiving, finished }

    private let base: EventBase
    private let request: ClientRequest
    private let route: Route
    private let completion: (ClientOutcome) -> Void
    private let deadline: Duration
    private let began = MonotonicClock.nanoseconds
    private var state = State.connecting
    private let limits: ResponseReader.Limits
    private var race: ConnectionRace?
    private var socket: ConnectingSocket?
    private var session: TLSSession?
    private var secured: SecuredConnection?
    private var readable: IOEvent?
    private var writable: IOEvent?
    private var timer: Timer?
    private let requestBytes: [UInt8]
    private var unsent: ArraySlice<UInt8> = []
    private var reader = ResponseReader(isHead: true)

    /// Starts a request. The completion is not called before this returns.
    public static func start(
        _ request: ClientRequest, _ route: Route, on base: EventBase, deadline: Duration,
        limits: ResponseReader.Limits = ResponseReader.Limits(), completion: @escaping (ClientOutcome) -> Void
    ) throws(EventError) {
        guard let bytes = request.bytes(through: route.passage) else {
            throw EventError("send a request that contains a line break", code: EINVAL)
        }
        let exchange = ClientExchange(request, bytes, route, base, deadline, limits, completion)
        try exchange.begin()
    }

    private init(
        _ request: ClientRequest, _ bytes: [UInt8], _ route: Route, _ base: EventBase, _ deadline: Duration,
        _ limits: ResponseReader.Limits, _ completion: @escaping (ClientOutcome) -> Void
    ) {
        (self.request, self.route, self.base) = (request, route, base)
        (self.deadline, self.limits, self.completion) = (deadline, limits, completion)
        requestBytes = bytes
    }

    private func begin() throws(EventError) {
        // The handlers retain the exchange; finishing releases them.
        timer = try Timer(base: base) { self.expire() }
        let race = ConnectionRace(to: [route.address] + route.alternatives, on: base) { result in
            self.race = nil
            self.proceed { () throws(EventError) in try self.connected(result.get()) }
        }
        self.race = race
        try race.start()
        try timer?.start(after: deadline)
    }

    private static func reason(_ error: EventError) -> String {
        // Safe: the text of strerror is copied before any other call on this thread.
        unsafe error.code == 0 ? error.description : String(cString: strerror(error.code))
    }

    private func expire() {
        switch state {
        case .connecting: finish(.failure(route.passage?.failure("connection timed out") ?? .timeout(.connecting)))
        // The proxy is still connecting to the server.
        case .tunnelling: finish(.failure(.timeout(.connecting)))
        case .handshake: finish(.failure(.timeout(.handshake)))
        case .sending, .receiving: finish(.failure(.timeout(.answer)))
        case .finished: break
        }
    }

    private func finish(_ result: Result<ClientAnswer, ClientFault>) {
        guard state != .finished else { return }
        state = .finished
        race?.end()
        race = nil
        session?.end()
        // Events first: they must be removed before the descriptor is closed.
        readable = nil
        writable = nil
        timer = nil
        session = nil
        socket = nil
        let milliseconds = Int((MonotonicClock.nanoseconds - began) / 1_000_000)
        completion(ClientOutcome(result, secured: secured, milliseconds: milliseconds))
    }

    // MARK: - Steps

    /// Continues as far as possible without blocking.
    private func advance() {
        proceed { () throws(EventError) in
            switch state {
            case .connecting, .finished: break
            case .tunnelling, .sending: try send()
            case .handshake: try shakeHands()
            case .receiving: try receive()
            }
        }
    }

    /// Takes a step. If it throws, there is no connection.
    private func proceed(_ step: () throws(EventError) -> Void) {
        do throws(EventError) { try step() } catch {
            let reason = Self.reason(error)
            finish(.failure(route.passage?.failure(reason) ?? .connection(reason)))
        }
    }

    private func connected(_ socket: ConnectingSocket) throws(EventError) {
        self.socket = socket
        readable = try IOEvent(base: base, descriptor: socket.descriptor, interest: .readable) { self.advance() }
        writable = try IOEvent(base: base, descriptor: socket.descriptor, interest: .writable) { self.advance() }
        guard let tunnelRequest = route.passage?.tunnelRequest else { return try open() }
        state = .tunnelling
        unsent = tunnelRequest[...]
        try send()
    }

    /// Begins the exchange with the server, directly or through a tunnel.
    private func open() throws(EventError) {
        guard let socket else { return }
        unsent = requestBytes[...]
        reader = ResponseReader(isHead: request.method == "HEAD" || request.readsHeadOnly, limits: limits)
        guard let tls = route.tls else {
            state = .sending
            return try send()
        }
        guard let session = TLSSession(tls, host: request.host, descriptor: socket.descriptor) else {
            return finish(.failure(.handshake("\(request.host) is not a host name")))
        }
        self.session = session
        state = .handshake
        try shakeHands()
    }

    private func shakeHands() throws(EventError) {
        guard let session else { return }
        switch session.shakeHands() {
        case .done:
            secured = session.peerCertificate.map { SecuredConnection(version: session.version, certificate: $0) }
            state = .sending
            try send()
        case .wantsRead: try wait(toWrite: false)
        case .wantsWrite: try wait(toWrite: true)
        case .plainHTTP: finish(.failure(.handshake("the server does not support TLS")))
        case .abandoned, .failed:
            finish(.failure(.handshake(session.handshakeFailure ?? "the server closed the connection")))
        }
    }

    private func send() throws(EventError) {
        while !unsent.isEmpty {
            switch write() {
            case .bytes(let count): unsent = unsent.dropFirst(count)
            case .wantsWrite: return try wait(toWrite: true)
            case .wantsRead: return try wait(toWrite: false)
            // The server may have sent a response before it closed the connection.
            case .end, .broken: unsent = []
            }
        }
        if state == .sending { state = .receiving }
        try wait(toWrite: false)
        try receive()
    }

    private func write() -> TLSSession.Transfer {
        let descriptor = socket?.descriptor ?? -1
        // Safe: the bytes are read only during the calls.
        return unsafe unsent.withUnsafeBytes { bytes in
            if let session { return unsafe session.write(bytes) }
            let count = unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            return count >= 0 ? .bytes(count) : errno == EAGAIN || errno == EINTR ? .wantsWrite : .broken
        }
    }

    private func receive() throws(EventError) {
        var space = [UInt8](repeating: 0, count: 16_384)
        while true {
            let step = read(&space)
            if request.renewsDeadline, case .bytes = step { try timer?.start(after: deadline) }
            if step == .wantsRead || step == .wantsWrite { return try wait(toWrite: step == .wantsWrite) }
            do throws(ResponseFault) {
                if case .bytes(let count) = step {
                    try reader.receive(space[..<count])
                } else {
                    try reader.receiveEnd(isClean: step == .end)
                }
            } catch {
                return finish(.failure(fault(error)))
            }
            if reader.isComplete, let head = reader.head { return try conclude(head) }
        }
    }

    /// The fault for bytes that are not a response: the proxy's, unless they come from within a tunnel.
    private func fault(_ error: ResponseFault) -> ClientFault {
        guard let passage = route.passage, state == .tunnelling || passage.tunnel == nil else { return .answer(error) }
        return passage.failure(error.reason)
    }

    /// Handles a complete response.
    private func conclude(_ head: ResponseHead) throws(EventError) {
        if state == .tunnelling {
            // A server sends nothing before a request or a handshake, so no bytes follow the head.
            if (200..<300).contains(head.status) { return try open() }
            return finish(.failure(route.passage?.refusal(head.status) ?? .connection("status \(head.status)")))
        }
        // Only proxies send this status (RFC 9110, section 15.5.8); within a tunnel it comes from the server.
        if head.status == 407, let passage = route.passage, passage.tunnel == nil {
            return finish(.failure(passage.authenticationFailure))
        }
        finish(.success(ClientAnswer(head: head, body: reader.body)))
    }

    private func read(_ space: inout [UInt8]) -> TLSSession.Transfer {
        let descriptor = socket?.descriptor ?? -1
        // Safe: the calls write at most the size of the buffer, and only until they return.
        return unsafe space.withUnsafeMutableBytes { bytes in
            if let session { return unsafe session.read(into: bytes, ahead: false) }
            let count = unsafe recv(descriptor, bytes.baseAddress, bytes.count, 0)
            if count == 0 { return .end }
            return count > 0 ? .bytes(count) : errno == EAGAIN || errno == EINTR ? .wantsRead : .broken
        }
    }

    private func wait(toWrite: Bool) throws(EventError) {
        if toWrite {
            readable?.disable()
            try writable?.enable()
        } else {
            writable?.disable()
            try readable?.enable()
        }
    }
}
