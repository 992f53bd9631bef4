package import ByteText
import Clicks
package import HTTP
import Access
import Markup
import Outcomes
import QRCode
import Routing

/// The pages on the phone of a test: its taps, the instructions for each, and the question about what happened.
///
/// They work without scripts, except the tap that a script makes. Whoever has the address may use them, so it is secret and
/// valid for a limited time.
package final class LabHandler: LabPages {
    let sessions: LabSessions
    private let clock: () -> Int64

    /// - Parameter clock: The wall clock, in seconds since the epoch.
    package init(_ sessions: LabSessions, clock: @escaping () -> Int64) {
        (self.sessions, self.clock) = (sessions, clock)
    }

    package func answer(
        _ request: borrowing Request, from client: IPAddress?, _ response: inout ResponseWriter
    ) {
        let now = clock()
        guard let path = LabPath(request.path), let session = sessions.session(path.id, now: now) else {
            return show("message", Self.ended, .notFound, &response)
        }
        switch request.method {
        case .get, .head: show(path.page, of: session, request, now, &response)
        case .post: change(path, session, request, client, now, &response)
        default: response.methodNotAllowed(allow: "GET, HEAD, POST")
        }
    }

    private static var ended: PageValues {
        message(
            "This test has ended",
            "Start another one where you started this: with `fingerpost lab`, or in the console. A test belongs to one process "
                + "of one node, and ends when that restarts.")
    }

    private static func message(_ heading: String, _ text: String) -> PageValues {
        var values = PageValues()
        (values["heading"], values["text"]) = (heading, text)
        return values
    }

    // MARK: - Pages

    private func show(
        _ page: LabPath.Page, of session: LabSession, _ request: borrowing Request, _ now: Int64,
        _ response: inout ResponseWriter
    ) {
        switch page {
        case .code: return showCode(of: session, &response)
        case .evidence: return showEvidence(of: session, now, &response)
        case .taps, .tap: break
        }
        guard session.condition != nil else {
            guard let phone = LabPhone(request) else {
                let text = "Open this page on a phone or tablet with Android, iOS, iPadOS or HarmonyOS."
                return show("message", Self.message("Not a phone", text), .ok, &response)
            }
            return show("phone", LabText(session).values(of: phone), .ok, &response)
        }
        guard case .tap(let tap) = page, case .success(let plan)? = session.plan,
            let planned = plan.taps.first(where: { $0.tap == tap })
        else {
            return show("taps", LabText(session).values(sessions.watch.requests(session.id)), .ok, &response)
        }
        show(planned, of: session, request, &response)
    }

    private func show(
        _ planned: LabPlan.Tap, of session: LabSession, _ request: borrowing Request, _ response: inout ResponseWriter
    ) {
        let requests = sessions.watch.requests(session.id)
        let isRunning = request.query?.equals("go") == true
        // Showing the page begins the tap, unless it goes on or already has a result.
        if session.result(of: planned, requests) == nil, request.method == .get, !session.isCurrent(planned.tap) {
            sessions.change(session.id) { $0.begin(planned.tap, count: requests.count) }
        }
        let shown = sessions.session(session.id, now: clock()) ?? session
        show("tap", LabText(shown).values(of: planned, requests, isRunning: isRunning), .ok, &response)
    }

    private func showCode(of session: LabSession, _ response: inout ResponseWriter) {
        guard let code = try? QRCode(session.link.utf8.span) else {
            let text = "The link is too long for a QR code."
            return show("message", Self.message("No code", text), .notFound, &response)
        }
        response.begin(.ok)
        response.fieldLines("Content-Type: image/svg+xml\r\nCache-Control: no-store\r\n")
        response.append(code.svg(title: "QR code of the link").span)
        response.finish()
    }

    private func showEvidence(of session: LabSession, _ now: Int64, _ response: inout ResponseWriter) {
        guard let evidence = session.evidence(sessions.watch.requests(session.id), at: now) else {
            return show("message", Self.message("No evidence yet", "Try some of the taps first."), .notFound, &response)
        }
        response.begin(.ok)
        response.fieldLines(
            """
            Content-Type: application/json\r\nContent-Disposition: attachment; filename="evidence.jsonl"\r\nCache-Control: \
            no-store\r\n
            """)
        response.append(Array((evidence.json.text + "\n").utf8).span)
        response.finish()
    }

    private func show(
        _ template: String, _ values: PageValues, _ status: Status, _ response: inout ResponseWriter
    ) {
        var values = values
        values["style"] = LabStyle.text
        response.begin(status)
        response.fieldLines(
            "Content-Type: text/html; charset=utf-8\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n")
        response.field("Accept-CH", LabPhone.wantedHints)
        // Chrome repeats its first request with the hints (draft-davidben-http-client-hint-reliability, section 3).
        response.field("Critical-CH", LabPhone.wantedHints)
        response.field("Content-Security-Policy", LabStyle.policy.utf8.span)
        response.append(LabTemplates.render(template, values).span)
        response.finish()
    }

    // MARK: - Forms

    private func change(
        _ path: LabPath, _ session: LabSession, _ request: borrowing Request, _ client: IPAddress?, _ now: Int64,
        _ response: inout ResponseWriter
    ) {
        guard let form = FormBody(request)?.values else {
            return show("message", Self.message("Malformed", "The form could not be read."), .badRequest, &response)
        }
        if case .tap(let tap) = path.page, let ending = form["saw"].flatMap(ObservedEnding.init) {
            sessions.change(path.id) { session in
                if session.has(tap) { session.answer(tap, ending) }
            }
        } else if form["end"] != nil {
            sessions.change(path.id) { $0.isFinished = true }
        } else if let word = form["app"] {
            state(AppCondition(rawValue: word), session, request, client, now)
        }
        // On the same host: browsers apply `form-action` to redirects, too.
        response.begin(.seeOther)
        response.field("Location", "\(ReservedPath.lab)\(session.id)".utf8.span)
        response.fieldLines("Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n")
        response.finish()
    }

    /// Uses the phone that sent the request, with the stated condition of the app; `nil` asks again.
    private func state(
        _ condition: AppCondition?, _ session: LabSession, _ request: borrowing Request, _ client: IPAddress?,
        _ now: Int64
    ) {
        guard let condition, AppCondition.stated.contains(condition), let phone = LabPhone(request) else {
            sessions.change(session.id) { session in
                session = LabSession(session.id, link: session.link, address: session.address, end: session.end)
            }
            return
        }
        sessions.use(phone, condition, from: client, in: session.id, now: now)
    }
}

extension AppCondition {
    /// The conditions that a tester can state.
    fileprivate static let stated: Set<AppCondition> = [.current, .outdated, .absent]
}
