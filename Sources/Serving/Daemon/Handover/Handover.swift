import Glibc
import Libevent
import OpenSSL
import Pages
import Server
import Threads

/// Starts the successor with the sockets and the process's keys on request, and watches whether it comes up. Used on the
/// thread of the signals.
final class Handover: Sendable {
    private let server: Server
    private let command: SuccessorCommand?
    private let pageKeys: PageKeys
    /// Nil where no listener speaks TLS.
    private let tickets: TicketKeys?
    private let successor = Locked<Successor?>(nil)

    init(_ server: Server, _ command: SuccessorCommand?, _ pageKeys: PageKeys, _ tickets: TicketKeys?) {
        self.server = server
        self.pageKeys = pageKeys
        self.tickets = tickets
        self.command = command
    }

    /// Restarts the program with the sockets; this process continues to serve until the new one asks it to stop.
    func begin(under manager: ServiceManager) {
        guard let command else { return }
        guard !manager.isPresent else {
            return command.report("SIGUSR2: not supported under a service manager; restart the service instead")
        }
        guard successor.withLock({ $0 == nil }) else {
            return command.report("SIGUSR2: a new process is already starting")
        }
        do {
            let new = try Successor.start(
                arguments: command.arguments, environment: command.environment, sockets: server.listeningSockets(),
                secrets: secrets)
            successor.withLock { $0 = new }
            command.report("SIGUSR2: process \(new.id) is taking over")
        } catch {
            command.report("SIGUSR2: \(error)")
        }
    }

    private var secrets: [InheritedSecret: [UInt8]] {
        var secrets: [InheritedSecret: [UInt8]] = [.pageKeys: pageKeys.handedOver(at: Int64(time(nil)))]
        if let tickets { secrets[.ticketKeys] = tickets.handedOver() }
        return secrets
    }

    /// Checks on the successor after a child process ended: if it was the successor, everything stays as it was.
    func checkSuccessor() {
        let outcome = successor.withLock { successor -> String? in
            guard let outcome = successor?.outcome() else { return nil }
            successor = nil
            return outcome
        }
        if let outcome { command?.report("SIGUSR2: the new process exited (\(outcome)); this one keeps serving") }
    }

    /// Before a drain: keeps the socket files that a successor listens on.
    func leaveFiles() {
        guard successor.withLock({ $0 != nil }) else { return }
        for inherited in server.listeningSockets() { inherited.socket.keepFile() }
    }

    /// The process that started this one to take its place; nil where another kind of program has.
    var predecessor: pid_t? { command.flatMap { Self.predecessor(in: $0.environment) } }

    /// The predecessor that the process's variables name.
    static func predecessor(in environment: [String: String]) -> pid_t? {
        guard let id = environment["LISTEN_PPID"].flatMap({ pid_t($0) }), id == getppid() else { return nil }
        return id
    }

    /// Lets the predecessor drain, now that this process serves.
    func relievePredecessor() {
        if let predecessor { kill(predecessor, SIGTERM) }
    }
}
