import ByteText
import Client
import Daemon
import Glibc
import HTTP
import Libevent
import OpenSSL
import Threads

/// Asks the hosts: looks their names up, connects to each address, and sends the questions of the plans.
///
/// Bounded: look-ups have ten seconds together, each request has ten, sixteen are under way at once, and a host that
/// answers nothing is asked once for each address.
struct HostProbe {
    /// Where to connect in place of what DNS says; nil to ask DNS.
    var address: SocketAddress?
    var tls: TLSClientContext
    var hasOwnAuthorities: Bool
    /// The daemon's decision log; nil where there is none.
    var decisionLog: String?

    static let lookupSeconds = 10
    /// Of a name with more addresses the first are tried.
    static let maximumAddresses = 6

    /// What is seen of each host, in the order of the plans.
    func observe(_ plans: [HostPlan]) throws(EventError) -> [HostObservation] {
        var seen = plans.map { _ in HostObservation() }
        try connect(plans, &seen)
        let marks = plans.map { _ in Forgery.code + Hexadecimal.text(SecureRandom.bytes(count: 8)) }
        try ask(plans, marks, &seen)
        for index in plans.indices where seen[index].outcomes[.forgedClient]?.answer != nil {
            seen[index].forgedClient = DecisionLogSearch.state(of: marks[index], in: decisionLog)
        }
        for index in seen.indices {
            seen[index].now = WallClock.now.seconds
            seen[index].hasOwnAuthorities = hasOwnAuthorities
        }
        return seen
    }

    // MARK: - Connecting

    private func connect(_ plans: [HostPlan], _ seen: inout [HostObservation]) throws(EventError) {
        if address == nil {
            let outcomes = HostLookups.run(plans.map(\.host), seconds: Self.lookupSeconds)
            for index in plans.indices { seen[index].lookup = outcomes[plans[index].host] }
        }
        var jobs: [ClientBatch.Job] = []
        var owners: [Int] = []
        for (index, plan) in plans.enumerated() {
            for address in addresses(plan, seen[index]) {
                jobs.append(ClientBatch.Job(plan.request(plan.firstQuestion, mark: ""), .init(address, tls: tls)))
                owners.append(index)
            }
        }
        for (index, (job, outcome)) in zip(owners, zip(jobs, try ClientBatch().run(jobs))) {
            seen[index].connections.append(.init(address: job.route.address, outcome: outcome))
        }
        for index in plans.indices {
            if let working = seen[index].working { seen[index].outcomes[plans[index].firstQuestion] = working.outcome }
        }
    }

    /// Where to connect; what other servers have is not where `address` leads.
    private func addresses(_ plan: HostPlan, _ seen: HostObservation) -> [SocketAddress] {
        if let address { return plan.isOurs ? [address] : [] }
        guard case .success(let found)? = seen.lookup else { return [] }
        return found.prefix(Self.maximumAddresses).map { .ip($0, port: 443) }
    }

    // MARK: - Asking

    private func ask(_ plans: [HostPlan], _ marks: [String], _ seen: inout [HostObservation]) throws(EventError) {
        var jobs: [ClientBatch.Job] = []
        var owners: [(host: Int, question: HostQuestion)] = []
        for (index, plan) in plans.enumerated() {
            guard let working = seen[index].working, working.outcome.answer != nil else { continue }
            for question in plan.questions where question != plan.firstQuestion {
                var route = ClientExchange.Route(working.address, tls: tls)
                if question == .plain {
                    guard address == nil, let ip = working.address.ip else { continue }
                    route = .init(.ip(ip, port: 80))
                }
                jobs.append(ClientBatch.Job(plan.request(question, mark: marks[index]), route))
                owners.append((index, question))
            }
        }
        for (owner, outcome) in zip(owners, try ClientBatch().run(jobs)) {
            seen[owner.host].outcomes[owner.question] = outcome
        }
    }
}

extension HostPlan {
    /// What an address is tried with.
    var firstQuestion: HostQuestion { isOurs ? .apple : .handler }

    /// All that is asked.
    var questions: [HostQuestion] {
        guard isOurs else { return [.handler] }
        var questions: [HostQuestion] = files == nil ? [.apple] : [.apple, .android]
        if let click {
            questions += [.androidClick, .desktopClick, .plain]
            if click.android.fields["location"] != nil { questions += HostQuestion.forged }
        }
        return questions
    }

    /// A question as a request.
    ///
    /// - Parameter mark: The code of the click that is looked for in the decision log.
    func request(_ question: HostQuestion, mark: String) -> ClientRequest {
        let target = click?.target ?? "/"
        func request(_ target: String, _ agent: String, _ more: [(name: String, value: String)] = []) -> ClientRequest {
            ClientRequest(host: host, target: target, fields: [("User-Agent", agent), ("Accept", "*/*")] + more)
        }
        switch question {
        case .apple: return request(HostQuestion.applePath, Agent.apple)
        case .android: return request(HostQuestion.androidPath, Agent.google)
        case .androidClick, .plain: return request(target, Agent.android)
        case .desktopClick: return request(target, Agent.windows)
        case .handler: return request(handlerPath ?? "/", Agent.windows)
        case .forgedDevice:
            return request(target, Agent.android, [("Fingerpost-Device", "platform=windows, form_factor=desktop")])
        case .forgedHost:
            return request(target, Agent.android, [("X-Forwarded-Host", Forgery.host)])
        case .forgedForwarded:
            // Beside X-Forwarded-…, neither counts: it needs a click of its own.
            return request(target, Agent.android, [("Forwarded", "for=\(Forgery.client);host=\(Forgery.host)")])
        case .forgedClient:
            let fields = [
                (name: "X-Forwarded-For", value: Forgery.client), ("X-Request-Id", Forgery.requestID),
            ]
            return request("\(prefix)/\(mark)", Agent.android, fields)
        }
    }

    /// The path in front of codes.
    private var prefix: String {
        let path = String((click?.target ?? "").prefix { $0 != "?" })
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
}

/// Finds a click in the daemon's decision log, which has the client's address where a rule asks for it.
enum DecisionLogSearch {
    private static let tailBytes = 1 << 20
    private static let tries = 3

    /// What the log says of the click with a code. The daemon writes lines a moment after the answer.
    static func state(of mark: String, in path: String?) -> HostObservation.ForgedClientLog {
        guard let path, path != "-" else { return .unavailable("logs.decisions names no file") }
        let never = Locked(false)
        for attempt in 1...tries {
            guard let text = tail(of: path) else { return .unavailable("\(path) can't be read here") }
            if let line = text.split(separator: "\n").first(where: { $0.contains(mark) }) {
                if line.contains("\"ip\":\"\(Forgery.client)\"") { return .believed }
                return line.contains("\"ip\":") ? .disbelieved : .unavailable("no rule asks for request.ip")
            }
            if attempt < tries { _ = never.wait(seconds: 1) { $0 ? true : nil } }
        }
        return .unavailable("the click is not in \(path)")
    }

    private static func tail(of path: String) -> String? {
        // Safe: Swift lends the string's bytes for the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let size = Int(lseek(descriptor, 0, Int32(SEEK_END)))
        guard size >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: min(size, tailBytes))
        let start = size - bytes.count
        // Safe: no more is written than there is room for, within the call.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, start) }
        return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }
}
