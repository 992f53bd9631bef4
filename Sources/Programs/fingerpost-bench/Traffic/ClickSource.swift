/// Generates clicks deterministically from a seed.
///
/// They match the shipped example site and a realistic distribution: a few popular short links and many rare ones, long
/// links with app parameters, mail links that occur once each, and the requests of scanners and mistyped links.
struct ClickSource {
    private var draw: Draw
    private let links: ShortLinkTable
    private let agents: AgentPool

    /// The number of distinct items that long links lead to.
    private static let items = 100_000

    init(seed: UInt64, links: ShortLinkTable, agents: AgentPool) {
        draw = Draw(seed: seed)
        self.links = links
        self.agents = agents
    }

    /// A click of the mix, with a random agent.
    mutating func mixed() -> Click { Click(target: anyTarget(), agent: agent()) }

    /// A random agent.
    mutating func agent() -> String { agents.agent(&draw) }

    /// A random short link, uniformly distributed.
    mutating func shortLink() -> String { draw.one(of: links.paths) }

    /// The short link used by workloads with a single link.
    var firstShortLink: String { links.paths[0] }

    /// A code without a link.
    mutating func unknownCode() -> String { "/\(draw.letters(12))" }

    /// A long link that has not occurred before.
    mutating func newLongLink() -> String { Self.longLink(to: 1_000_000 + draw.number(below: 1 << 40)) }

    /// A Dynamic Link of the example site.
    static func longLink(to post: Int) -> String {
        "/?link=https%3A%2F%2Fwww.example.com%2Fpost%3Fid%3D\(post)"
            + "&apn=com.example.android&ibi=com.example.ios&isi=1234567"
    }

    /// A mail link with a unique code.
    mutating func mailLink() -> String {
        let mode = draw.one(of: ["verifyEmail", "resetPassword", "signIn", "recoverEmail", "verifyAndChangeEmail"])
        let language = draw.one(of: ["en", "hi", "fa", "ru", "id"])
        return "/?link=https://example-app.firebaseapp.com/__/auth/action?mode%3D\(mode)"
            + "%26oobCode%3D\(draw.letters(40))%26apiKey%3DAIza\(draw.letters(12))%26continueUrl%3Dhttps%253A%252F%252Fwww.example.com%252F"
            + "%253Fcart%253D\(draw.number(below: 1_000_000))%26lang%3D\(language)&apn=com.example.android&amv=12&ibi=com.example.ios"
    }

    private mutating func anyTarget() -> String {
        switch draw.number(below: 100) {
        case 0..<51:
            let path = links.paths[draw.popular(of: links.paths.count)]
            return draw.number(below: 5) == 0 ? "\(path)?utm_source=mail" : path
        case 51..<79: return itemLink()
        case 79..<90: return mailLink()
        case 90..<93:
            return "/?link=" + draw.one(of: ["https%3A%2F%2Fevil.example%2F", "javascript%3Aalert(1)", "%zz", ""])
        case 93..<97:
            return draw.one(
                of: ["/.well-known/apple-app-site-association", "/.well-known/assetlinks.json", "/favicon.ico"])
        default: return draw.one(of: ["/wp-login.php", "/.env", "/admin", "/", "/a/b/c", "/%2e%2e/etc/passwd"])
        }
    }

    private mutating func itemLink() -> String {
        func sometimes(_ percent: Int, _ parameter: String) -> String {
            draw.number(below: 100) < percent ? parameter : ""
        }
        let (item, promotion) = (draw.number(below: Self.items), draw.number(below: 99))
        return "/?link=https%3A%2F%2Fwww.example.com%2Fitem%2F\(item)%3Fpromo%3D\(promotion)&apn=com.example.android"
            + sometimes(50, "&amv=\(1 + item % 39)") + "&ibi=com.example.ios&isi=1234567"
            + sometimes(30, "&ifl=https%3A%2F%2Fwww.example.com%2Fios") + sometimes(30, "&efr=1")
            + sometimes(20, "&ofl=https%3A%2F%2Fwww.example.com%2Fdesk")
    }
}
