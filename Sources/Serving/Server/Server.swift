import Glibc
public import Libevent
import Threads

/// The HTTP server: listening sockets, and workers that serve them.
///
///     let server = try Server(settings) { kind, worker in MyHandler(kind, worker) }
///     try server.start()
///     server.addresses(of: .front)          // the ports are known now
///     try server.run(drainDeadline: .seconds(30)) { signal in … }
///
/// A server is started once. All methods may be called from any thread.
public final class Server: Sendable {
    /// Creates a worker's handler for one kind of listener. Called on the worker's thread, before the worker accepts
    /// connections.
    public typealias HandlerFactory = @Sendable (ListenerKind, Worker) -> any RequestHandler

    /// The settings the server was created with.
    public let settings: ServerSettings
    private let makeHandler: HandlerFactory
    private let mailboxes: [Mailbox<WorkerMessage>]
    /// The sockets by worker and listener: for TCP one per worker, for a Unix socket one shared by all. A worker
    /// removes its own when it starts.
    private let sockets: Locked<[[[ListeningSocket]]]>
    private let openSockets: Locked<[OpenSocket]>
    private let boundAddresses: [[SocketAddress]]
    private let ledger: ConnectionLedger
    /// The settings for new workers: those last passed to ``use(_:_:)``.
    private let current: Locked<ServerSettings>
    let control: Mailbox<ControlMessage>
    private let workers = Locked(Workers())

    /// Binds every address, except those for which a socket was inherited. Port 0 picks a free port; an address in use
    /// is an error.
    public convenience init(
        _ settings: ServerSettings, inherited: [InheritedSocket] = [], makeHandler: @escaping HandlerFactory
    ) throws {
        try self.init(settings, try BoundListeners(settings, inherited: inherited), makeHandler: makeHandler)
    }

    /// Creates a server with sockets that are already bound.
    ///
    /// - Parameter bound: Must be bound for the listeners and workers of these settings.
    public init(_ settings: ServerSettings, _ bound: BoundListeners, makeHandler: @escaping HandlerFactory) throws {
        self.settings = settings
        current = Locked(settings)
        self.makeHandler = makeHandler
        ledger = ConnectionLedger(limits: settings.limits)
        control = try Mailbox()
        var mailboxes: [Mailbox<WorkerMessage>] = []
        for _ in 0..<settings.workers { mailboxes.append(try Mailbox()) }
        self.mailboxes = mailboxes
        var sockets = Array(repeating: [[ListeningSocket]](), count: settings.workers)
        var boundAddresses: [[SocketAddress]] = []
        var openSockets: [OpenSocket] = []
        for binding in bound.bindings {
            boundAddresses.append(binding.addresses)
            for index in sockets.indices { sockets[index].append(binding.sockets[index]) }
            openSockets += binding.distinctSockets.map { OpenSocket(name: binding.name, socket: $0) }
        }
        self.boundAddresses = boundAddresses
        self.sockets = Locked(sockets)
        self.openSockets = Locked(openSockets)
    }

    /// The running workers, and for each message being awaited, the workers that have run it.
    private struct Workers: Sendable {
        var running: Set<Int> = []
        var messages = 0
        var ran: [Int: Set<Int>] = [:]
    }

    /// A listening socket, as long as a worker holds it.
    private struct OpenSocket: Sendable {
        var name: String
        weak var socket: ListeningSocket?
    }

    /// The currently listening sockets, each once, for a successor process.
    public func listeningSockets() -> [InheritedSocket] {
        openSockets.withLock { sockets in
            sockets.compactMap { open in open.socket.map { InheritedSocket(name: open.name, socket: $0) } }
        }
    }

    /// The bound addresses of a kind of listener, with the ports chosen by the kernel.
    public func addresses(of kind: ListenerKind) -> [SocketAddress] {
        listeners.filter { $0.settings.kind == kind }.flatMap(\.addresses)
    }

    /// The listeners of the settings, each with its bound addresses.
    public var listeners: [(settings: ListenerSettings, addresses: [SocketAddress])] {
        Array(zip(settings.listeners, boundAddresses)).map { (settings: $0.0, addresses: $0.1) }
    }

