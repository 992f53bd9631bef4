/// A journey in progress. Each function takes the next step and returns all possible journeys.
struct Walk {
    let phone: Phone
    let web: any Answering
    var chain = Chain(start: .tap)
    var steps: [Journey.Step] = []
    var detours: [Journey.Detour] = []
    /// The requested URLs that were answered.
    var asked: [String] = []
    /// The URL of the current page; `nil` before the first.
    var shown: String?
    /// The pages of ours that were shown. A repeated one means a loop.
    var seen: Set<String> = []
    /// The maximum number of pages that a user goes on from. More mean a loop of pages with addresses of their own.
    static let mostPages = 5

    init(phone: Phone, web: any Answering) {
        self.phone = phone
        self.web = web
    }

    // MARK: - Steps

    /// A copy with another step.
    func noting(_ facts: Fact?..., at address: String) -> Walk {
        var next = self
        let facts = facts.compactMap(\.self)
        if !facts.isEmpty { next.steps.append(Journey.Step(address: address, facts: facts)) }
        return next
    }

    /// A copy with a changed chain.
    func with(_ change: (inout Chain) -> Void) -> Walk {
        var next = self
        change(&next.chain)
        return next
    }

    func end(_ ending: Ending) -> [Journey] {
        [Journey(steps: steps, asked: asked, detours: detours, ending: ending)]
    }

    func end(_ deadEnd: DeadEnd) -> [Journey] { end(.deadEnd(deadEnd)) }

    func open(_ app: AndroidApp, _ url: String?) -> [Journey] {
        end(.app(id: app.package, version: app.version, url: url))
    }

    func open(_ app: AppleApp, _ url: String) -> [Journey] {
        end(.app(id: app.bundle, version: app.version, url: url))
    }

    func open(_ app: HarmonyApp, _ url: String) -> [Journey] {
        end(.app(id: app.bundle, version: app.version, url: url))
    }

    /// Prompts the user. Each journey of a user who accepts becomes one that ends with the prompt.
    func ask(_ kind: Ending.Question.Kind, accepted: [Journey], refused: [Journey]) -> [Journey] {
        var endings: [Ending] = []
        for journey in refused where !endings.contains(journey.ending) { endings.append(journey.ending) }
        return accepted.map { journey in
            var asked = journey
            asked.ending = .question(.init(kind: kind, accepted: journey.ending, refused: endings))
            return asked
        }
    }

    // MARK: - The web

    /// Loads a URL in the surface and follows the response.
    func load(_ url: String) -> [Journey] {
        let request = WebRequest(
            url: url.withoutFragment, userAgent: phone.userAgent, fields: phone.agentFields)
        guard let answer = web.answer(request) else { return terminal(url) }
        var next = with { $0.seconds += answer.seconds }
        next.asked.append(request.url)
        if answer.isRedirect, let location = answer.location { return next.redirect(url, to: location) }
        return next.show(url, answer)
    }

    private func redirect(_ url: String, to location: String) -> [Journey] {
        guard chain.redirects < Chain.mostRedirects else { return noting(.tooManyRedirects, at: url).end(.loop) }
        let isFilters = url.urlHost.hasSuffix(".safelinks.protection.outlook.com")
        let next = noting(.redirects, isFilters ? .safeLinks : nil, at: url).with {
            $0.redirects += 1
            $0.redirectedFrom = url
        }
        return next.go(to: url.redirect(to: location))
    }

    /// Navigates to the target of a redirect or a tap.
    func go(to url: String) -> [Journey] {
        switch phone.system {
        case .android: goOnAndroid(to: url)
        case .ios, .ipados: goOnApple(to: url)
        case .harmonyOS: goOnHarmony(to: url)
        case .desktop: url.isWeb ? load(url) : noting(.notAnApp, at: url).end(.unknownScheme)
        }
    }

    /// Ends at a page that another party serves.
    private func terminal(_ url: String) -> [Journey] {
        if url.urlHost.hasSuffix(".safelinks.protection.outlook.com"), let link = url.queryValue("url") {
            return redirect(url, to: link)
        }
        if let page = AppStorePage(web: url) { return noting(page.fact, at: url).end(.store(page)) }
        return end(.web(url))
    }

    // MARK: - Ways out of in-app browsers

    /// Whether LINE opens a link in the system's browser ("Using the LINE URL scheme", "Opening a URL in an external
    /// browser").
    func leavesLine(_ url: String) -> Bool {
        phone.surface == .line && url.queryValue("openExternalBrowser") == "1"
    }

    /// Continues outside the app around the web view, which passes the address to the system.
    func leave(to url: String) -> [Journey] {
        var browser = phone
        let isAndroid = if case .android = phone.system { true } else { false }
        browser.surface = isAndroid ? .chrome : .safari
        var next = Walk(phone: browser, web: web)
        (next.steps, next.detours, next.asked) = (steps, detours, asked)
        return isAndroid ? next.startOnAndroid(url, .otherApp()) : next.startOnApple(url, .otherApp())
    }
}
