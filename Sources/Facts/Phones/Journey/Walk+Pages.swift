import Association

/// Pages: their links, and the user's actions there.
extension Walk {
    /// Shows one of our pages. The user taps its main button first, then the other links as long as they lead nowhere.
    func show(_ url: String, _ answer: WebAnswer) -> [Journey] {
        if let journeys = followGooglesPage(url, answer) { return journeys }
        guard answer.contentType?.hasPrefix("text/html") ?? false else {
            return answer.status < 400 ? end(.web(url)) : end(.errorPage(answer.status))
        }
        let ways = PageWays(html: answer.body, hasTouch: phone.system.hasTouch).ways
        guard !ways.isEmpty else {
            return answer.status < 400 ? end(.pageWithoutWay(url)) : end(.errorPage(answer.status))
        }
        guard !seen.contains(url), seen.count < Self.mostPages else { return end(.loop) }
        var next = self
        next.shown = url
        next.seen.insert(url)
        next.detours.append(.page(url))
        return next.take(ways.map(\.address)[...], 1)
    }

    /// Follows the first of the remaining links, and the next one if it is a dead end.
    private func take(_ ways: ArraySlice<String>, _ number: Int) -> [Journey] {
        guard let way = ways.first else { return [] }
        var next = self
        next.chain = Chain(start: .tap)
        let journeys = next.go(to: way)
        let others = ways.dropFirst()
        return journeys.flatMap { journey -> [Journey] in
            guard !others.isEmpty, case .deadEnd(let deadEnd) = journey.ending.accepted else { return [journey] }
            var retry = self
            (retry.steps, retry.asked) = (journey.steps, journey.asked)
            retry.detours.append(deadEnd == .loop ? .wayLedBack(number) : .wayFailed(number, deadEnd))
            return retry.take(others, number + 1)
        }
    }

    /// Google's page at `/__/auth/links`. Its script continues to an action link of the project and shows an error for
    /// any other link. Detected by its script, since any host may serve it.
    private func followGooglesPage(_ url: String, _ answer: WebAnswer) -> [Journey]? {
        guard answer.status == 200, LinkAddress(url).path == "/__/auth/links",
            answer.body.contains("/__/auth/links.js")
        else { return nil }
        let next = noting(.googlesLinksPage, at: url)
        guard let link = url.queryValue("link"), link.isWeb,
            ["apiKey", "mode", "oobCode"].allSatisfy({ link.queryValue($0)?.isEmpty == false })
        else { return next.end(.operationNotValid) }
        return next.with { $0.start = .script }.go(to: link)
    }
}
