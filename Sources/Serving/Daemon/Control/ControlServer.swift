import Glibc
import HTTP
import Libevent
import Server
import Settings
import Threads

/// The control socket, and the one thread that answers on it: however busy the workers are, they are not asked to accept for it.
final class ControlServer: Sendable {
    /// Does what is asked, and calls back with the answer from any thread, once.
    typealias Perform =
        @Sendable (ControlCall, ControlCaller, @escaping @Sendable (Result<APIAnswer, APIError>) -> Void) -> Void

    private let path: String
    private let settings: DaemonSettings.Control
    private let perform: Perform
    /// Runs each second, on the thread of the socket.
    private let eachSecond: @Sendable () -> Void
    private let server = Locked<Server?>(nil)

    /// Nil where the settings name no socket. Nothing is opened yet.
    init?(_ settings: DaemonSettings.Control, eachSecond: @escaping @Sendable () -> Void, perform: @escaping Perform) {
        guard let path = settings.socket else { return nil }
        self.path = path
        self.settings = settings
        self.eachSecond = eachSecond
        self.perform = perform
    }

    /// Where it answers: `unix:/run/fingerpost/control.sock`.
    var address: String { "unix:\(path)" }

    /// Opens the socket and answers on it.
    ///
    /// - Parameter predecessor: The process whose place this one takes.
    func start(replacing predecessor: pid_t?) throws {
        let socket = try ListeningSocket.placed(
            at: path, mode: UInt32(settings.mode), group: try settings.group.map(Self.group), replacing: predecessor)
        var listener = ListenerSettings(.admin, [], requests: Self.requests)
        listener.identifiesPeers = true
        var limits = ConnectionLimits()
        limits.connections = 32
        var whole = ServerSettings(listeners: [listener])
        whole.limits = limits
        let inherited = InheritedSocket(name: listener.kind.name.description, socket: socket)
        let server = try Server(whole, inherited: [inherited]) { [self] _, worker in handler(of: worker) }
        try server.start()
        self.server.withLock { $0 = server }
    }

    /// A request is a line, and some fields that clients send of themselves.
    private static var requests: RequestLimits {
        var limits = RequestLimits()
        limits.headBytes = 8192
        limits.fields = 50
        return limits
    }

    private func handler(of worker: Worker) -> ControlHandler {
        var timer = try? Timer(base: worker.base, repeats: true, handler: eachSecond)
        try? timer?.start(after: .seconds(1))
        return ControlHandler(others: settings.level, timer: timer) { [self] call, caller, ticket in
            perform(call, caller) { [self] result in answer(ticket, result) }
        }
    }

    private func answer(_ ticket: AnswerTicket, _ result: Result<APIAnswer, APIError>) {
        let server = server.withLock { $0 }
        server?.post(to: ticket.worker) { worker in
            worker.answer(ticket) { response in
                switch result {
                case .success(let answer): answer.write(to: &response)
                case .failure(let error): error.write(to: &response)
                }
            }
        }
    }

    /// Closes the socket, removes its file and waits until its thread has ended.
    func stop() {
        // The server holds this object as well, by its handlers.
        let taken = server.withLock { server in
            defer { server = nil }
            return server
        }
        guard let server = taken else { return }
        server.stop()
        try? server.waitUntilStopped()
    }

    /// The number of a group, which is stated by name or number.
    private static func group(_ text: String) throws(StartupFault) -> UInt32 {
        if let number = UInt32(text) { return number }
        // Safe: the entry is the C library's, and read before another call could change it; the daemon has not started threads
        // that look groups up.
        guard let entry = unsafe getgrnam(text) else {
            throw StartupFault("control.group: this machine has no group `\(text)`")
        }
        return unsafe entry.pointee.gr_gid
    }
}
