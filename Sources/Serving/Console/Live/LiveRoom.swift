import AdminPages
import Access
import ByteText
import Daemon
import Markup
import Routing
import Settings
import Threads

/// Live activity: request and decision rates, latency, refusals, and the state of this node and its peers. A stream
/// sends the figures every second while the page is open. If streaming is not possible, the page's script polls, and
/// without scripts there is a button. Workers are sampled at most once per second, regardless of the number of readers.
struct LiveRoom: ConsoleRoom {
    /// The number of samples kept for the chart.
    private static let mostSamples = 120
    private static let mostRefusals = 20
    private static let mostDecisions = 10
    private static let step = 5
    /// How long figures are cached: less than the interval between two stream events.
    private static let age: Duration = .milliseconds(900)

    private let view: DaemonView
    private let samples = Locked<[Sample]>([])
    /// Keyed by the sites that they cover; `nil` for all.
    private let logged = Locked<[Set<String>?: (time: ContinuousClock.Instant, Logged)]>([:])

    let place: ConsolePlace? = ConsolePlace(name: "Live", path: "/live")
    let stream: String? = "/live/events"
    let threads = JobThreads(name: "console-live")
    let templates = [(name: "live", text: LiveTemplate.text), (name: "live-figures", text: LiveTemplate.figures)]

    /// The end of the decision log.
    private struct Logged: Sendable {
        var refusals: [RefusedRequest]
        var latest: [LoggedDecision]
    }

    /// A snapshot of the daemon's counters.
    struct Sample: Sendable {
        var time: ContinuousClock.Instant
        var activity: DaemonActivity
    }

    init(_ view: DaemonView) { self.view = view }

    func has(_ path: String) -> Bool { path == "/live" }

    func page(_ request: AdminPageRequest) -> ConsolePage {
        guard let values = figures(request) else {
            return MessagePage.forbidden("Your token lacks the scope links.read.")
        }
        var page = ConsolePage("live")
        page.values = values
        return page
    }

    func part(_ request: AdminPageRequest) -> ConsolePage? {
        figures(request).map { values in
            var page = ConsolePage("live-figures")
            page.values = values
            return page
        }
    }

    /// The figures that the visitor may see; `nil` if none.
    private func figures(_ request: AdminPageRequest) -> PageValues? {
        guard let credential = request.visitor?.credential, credential.scopes.contains(.read) else { return nil }
        let samples = sample()
        var values = PageValues()
        values["events"] = stream
        guard let last = samples.last else { return values }
        let text = LiveText(last.activity, since: samples.dropLast().last, at: last.time, sites: credential.sites)
        text.write(to: &values)
        values["time"] = String(Timestamp.text(request.now).dropFirst(11).dropLast())
        write(samples, to: &values)
        let logged = logged(of: credential.sites)
        write(logged.refusals, to: &values)
        write(logged.latest, to: &values)
        if let nodes = view.nodes() {
            NodesText(nodes, here: view.node ?? "", ruleSet: view.ruleSet.hash).write(to: &values)
        }
        return values
    }

    /// The most recent decisions, and the refusals among them, at most one second old.
    private func logged(of sites: Set<String>?) -> Logged {
        let now = ContinuousClock.now
        if let known = logged.withLock(\.[sites]), now - known.time < Self.age { return known.1 }
        let new = Logged(
            refusals: view.recentRefusals(Self.mostRefusals, sites: sites),
            latest: view.latestDecisions(Self.mostDecisions, sites: sites))
        logged.withLock { logged in
            // Removes entries that were not requested recently.
            logged = logged.filter { now - $0.value.time < .seconds(10) }
            logged[sites] = (now, new)
        }
        return new
    }

    /// The last samples; the newest is at most about one second old.
    private func sample() -> [Sample] {
        let known = samples.withLock { $0 }
        if let last = known.last, ContinuousClock.now - last.time < Self.age { return known }
        let new = Sample(time: .now, activity: view.activity())
        return samples.withLock { samples in
            // A period without readers is a gap, and its average is of no use.
            if let last = samples.last, new.time - last.time > .seconds(30) { samples = [] }
            samples.append(new)
            if samples.count > Self.mostSamples { samples.removeFirst() }
            return samples
        }
    }

    private func write(_ samples: [Sample], to values: inout PageValues) {
        let rates = zip(samples, samples.dropFirst()).map {
            LiveText.rate($0.activity.requestCount, $0.time, $1.activity.requestCount, $1.time)
        }
        let highest = rates.max() ?? 0
        values.set("has_history", rates.count > 1)
        values["highest"] = LiveText.text(highest)
        if let first = samples.first, let last = samples.last {
            values["span"] = counted(Int((last.time - first.time) / .seconds(1)), "second")
        }
        values["view_box"] = "0 -4 \(Self.mostSamples * Self.step) 108"
        values.set(
            "bars",
            rows: rates.enumerated().map { index, rate in
                var row = PageValues()
                let height = highest > 0 ? rate / highest * 100 : 0
                row["x"] = String((Self.mostSamples - rates.count + index) * Self.step + 1)
                row["y"] = LiveText.text(100 - height)
                row["height"] = LiveText.text(height)
                return row
            })
    }

    private func write(_ refusals: [RefusedRequest], to values: inout PageValues) {
        values.set("has_log", view.settings.decisionLog != nil)
        values.set("has_refusals", !refusals.isEmpty)
        values.set(
            "refusals",
            rows: refusals.reversed().map { refusal in
                var row = PageValues()
                row["moment"] = Self.moment(refusal.time)
                row["id_query"] = refusal.id.map { ListedLink.encoded($0) }
                row["refused_link"] = refusal.link
                row["error"] = refusal.error
                return row
            })
    }

    private func write(_ decisions: [LoggedDecision], to values: inout PageValues) {
        values.set("has_latest", !decisions.isEmpty)
        values.set(
            "latest",
            rows: decisions.reversed().map { decision in
                var row = PageValues()
                row["moment"] = Self.moment(decision.time)
                row["id_query"] = ListedLink.encoded(decision.id)
                row["decision"] = decision.decision
                row["rule"] = decision.rule
                row["decided_link"] = decision.link
                return row
            })
    }

    private static func moment(_ time: String) -> String? {
        time.split(separator: "T").last.map { String($0.prefix(8)) }
    }
}
