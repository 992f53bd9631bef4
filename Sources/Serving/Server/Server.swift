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
    /// Makes a worker's handler for one kind of listener, on the worker's thread, before it accepts.
    public typealias HandlerFactory = @Sendable (ListenerKind, Worker) -> any RequestHandler

    /// What the server was made with.
    public let settings: ServerSettings
    private let makeHandler: HandlerFactory
    private let mailboxes: [Mailbox<WorkerMessage>]
    /// For each worker, for each listener of the settings, the sockets: over TCP of the worker's own, over a Unix socket the
    /// same one for all. A worker removes its own when it starts.
    private let sockets: Locked<[[[ListeningSocket]]]>
    private let openSockets: Locked<[OpenSocket]>
    private let boundAddresses: [[SocketAddress]]
    private let ledger: ConnectionLedger
    /// What workers are made with: the settings that were used last.
    private let current: Locked<ServerSettings>
    let control: Mailbox<ControlMessage>
    private let workers = Locked(Workers())

    /// Binds every address, and adopts the sockets that were passed on in place of those it would bind. Port 0 picks a
    /// free one; an address in use is an error.
    public convenience init(
        _ settings: ServerSettings, inherited: [InheritedSocket] = [], makeHandler: @escaping HandlerFactory
    ) throws {
        try self.init(settings, try BoundListeners(settings, inherited: inherited), makeHandler: makeHandler)
    }

    /// Serves on sockets that are bound already.
    ///
    /// - Parameter bound: Bound for listeners and workers of these settings.
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

    /// The workers that have not ended, and those that have run each message that is waited for.
    private struct Workers: Sendable {
        var running: Set<Int> = []
        var messages = 0
        var ran: [Int: Set<Int>] = [:]
    }

    /// A listening socket, as long as some worker has it.
    private struct OpenSocket: Sendable {
        var name: String
        weak var socket: ListeningSocket?
    }

    /// The sockets that listen now, each once, for a successor.
    public func listeningSockets() -> [InheritedSocket] {
        openSockets.withLock { sockets in
            sockets.compactMap { open in open.socket.map { InheritedSocket(name: open.name, socket: $0) } }
        }
    }

    /// The addresses that a kind of listener is bound to, with the ports that the kernel chose.
    public func addresses(of kind: ListenerKind) -> [SocketAddress] {
        listeners.filter { $0.settings.kind == kind }.flatMap(\.addresses)
    }

    /// The listeners of the settings, each with where it is bound.
    public var listeners: [(settings: ListenerSettings, addresses: [SocketAddress])] {
        Array(zip(settings.listeners, boundAddresses)).map { (settings: $0.0, addresses: $0.1) }
    }

    /// Starts the workers and waits until all of them accept.
    public func start() throws(EventError) {
        let outcomes = Locked<[EventError?]>([])
        for index in mailboxes.indices {
            workers.withLock { _ = $0.running.insert(index) }
            // Said last of all: a process that ends meanwhile would leave the thread with the server and its rules.
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

    /// One worker's life, on its own thread. `report` is called when the worker accepts, or with why it does not.
    private func serve(_ index: Int, _ report: (EventError?) -> Void) {
        do {
            let worker = try makeWorker(index)
            report(nil)
            worker.run()
        } catch {
            report(error)
        }
    }

    /// Makes a worker with its handlers and hands it its sockets. The worker's listeners alone hold them from then on: a drain
    /// closes them by dropping the listeners, and what connects later is refused and not left waiting.
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

    /// How many workers have not ended yet.
    public var runningWorkers: Int { workers.withLock { $0.running.count } }

    /// Sends a message to every worker: it runs once in each, between requests.
    public func post(_ message: @escaping WorkerMessage) {
        for mailbox in mailboxes { mailbox.post(message) }
    }

    /// Runs a message once in every worker, between requests, and waits until each has run it or has ended, at most this
    /// long. Not for the thread of a worker.
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

    /// Uses other limits and other trusted peers, on the same listeners, from the next request of each worker on; waits until each has
    /// them. Connections that are open keep the limits of their requests. Not for the thread of a worker.
    ///
    /// - Parameters:
    ///   - settings: They have the listeners and the workers of those that the server was made with.
    ///   - message: Runs once in every worker, with the change.
    public func use(_ settings: ServerSettings, _ message: @escaping WorkerMessage = { _ in }) {
        precondition(settings.listeners.map(\.kind) == self.settings.listeners.map(\.kind))
        current.withLock { $0 = settings }
        ledger.use(settings.limits)
        runInAll { worker in
            worker.use(settings)
            message(worker)
        }
    }

    /// Sends a message to one worker, such as the answer to a ticket of it.
    public func post(to worker: Int, _ message: @escaping WorkerMessage) { mailboxes[worker].post(message) }

    /// Stops to accept, answers what has begun, and stops each worker when it has no connection left or the time is up.
    public func drain(deadline: Duration) {
        post { $0.drain(deadline: deadline) }
    }

    /// Stops every worker immediately; open connections are closed.
    public func stop() {
        post { $0.stop() }
    }
}
