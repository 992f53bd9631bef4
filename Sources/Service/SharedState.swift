import ByteText
import Glibc
import HTTP
import Libevent
import Routing

/// What the workers and the reloads of one daemon share: the rule set that is current, and the way to replace it.
///
/// Workers read it only when they start; afterwards a new rule set reaches them as a message, between two requests.
final class SharedState: Sendable {
    private struct Current {
        var ruleSet: RuleSet
        weak var server: Server?
    }

    private let current: Locked<Current>
    private let load: @Sendable () -> Daemon.Reload
    private let serviceManager: ServiceManager
    /// Held while rules are loaded, so that two reloads come one after the other.
    private let loading = Locked<Void>(())
    /// How many reloads have begun and not ended.
    private let reloads = Locked(0)

    init(_ ruleSet: RuleSet, _ serviceManager: ServiceManager, _ load: @escaping @Sendable () -> Daemon.Reload) {
        current = Locked(Current(ruleSet: ruleSet))
        self.serviceManager = serviceManager
        self.load = load
    }

    func attach(_ server: Server) {
        current.withLock { $0.server = server }
    }

    /// The decider that a worker's handlers share, made on the worker's thread when the first of them is.
    func decider(of worker: Worker) -> Decider {
        if let decider = worker.attachment as? Decider { return decider }
        let ruleSet = current.withLock { $0.ruleSet }
        guard let decider = try? Decider(ruleSet) else {
            // Every pattern was compiled when the rules were read, so only memory can be lacking.
            fatalError("no memory for the patterns of the rules")
        }
        worker.attachment = decider
        return decider
    }

    /// Loads the rules on a thread of their own and hands them to every worker; answers the ticket when that is done.
    func reload(answering ticket: AnswerTicket?) {
        reloads.withLock { $0 += 1 }
        LoopThread(name: "reload") { [self] in
            performReload(answering: ticket)
            reloads.withLock { $0 -= 1 }
        }.detach()
    }

    private func performReload(answering ticket: AnswerTicket?) {
        let outcome = loading.withLock { _ in
            serviceManager.reloading()
            defer { serviceManager.ready() }
            return replace(with: load())
        }
        if let ticket { answer(ticket, outcome) }
    }

    /// Waits for reloads that are under way: a process must not end in the middle of one.
    func finishReloads() {
        while reloads.withLock({ $0 }) > 0 { usleep(1_000) }
    }

    private func replace(with reload: Daemon.Reload) -> Daemon.Reload {
        guard case .loaded(let ruleSet) = reload else { return reload }
        let old = current.withLock(\.ruleSet)
        // The same files make the same rules: nothing changes hands.
        guard old.hash != ruleSet.hash else { return reload }
        let server = current.withLock { current in
            current.ruleSet = ruleSet
            return current.server
        }
        if let server { hand(ruleSet, to: server) }
        // The old rules die here: to free many of them takes longer than a click may wait.
        withExtendedLifetime(old) {}
        return reload
    }

    /// Sends the rules to every worker and waits until each has taken them, or is gone.
    private func hand(_ ruleSet: RuleSet, to server: Server) {
        let taken = Locked(0)
        server.post { worker in
            try? (worker.attachment as? Decider)?.replace(with: ruleSet)
            taken.withLock { $0 += 1 }
        }
        while taken.withLock({ $0 }) < server.runningWorkers { usleep(1_000) }
    }

    private func answer(_ ticket: AnswerTicket, _ outcome: Daemon.Reload) {
        current.withLock { $0.server }?.post(to: ticket.worker) { worker in
            worker.answer(ticket) { response in
                switch outcome {
                case .loaded(let ruleSet): AdminHandler.write(ruleSet, &response)
                case .refused(let lines):
                    APIError(.badRequest, "the rules have errors; the old ones stay", details: lines)
                        .write(to: &response)
                }
            }
        }
    }
}
