import ByteText
import Foundation
import TestSupport
import Testing

/// A daemon with its own store and tokens.
final class LinkServer {
    let daemon: RunningDaemon
    let folder: ScratchFolder
    private let rules: RulesFolder

    /// A token with all scopes.
    static let token = "fpt_everything"
    static let key = "a-key-for-apps"

    /// - Parameter tokens: More lines of the tokens file, with secrets instead of digests.
    init(
        site: String = ParityCase.site, tokens: [(name: String, secret: String, options: String)] = [],
        flags: [String] = []
    ) throws {
        folder = try ScratchFolder()
        rules = try RulesFolder(site: site)
        let own = [("all", Self.token, ""), ("app", Self.key, "key")]
        let lines = try (own + tokens).map { "\($0.0) \(try Self.digest($0.1)) \($0.2)" }
        try folder.file("tokens", lines.joined(separator: "\n") + "\n")
        daemon = try RunningDaemon(rules: rules.path, flags: ["--store", folder.path] + flags)
    }

    var rulesPath: String { rules.path }

    /// SHA-256 computed by another program.
    private static func digest(_ text: String) throws -> String {
        let child = try Child("/usr/bin/sha256sum", [], input: text)
        guard child.waits(seconds: 10) else { return "" }
        return String(child.output.prefix { $0 != " " })
    }

    /// Sends a request to the admin listener, with the token for all scopes unless another one, or none, is given.
    func ask(
        _ method: String, _ target: String, _ body: String = "", token: String? = LinkServer.token,
        fields: [String: String] = [:]
    ) throws -> HTTPAnswer {
        var fields = fields
        if let token { fields["Authorization"] = "Bearer \(token)" }
        if !body.isEmpty { fields["Content-Length"] = "\(body.utf8.count)" }
        let client = try HTTPClient(port: daemon.admin)
        client.send(HTTPRequest.text(target, method: method, host: "127.0.0.1", fields: fields) + body)
        return try client.answer(toHead: method == "HEAD")
    }

    /// The JSON of a response with a status.
    func json(_ method: String, _ target: String, _ body: String = "", status: Int = 200) throws -> JSONValue {
        let answer = try ask(method, target, body)
        #expect(answer.status == status, "\(method) \(target) \(body): \(answer.body)")
        return try JSONValue(parsing: answer.body)
    }
}
