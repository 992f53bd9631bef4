import AdminAPI
import AdminPages
import Clicks
import Telemetry
import Access
import ByteText
import Glibc
import HTTP
import Lab
import Links
import Routing
import Server
import Settings
import Threads
import WebAddress

/// Executes the commands of the control socket on threads that may block, and audits them.
final class ControlService: Sendable {
    /// A response, or the error.
    typealias Answer = Result<APIAnswer, APIError>

    private let state: DaemonState
    private let view: DaemonView
    private let file: DisabledSitesFile?
    private let drain: @Sendable () -> Void
    private let queries = JobThreads(name: "status")
    private let changes = JobThreads(name: "control")

    /// - Parameters:
    ///   - file: The file of disabled sites, or `nil` if there is no directory for it.
    ///   - drain: Drains the daemon as SIGTERM does; must not block.
    init(_ state: DaemonState, _ view: DaemonView, file: DisabledSitesFile?, drain: @escaping @Sendable () -> Void) {
        (self.state, self.view, self.file, self.drain) = (state, view, file, drain)
    }

    /// Executes a command and calls back once. Does not wait; callable from any thread.
    func perform(
        _ call: ControlCall, by caller: ControlCaller, then answer: @escaping @Sendable (Answer) -> Void
    ) {
        let isAdmitted: Bool
        switch call {
        case .reload: return reload(audited(call, by: caller), then: answer)
        case .status: isAdmitted = queries.run(for: caller.name) { [self] in answer(.success(status(for: caller))) }
        case .settings: isAdmitted = queries.run(for: caller.name) { [self] in answer(.success(settings)) }
        case .lab(let id): isAdmitted = queries.run(for: caller.name) { [self] in answer(state(ofLab: id)) }
        case .openLab, .closeLab:
            isAdmitted = changes.run(for: caller.name) { [self] in change(call, by: caller, then: answer) }
        case .drain, .logLevel, .disable, .enable:
            isAdmitted = changes.run(for: caller.name) { [self] in change(call, by: caller, then: answer) }
        }
        if !isAdmitted { answer(.failure(APIError(.serviceUnavailable, "too many pending commands", retryAfter: 1))) }
    }

    private func change(
        _ call: ControlCall, by caller: ControlCaller, then answer: @escaping @Sendable (Answer) -> Void
    ) {
        let audited = audited(call, by: caller)
        switch call {
        case .drain:
            state.records.audit.record(audited, Status(202))
            // The response goes first: a daemon without connections ends immediately.
            answer(.success(drainAnswer))
            drain()
        case .logLevel(let level, let seconds): answer(.success(set(level, for: seconds, audited)))
        case .openLab(let link, let minutes): answer(openLab(link, minutes, audited))
        case .closeLab(let id):
            view.lab.close(id)
            answer(
                .success(
                    APIAnswer {
                        $0.beginObject(); $0.endObject()
                    }))
        case .disable, .enable, .status, .settings, .reload, .lab:
            do throws(APIError) { answer(.success(try change(call, audited))) } catch {
                // Changes of links are audited by the API.
                if audited.site != nil { state.records.audit.record(audited, error.status) }
                answer(.failure(error))
            }
        }
    }

    private func status(for caller: ControlCaller) -> APIAnswer {
        let level = caller.level(others: view.settings.control.level)
        let status = state.status(view)
        return APIAnswer { status.write(to: &$0, level: level) }
    }

    private var settings: APIAnswer {
        let rows = state.settings.rows()
        return APIAnswer { json in
            json.beginObject()
            json.name("settings")
            SettingInForce.write(rows, to: &json)
            json.endObject()
        }
    }

    private func reload(_ audited: AuditedRequest, then answer: @escaping @Sendable (Answer) -> Void) {
        state.rules.reload(audited: audited) { [state] outcome in
            if let refusal = outcome.refusal { return answer(.failure(refusal)) }
            guard case .loaded(let ruleSet, _, let warnings) = outcome else { return }
            let pending = state.settings.pending
            answer(
                .success(
                    APIAnswer { json in
                        json.beginObject()
                        json.member("hash", ruleSet.hash)
                        json.member("sites", ruleSet.sites.count)
                        json.member("rules", ruleSet.rules.count)
                        json.name("warnings")
                        json.beginArray()
                        for warning in warnings { json.string(Masking.masked(warning)) }
                        json.endArray()
                        json.name("pending_restart")
                        SettingInForce.write(pending, to: &json)
                        json.endObject()
                    }))
        }
    }

    private var drainAnswer: APIAnswer {
        let open = state.activity().openConnections
        return APIAnswer(Status(202)) { json in
            json.beginObject()
            json.member("state", "draining")
            json.member("connections", Int(clamping: open))
            json.endObject()
        }
    }

    private func set(_ level: LogLevel, for seconds: Int64?, _ audited: AuditedRequest) -> APIAnswer {
        let next = LogLevelInForce(level: level, until: seconds.map { Int64(time(nil)) + $0 })
        state.deciders.setLogLevel(next)
        state.records.audit.record(audited, .ok)
        return APIAnswer { json in
            json.beginObject()
            json.name("log_level")
            next.write(to: &json, at: 0)
            json.endObject()
        }
    }

    // MARK: - Tests on phones

