import Access
import ServiceFiles
import Glibc
import HTTP
import Libevent
import Server
import Settings
import Threads

/// The control socket and its thread, which is independent of the workers and responds however busy they are.
final class ControlServer: Sendable {
    /// Executes a command and calls back with the response once, from any thread.
    typealias Perform =
        @Sendable (ControlCall, ControlCaller, @escaping @Sendable (Result<APIAnswer, APIError>) -> Void) -> Void

    private let path: String
    private let settings: DaemonSettings.Control
    private let report: @Sendable (String) -> Void
    private let perform: Perform
    private let level: @Sendable () -> ControlLevel
    /// Called every second, on the socket's thread.
    private let eachSecond: @Sendable () -> Void
    private let server = Locked<Server?>(nil)

    /// `nil` if the socket is disabled, or there is no directory for it. Does not open the socket.
    ///
    /// - Parameters:
    ///   - store: The store's directory, which contains the socket unless the settings specify a path.
    ///   - level: The permission level of users other than root and the daemon's user.
    ///   - report: Receives a line if the daemon runs without the socket.
    init?(
        _ settings: DaemonSettings.Control, store: String?, report: @escaping @Sendable (String) -> Void,
        level: @escaping @Sendable () -> ControlLevel, eachSecond: @escaping @Sendable () -> Void,
        perform: @escaping Perform
    ) {
        guard let path = settings.path(besideStore: store) else { return nil }
        self.path = path
        self.settings = settings
        self.report = report
        self.level = level
        self.eachSecond = eachSecond
        self.perform = perform
    }

    /// The socket's address, such as `unix:/run/fingerpost/control.sock`; `nil` unless it is open.
    var address: String? { server.withLock { $0 == nil ? nil : "unix:\(path)" } }

    /// Throws if another process listens at the path, or the settings specify an unusable path or group. Changes nothing.
    static func check(
        _ settings: DaemonSettings.Control, store: String?, replacing predecessor: pid_t?
    ) throws(StartupFault) {
        guard let path = settings.path(besideStore: store) else { return }
        _ = try settings.group.map(group)
        do throws(EventError) { try ListeningSocket.checkPlace(at: path, replacing: predecessor) } catch {
            if isFatal(error, settings) { throw fault(error) }
        }
        guard let stated = settings.socket else { return }
        guard FilePlace.permitsCreating(stated) else {
            throw fault(EventError("bind to unix:\(stated)", code: errno))
        }
    }

    /// Whether the daemon must not serve without the socket: another daemon listens there, or the settings specify the path.
    /// A failure to create the default socket, for example because the disk is full, must not keep links from being served.
    private static func isFatal(_ error: EventError, _ settings: DaemonSettings.Control) -> Bool {
        settings.socket != nil || error.code == EADDRINUSE
    }

    private static func fault(_ error: EventError) -> StartupFault {
        let remedy =
            switch error.code {
            case EADDRINUSE:
                "a store allows one daemon: stop that one, or set another store (--store), another socket (--control), or "
                    + "--control off"
            case ENAMETOOLONG: "set a shorter path (--control)"
            default: "set another path (--control), or --control off"
            }
        return StartupFault("control.socket: \(error); \(remedy)")
    }

    /// Opens the socket and serves requests. If the settings specify no path, a failure to create the socket is only reported.
    ///
    /// - Parameter predecessor: The process that this one replaces.
    func start(replacing predecessor: pid_t?) throws {
        let group = try settings.group.map(Self.group)
        do throws(EventError) {
            try start(
                on: try ListeningSocket.placed(
                    at: path, mode: UInt32(settings.fileMode), group: group, replacing: predecessor))
        } catch {
            guard !Self.isFatal(error, settings) else { throw Self.fault(error) }
            report("control: \(error); serving without a control socket: set another path (--control)")
        }
    }

    private func start(on socket: ListeningSocket) throws(EventError) {
        var listener = ListenerSettings(.admin, [], requests: Self.requests)
        listener.identifiesPeers = true
        var limits = ConnectionLimits()
        limits.connections = 32
        var whole = ServerSettings(listeners: [listener])
        whole.limits = limits
        let inherited = InheritedSocket(name: listener.kind.name.description, socket: socket)
        let server: Server
        do { server = try Server(whole, inherited: [inherited]) { [self] _, worker in handler(of: worker) } } catch {
            throw error as? EventError ?? EventError("serve on unix:\(path)", code: 0)
        }
        try server.start()
        self.server.withLock { $0 = server }
    }

    /// A request is a line and a few header fields that clients send by default.
    private static var requests: RequestLimits {
        var limits = RequestLimits()
        limits.headBytes = 8192
        limits.fields = 50
        return limits
    }

    private func handler(of worker: Worker) -> ControlHandler {
        var timer = try? Timer(base: worker.base, repeats: true, handler: eachSecond)
        try? timer?.start(after: .seconds(1))
        return ControlHandler(others: level, timer: timer) { [self] call, caller, ticket in
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
        // The server's handlers also reference this object.
        let taken = server.withLock { server in
            defer { server = nil }
            return server
        }
        guard let server = taken else { return }
        server.stop()
        try? server.waitUntilStopped()
    }

    /// The ID of a group, given by name or number.
    private static func group(_ text: String) throws(StartupFault) -> UInt32 {
        if let number = UInt32(text) { return number }
        // Safe: the entry is owned by the C library and read before another call could change it; the daemon has not yet
        // started threads that look up groups.
        guard let entry = unsafe getgrnam(text) else {
            throw StartupFault("control.group: this machine has no group `\(text)`")
        }
        return unsafe entry.pointee.gr_gid
    }
}
