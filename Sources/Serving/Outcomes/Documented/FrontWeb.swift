import ByteText
public import Clicks
public import Phones

/// The web as seen by phones: an in-memory front responds for the sites' hosts, and all other hosts are unreachable.
public struct FrontWeb: Answering {
    /// The front that responds.
    public let front: FrontInMemory
    /// The seconds by which the front's clock is ahead during a request.
    private var delay: Int64 = 0

    /// The web served by a front.
    public init(_ front: FrontInMemory) { self.front = front }

    /// This web at a later time: the front's clock is ahead during its requests.
    public func later(by seconds: Int64) -> any Answering {
        var web = self
        web.delay += seconds
        return web
    }

    /// The front's response; `nil` for other hosts, and for paths that the router leaves to the site's own server.
    public func answer(_ request: WebRequest) -> WebAnswer? {
        front.now += delay
        defer { front.now -= delay }
        guard let asked = Self.request(request.url, request.userAgent, request.fields),
            front.knows(host: asked.host), let answer = front.answer(asked), answer.status != 421,
            answer.status != 404 || front.hasLinks(on: asked.host)
        else { return nil }
        return WebAnswer(
            status: answer.status, location: answer.fields["location"], contentType: answer.fields["content-type"],
            body: answer.body)
    }

    /// The address that an app opens after requesting the meaning of a link; `nil` if the front refuses it.
    ///
    /// - Parameter version: The version of the app.
    func opened(_ url: String, by platform: DocumentedPlatform, _ version: String) -> String? {
        let fields = ["accept": "application/json", "fingerpost-app": "\(platform.appPlatform) \(version)"]
        return answer(WebRequest(url: url, userAgent: "okhttp/5.1.0", fields: fields)).flatMap { answer in
            (try? JSONValue(parsing: answer.body))?["payload"]?.string
        }
    }

    /// The decision on a URL for a phone; `nil` if no rule decided.
    func decision(_ url: String, _ phone: Phone) -> FrontDecision? {
        guard let asked = Self.request(url, phone.userAgent, phone.agentFields), front.knows(host: asked.host) else {
            return nil
        }
        return front.decision(asked)
    }

    private static func request(_ url: String, _ agent: String, _ fields: [String: String]) -> FrontRequest? {
        let parts = AddressParts(url)
        return parts.authority.map {
            FrontRequest(host: $0, target: parts.requestTarget, fields: fields.merging(["user-agent": agent]) { $1 })
        }
    }
}

extension DocumentedPlatform {
    /// The platform, as apps state it.
    fileprivate var appPlatform: String {
        switch self {
        case .iphone: "ios"
        case .ipad: "ipados"
        case .android, .harmonyos, .desktop: rawValue
        }
    }
}
