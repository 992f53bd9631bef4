import Clicks
import Libevent
import LinkSource
import NodeLinks
import Routing
import Server

/// Requests to the source of the links, on behalf of clicks that are handled again afterwards.
extension WorkerDeciders {
    /// A decider's access to the source; `nil` without one.
    var sourceAccess: SourceAccess? {
        links.source.map { source in
            SourceAccess(looksForMissing: { source.looksForMissing }) { [unowned self] question, ticket in
                switch question {
                case .lease(let link): request(link, from: source, for: ticket)
                case .look: look(at: source, for: ticket)
                }
            }
        }
    }

    /// Requests a lease on a link's clicks from the source, and then handles the click again.
    private func request(_ link: UnleasedLink, from source: SourceNode, for ticket: AnswerTicket) {
        source.lease(link.id, maximum: link.maximum) { [server] in
            server.value?.post(to: ticket.worker) { worker in worker.handleAgain(ticket) }
        }
    }

    /// Handles a request again once this node has received the source's current state.
    private func look(at source: SourceNode, for ticket: AnswerTicket) {
        source.lookForMissing { [server, deciders] in
            server.value?.post(to: ticket.worker) { worker in
                deciders[worker].whileLooked { worker.handleAgain(ticket) }
            }
        }
    }
}
