import ByteText
import Foundation
import TestSupport
import Testing

/// The front redirects to the site's own addresses only, whatever the request.
@Suite("nothing redirects elsewhere, in memory")
struct OpenRedirectTests {
    /// Notations of a foreign address in which a check might see another host than browsers do.
    private static let elsewhere: [String] = {
        let file = URL(filePath: #filePath).appending(path: "../../Attacks/addresses.json").standardized
        guard let text = try? String(contentsOf: file, encoding: .utf8), let table = try? JSONValue(parsing: text)
        else {
            fatalError("\(file.path) can't be read")
        }
        let groups = [table["followed"] ?? []] + (table["refused"]?.object?.members ?? []).map(\.value)
        return groups.flatMap { $0.array ?? [] }.compactMap(\.string)
    }()

    /// The allowed hosts: those of the payload, the widget and the stores. An app opens with one of these as its
    /// fallback.
    private static let ownHosts: Set<String> = [
        "www.example.com", "example-app.firebaseapp.com", "play.google.com", "apps.apple.com", "example.page.link",
        "auth.example.com",
    ]

    @Test("an address elsewhere, in every parameter that holds an address, on every device and every page")
    func attacks() throws {
        let daemon = try DaemonInMemory()
        #expect(Self.elsewhere.count > 250)
        let good = "https%3A%2F%2Fwww.example.com%2F"
        let agents = [Agents.android, Agents.iPhone, Agents.windows, Agents.facebook, Agents.slackbot]
        var redirects = 0
        var clicks = 0
        for attack in Self.elsewhere {
            let coded = attack.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let twice = coded.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            var targets = [
                "/?link=\(coded)", "/?link=\(twice)", "/?deep_link_id=\(coded)", "/WXYZ?next=\(coded)", "/\(coded)",
            ]
            for name in ["afl", "ifl", "ipfl", "ofl", "al", "si", "ius", "apn", "ibi", "isi", "st", "d=1&x"] {
                targets.append("/?link=\(good)&apn=com.example.android&ibi=com.example.ios&efr=1&\(name)=\(coded)")
            }
            // With every parameter, alternating the agents.
            for target in targets {
                let agent = agents[clicks % agents.count]
                clicks += 1
                let answer = try daemon.click(target, fields: ["User-Agent": agent, "Referer": coded])
                redirects += Self.expectOwn(answer, "\(attack) in \(target)")
            }
        }
        #expect(redirects > 100, "the attacks never came as far as a redirect")
    }

    @Test("an action link's continue URL elsewhere")
    func continueAttacks() throws {
        let daemon = try DaemonInMemory()
        for attack in Self.elsewhere {
            let coded = attack.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let action =
                "https://example-app.firebaseapp.com/__/auth/action?mode=signIn&oobCode=A&apiKey=K&continueUrl=\(coded)"
            let payload = action.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            for target in ["/__/auth/links?link=\(payload)&apn=com.example.android", "/__/auth/links?link=\(coded)"] {
                for agent in [Agents.android, Agents.windows] {
                    let answer = try daemon.click(target, host: "auth.example.com", fields: ["User-Agent": agent])
                    Self.expectOwn(answer, target)
                }
            }
        }
    }

    @Test("a hostile host or path leads nowhere")
    func hostilePaths() throws {
        let daemon = try DaemonInMemory()
        for target in [
            "//evil.example/WXYZ", "/\\evil.example", "/%2F%2Fevil.example", "/WXYZ//evil.example",
            "/WXYZ/..//evil.example",
            "/.//evil.example", "/%5Cevil.example", "/WXYZ%0d%0aLocation:%20https://evil.example",
            "/go?link=//evil.example",
            "http://evil.example/WXYZ", "https://evil.example/", "/WXYZ?link=https%3A%2F%2Fevil.example%2F",
        ] {
            for host in ["example.page.link", "evil.example", "links.example.com", "example-app.firebaseapp.com"] {
                let answer = try daemon.click(target, host: host, fields: ["User-Agent": Agents.android])
                Self.expectOwn(answer, "\(target) at \(host)")
            }
        }
    }

    /// Checks a redirect, and every address on a page, against the site's own hosts. Returns 1 for a redirect,
    /// otherwise 0.
    @discardableResult
    private static func expectOwn(_ answer: HTTPAnswer, _ what: String) -> Int {
        let hrefs = answer.body.components(separatedBy: "href=\"").dropFirst().map { piece in
            String(piece.prefix { $0 != "\"" }).replacing("&amp;", with: "&")
        }
        for address in [answer["Location"]].compactMap({ $0 }) + hrefs {
            let isOwn = leadsHome(address)
            #expect(isOwn, "\(what) leads to \(address)")
        }
        // Text from a link is escaped, so it can't begin a tag.
        for tag in ["<script", "<iframe", "<form", "<base", "<meta http-equiv"] {
            #expect(!answer.body.contains(tag), "\(what) gives a page with \(tag)")
        }
        #expect(answer.fields.count { $0.name == "Location" } == (answer.status / 100 == 3 ? 1 : 0), "\(what)")
        #expect((200..<500).contains(answer.status), "\(what): \(answer.status)")
        return answer.status / 100 == 3 ? 1 : 0
    }

    /// Whether an address leads to the site: the app by its custom scheme, an intent with an allowed fallback, or
    /// https.
    private static func leadsHome(_ address: String) -> Bool {
        if address.hasPrefix("com.example.ios://google/link/?") { return true }
        guard address.hasPrefix("intent://") else { return isOwn(address) }
        let parts = address.components(separatedBy: "#Intent;")
        guard parts.count == 2, !parts[1].contains("#"), isOwn("https" + parts[0].dropFirst("intent".count)) else {
            return false
        }
        return parts[1].split(separator: ";").allSatisfy { field in
            if field == "scheme=https" || field == "package=com.example.android" || field == "end" { return true }
            if field.hasPrefix("S.minimum_version="), field.dropFirst(18).allSatisfy(\.isNumber) { return true }
            let name = "S.browser_fallback_url="
            return field.hasPrefix(name) && isOwn(String(field.dropFirst(name.count)).removingPercentEncoding ?? "")
        }
    }

    private static func isOwn(_ address: String) -> Bool {
        guard address.hasPrefix("https://") else { return false }
        let authority = address.dropFirst("https://".count).prefix { !"/?#\\".contains($0) }
        return ownHosts.contains(String(authority))
    }
}
