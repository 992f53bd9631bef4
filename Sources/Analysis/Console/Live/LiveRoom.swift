import ByteText
import Daemon
import Markup
import Settings
import Threads

/// What happens now: how much is asked and decided, how fast, what is refused, how the node stands. The page's script asks for it
/// again every other second; without it, there is a button. Workers are asked once a second at most, however many look.
struct LiveRoom: ConsoleRoom {
    /// How many samples are kept for the chart.
    private static let mostSamples = 60
    private static let mostRefusals = 20
    private static let step = 10

    private let view: DaemonView
    private let samples = Locked<[Sample]>([])

    let place: ConsolePlace? = ConsolePlace(name: "Live", path: "/live")
    let thread = JobThread(name: "console-live")
    let templates = [(name: "live", text: LiveTemplate.text)]

    /// The daemon's counts at a moment.
    struct Sample: Sendable {
        var time: ContinuousClock.Instant
        var activity: DaemonActivity
    }

    init(_ view: DaemonView) { self.view = view }

    func has(_ path: String) -> Bool { path == "/live" }

    func page(_ request: AdminPageRequest) -> ConsolePage {
        guard let credential = request.visitor?.credential, credential.scopes.contains(.read) else {
            return MessagePage.forbidden("Your token lacks the scope links.read.")
        }
        let samples = sample()
        var page = ConsolePage("live")
        guard let last = samples.last else { return page }
        let text = LiveText(last.activity, since: samples.dropLast().last, at: last.time, sites: credential.sites)
        text.write(to: &page.values)
        page.values["time"] = String(Timestamp.text(request.now).dropFirst(11).dropLast())
        write(samples, to: &page.values)
        write(view.lastRefusals(Self.mostRefusals, sites: credential.sites), to: &page.values)
        return page
    }

    /// The last samples, the newest of which is a second old at most.
    private func sample() -> [Sample] {
        let known = samples.withLock { $0 }
        if let last = known.last, ContinuousClock.now - last.time < .seconds(1) { return known }
        let new = Sample(time: .now, activity: view.activity())
        return samples.withLock { samples in
            // A pause of those who look is a gap, and no average of it is of use.
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
                row["moment"] = refusal.time.split(separator: "T").last.map { String($0.prefix(8)) }
                row["refused_link"] = refusal.link
                row["error"] = refusal.error
                return row
            })
    }
}
