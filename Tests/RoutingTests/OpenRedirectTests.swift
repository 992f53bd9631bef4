import ByteText
import Devices
import Links
import Routing
import Rules
import Testing

/// Nobody leaves the addresses that a site allows, whatever a link says and whoever clicks.
@Suite("Open redirects")
struct OpenRedirectTests {
    /// A place in a request that an attacker may fill, and whose address may become a location.
    enum Door: String, CaseIterable {
        case link, al, afl, ifl, ipfl, ofl, deepLinkID, innerDeepLinkID, hostingLink, continueURL, wrappedContinueURL
        case settingsURL, goingOn, goingOnDirectly
    }

    static let devices: [JSONValue] = ["android", "ios", "ipados", "windows", "unknown", "bot"].flatMap { platform in
        ["current", "outdated", "absent", "unknown"].map { state in
            platform == "bot"
                ? ["bot": true, "bot_kind": "preview", "app": ["state": .string(state)]]
                : ["platform": .string(platform), "app": ["state": .string(state)]]
        }
    }

    /// Patterns, as the example site has them, and the default without patterns.
    static let sites: [JSONValue] = [#"["^https://www\\.example\\.com/.*$"]"#, nil].map { patterns in
        let policy = patterns.map { #""url_patterns": \#($0),"# } ?? ""
        let text = """
            {"site": "example", "hosts": ["example.page.link"], "hosting": ["auth.example.com"], \(policy)
             "handler": "https://example-app.firebaseapp.com/__/auth/action", "authorized_domains": ["www.example.com"],
             "apps": [{"android": {"package": "com.example.android"}}, {"ios": {"bundle": "com.example.ios", "app_store_id": "1234567"}}]}
            """
        do { return try JSONValue(parsing: text) } catch { fatalError("\(error)") }
    }

    static let allowedHosts: Set<String> = [
        "www.example.com", "example-app.firebaseapp.com", "example.page.link", "auth.example.com", "play.google.com",
        "apps.apple.com",
    ]

    @Test("an address that is not allowed is refused, wherever it stands", arguments: Door.allCases)
    func refused(door: Door) throws {
        let resolver = try RequestResolver(Checkout.ruleSet)
        for site in Self.sites {
            for attack in Attacks.refused {
                for encodes in [true, false] {
                    let value = encodes ? Decided.encoded(attack) : attack
                    let request = Self.request(door, value, site, Self.devices[0])
                    let decision = try resolver.resolve(request, now: nil)
                    // An empty parameter is one that is not there; unencoded, an address may end before its evil part.
                    // What is no address at the second level leaves the first, which is allowed, in its place.
                    if !encodes || attack.isEmpty || door == .innerDeepLinkID {
                        check(decision, attack, door)
                    } else {
                        #expect(decision["decision"] == "error", "\(door) \(attack.debugDescription): \(decision.text)")
                    }
                }
            }
        }
    }

    @Test("nobody leaves the site, on any platform and with the app in any state", arguments: Door.allCases)
    func contained(door: Door) throws {
        let resolver = try RequestResolver(Checkout.ruleSet)
        var followed = 0
        for site in Self.sites {
            for attack in Attacks.harmless + Attacks.refused {
                // A link is refused before anybody asks who clicks; a few devices show that.
                let isFollowed = Attacks.harmless.contains(attack) && attack.utf8.count < 4_000
                for device in isFollowed ? Self.devices : [Self.devices[3], Self.devices[7]] {
                    let request = Self.request(door, Decided.encoded(attack), site, device)
                    let decision = try resolver.resolve(request, now: nil)
                    check(decision, attack, door)
                    if decision["decision"] != "error" { followed += 1 }
                }
            }
        }
        #expect(followed > 100, "every address was refused, so nothing was proved")
    }
}

// MARK: Requests

extension OpenRedirectTests {
    private static func request(_ door: Door, _ value: String, _ site: JSONValue, _ device: JSONValue) -> JSONValue {
        let action = "https://example-app.firebaseapp.com/__/auth/action?mode=verifyEmail&oobCode=ABC123&apiKey=KEY"
        let apps = "&apn=com.example.android&ibi=com.example.ios&isi=1234567&efr=1"
        let start = "https://example.page.link/?link="
        // The second level is unwrapped where it is an action link of its own.
        let completed = Decided.encoded("?mode=signIn&oobCode=1&apiKey=2")
        let fine = start + "https%3A%2F%2Fwww.example.com%2Fp" + apps
        let (link, stage): (String, String?) =
            switch door {
            case .link: (start + value + apps, nil)
            case .al, .afl, .ifl, .ipfl, .ofl: ("\(fine)&\(door.rawValue)=\(value)", nil)
            case .deepLinkID: ("https://example.page.link/?deep_link_id=\(value)\(apps)", nil)
            case .innerDeepLinkID:
                (start + Decided.encoded("https://www.example.com/?deep_link_id=\(value)\(completed)") + apps, nil)
            case .hostingLink: ("https://auth.example.com/__/auth/links?link=\(value)", nil)
            case .continueURL: ("\(action)&continueUrl=\(value)", nil)
            case .wrappedContinueURL: (start + Decided.encoded("\(action)&continueUrl=\(value)") + apps, nil)
            case .settingsURL: (start + Decided.encoded(action) + apps, nil)
            case .goingOn: ("\(action)&continueUrl=\(value)", "continue")
            case .goingOnDirectly: (Decided.decoded(value), "continue")
            }
        let settings: JSONValue? =
            door == .settingsURL ? ["url": .string(Decided.decoded(value)), "handleCodeInApp": true] : nil
        return .object([
            "link": .string(link), "stage": stage.map { .string($0) }, "device": device, "settings": settings,
            "site": site,
        ])
    }
}

// MARK: Where a decision leads

extension OpenRedirectTests {
    private func check(_ decision: JSONValue, _ attack: String, _ door: Door) {
        let places = [decision["location"], decision["target"], decision["payload"], decision["fallback"]?["target"]]
        for place in places {
            guard case .string(let url)? = place else { continue }
            let fault = Self.fault(of: url)
            #expect(
                fault == nil,
                "\(door) \(attack.prefix(200).debugDescription) leads to \(url.prefix(300)): \(fault ?? "")")
        }
    }

