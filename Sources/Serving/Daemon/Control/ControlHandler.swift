import Access
import ByteText
import HTTP
import Libevent
import Server
import Settings

/// Handles requests on the control socket: parses and authorizes them, and leaves the work to other threads.
final class ControlHandler: RequestHandler {
    /// Executes a command and completes the ticket later. Called on the loop's thread; must not block.
    typealias Perform = (ControlCall, ControlCaller, AnswerTicket) -> Void

    private let others: () -> ControlLevel
    private let perform: Perform
    /// Runs on the handler's loop, for the lifetime of the handler.
    private let timer: Timer?

    /// - Parameters:
    ///   - others: The permission level of users other than root and the daemon's user.
    ///   - timer: Released with the handler, on the loop's thread.
    init(others: @escaping () -> ControlLevel, timer: consuming Timer? = nil, perform: @escaping Perform) {
        self.others = others
        self.timer = timer
        self.perform = perform
    }

    func handle(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter) {
        guard let row = ControlCall.paths.first(where: { request.path.equals($0.path) }) else {
            return APIError(.notFound, "unknown path; expected one of: \(Self.names)").write(to: &response)
        }
        let method = request.method == .head ? .get : request.method
        guard method == row.method else {
            return response.methodNotAllowed(allow: row.method == .get ? "GET, HEAD" : "POST")
        }
        do throws(APIError) {
            let caller = ControlCaller(user: context.peer.credentials?.user)
            let query = try APIQuery(request.query)
            try query.require(only: row.parameters)
            let call = try ControlCall(row.path, query)
            let level = caller.level(others: others())
            guard level >= call.level else {
                throw APIError(
                    .forbidden,
                    "\(caller.name) may only read: run as root or as the daemon's user, or set control.level: operate")
            }
            response.deferAnswer()
            perform(call, caller, context.ticket)
        } catch {
            error.write(to: &response)
        }
    }

    private static var names: String {
        ControlCall.paths.map { "\($0.method == .get ? "GET" : "POST") \($0.path)" }.joined(separator: ", ")
    }
}
