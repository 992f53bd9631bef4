@testable import Daemon
@testable import Server
import ByteText
import Expressions
import Foundation
import HTTP
import Libevent
import LinkStore
import Routing
import Testing

/// The admin side without sockets: requests in, answers out, over a store of links of its own.
final class AdminInMemory {
    let store: LinkStore
    private let handler: AdminHandler
    private let directory: URL
    private let later = Later()

    /// What the store's thread and that of queries answer.
    private final class Later: Sendable {
        private let result = Locked<Result<APIAnswer, APIError>?>(nil)
        private let signal = DispatchSemaphore(value: 0)

        func give(_ result: Result<APIAnswer, APIError>) {
            self.result.withLock { $0 = result }
            signal.signal()
        }

        func wait() throws -> Result<APIAnswer, APIError> {
            #expect(signal.wait(timeout: .now() + 60) == .success)
            return try #require(result.withLock { $0 })
        }
    }

    struct Answer {
        var status: Int
        var body: String

        var json: JSONValue? { try? JSONValue(parsing: body) }
    }

    /// - Parameters:
    ///   - sites: Their names and link domains; all may lead to https://www.example.com.
    ///   - tokens: Lines of the tokens file: names, secrets, options.
    init(
        sites: [(name: String, hosts: [String])], tokens: [(name: String, secret: String, options: [String])]
    ) throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "fingerpost-\(UUID().uuidString)")
        store = try LinkStore(directory: directory.path)
        let definitions = sites.map { name, hosts in
            var site = SiteDefinition(name: name)
            (site.hosts, site.authorizedDomains) = (hosts, ["www.example.com"])
            return site
        }
        let ruleSet = RuleSet(sites: definitions, rules: [], patterns: PatternList(), hash: "sha256:1")
        let text = tokens.map { TokenList.line(name: $0.name, secret: $0.secret, options: $0.options) }.joined()
        let access = APIAccess(tokens: CurrentTokens(try TokenList(parsing: text)))
        let decider = try Decider(ruleSet)
        let api = LinkAPI(
            decider, store, access: access, queries: QueryThread(), pageTokens: ListPageTokens(store),
            clock: { 1_700_000_000 }
        ) { [later] _, result in later.give(result) }
        handler = AdminHandler(
            decider, access: access, hosts: AllowedHosts([], boundTo: []), links: api, isDraining: { false },
            reload: { _ in }, metrics: { _ in },
            record: { preconditionFailure("the record is not asked for") })
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    func ask(
        _ method: String, _ target: String, _ body: String = "", token: String?, fields: [String] = []
    ) throws -> Answer {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: localhost"] + fields
        if let token { lines.append("Authorization: Bearer \(token)") }
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        var reader = RequestReader()
        reader.receive(Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8).span)
        #expect(reader.next() == .request)
        var writer = ResponseWriter()
        writer.beginExchange(reader.exchange)
        let context = RequestContext(
            peer: Peer(.unix(path: "")), listener: .admin, requestID: 1,
            ticket: AnswerTicket(worker: 0, slot: 0, requestID: 1))
        handler.handle(reader.request, context, &writer)
        if writer.pending.count == 0 { return try deferred() }
        return Self.answer(String(writer.pending))
    }

    private func deferred() throws -> Answer {
        var writer = ResponseWriter()
        writer.beginExchange(Exchange())
        switch try later.wait() {
        case .success(let answer): answer.write(to: &writer)
        case .failure(let error): error.write(to: &writer)
        }
        return Self.answer(String(writer.pending))
    }

    private static func answer(_ text: String) -> Answer {
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let words = text.split(separator: " ", maxSplits: 2)
        return Answer(
            status: words.count > 1 ? Int(words[1]) ?? 0 : 0, body: parts.count > 1 ? String(parts[1]) : "")
    }

    /// Makes links; their payloads are what they are named by.
    func make(_ links: [String], note: String = "") throws {
        let records = links.enumerated().map { index, text in
            var record = LinkRecord(
                key: LinkKey(text)!, longLink: "https://www.example.com/\(text.utf8.count)", created: Int64(index / 3))
            record.note = note
            return record
        }
        try store.write { [records] transaction throws(StoreError) in
            for record in records { try transaction.create(record) }
        }
    }
}
