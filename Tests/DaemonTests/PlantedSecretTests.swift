import ByteText
import Foundation
import TestSupport
import Testing

@testable import Daemon
@testable import Server

/// A one-time code, an API key and a mail address are planted in links. They may appear only in output that a redirect
/// needs: `location`, `target`, `payload` and `fallback.target` of a decision, the `Location` field, and the button of
/// a page. (`inspect` is excluded because it parses a link for its caller, including codes.)
@Suite("planted secrets, in memory")
struct PlantedSecretTests {
    private static func expectNone(
        in text: String, _ place: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        if let secret = PlantedSecrets.found(in: text) {
            Issue.record("\(place) holds \(secret): \(text.prefix(2000))", sourceLocation: sourceLocation)
        }
    }

    @Test("the front: pages and fields")
    func front() throws {
        let daemon = try DaemonInMemory()
        var pages: Set<Int> = []
        for link in PlantedSecrets.links {
            for agent in PlantedSecrets.agents {
                let answer = try daemon.click(
                    link: link,
                    fields: [
                        "User-Agent": agent, "Referer": PlantedSecrets.action,
                        "Cookie": "oobCode=\(PlantedSecrets.code)",
                    ])
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
    }

    /// A page's text without its link targets, that of Safari's banner among them, and the address that it offers to copy,
    /// which need the secrets.
    private static func withoutLinks(_ page: String) -> String {
        page.replacing(/href="[^"]*"/, with: "").replacing(/<code[^>]*>[^<]*<\/code>/, with: "")
            .replacing(/value="[^"]*"/, with: "").replacing(/app-argument=[^"]*"/, with: "")
    }

    /// Expects neither code nor key in a store URL. The URL for the app after installation may contain the user's own
    /// text.
    private static func expectNoneInStore(_ location: String, _ place: String) {
        for part in ["play.google.com", "apps.apple.com"] {
            guard location.hasPrefix("https://\(part)") else { continue }
            #expect(
                !location.contains(PlantedSecrets.action)
                    && !location.contains(PlantedSecrets.encoded(PlantedSecrets.action)), "\(place) goes to \(location)"
            )
        }
    }

    @Test("the edge: decisions but for four fields, explanations, errors")
    func edge() throws {
        let daemon = try DaemonInMemory(site: PlantedSecrets.curiousSite)
        for link in PlantedSecrets.links {
            for (agent, more) in Self.questions {
                let request = JSONValue.object(of: ["link": link, "user_agent": agent], more)
                for path in ["/v1/decide", "/v1/explain"] {
                    let answer = try daemon.ask(.edge, path, method: "POST", request.text)
                    #expect(answer.status == 200)
                    Self.expectNone(in: try PlantedSecrets.withoutWay(inJSON: answer.body), "\(path) \(request.text)")
                    for (name, value) in answer.fields { Self.expectNone(in: value, name) }
                }
            }
            let query = try daemon.ask(.edge, "/v1/decide?link=\(PlantedSecrets.encoded(link))")
            if query.status != 200 { Self.expectNone(in: query.body, "GET \(link)") }
        }
        for body in PlantedSecrets.badRequests {
            let answer = try daemon.decide(body)
            #expect(answer.status == 400)
            Self.expectNone(in: answer.body, "the answer to \(body)")
        }
        let name = PlantedSecrets.encoded("https://h/?oobCode=\(PlantedSecrets.code)")
        for query in [
            "\(name)=a&\(name)=b", "\(name)=%zz", "oobCode=\(PlantedSecrets.code)", "link=\(PlantedSecrets.action)",
        ] {
            let answer = try daemon.ask(.edge, "/v1/decide?\(query)")
            Self.expectNone(in: answer.body, "the answer to \(query)")
        }
    }

    @Test("the admin side, asked with secrets in the target")
    func admin() throws {
        let daemon = try DaemonInMemory()
        _ = try daemon.click(link: PlantedSecrets.links[0])
        let query = "?oobCode=\(PlantedSecrets.code)&email=\(PlantedSecrets.mail)"
        for path in ["/healthz", "/readyz", "/v1/ruleset", "/metrics", "/v1/reload", "/\(PlantedSecrets.code)", "/"] {
            for target in [path, path + query] {
                let answer = try daemon.ask(.admin, target, fields: ["Authorization": "Bearer \(PlantedSecrets.key)"])
                Self.expectNone(in: answer.body, target)
                for (name, value) in answer.fields { Self.expectNone(in: value, "\(name) of \(target)") }
            }
        }
    }

    /// Devices, stages and settings, as further members of a request.
    private static let questions: [(agent: String, more: String)] =
        PlantedSecrets.agents.map { ($0, "{}") } + [
            (
                Agents.android,
                #"{"stage": "continue", "settings": {"url": "https://www.example.com/?email=\#(PlantedSecrets.mail)"}}"#
            ),
            (
                Agents.android,
                #"{"settings": {"url": "https://evil.example/?email=\#(PlantedSecrets.mail)&oobCode=\#(PlantedSecrets.code)"}}"#
            ),
            (Agents.iPhone, #"{"settings": {"url": "no address \#(PlantedSecrets.mail)", "handleCodeInApp": true}}"#),
            (Agents.android, #"{"device": {"platform": "android", "app": {"state": "absent"}}}"#),
            (
                Agents.android,
                #"{"headers": {"referer": "\#(PlantedSecrets.action)", "cookie": "oobCode=\#(PlantedSecrets.code)"}}"#
            ),
        ]
}

extension JSONValue {
    /// An object with string members, and the members of another object given as text.
    fileprivate static func object(of texts: KeyValuePairs<String, String>, _ more: String) -> JSONValue {
        var object = JSONObject()
        for (name, text) in texts { object.append(name, .string(text)) }
        for member in (try? JSONValue(parsing: more))?.object?.members ?? [] {
            object.append(member.name, member.value)
        }
        return .object(object)
    }
}
