import ByteText
import Devices
import Links
import Routing
import Rules
import Testing

/// No redirect leaves the addresses that a site allows, for any link and any client.
@Suite("Open redirects")
struct OpenRedirectTests {
    /// A place in a request that an attacker controls, whose address may become a location.
    enum Door: String, CaseIterable {
        case link, al, afl, ifl, ipfl, ofl, deepLinkID, deepLinkInLink, linkInDeepLink, hostingLink, continueURL
        case wrappedContinueURL, settingsURL, goingOn, goingOnDirectly, goingOnWrapped
        // The address in these is never a click's target as it is.
        case si, ius, otherParameter, passedValue, passedName, passedInPath
        // Facts in a rule's template: a whole address, a part of one, the app's URL, the store's referrer.
        case templateOfOFL, templateOfAFL, templatePath, templateQuery, templateFragment, templateReferrer

        /// Whether an address that is not allowed must be refused here, not just unused.
        var refuses: Bool {
            switch self {
            // An invalid address at the second level leaves the first one, which is allowed, in effect.
            case .deepLinkInLink, .si, .ius, .otherParameter, .passedValue, .passedName, .passedInPath, .templatePath,
                .templateQuery, .templateFragment, .templateReferrer:
                false
            default: true
            }
        }

        /// The rule that a door needs, before the shipped ones.
        var rule: JSONValue? {
            let path = "https://www.example.com"
            let then: JSONValue? =
                switch self {
                case .templateOfOFL: ["continue_redirect": ["to": "{link.ofl}"]]
                case .templateOfAFL:
                    ["app_open": ["url": "{link.afl}", "fallback": ["continue_redirect": ["to": "{link.afl}"]]]]
                case .templatePath: ["app_open": ["url": .string(path + "/{request.referer}/x")]]
                case .templateQuery: ["continue_redirect": ["to": .string(path + "/?next={request.referer}")]]
                case .templateFragment: ["continue_redirect": ["to": .string(path + "/#{request.referer}")]]
                case .templateReferrer: ["store_install": ["referrer": "{request.referer}"]]
                default: nil
                }
            return then.map { ["name": "door", "then": $0, "because": "It is tested."] }
        }
    }

    static let devices: [JSONValue] = ["android", "ios", "ipados", "windows", "unknown", "bot"].flatMap { platform in
        ["current", "outdated", "absent", "unknown"].map { state in
            platform == "bot"
                ? ["bot": true, "bot_kind": "preview", "app": ["state": .string(state)]]
                : ["platform": .string(platform), "app": ["state": .string(state)]]
        }
    }

    /// The patterns of the example site, and the default without patterns.
    static func sites(_ door: Door) -> [JSONValue] {
        [["^https://www\\.example\\.com/.*$"] as JSONValue, nil].map { patterns in
            .object([
                "site": "example", "hosts": ["example.page.link"], "hosting": ["auth.example.com"],
                "url_patterns": patterns, "handler": "https://example-app.firebaseapp.com/__/auth/action",
                "authorized_domains": ["www.example.com"],
                "apps": [
                    ["android": ["package": "com.example.android"]],
                    ["ios": ["bundle": "com.example.ios", "app_store_id": "1234567"]],
                ],
                "links": ["WXYZ": .string("https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fp" + apps)],
                "options": ["pass_through": true], "rules": door.rule.map { [$0] },
            ])
        }
    }

    static let apps = "&apn=com.example.android&ibi=com.example.ios&isi=1234567&efr=1"

    static let allowedHosts: Set<String> = [
        "www.example.com", "example-app.firebaseapp.com", "example.page.link", "auth.example.com", "play.google.com",
        "apps.apple.com",
    ]

