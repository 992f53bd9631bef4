import ByteText
import Foundation
import Testing

/// A one-time code, an API key and a mail address are planted in links; no output may hold them but where a redirect needs
/// them: `location`, `target`, `payload` and `fallback.target` of a decision, the `Location` field, and what the button of
/// a page opens. (`inspect` takes a link apart for its caller, codes and all, so it is not asked here.)
@Suite("secrets", .timeLimit(.minutes(20)))
struct SecretsTests {
    static let code = "Planted-OneTime_Code7"
    static let key = "AIzaSyPlantedApiKey42"
    static let mail = "planted.person+tag@example.com"

    /// The secrets as such, and percent-encoded once and twice; the local part of the address stands for the whole.
    static let spellings: [String] = [code, key, mail, "planted.person"].flatMap { secret in
        let once = encoded(secret)
        return [secret, once, encoded(once)]
    }

    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    static let action =
        "https://example-app.firebaseapp.com/__/auth/action?mode=signIn&oobCode=\(code)&apiKey=\(key)&continueUrl="
        + encoded("https://www.example.com/done?email=\(encoded(mail))")
    private static let apps = "apn=com.example.android&ibi=com.example.ios&isi=1234567&st=Title"

    /// Links of every form that carry the secrets, well-formed and not.
    static let links = [
        "https://example.page.link/?link=\(encoded(action))&\(apps)",
        "https://example.page.link/?link=\(encoded(action))&\(apps)&d=1",
        "https://example.page.link/?link=\(encoded(action))&\(apps)&afl=\(encoded(action))&ifl=\(encoded(action))",
        "https://example.page.link/?link=\(encoded("https://www.example.com/?email=\(mail)&oobCode=\(code)"))&\(apps)",
        "https://example.page.link/?link=\(encoded("https://www.example.com/?email=\(mail)&oobCode=\(code)"))&\(apps)&d=1",
        "https://auth.example.com/__/auth/links?link=\(encoded(action))",
        "https://auth.example.com/__/auth/links?link=\(encoded("https://www.example.com/?oobCode=\(code)"))",
        // Refused, each for another reason.
        "https://example.page.link/?link=\(encoded("https://evil.example/?oobCode=\(code)&apiKey=\(key)&m=\(mail)"))",
        "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F%zz%26oobCode%3D\(code)&email=\(mail)",
        "https://example.page.link/?link=\(encoded(action))&link=\(encoded(action))",
        "https://example.page.link/?apn=x&oobCode=\(code)&apiKey=\(key)&email=\(mail)",
        "https://example.page.link/\(code)?apiKey=\(key)&email=\(mail)",
        "https://unknown.example/?oobCode=\(code)&apiKey=\(key)&email=\(mail)",
        "https://example-app.firebaseapp.com/__/auth/action?mode=nonsense&oobCode=\(code)&apiKey=\(key)&email=\(mail)",
    ]

    static let agents = [
        Agents.android, Agents.iPhone, Agents.iPad, Agents.windows, Agents.facebook, Agents.weChat, Agents.slackbot,
        Agents.curl,
    ]

    /// The first secret that stands in a text; nil where there is none.
    static func found(in text: String) -> String? {
        spellings.first { text.contains($0) }
    }

    static func expectNone(in text: String, _ place: String, sourceLocation: SourceLocation = #_sourceLocation) {
        if let secret = found(in: text) {
            Issue.record("\(place) holds \(secret): \(text.prefix(2000))", sourceLocation: sourceLocation)
        }
    }

    /// A site with a rule that asks for every text in which a secret can stand, so that explanations show them.
    private static func curiousRules() throws -> RulesFolder {
        let facts = ["link.payload", "link.continue_url", "link.afl", "request.referer"]
        let asked =
            facts.map { "\($0).contains('never')" }.joined(separator: " || ")
            + " || 'never' in link.query || 'never' in request.headers"
        let rule = #"{"name": "curious", "when": "\#(asked)", "then": "web_widget", "because": "It asks."}, "#
        return try RulesFolder(site: ParityCase.site.replacing("\"rules\": [", with: "\"rules\": [\(rule)"))
    }

    // MARK: The daemon

    @Test("the front: pages and fields, and what the daemon says")
    func front() throws {
        let daemon = try RunningDaemon()
        var pages: Set<Int> = []
        for link in Self.links {
            for agent in Self.agents {
                let answer = try daemon.click(
                    link: link, fields: ["User-Agent": agent, "Referer": Self.action, "Cookie": "oobCode=\(Self.code)"])
                pages.insert(answer.status)
                let place = "\(answer.status) for \(agent) at \(link)"
                for (name, value) in answer.fields where name != "Location" {
                    Self.expectNone(in: value, "\(name) of \(place)")
                }
                Self.expectNone(in: Self.withoutLinks(answer.body), "the body of \(place)")
                if let location = answer["Location"] { Self.expectNoneInStore(location, place) }
            }
        }
        #expect(pages.isSuperset(of: [200, 302, 400, 404]), "\(pages)")
        #expect(daemon.stop() == 0)
        Self.expectNone(in: daemon.said, "standard error")
    }

