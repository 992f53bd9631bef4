import Clicks
import ByteText
import Client
import Glibc
import HTTP
import Libevent
import OpenSSL
import Threads

/// Probes the hosts: resolves their names, connects to each address, and sends the requests of the plans.
///
/// Bounded: all lookups share ten seconds, each request has ten, at most sixteen run concurrently, and a host that does
/// not respond gets one request per address.
struct HostProbe {
    /// The address to connect to instead of resolving names; `nil` to use DNS.
    var address: SocketAddress?
    /// The proxy to connect through, or `nil` for direct connections.
    var proxy: ResolvedProxy?
    var tls: TLSClientContext
    var hasOwnAuthorities: Bool
    /// The daemon's decision log; `nil` if it writes none.
    var decisionLog: String?

    static let lookupSeconds = 10
    /// The maximum number of addresses tried per name.
    static let maximumAddresses = 6

    /// The observations of each host, in the order of the plans.
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
        var owners: [(host: Int, address: SocketAddress)] = []
        for (index, plan) in plans.enumerated() {
            for address in addresses(plan, seen[index]) {
                let request = plan.request(plan.firstQuestion, mark: "")
                jobs.append(ClientBatch.Job(request, route(to: address, of: plan.host, tls: tls)))
                owners.append((index, address))
            }
        }
        for (owner, outcome) in zip(owners, try ClientBatch().run(jobs)) {
            seen[owner.host].connections.append(.init(address: owner.address, outcome: outcome))
        }
        for index in plans.indices {
            if let working = seen[index].working { seen[index].outcomes[plans[index].firstQuestion] = working.outcome }
        }
    }

    /// The addresses to connect to. The fixed `address` does not apply to hosts that other servers serve.
    private func addresses(_ plan: HostPlan, _ seen: HostObservation) -> [SocketAddress] {
        if let address { return plan.isOurs ? [address] : [] }
        guard case .success(let found)? = seen.lookup else { return [] }
        return found.prefix(Self.maximumAddresses).map { .ip($0, port: 443) }
    }

    /// A given `address` is connected to directly.
    private func route(to place: SocketAddress, of host: String, tls: TLSClientContext?) -> ClientExchange.Route {
        let tunnel = address == nil ? proxy?.tunnel(to: place, of: host, tls: tls) : nil
        return tunnel ?? ClientExchange.Route(place, tls: tls)
    }

    // MARK: - Asking

    private func ask(_ plans: [HostPlan], _ marks: [String], _ seen: inout [HostObservation]) throws(EventError) {
        var jobs: [ClientBatch.Job] = []
        var owners: [(host: Int, question: HostQuestion)] = []
        for (index, plan) in plans.enumerated() {
            guard let working = seen[index].working, working.outcome.answer != nil else { continue }
            for question in plan.questions where question != plan.firstQuestion {
                var route = route(to: working.address, of: plan.host, tls: tls)
                if question == .plain {
                    guard address == nil, let ip = working.address.ip else { continue }
                    route = self.route(to: .ip(ip, port: 80), of: plan.host, tls: nil)
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
    /// The request that probes an address.
    var firstQuestion: HostQuestion { isOurs ? .apple : .handler }

    /// All requests of the plan.
    var questions: [HostQuestion] {
        guard isOurs else { return [.handler] }
        var questions: [HostQuestion] = files == nil ? [.apple] : [.apple, .android]
        if files?.harmony != nil { questions.append(.harmony) }
        if defers { questions.append(.resolve) }
        if let click {
            questions += [.androidClick, .desktopClick, .plain]
            if click.android.fields["location"] != nil { questions += HostQuestion.forged }
        }
        return questions
    }

    /// Builds a request.
    ///
    /// - Parameter mark: The code of the click to look for in the decision log.
    func request(_ question: HostQuestion, mark: String) -> ClientRequest {
        let target = click?.target ?? "/"
        func request(_ target: String, _ agent: String, _ more: [(name: String, value: String)] = []) -> ClientRequest {
            ClientRequest(host: host, target: target, fields: [("User-Agent", agent), ("Accept", "*/*")] + more)
        }
        switch question {
        case .apple: return request(HostQuestion.applePath, Agent.apple)
        case .android: return request(HostQuestion.androidPath, Agent.google)
        case .harmony: return request(HostQuestion.harmonyPath, Agent.windows)
        case .androidClick, .plain: return request(target, Agent.android)
        case .desktopClick: return request(target, Agent.windows)
        case .handler: return request(handlerPath ?? "/", Agent.windows)
        case .resolve:
            var question = request("/v1/resolve", Agent.android, [("Content-Type", "application/json")])
            (question.method, question.body) = ("POST", Array(#"{"token": "\#(Forgery.requestID)"}"#.utf8))
            return question
        case .forgedDevice:
            return request(target, Agent.android, [("Fingerpost-Device", "platform=windows, form_factor=desktop")])
        case .forgedHost:
            return request(target, Agent.android, [("X-Forwarded-Host", Forgery.host)])
        case .forgedForwarded:
            // Together with X-Forwarded-… neither field counts, so this needs a click of its own.
            return request(target, Agent.android, [("Forwarded", "for=\(Forgery.client);host=\(Forgery.host)")])
        case .forgedClient:
            let fields = [
                (name: "X-Forwarded-For", value: Forgery.client), ("X-Request-Id", Forgery.requestID),
            ]
            return request("\(prefix)/\(mark)", Agent.android, fields)
        }
    }

    /// The path before the code.
    private var prefix: String {
        let path = String((click?.target ?? "").prefix { $0 != "?" })
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
}

/// Searches the daemon's decision log for a click. Lines contain the client's address only if a rule requires it.
enum DecisionLogSearch {
    private static let tailBytes = 1 << 20
    private static let tries = 3

    /// Whether the click with a code was logged with the forged address. The daemon writes lines shortly after
    /// responding.
    static func state(of mark: String, in path: String?) -> HostObservation.ForgedClientLog {
        guard let path, path != "-" else { return .unavailable("logs.decisions names no file") }
        let never = Locked(false)
        for attempt in 1...tries {
            guard let text = tail(of: path) else { return .unavailable("\(path) can't be read here") }
            if let line = text.split(separator: "\n").first(where: { $0.contains(mark) }) {
                if line.contains("\"ip\":\"\(Forgery.client)\"") { return .trusted }
                return line.contains("\"ip\":") ? .rejected : .unavailable("no rule uses request.ip")
            }
            if attempt < tries { _ = never.wait(seconds: 1) { $0 ? true : nil } }
        }
        return .unavailable("the click is not in \(path)")
    }

    private static func tail(of path: String) -> String? {
        // Safe: the string's bytes are valid for the duration of the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let size = Int(lseek(descriptor, 0, Int32(SEEK_END)))
        guard size >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: min(size, tailBytes))
        let start = size - bytes.count
        // Safe: `pread` writes at most `count` bytes, into the buffer that is valid within the closure.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, start) }
        return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }
}