    /// Starts the workers and waits until all of them accept connections.
    public func start() throws(EventError) {
        let outcomes = Locked<[EventError?]>([])
        for index in mailboxes.indices {
            workers.withLock { _ = $0.running.insert(index) }
            // Reported last: if the process exited earlier, the thread would still hold the server and its rules.
            SystemThread(name: "worker-\(index)") { [self] in
                serve(index) { outcome in outcomes.withLock { $0.append(outcome) } }
            } thenSay: { [workers, control] in
                workers.withLock { _ = $0.running.remove(index) }
                control.post(.workerEnded)
            }.detach()
        }
        let failure = outcomes.wait { [count = mailboxes.count] outcomes in
            outcomes.count == count ? .some(outcomes.compactMap(\.self).first) : nil
        }
        if let failure { throw failure }
    }

    /// Runs one worker, on its own thread. `report` is called once the worker accepts connections, or with the error if
    /// it can't.
    private func serve(_ index: Int, _ report: (EventError?) -> Void) {
        do {
            let worker = try makeWorker(index)
            report(nil)
            worker.run()
        } catch {
            report(error)
        }
    }

    /// Creates a worker with its handlers and passes it its sockets. From then on only the worker's listeners hold
    /// them: a drain closes the sockets by releasing the listeners, so that later connections are refused instead of
    /// left waiting.
    private func makeWorker(_ index: Int) throws(EventError) -> Worker {
        let worker = try Worker(
            index: index, settings: current.withLock { $0 }, ledger: ledger, mailbox: mailboxes[index])
        for kind in ListenerKind.allCases where settings.listeners.contains(where: { $0.kind == kind }) {
            worker.setHandler(makeHandler(kind, worker), for: kind)
        }
        let own = sockets.withLock { sockets in
            defer { sockets[index] = [] }
            return sockets[index]
        }
        for (index, sockets) in own.enumerated() {
            for socket in sockets { try worker.listen(socket, ofListener: index) }
        }
        return worker
    }

    /// The number of workers still running.
    public var runningWorkers: Int { workers.withLock { $0.running.count } }

    /// Sends a message to every worker. It runs once in each, between requests.
    public func post(_ message: @escaping WorkerMessage) {
        for mailbox in mailboxes { mailbox.post(message) }
    }

    /// Runs a message once in every worker, between requests, and waits up to `seconds` until each has run it or ended.
    /// Must not be called on a worker's thread.
    public func runInAll(seconds: Int = Int(Int32.max), _ message: @escaping WorkerMessage) {
        let number = workers.withLock { workers in
            workers.messages += 1
            workers.ran[workers.messages] = []
            return workers.messages
        }
        post { [workers] worker in
            message(worker)
            workers.withLock { _ = $0.ran[number]?.insert(worker.index) }
        }
        _ = workers.wait(seconds: seconds) { $0.running.isSubset(of: $0.ran[number] ?? []) ? () : nil }
        workers.withLock { $0.ran[number] = nil }
    }

    /// Replaces limits and trusted peers, on the same listeners, from each worker's next request on. Waits until every
    /// worker has applied them. Open connections keep their request limits. Must not be called on a worker's thread.
    ///
    /// - Parameters:
    ///   - settings: Must have the listeners and worker count of the settings the server was created with.
    ///   - message: Runs once in every worker, together with the change.
    public func use(_ settings: ServerSettings, _ message: @escaping WorkerMessage = { _ in }) {
        precondition(settings.listeners.map(\.kind) == self.settings.listeners.map(\.kind))
        current.withLock { $0 = settings }
        ledger.use(settings.limits)
        runInAll { worker in
            worker.use(settings)
            message(worker)
        }
    }

    /// Sends a message to one worker, such as the response for one of its tickets.
    public func post(to worker: Int, _ message: @escaping WorkerMessage) { mailboxes[worker].post(message) }

    /// Stops accepting, finishes requests in progress, and stops each worker when it has no connections left or the
    /// deadline expires.
    public func drain(deadline: Duration) {
        post { $0.drain(deadline: deadline) }
    }

    /// Stops every worker immediately and closes open connections.
    public func stop() {
        post { $0.stop() }
    }
}