    /// A page's text without what its links open and the address it offers to copy: those are the way itself.
    private static func withoutLinks(_ page: String) -> String {
        page.replacing(/href="[^"]*"/, with: "").replacing(/<code[^>]*>[^<]*<\/code>/, with: "")
            .replacing(/value="[^"]*"/, with: "")
    }

    /// A store is told no code and no key. What an app is to open after its installation may hold the user's own text.
    private static func expectNoneInStore(_ location: String, _ place: String) {
        for part in ["play.google.com", "apps.apple.com"] {
            guard location.hasPrefix("https://\(part)") else { continue }
            #expect(!location.contains(action) && !location.contains(encoded(action)), "\(place) goes to \(location)")
        }
    }

    @Test("the edge: decisions but for four fields, explanations, errors")
    func edge() throws {
        let rules = try Self.curiousRules()
        let daemon = try RunningDaemon(rules: rules.path)
        for link in Self.links {
            for (agent, more) in Self.questions {
                let request = JSONValue.object(of: ["link": link, "user_agent": agent], more)
                for path in ["/v1/decide", "/v1/explain"] {
                    let answer = try Self.post(daemon.edge, path, request.text)
                    #expect(answer.status == 200)
                    Self.expectNone(in: try Self.withoutAllowed(answer.body), "\(path) \(request.text)")
                    for (name, value) in answer.fields { Self.expectNone(in: value, name) }
                }
            }
            let query = try daemon.ask(daemon.edge, "/v1/decide?link=\(Self.encoded(link))")
            if query.status != 200 { Self.expectNone(in: query.body, "GET \(link)") }
        }
        for body in Self.badRequests {
            let answer = try Self.post(daemon.edge, "/v1/decide", body)
            #expect(answer.status == 400)
            Self.expectNone(in: answer.body, "the answer to \(body)")
        }
        let name = Self.encoded("https://h/?oobCode=\(Self.code)")
        for query in ["\(name)=a&\(name)=b", "\(name)=%zz", "oobCode=\(Self.code)", "link=\(Self.action)"] {
            let answer = try daemon.ask(daemon.edge, "/v1/decide?\(query)")
            Self.expectNone(in: answer.body, "the answer to \(query)")
        }
        #expect(daemon.stop() == 0)
        Self.expectNone(in: daemon.said, "standard error")
    }

    @Test("the admin side, asked with secrets in the target")
    func admin() throws {
        let daemon = try RunningDaemon()
        _ = try daemon.click(link: Self.links[0])
        let query = "?oobCode=\(Self.code)&email=\(Self.mail)"
        for path in ["/healthz", "/readyz", "/v1/ruleset", "/metrics", "/v1/reload", "/\(Self.code)", "/"] {
            for target in [path, path + query] {
                let answer = try daemon.ask(daemon.admin, target, fields: ["Authorization": "Bearer \(Self.key)"])
                Self.expectNone(in: answer.body, target)
                for (name, value) in answer.fields { Self.expectNone(in: value, "\(name) of \(target)") }
            }
        }
        #expect(daemon.stop() == 0)
        Self.expectNone(in: daemon.said, "standard error")
    }

