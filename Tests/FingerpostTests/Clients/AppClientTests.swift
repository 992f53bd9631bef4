import Foundation
import FoundationNetworking
import TestSupport
import Testing

@testable import AppClient

/// The clients that apps copy, with a daemon. Those in Kotlin and Dart are not compiled here.
@Suite("clients for apps", .timeLimit(.minutes(20)))
struct AppClientTests {
    private static let sources = RulesFolder.repository.appending(path: "Sources/Clients")
    private static let node = ["/usr/bin/node", "/usr/local/bin/node"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    private static func source(_ name: String) throws -> String {
        try String(contentsOf: sources.appending(path: name), encoding: .utf8)
    }

    @Test(
        "each is short enough to be read before it is copied",
        arguments: [
            "swift/Fingerpost.swift", "kotlin/Fingerpost.kt", "dart/fingerpost.dart", "javascript/fingerpost.js",
        ])
    func length(name: String) throws {
        #expect(try Self.source(name).split(separator: "\n", omittingEmptySubsequences: false).count < 170)
    }

    @Test("the one in JavaScript has the result of each vector")
    func javaScript() throws {
        guard let node = Self.node else { return print("not run: there is no node") }
        let table = try ClientVectors()
        let folder = try ScratchFolder()
        // The suffix makes it a module without a package.
        let client = try folder.file("fingerpost.mjs", try Self.source("javascript/fingerpost.js")).path()
        let vectors = try folder.file("vectors.json", table.text).path()
        let runner = RulesFolder.repository.appending(path: "Tests/Clients/app_links.mjs").path()
        let child = try Child(node, [runner, client, vectors, "\(table.daemon.front)"])
        defer { child.kill() }
        #expect(child.waits(seconds: 120) && child.code == 0, "\(child.error)")
        let results = child.output.split(separator: "\n").map(String.init)
        #expect(results.count == table.vectors.count)
        for (result, vector) in zip(results, table.vectors) { #expect(result == vector.result, "\(vector.name)") }
    }

    @Test("the one in Swift has the result of each vector")
    func swift() async throws {
        let table = try ClientVectors()
        let route = Route(port: table.daemon.front)
        var (links, suites) = (route.client(""), [String]())
        for vector in table.vectors {
            if !vector.call.hasSuffix(" again") {
                suites.append("fingerpost-tests-\(UUID().uuidString)")
                links = route.client(suites.last)
            }
            await route.set(isAway: vector.call.hasSuffix(" away"))
            let result = await Self.result(of: vector, from: links)
            #expect(result == vector.result, "\(vector.name)")
        }
        for suite in suites { UserDefaults.standard.removePersistentDomain(forName: suite) }
    }

    private static func result(of vector: ClientVectors.Vector, from links: Fingerpost) async -> String {
        do throws(Fingerpost.Failure) {
            if vector.call.hasPrefix("start") { return text(try await links.firstStart(pasted: vector.input)) }
            guard let url = URL(string: vector.input) else { return "no address" }
            return text(try await links.open(url))
        } catch {
            switch error {
            case .askAgain: return "ask again"
            case .noLink: return "no link"
            }
        }
    }

    private static func text(_ link: Fingerpost.Link?) -> String {
        guard let link else { return "nothing" }
        let campaign = link.campaign.map { "\($0)=\($1)" }.sorted().joined(separator: "&")
        let app = link.app.map { "\($0.platform)/\($0.id)" }
        return [link.payload?.absoluteString, link.minimumVersion, app, campaign.isEmpty ? nil : campaign]
            .map { $0 ?? "-" }.joined(separator: " ")
    }
}

/// The way of a client's requests to the daemon of a test instead of to the links' hosts.
private actor Route {
    private let port: UInt16
    private var isAway = false

    init(port: UInt16) { self.port = port }

    func set(isAway: Bool) { self.isAway = isAway }

    nonisolated func client(_ suite: String?) -> Fingerpost {
        let hosts = ["go.example.com", "auth.example.com", "pages.example.com/l"]
        // The time is frozen: on a busy machine a second call may come after the three seconds of one.
        return Fingerpost(
            hosts: hosts, platform: "android", version: "12.1", suite: suite, now: { .distantPast },
            send: { try await URLSession.shared.data(for: await self.redirected($0)) })
    }

    private func redirected(_ request: URLRequest) throws -> URLRequest {
        var request = request
        var parts = try #require(request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) })
        request.setValue(parts.host, forHTTPHeaderField: "X-Forwarded-Host")
        request.setValue(parts.scheme, forHTTPHeaderField: "X-Forwarded-Proto")
        (parts.scheme, parts.host, parts.port) = ("http", "127.0.0.1", isAway ? 1 : Int(port))
        request.url = parts.url
        return request
    }
}
