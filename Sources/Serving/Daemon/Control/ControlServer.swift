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
    private let report: @Sendable (String) -> Void
    private let perform: Perform
    private let level: @Sendable () -> ControlLevel
    /// Runs each second, on the thread of the socket.
    private let eachSecond: @Sendable () -> Void
    private let server = Locked<Server?>(nil)

    /// `nil` if the socket is switched off, or there is no directory for it. Nothing is opened yet.
    ///
    /// - Parameters:
    ///   - store: The store's directory, where the socket is unless the settings name a path.
    ///   - level: What those may do who are neither root nor the daemon's user.
    ///   - report: Receives a line if the daemon has to do without the socket.
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

    /// Where it answers: `unix:/run/fingerpost/control.sock`; `nil` unless it does.
    var address: String? { server.withLock { $0 == nil ? nil : "unix:\(path)" } }

    /// Throws if another process listens at the path, or the settings name a path or a group that can't be used. Changes
    /// nothing.
    static func check(
        _ settings: DaemonSettings.Control, store: String?, replacing predecessor: pid_t?
    ) throws(StartupFault) {
        guard let path = settings.path(besideStore: store) else { return }
        _ = try settings.group.map(group)
        do throws(EventError) { try ListeningSocket.checkPlace(at: path, replacing: predecessor) } catch {
            if isFatal(error, settings) { throw fault(error) }
        }
        guard let stated = settings.socket else { return }
        let directory = stated.lastIndex(of: "/").map { $0 == stated.startIndex ? "/" : String(stated[..<$0]) } ?? "."
        // Safe: the string's bytes are valid during the call.
        guard unsafe access(directory, W_OK | X_OK) == 0 else {
            throw fault(EventError("bind to unix:\(stated)", code: errno))
        }
    }

    /// Whether the daemon must not serve without the socket: another daemon listens there, or the settings name the path. A
    /// default socket that can't be created, on a full disk for example, must not keep links from being served.
    private static func isFatal(_ error: EventError, _ settings: DaemonSettings.Control) -> Bool {
        settings.socket != nil || error.code == EADDRINUSE
    }

    private static func fault(_ error: EventError) -> StartupFault {
        let remedy =
            switch error.code {
            case EADDRINUSE:
                "a store has one daemon: stop that one, or name another store (--store), another socket (--control), or none "
                    + "(--control off)"
            case ENAMETOOLONG: "name a shorter one (--control)"
            default: "name another one (--control), or none (--control off)"
            }
        return StartupFault("control.socket: \(error); \(remedy)")
    }

    /// Opens the socket and answers on it. Without a path in the settings, a directory that can't have a socket is reported.
    ///
    /// - Parameter predecessor: The process whose place this one takes.
    func start(replacing predecessor: pid_t?) throws {
        let group = try settings.group.map(Self.group)
        do throws(EventError) {
            try start(
                on: try ListeningSocket.placed(
                    at: path, mode: UInt32(settings.fileMode), group: group, replacing: predecessor))
        } catch {
            guard !Self.isFatal(error, settings) else { throw Self.fault(error) }
            report("control: \(error); serving without a control socket: name another path (--control)")
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