    /// Devices, stages and settings, as more members of a request.
    private static let questions: [(agent: String, more: String)] =
        agents.map { ($0, "{}") } + [
            (Agents.android, #"{"stage": "continue", "settings": {"url": "https://www.example.com/?email=\#(mail)"}}"#),
            (Agents.android, #"{"settings": {"url": "https://evil.example/?email=\#(mail)&oobCode=\#(code)"}}"#),
            (Agents.iPhone, #"{"settings": {"url": "no address \#(mail)", "handleCodeInApp": true}}"#),
            (Agents.android, #"{"device": {"platform": "android", "app": {"state": "absent"}}}"#),
            (Agents.android, #"{"headers": {"referer": "\#(action)", "cookie": "oobCode=\#(code)"}}"#),
        ]

    /// What is no request, with secrets in every place a message might repeat.
    private static let badRequests = [
        #"{"link": "\#(action)", "#, #"{"link": "\#(action)" "x"}"#, #""\#(action)""#, #"{"\#(action)": 1}"#,
        #"{"link": "\#(action)", "device": {"oobCode=\#(code)": 1}}"#, #"{"link": "a", "stage": "\#(action)"}"#,
        #"{"link": "a", "settings": {"apiKey=\#(key)": "\#(mail)"}}"#, #"{"link": "a", "time": "\#(mail)"}"#,
        #"{"link": "a", "headers": {"x-\#(mail)": 1}}"#, #"{"link": "a", "site": {"\#(action)": "\#(code)"}}"#,
        #"{"link": ["\#(action)"]}"#, #"{"oobCode=\#(code)": 1, "oobCode=\#(code)": 2}"#,
    ]

    /// An answer in JSON without the places where a decision holds the way itself.
    private static func withoutAllowed(_ text: String) throws -> String {
        let answer = try JSONValue(parsing: text)
        let isExplanation = answer["rules"] != nil
        let decision = (isExplanation ? answer["decision"] : answer) ?? .null
        var kept: [String] = []
        for member in decision.object?.members ?? [] {
            switch member.name {
            case "location", "target", "payload": continue
            case "fallback": kept.append(member.value["decision"]?.string ?? "")
            default: kept.append(member.value.text)
            }
        }
        return kept.joined(separator: "\n") + (answer["rules"]?.text ?? "")
    }

    private static func post(_ port: UInt16, _ path: String, _ body: String) throws -> HTTPClient.Answer {
        let client = try HTTPClient(port: port)
        client.send(
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return try client.answer()
    }
}

// MARK: - The command line

extension SecretsTests {
    @Test("resolve and explain: everything but the way itself", arguments: links)
    func commands(link: String) throws {
        let rules = try Self.curiousRules()
        for agent in [Agents.android, Agents.iPhone, Agents.slackbot] {
            let options = [link, "--user-agent", agent, "--header", "Referer: \(Self.action)", "--rules", rules.path]
            for command in ["resolve", "explain"] {
                let text = try Program.run([command] + options)
                Self.expectNone(in: Self.withoutWay(text.output) + text.error, "\(command) \(link)")
                let json = try Program.run([command] + options + ["--json"])
                Self.expectNone(in: try Self.withoutAllowed(json.output) + json.error, "\(command) --json \(link)")
            }
        }
    }

    /// A decision for people without the lines that tell the way.
    private static func withoutWay(_ text: String) -> String {
        let ways = ["target", "location", "fallback"]
        return text.split(separator: "\n").filter { line in
            !ways.contains { line.hasPrefix("\($0) ") }
        }.joined(separator: "\n")
    }

    @Test("messages about bad usage, bad lines and bad files")
    func messages() throws {
        let scratch = try ScratchFolder()
        let batch = try scratch.file("batch", Self.badRequests.joined(separator: "\n"))
        let runs: [[String]] = [
            ["resolve", "--batch", batch.path], ["explain", Self.action, Self.action], ["resolve", "--\(Self.action)"],
            ["resolve", "x", "--device", "{\"\(Self.action)\": 1}"], ["resolve", "x", "--stage", Self.action],
            ["resolve", "x", "--header", "oobCode=\(Self.code)"],
            ["resolve", "--batch", "/nowhere?oobCode=\(Self.code)"],
            ["resolve", "x", "--rules", "/nowhere?email=\(Self.mail)"], ["classify", "--batch", batch.path],
            [Self.action],
        ]
        for arguments in runs {
            let run = try Program.run(arguments, in: RulesFolder.repository.path)
            Self.expectNone(in: run.output + run.error, "\(arguments)")
            #expect(run.code == 2, "\(arguments): \(run.error)")
        }
    }

    @Test("test: what a failed case prints")
    func failedCases() throws {
        let folder = try RulesFolder(site: ParityCase.site)
        let cases = """
            cases:
              - name: wrong target
                request: {link: "\(Self.links[0])", device: {platform: android, app: {state: current}}}
                expect: {target: "https://elsewhere.example/?oobCode=\(Self.code)x", decision: web_widget}
              - name: no request
                request: {link: "\(Self.links[0])", stage: "\(Self.action)"}
                expect: {decision: error}
            """
        try folder.folder.file("sites/site.cases.yaml", cases)
        let run = try Program.run(["test", folder.path])
        Self.expectNone(in: run.output + run.error, "test")
        #expect(run.output.contains("failed") || run.error.contains("error:"))
    }

    @Test("check: what is wrong with rules that hold secrets")
    func findings() throws {
        let link =
            "https://example.page.link/?link=\(Self.encoded("https://evil.example/?oobCode=\(Self.code)&m=\(Self.mail)"))"
        for site in [
            ParityCase.site.replacing("\"links\": {", with: "\"links\": {\"LEAK\": \"\(link)\", "),
            ParityCase.site.replacing("\"links\": {", with: "\"links\": {\"A\": [\"\(Self.action)\"], "),
            ParityCase.site.replacing("\"hosting\":", with: "\"\(Self.action)\": 1, \"hosting\":"),
        ] {
            let folder = try RulesFolder(site: site)
            for flags in [[], ["--json"]] {
                let run = try Program.run(["check", folder.path] + flags)
                Self.expectNone(in: run.output + run.error, "check \(flags)")
                #expect(!run.output.isEmpty, "nothing was found in \(site)")
            }
            let serve = try Program.run(["serve", "--rules", folder.path, "--listen", "nonsense"])
            Self.expectNone(in: serve.output + serve.error, "serve")
        }
    }
}

extension JSONValue {
    /// An object of texts, and of the members of another object as text.
    fileprivate static func object(of texts: KeyValuePairs<String, String>, _ more: String) -> JSONValue {
        var object = JSONObject()
        for (name, text) in texts { object.append(name, .string(text)) }
        for member in (try? JSONValue(parsing: more))?.object?.members ?? [] {
            object.append(member.name, member.value)
        }
        return .object(object)
    }
}
