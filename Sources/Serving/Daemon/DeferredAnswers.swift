import Access
import AdminAPI
import AdminPages
import HTTP
import LinkSource
import NodeLinks
import Server
import Telemetry
import Threads

/// The work that handlers leave to threads that may block. Each call returns immediately, and the ticket is completed when
/// the work is done.
protocol DeferredWork: Sendable {
    /// The status of the active rules.
    var rules: RuleSetStatus { get }
    /// Reloads the rules and then completes the ticket.
    func reload(answering ticket: AnswerTicket, audited: AuditedRequest?)
    /// Completes the ticket with the metrics.
    func writeMetrics(answering ticket: AnswerTicket)
    /// Handles a request again once this node has the given versions, or responds that it does not have them yet.
    func await(_ versions: [LinkVersion], for ticket: AnswerTicket)
    /// Handles a request again on its worker's thread, within a closure that it is passed to.
    func handleAgain(_ ticket: AnswerTicket, within body: @escaping @Sendable (() -> Void) -> Void)
    /// Completes the ticket with a response.
    func answer(_ ticket: AnswerTicket, _ result: Result<APIAnswer, APIError>)
    /// Completes the ticket with a page.
    func answer(_ ticket: AnswerTicket, _ page: AdminPageAnswer)
    /// Posts a message to a worker.
    func post(to worker: Int, _ message: @escaping WorkerMessage)
}

/// The deferred work of a running daemon. Responses are written on the worker's thread.
final class DeferredAnswers: DeferredWork {
    private let state: DaemonState
    /// The tickets of pending metrics requests. The first starts a job, which answers all.
    private let metricsReaders = Locked<[AnswerTicket]>([])
    private let metricsJobs = JobThread(name: "metrics")

    init(_ state: DaemonState) { self.state = state }

    var rules: RuleSetStatus { state.ruleSetStatus }

    func post(to worker: Int, _ message: @escaping WorkerMessage) { server?.post(to: worker, message) }

    private var server: Server? { state.deciders.server.value }

    func answer(_ ticket: AnswerTicket, _ result: Result<APIAnswer, APIError>) {
        server?.post(to: ticket.worker) { worker in
            worker.answer(ticket) { response in
                switch result {
                case .success(let answer): answer.write(to: &response)
                case .failure(let error): error.write(to: &response)
                }
            }
        }
    }

    func answer(_ ticket: AnswerTicket, _ page: AdminPageAnswer) {
        server?.post(to: ticket.worker) { worker in worker.answer(ticket) { page.write(to: &$0) } }
    }

    func reload(answering ticket: AnswerTicket, audited: AuditedRequest?) {
        state.rules.reload(audited: audited) { [self] result in
            let (rules, pending) = (rules, state.settings.pending)
            server?.post(to: ticket.worker) { worker in
                worker.answer(ticket) { response in
                    if let refusal = result.refusal { return refusal.write(to: &response) }
                    rules.write(pending: pending, to: &response)
                }
            }
        }
    }

    func await(_ versions: [LinkVersion], for ticket: AnswerTicket) {
        state.links.source?.wait(for: versions, patience: .seconds(5)) { [server = state.deciders.server] hasThem in
            server.value?.post(to: ticket.worker) { worker in
                if hasThem { return worker.handleAgain(ticket) }
                worker.answer(ticket) { response in
                    APIError(
                        .serviceUnavailable, "this node does not have that version yet; try again", retryAfter: 1
                    ).write(to: &response)
                }
            }
        }
    }

    func handleAgain(_ ticket: AnswerTicket, within body: @escaping @Sendable (() -> Void) -> Void) {
        server?.post(to: ticket.worker) { worker in body { worker.handleAgain(ticket) } }
    }

    func writeMetrics(answering ticket: AnswerTicket) {
        let isFirst = metricsReaders.withLock { readers in
            readers.append(ticket)
            return readers.count == 1
        }
        // Otherwise a queued job will answer this ticket, too.
        guard isFirst else { return }
        metricsJobs.run { [self] in
            let readers = metricsReaders.withLock { readers in
                defer { readers = [] }
                return readers
            }
            let text = state.metricsText()
            for ticket in readers { answer(ticket, metrics: text) }
        }
    }

    private func answer(_ ticket: AnswerTicket, metrics text: [UInt8]) {
        server?.post(to: ticket.worker) { worker in
            worker.answer(ticket) { response in
                response.begin(.ok)
                response.field("Content-Type", MetricsText.contentType)
                response.field("Cache-Control", "no-store")
                response.field("Referrer-Policy", "no-referrer")
                response.append(text.span)
                response.finish()
            }
        }
    }
}