    private func openLab(_ link: String, _ minutes: Int, _ audited: AuditedRequest) -> Answer {
        let now = Int64(time(nil))
        do throws(LabFault) {
            let id = try view.lab.open(link, minutes: minutes, now: now)
            state.records.audit.record(audited, .ok)
            return state(ofLab: id)
        } catch {
            let status: Status = error.kind == .busy ? .serviceUnavailable : .badRequest
            state.records.audit.record(audited, status)
            return .failure(APIError(status, error.description))
        }
    }

    private func state(ofLab id: String) -> Answer {
        guard let json = view.lab.json(id, now: Int64(time(nil))) else {
            return .failure(APIError(.notFound, "the test has ended"))
        }
        var answer = APIAnswer(.ok)
        answer.body = Array((json.text + "\n").utf8)
        return .success(answer)
    }

    // MARK: - Sites and links

    private func change(_ call: ControlCall, _ audited: AuditedRequest) throws(APIError) -> APIAnswer {
        switch call {
        case .disable(.site(let site), _, let reason):
            let known = state.ruleSet.sites.map(\.name)
            guard known.contains(site) else {
                let hint = suggestion(for: site, among: known) ?? "the sites are \(known.joined(separator: ", "))"
                throw APIError(.notFound, "there is no site `\(site)`; \(hint)")
            }
            let entry = DisabledSites.Entry(
                site: site, since: Int64(time(nil)), until: audited.until, by: audited.client ?? "unknown",
                reason: reason)
            return try changeSites(audited) { $0.disable(entry) }
        case .enable(.site(let site), _):
            guard state.deciders.disabledSites.entries.contains(where: { $0.site == site }) else {
                throw APIError(.notFound, "the site `\(site)` is not disabled")
            }
            return try changeSites(audited) { _ = $0.enable(site) }
        case .disable(.link(let link), _, _): return try set(link, isDisabled: true, audited)
        case .enable(.link(let link), _): return try set(link, isDisabled: false, audited)
        case .status, .settings, .reload, .drain, .logLevel, .lab, .openLab, .closeLab: throw .notFound
        }
    }

    /// Changes the disabled sites, in all workers before this returns, and writes them to the file. If that fails, the change
    /// lasts as long as the process, and the response reports it.
    private func changeSites(
        _ audited: AuditedRequest, _ body: (inout DisabledSites) -> Void
    ) throws(APIError) -> APIAnswer {
        var sites = state.deciders.disabledSites
        sites.forgetPast(at: Int64(time(nil)))
        body(&sites)
        state.deciders.disable(sites)
        var problem: String?
        do {
            if let file { try file.write(sites) } else { problem = "the daemon has no store to keep it in" }
        } catch { problem = "\(error)" }
        state.records.audit.record(audited, .ok)
        return APIAnswer { [sites] json in
            json.beginObject()
            json.name("disabled_sites")
            sites.write(to: &json)
            json.name("not_kept")
            if let problem { json.string(problem) } else { json.null() }
            json.endObject()
        }
    }

    /// Disables or enables a link of the store, as the API does: at the source, if there is one.
    private func set(_ link: String, isDisabled: Bool, _ audited: AuditedRequest) throws(APIError) -> APIAnswer {
        guard let links = view.links else {
            throw APIError(.serviceUnavailable, "the daemon runs without a link store (--store)")
        }
        var target = Array("/v1/links/".utf8)
        PercentCoding.encodeComponent(link.utf8.span, into: &target)
        let question = LinkService.Question("PATCH", String(decoding: target, as: UTF8.self)).with("If-Match", "*")
            .sending(["disabled": .bool(isDisabled)])
        var page = AdminPageRequest(path: "/", now: Int64(time(nil)))
        let caller = audited.client ?? "unknown"
        page.visitor = AdminVisitor(credential: Credential(name: caller, .process(caller)), formToken: "")
        page.audited = audited
        let made = links.answer(question, for: page)
        if let fault = made.fault { throw APIError(made.status, fault) }
        var answer = APIAnswer(made.status)
        answer.body = made.body
        return answer
    }

    private func audited(_ call: ControlCall, by caller: ControlCaller) -> AuditedRequest {
        var audited = AuditedRequest(
            client: caller.name, credential: .socket, address: nil, identifier: [], operation: call.operation)
        switch call {
        case .status, .settings, .reload, .drain, .lab, .closeLab: break
        case .openLab(let link, _): audited.site = state.ruleSet.siteName(of: link)
        case .logLevel(let level, let seconds):
            audited.until = seconds.map { Int64(time(nil)) + $0 }
            audited.reason = level.rawValue
        case .disable(let subject, let seconds, let reason):
            if case .site(let site) = subject { audited.site = site }
            audited.until = seconds.map { Int64(time(nil)) + $0 }
            if !reason.isEmpty { audited.reason = reason }
        case .enable(let subject, let reason):
            if case .site(let site) = subject { audited.site = site }
            if !reason.isEmpty { audited.reason = reason }
        }
        return audited
    }
}

extension ControlCall {
    /// The operation's name in the audit log.
    fileprivate var operation: String {
        switch self {
        case .status: "status"
        case .settings: "settings"
        case .reload: "reload"
        case .lab: "lab"
        case .openLab: "openLab"
        case .closeLab: "closeLab"
        case .drain: "drain"
        case .logLevel: "setLogLevel"
        case .disable(.site, _, _): "disableSite"
        case .disable(.link, _, _): "disableLink"
        case .enable(.site, _): "enableSite"
        case .enable(.link, _): "enableLink"
        }
    }
}
