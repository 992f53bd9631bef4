import Glibc
import Libevent
import OpenSSL
import Pages
import Server
import Threads

/// Starts the successor on request, with the listening sockets and the process's keys, and monitors its start. Used on the
/// signal thread.
final class Handover: Sendable {
    private let server: Server
    private let command: SuccessorCommand?
    private let pageKeys: PageKeys
    /// `nil` if no listener uses TLS.
    private let tickets: TicketKeys?
    private let successor = Locked<Successor?>(nil)

    init(_ server: Server, _ command: SuccessorCommand?, _ pageKeys: PageKeys, _ certificates: FrontCertificates) {
        self.server = server
        self.command = command
        self.pageKeys = pageKeys
        tickets = certificates.areUsed ? certificates.tickets : nil
    }

    /// Restarts the program with the sockets. This process continues to serve until the new one makes it drain.
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

    /// Checks the successor after a child process has ended. If it was the successor, nothing changes.
    func checkSuccessor() {
        let outcome = successor.withLock { successor -> String? in
            guard let outcome = successor?.outcome() else { return nil }
            successor = nil
            return outcome
        }
        if let outcome { command?.report("SIGUSR2: the new process exited (\(outcome)); this one keeps serving") }
    }

    /// Called before a drain: keeps the socket files that a successor listens on.
    func leaveFiles() {
        guard successor.withLock({ $0 != nil }) else { return }
        for inherited in server.listeningSockets() { inherited.socket.keepFile() }
    }

    /// The process that started this one as its successor; `nil` if another program started it.
    var predecessor: pid_t? { command.flatMap { Self.predecessor(in: $0.environment) } }

    /// The predecessor named by the process's environment.
    static func predecessor(in environment: [String: String]) -> pid_t? {
        guard let id = environment["LISTEN_PPID"].flatMap({ pid_t($0) }), id == getppid() else { return nil }
        return id
    }

    /// Makes the predecessor drain, now that this process serves.
    func relievePredecessor() {
        if let predecessor { kill(predecessor, SIGTERM) }
    }
}