    @Test("an address that is not allowed is refused, wherever it appears", arguments: Door.allCases)
    func refused(door: Door) throws {
        #expect(Attacks.refused.count > 250)
        let resolver = try RequestResolver(Checkout.ruleSet)
        for site in Self.sites(door) {
            for attack in Attacks.refused {
                // Unencoded, too: once suffices.
                for encodes in site == Self.sites(door).first ? [true, false] : [true] {
                    let value = encodes ? Decided.encoded(attack) : attack
                    let request = Self.request(door, value, site, Self.devices[0])
                    let decision = try resolver.resolve(request, now: nil)
                    check(decision, attack, door)
                    // An empty parameter counts as missing; an unencoded address may end before its evil part.
                    if encodes, !attack.isEmpty, door.refuses {
                        #expect(decision["decision"] == "error", "\(door) \(attack.debugDescription): \(decision.text)")
                    }
                }
            }
        }
    }

    @Test("no click leaves the site, on any platform and with the app in any state", arguments: Door.allCases)
    func contained(door: Door) throws {
        let resolver = try RequestResolver(Checkout.ruleSet)
        var followed = 0
        for site in Self.sites(door) {
            for (number, attack) in (Attacks.followed + Attacks.refused).enumerated() {
                let value = Decided.encoded(attack)
                // Devices rotate. A refused link needs few, since it is refused before the device is read.
                for turn in 0..<(number < Attacks.followed.count ? 8 : 2) {
                    let device = Self.devices[(5 * number + 7 * turn) % Self.devices.count]
                    let request = Self.request(door, value, site, device)
                    let decision = try resolver.resolve(request, now: nil)
                    check(decision, attack, door)
                    if decision["decision"] != "error" { followed += 1 }
                }
            }
        }
        // Hardly any of them is a code.
        #expect(followed > (door == .passedInPath ? 0 : 100), "every address was refused, so nothing was proved")
    }

    @Test("the reading of browsers that all this is held against")
    func oracle() {
        for (url, host) in [
            ("https://www.example.com@evil.net/", "evil.net"), ("https:\\\\evil.net/", "evil.net"),
            ("https:evil.net", "evil.net"), ("https:////evil.net", "evil.net"), ("ht\ttps://evil\n.net/", "evil.net"),
            (" https://evil.net:443/x", "evil.net"), ("https://evil.net\\@www.example.com/", "evil.net"),
            ("https://www.example.com#@evil.net", "www.example.com"), ("HTTPS://WWW.Example.COM?x", "www.example.com"),
            ("https://[::1]:80/", "[::1]"), ("https://%65vil.net/", "evil.net"),
        ] {
            #expect(BrowserReading(url)?.host == host, "\(url)")
        }
        #expect(BrowserReading("//evil.net") == nil)
        #expect(BrowserReading("java\nscript:alert(1)")?.scheme == "javascript")
        let bad = [
            "https://evil.net/", "//evil.net/", "http://www.example.com/", "javascript:alert(1)",
            "https://www.example.com ",
            "intent://www.example.com/#Intent;scheme=https;package=com.evil;end",
            "intent://www.example.com/;x#Intent;scheme=https;package=com.example.android;S.browser_fallback_url=https%3A%2F%2Fwww.example.com%2F;end",
            "intent://www.example.com/#Intent;scheme=https;package=com.example.android;S.browser_fallback_url=https%3A%2F%2Fevil.net;end",
            "com.example.ios://google/link/?deep_link_id=https%3A%2F%2Fevil%2Enet",
        ]
        for url in bad { #expect(Self.fault(of: url) != nil, "\(url)") }
    }
}

// MARK: Requests

extension OpenRedirectTests {
    private static func request(_ door: Door, _ value: String, _ site: JSONValue, _ device: JSONValue) -> JSONValue {
        let referer: JSONValue = ["referer": .string(Decided.decoded(value))]
        let settings: JSONValue = ["url": .string(Decided.decoded(value)), "handleCodeInApp": true]
        let isGoingOn = [.goingOn, .goingOnDirectly, .goingOnWrapped].contains(door)
        return .object([
            "link": .string(link(door, value)), "stage": isGoingOn ? "continue" : nil, "device": device,
            "settings": door == .settingsURL ? settings : nil, "headers": door.rule == nil ? nil : referer,
            "site": site,
        ])
    }