    /// What is wrong with a place that people are sent to.
    static func fault(of url: String) -> String? {
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return "it holds more than printable ASCII" }
        guard let reading = BrowserReading(url) else { return "it is relative" }
        switch reading.scheme {
        case "https": return allowedHosts.contains(reading.host) ? nil : "it leads to \(reading.host)"
        case "intent": return faultOfIntent(url)
        case "com.example.ios":
            let start = "com.example.ios://google/link/?deep_link_id="
            guard url.hasPrefix(start) else { return "it is another hand-off" }
            let encoded = String(url.dropFirst(start.count))
            guard encoded.utf8.allSatisfy({ $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "#") }) else {
                return "it has more fields"
            }
            return fault(of: Decided.decoded(encoded))
        default: return "its scheme is \(reading.scheme)"
        }
    }

    /// The data, then exactly the fields scheme, package and fallback.
    private static func faultOfIntent(_ url: String) -> String? {
        let parts = url.components(separatedBy: "#Intent;")
        guard parts.count == 2, !parts[0].contains(";"), parts[0].hasPrefix("intent://") else {
            return "its data holds fields"
        }
        let fields = parts[1].split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        let start = "S.browser_fallback_url="
        guard fields.count == 4, fields[0] == "scheme=https", fields[1] == "package=com.example.android",
            fields[2].hasPrefix(start), fields[3] == "end"
        else { return "its fields are \(fields)" }
        return fault(of: "https" + parts[0].dropFirst("intent".count))
            ?? fault(of: Decided.decoded(String(fields[2].dropFirst(start.count))))
    }
}

extension String {
    /// The pieces between the places where a separator stands.
    func components(separatedBy separator: String) -> [String] {
        var pieces: [String] = []
        var piece = ""
        var rest = self[...]
        while !rest.isEmpty {
            if rest.hasPrefix(separator) {
                pieces.append(piece)
                piece = ""
                rest = rest.dropFirst(separator.count)
            } else {
                piece.append(rest.removeFirst())
            }
        }
        return pieces + [piece]
    }
}
