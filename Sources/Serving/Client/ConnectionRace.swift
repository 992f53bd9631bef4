import Glibc
import Libevent

/// Connects to one of a peer's addresses, on an event loop: the first that accepts (RFC 8305, section 5).
///
/// The next attempt starts when the previous one fails, or after ``attemptDelay``; earlier attempts continue. Keeps itself
/// alive until it has called its completion, once, or is ended. Confined to the loop's thread.
final class ConnectionRace {
    /// The time after which the next address is tried as well: the recommended Connection Attempt Delay (section 8).
    static let attemptDelay = Duration.milliseconds(250)

    private final class Attempt {
        let socket: ConnectingSocket
        var writable: IOEvent?

        init(_ socket: ConnectingSocket) { self.socket = socket }
    }

    private let base: EventBase
    private let completion: (Result<ConnectingSocket, EventError>) -> Void
    private var waiting: ArraySlice<SocketAddress>
    private var attempts: [Attempt] = []
    private var failure = EventError("connect: no address", code: EDESTADDRREQ)
    private var timer: Timer?

    init(
        to addresses: [SocketAddress], on base: EventBase,
        completion: @escaping (Result<ConnectingSocket, EventError>) -> Void
    ) {
        (waiting, self.base, self.completion) = (addresses[...], base, completion)
    }

    /// Starts connecting. The completion is not called before this returns.
    func start() throws(EventError) {
        // The handlers retain the race; its end releases them.
        timer = try Timer(base: base) { self.tryNext() }
        try timer?.start(after: .zero)
    }

    /// Gives up all attempts, without calling the completion.
    func end() {
        timer = nil
        // Events first: they must be removed before their descriptors are closed.
        for attempt in attempts { attempt.writable = nil }
        attempts = []
    }

    private func tryNext() {
        while let address = waiting.popFirst() {
            do throws(EventError) {
                try begin(ConnectingSocket(to: address))
                if !waiting.isEmpty { try timer?.start(after: Self.attemptDelay) }
                return
            } catch {
                // No network or no route to this address.
                failure = error
            }
        }
        if attempts.isEmpty { conclude(.failure(failure)) }
    }

    private func begin(_ socket: ConnectingSocket) throws(EventError) {
        let attempt = Attempt(socket)
        attempt.writable = try IOEvent(base: base, descriptor: socket.descriptor, interest: .writable) {
            self.examine(attempt)
        }
        attempts.append(attempt)
        try attempt.writable?.enable()
    }

    private func examine(_ attempt: Attempt) {
        attempt.writable = nil
        guard let error = attempt.socket.failure else { return conclude(.success(attempt.socket)) }
        failure = error
        attempts.removeAll { $0 === attempt }
        tryNext()
    }

    private func conclude(_ result: Result<ConnectingSocket, EventError>) {
        end()
        completion(result)
    }
}