    private static func link(_ door: Door, _ value: String) -> String {
        let action = "https://example-app.firebaseapp.com/__/auth/action?mode=verifyEmail&oobCode=ABC123&apiKey=KEY"
        let start = "https://example.page.link/?link="
        // The second level is unwrapped if it is an action link itself.
        let completed = Decided.encoded("?mode=signIn&oobCode=1&apiKey=2")
        let fine = start + "https%3A%2F%2Fwww.example.com%2Fp" + apps
        let short = "https://example.page.link/WXYZ"
        return switch door {
        case .link: start + value + apps
        case .al, .afl, .ifl, .ipfl, .ofl, .si, .ius: "\(fine)&\(door.rawValue)=\(value)"
        case .otherParameter: "\(fine)&url=\(value)&continueUrl=\(value)&redirect=\(value)"
        case .deepLinkID: "https://example.page.link/?deep_link_id=\(value)\(apps)"
        case .deepLinkInLink:
            start + Decided.encoded("https://www.example.com/?deep_link_id=\(value)\(completed)") + apps
        case .linkInDeepLink:
            "https://example.page.link/?deep_link_id=\(Decided.encoded("https://www.example.com/?link=\(value)"))\(apps)"
        case .hostingLink: "https://auth.example.com/__/auth/links?link=\(value)"
        case .continueURL, .goingOn: "\(action)&continueUrl=\(value)"
        case .wrappedContinueURL: start + Decided.encoded("\(action)&continueUrl=\(value)") + apps
        case .settingsURL: start + Decided.encoded(action) + apps
        case .goingOnDirectly: Decided.decoded(value)
        case .goingOnWrapped: start + value + apps
        case .passedValue: "\(short)?next=\(value)"
        case .passedName: "\(short)?\(value)"
        case .passedInPath: "\(short)/\(value)"
        case .templateOfOFL: "\(fine)&ofl=\(value)"
        case .templateOfAFL: "\(fine)&afl=\(value)"
        case .templatePath, .templateQuery, .templateFragment, .templateReferrer: fine
        }
    }
}

// MARK: Decision targets

extension OpenRedirectTests {
    private func check(_ decision: JSONValue, _ attack: String, _ door: Door) {
        let places = [decision["location"], decision["target"], decision["payload"], decision["fallback"]?["target"]]
        if let image = decision["meta"]?["image"]?.string {
            #expect(
                ["https", "http"].contains(BrowserReading(image)?.scheme ?? ""), "\(door) \(attack.debugDescription)")
        }
        for place in places {
            guard case .string(let url)? = place else { continue }
            let fault = Self.fault(of: url)
            #expect(
                fault == nil,
                "\(door) \(attack.prefix(200).debugDescription) leads to \(url.prefix(300)): \(fault ?? "")")
        }
    }

    /// The fault of a location to which clients are sent.
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

    /// The data, then exactly these fields: scheme, package and fallback.
    private static func faultOfIntent(_ url: String) -> String? {
        // Android's reader takes the last #, others the first #Intent; both must find the same fields.
        let parts = url.split(separator: "#Intent;", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].contains("#"), !parts[0].contains(";"), parts[0].hasPrefix("intent://") else {
            return "its data holds fields"
        }
        let fields = parts[1].split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        let start = "S.browser_fallback_url="
        guard fields.starts(with: ["scheme=https", "package=com.example.android"]), fields.last == "end" else {
            return "its fields are \(fields)"
        }
        if let fault = fault(of: "https" + parts[0].dropFirst("intent".count)) { return fault }
        // A rule may have no fallback.
        if fields.count == 3 { return nil }
        guard fields.count == 4, fields[2].hasPrefix(start) else { return "its fields are \(fields)" }
        return fault(of: Decided.decoded(String(fields[2].dropFirst(start.count))))
    }
}
