public import Daemon
public import Phones

/// The web as phones see it: what the sites' hosts are answered by a front in memory, and nothing of others.
public struct FrontWeb: Answering {
    /// What answers.
    public let front: FrontInMemory

    /// The web around a front.
    public init(_ front: FrontInMemory) { self.front = front }

    /// The front's answer; nil for other hosts, and where a server of the site's own is behind the router.
    public func answer(_ request: WebRequest) -> WebAnswer? {
        guard let asked = Self.request(request.url, request.userAgent, request.fields),
            front.knows(host: asked.host), let answer = front.answer(asked), answer.status != 421,
            answer.status != 404 || front.hasLinks(on: asked.host)
        else { return nil }
        return WebAnswer(
            status: answer.status, location: answer.fields["location"], contentType: answer.fields["content-type"],
            body: answer.body)
    }

    /// What decided an address for a phone; nil where no rule did.
    func decision(_ url: String, _ phone: Phone) -> FrontDecision? {
        guard let asked = Self.request(url, phone.userAgent, phone.agentFields), front.knows(host: asked.host) else {
            return nil
        }
        return front.decision(asked)
    }

    private static func request(_ url: String, _ agent: String, _ fields: [String: String]) -> FrontRequest? {
        guard let start = url.firstRange(of: "://")?.upperBound else { return nil }
        let host = url[start...].prefix { !"/?#".contains($0) }
        let rest = url[host.endIndex...].prefix { $0 != "#" }
        return FrontRequest(
            host: String(host), target: rest.hasPrefix("/") ? String(rest) : "/" + rest,
            fields: fields.merging(["user-agent": agent]) { $1 })
    }
}
