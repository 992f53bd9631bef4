import Foundation
import TestSupport
import Testing

/// The vectors of `Tests/Clients/app_links.json`, with a daemon that has their site, and a token that it created.
struct ClientVectors {
    /// A call of a client, and its result as text: payload, minimum version, app and campaign.
    struct Vector {
        let name: String
        /// `open` or `start`, with `again` for the client of the vector before, or `away` for one without a server.
        let call: String
        let input: String
        let result: String
    }

    /// The file, with the token.
    let text: String
    let vectors: [Vector]
    let daemon: RunningDaemon
    private let rules: RulesFolder
    private let keys: ScratchFolder

    init() throws {
        let file = RulesFolder.repository.appending(path: "Tests/Clients/app_links.json")
        let vectors = try String(contentsOf: file, encoding: .utf8)
        let site = try #require(try Self.members(of: vectors)["site"])
        rules = try RulesFolder(site: String(decoding: try JSONSerialization.data(withJSONObject: site), as: UTF8.self))
        keys = try ScratchFolder()
        let key = try keys.file("page.key", String(repeating: "k", count: 32)).path()
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        daemon = try RunningDaemon(rules: rules.path, flags: ["--page-key-file", key, "--trusted-peers", "127.0.0.1"])
        text = vectors.replacing("{token}", with: try Self.token(of: daemon))
        self.vectors = try #require(try Self.members(of: text)["vectors"] as? [[String]]).map {
            Vector(name: $0[0], call: $0[1], input: $0[2], result: $0[3])
        }
    }

    private static func members(of text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// The token with which a click leads to Google Play.
    private static func token(of daemon: RunningDaemon) throws -> Substring {
        let fields = ["User-Agent": Agents.android, "X-Forwarded-Proto": "https"]
        let click = try daemon.click("/shoes", host: "go.example.com", fields: fields)
        return try #require(click["Location"]?.firstMatch(of: /fp1\.[\w-]+/), "\(click)").output
    }
}
