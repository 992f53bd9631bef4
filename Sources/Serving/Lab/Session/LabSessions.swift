import ByteText
package import Clicks
import Links
import OpenSSL
import Outcomes
import Phones
package import Routing
import Threads

/// The open tests of links on phones. Shared by the workers, the control socket and the console.
///
/// They exist in this process only, and end after at most a day, or when the process does.
public final class LabSessions: Sendable {
    /// The maximum number of open tests.
    private static let mostSessions = 16
    /// The range of a test's duration, in minutes.
    public static let minutes = 1...1_440
    /// The duration of a test unless another one is stated, in minutes.
    public static let usualMinutes = 60

    /// Records the requests for the tested links.
    package let watch = LinkWatch()
    private let sessions = Locked<[String: LabSession]>([:])
    private let ruleSet: @Sendable () -> RuleSet
    private let makeShortLinks: @Sendable () -> StoredLinks?
    private let jobs = JobThread(name: "lab")

    /// - Parameters:
    ///   - ruleSet: Returns the active rules.
    ///   - makeShortLinks: Returns the store's short links for one thread; `nil` without a store.
    package init(
        ruleSet: @escaping @Sendable () -> RuleSet, makeShortLinks: @escaping @Sendable () -> StoredLinks?
    ) {
        (self.ruleSet, self.makeShortLinks) = (ruleSet, makeShortLinks)
    }

    // MARK: - For the site's owner

    /// Opens a test, and returns its identifier. Compiles the patterns of the rules: don't call it on an event loop's thread.
    ///
    /// - Parameters:
    ///   - minutes: The duration, within ``minutes``.
    ///   - now: The wall clock, in seconds since the epoch.
    /// - Throws: ``LabFault``, for a link that the rules refuse, or if too many tests are open.
    public func open(_ link: String, minutes: Int, now: Int64) throws(LabFault) -> String {
        var parts = AddressParts(link)
        parts.fragment = nil
        guard parts.scheme == "https" || parts.scheme == "http", parts.host != nil else {
            throw LabFault(.link, "the link must be an https address, such as https://example.page.link/CODE")
        }
        let link = parts.text
        let host = try pageHost(of: link, now: now)
        let id = Self.identifier()
        parts.host = host
        (parts.path, parts.query) = ("\(ReservedPath.lab)\(id)", nil)
        let session = LabSession(id, link: link, address: parts.text, end: now + Int64(minutes) * 60)
        let isAdmitted = sessions.withLock { sessions in
            for (id, session) in sessions where session.end <= now { sessions[id] = nil }
            guard sessions.count < Self.mostSessions else { return false }
            sessions[id] = session
            return true
        }
        guard isAdmitted else {
            throw LabFault(.busy, "\(Self.mostSessions) tests are open; finish one of them, or wait until one ends")
        }
        watch.begin(id, link: link, until: session.end)
        return id
    }

    /// The host of the first page: another one than the link's, if there is one, so that a tap on the page can open the app.
    private func pageHost(of link: String, now: Int64) throws(LabFault) -> String {
        let ruleSet = ruleSet(), shortLinks = makeShortLinks()
        guard let evaluator = try? Evaluator(ruleSet, shortLinks: shortLinks),
            let front = try? FrontInMemory(ruleSet, shortLinks: shortLinks, now: now)
        else { throw LabFault(.busy, "there is not enough memory for the rules' patterns") }
        guard let trial = try? PhoneTrial(of: link, evaluator, front, on: .android(15)) else {
            throw LabFault(.link, "the rules refuse this link; see `fingerpost resolve`")
        }
        return trial.pageHost(of: .page)
    }

    private static func identifier() -> String {
        String(decoding: Base64URL.encode(SecureRandom.bytes(count: 16).span), as: UTF8.self)
    }

    /// Ends a test.
    public func close(_ id: String) {
        sessions.withLock { $0[id] = nil }
        watch.end(id)
    }

    /// The name of the site of a test's link; `nil` if there is no such test.
    public func site(of id: String, now: Int64) -> String? {
        session(id, now: now).flatMap { ruleSet().siteName(of: $0.link) }
    }

    // MARK: - For the phone

    /// An open test; `nil` if it has ended or never existed.
    func session(_ id: String, now: Int64) -> LabSession? {
        let found = sessions.withLock { $0[id] }
        if let found, found.end > now { return found }
        if found != nil { close(id) }
        return nil
    }

    /// Changes an open test; returns whether there is one.
    @discardableResult
    func change(_ id: String, _ body: (inout LabSession) -> Void) -> Bool {
        sessions.withLock { sessions in
            guard var session = sessions[id] else { return false }
            body(&session)
            sessions[id] = session
            return true
        }
    }

    /// Uses a phone for a test, and computes the predictions on another thread.
    func use(_ phone: LabPhone, _ condition: AppCondition, from client: IPAddress?, in id: String, now: Int64) {
        watch.restrict(id, to: client)
        guard let session = session(id, now: now) else { return }
        let fresh = change(id) { session in
            session = LabSession(id, link: session.link, address: session.address, end: session.end)
            (session.phone, session.condition) = (phone, condition)
        }
        guard fresh else { return }
        let isAdmitted = jobs.run(unlessMoreWaitThan: Self.mostSessions) { [self] in
            let plan: Result<LabPlan, LabFault>
            do {
                plan = .success(
                    try LabPlan(of: session.link, on: phone, condition, ruleSet(), makeShortLinks(), now: now))
            } catch {
                plan = .failure(LabFault(.link, "the link is refused now, or there is no memory for the rules"))
            }
            change(id) { session in
                // The tester may have stated something else in the meantime.
                if session.phone == phone, session.condition == condition { session.plan = plan }
            }
        }
        guard !isAdmitted else { return }
        change(id) { $0.plan = .failure(LabFault(.busy, "too many predictions are being computed; start again")) }
    }
}
