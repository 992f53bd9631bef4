import Clicks
import ByteText
import Client
import Foundation
import HTTP
import Libevent
import OpenSSL
import Routing
import Rules
import TestSupport
import Testing

@testable import Doctor

/// A host of the shipped example site with the observations of a correct installation. Tests introduce one fault.
struct Scene {
    static let now: Int64 = 1_790_000_000

    var plan: HostPlan
    var seen = HostObservation()

    static func ruleSet(_ site: String? = nil) throws -> RuleSet {
        guard let site else { return RuleSet(try RuleDirectory.load(path: RulesFolder.shippedRules.path())) }
        let folder = try RulesFolder(site: site)
        return try withExtendedLifetime(folder) { RuleSet(try RuleDirectory.load(path: folder.path)) }
    }

    static func plans(_ site: String? = nil) throws -> [HostPlan] {
        let ruleSet = try ruleSet(site)
        return try HostPlanner(ruleSet: ruleSet, front: FrontInMemory(ruleSet, now: now)).plans()
    }

    init(host: String = "example.page.link", site: String? = nil) throws {
        plan = try #require(try Self.plans(site).first { $0.host == host })
        seen.now = Self.now
        seen.lookup = .success([try #require(IPAddress("203.0.113.10"))])
        let secured = SecuredConnection(
            version: "TLSv1.3",
            certificate: PeerCertificate(
                names: ["*.page.link", host], begin: Self.now - 86_400, end: Self.now + 60 * 86_400, issuer: "R3",
                chainCount: 2))
        let front = try FrontInMemory(Self.ruleSet(site), now: Self.now)
        for question in plan.questions where question != .plain {
            let request = plan.request(question, mark: "unknown")
            let known = ["User-Agent"].compactMap { name in
                request.fields.first { $0.name == name }.map { (name, $0.value) }
            }
            let expected = try #require(
                front.answer(
                    FrontRequest(
                        host: host, target: request.target, fields: Dictionary(uniqueKeysWithValues: known))))
            seen.outcomes[question] = ClientOutcome(
                .success(try Self.answer(expected)), secured: secured, milliseconds: 20)
        }
        if plan.questions.contains(.plain) {
            let redirect = FrontAnswer(status: 301, fields: ["location": "https://\(host)/WXYZ"])
            seen.outcomes[.plain] = ClientOutcome(.success(try Self.answer(redirect)))
        }
        seen.forgedClient = .rejected
        let first = try #require(seen.outcomes[plan.firstQuestion])
        seen.connections = [.init(address: try #require(SocketAddress("203.0.113.10:443")), outcome: first)]
    }

    /// A front's response as received over a connection.
    static func answer(_ answer: FrontAnswer) throws -> ClientAnswer {
        var text = "HTTP/1.1 \(answer.status) -\r\n"
        for (name, value) in answer.fields.sorted(by: { $0.key < $1.key }) where name != "content-length" {
            text += "\(name): \(value)\r\n"
        }
        text += "content-length: \(answer.body.utf8.count)\r\n\r\n\(answer.body)"
        var reader = ResponseReader()
        try reader.receive(Array(text.utf8))
        return ClientAnswer(head: try #require(reader.head), body: reader.body)
    }

    /// Replaces a response.
    mutating func answer(
        _ question: HostQuestion, _ status: Int, _ fields: [String: String] = [:], _ body: String = ""
    ) throws {
        let answer = try Self.answer(FrontAnswer(status: status, fields: fields, body: body))
        seen.outcomes[question] = ClientOutcome(.success(answer))
    }

    /// Changes the fields of a response; `nil` removes a field.
    mutating func change(_ question: HostQuestion, _ fields: [String: String?]) throws {
        let old = try #require(seen.outcomes[question]?.answer)
        var all = Dictionary(old.head.fields.map { ($0.name, $0.value) }) { $1 }
        for (name, value) in fields { all[name] = value }
        try answer(question, old.head.status, all, String(decoding: old.body, as: UTF8.self))
    }

    /// Changes the certificate.
    mutating func certify(_ change: (inout PeerCertificate) -> Void) throws {
        var secured = try #require(seen.connections[0].outcome.secured)
        change(&secured.certificate)
        seen.connections[0].outcome.secured = secured
    }

    /// All findings, or those of one level.
    func findings(_ level: Finding.Level? = nil) -> [Finding] {
        HostExamination(plan, seen).findings.filter { level == nil || $0.level == level }
    }

    /// Expects a single finding other than `ok`, containing some words and a remedy.
    func expect(
        _ level: Finding.Level, _ check: String, _ part: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = findings().filter { $0.level == .error || $0.level == .warning }
        #expect(
            found.map(\.level) == [level] && found[0].check == check && found[0].message.contains(part)
                && found[0].remedy != nil, "\(found)", sourceLocation: sourceLocation)
    }
}
