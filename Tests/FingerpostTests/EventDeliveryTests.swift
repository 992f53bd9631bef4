import ByteText
import Foundation
import TestSupport
import Testing

@Suite("Events that are delivered to a webhook", .timeLimit(.minutes(20)))
struct EventDeliveryTests {
    let folder: ScratchFolder
    let rules: RulesFolder
    let receiver: EventReceiver

    init() throws {
        folder = try ScratchFolder()
        rules = try RulesFolder(site: ParityCase.site)
        receiver = try EventReceiver()
    }

    func start() throws -> RunningDaemon {
        let flags = receiver.flags(folder.url.appending(path: "events").path()) + ["--store", folder.path]
        return try RunningDaemon(rules: rules.path, flags: flags)
    }

    /// Clicks on some links, and waits until all events are in the spool; returns the request IDs.
    private func click(_ count: Int, _ daemon: RunningDaemon) throws -> [String] {
        let before = try spooled(daemon)
        var names: [String] = []
        let client = try HTTPClient(port: daemon.front)
        for index in 0..<count {
            client.send(HTTPRequest.text("/L\(index % 5)", host: "example.page.link"))
            names.append(try #require(try client.answer()["x-request-id"]))
        }
        #expect(wait(seconds: 60) { (try? spooled(daemon)) ?? 0 >= before + count })
        return names
    }

    private func spooled(_ daemon: RunningDaemon) throws -> Int {
        let metrics = try daemon.ask(daemon.admin, "/metrics").body
        let line = metrics.split(separator: "\n").first { $0.hasPrefix("fingerpost_events_total ") }
        return try #require(line?.split(separator: " ").last.flatMap { Int($0) })
    }

    private func received() -> [String] { receiver.events.compactMap { $0["request_id"]?.string } }

    @Test("a receiver that fails, is busy, stalls, hangs up and restarts, and a daemon that is killed: nothing is lost")
    func nothingIsLost() throws {
        var expected: [String] = []
        for mode in EventReceiver.Mode.allCases + [.ok] {
            try receiver.set(mode)
            let daemon = try start()
            expected += try click(130, daemon)
            if mode == .fail {
                receiver.stop()
                expected += try click(20, daemon)
                try receiver.start()
            }
            // A request may be in flight, or the daemon may be waiting for its next retry.
            usleep(UInt32.random(in: 0..<1_500_000))
            #expect(daemon.stop(SIGKILL) == nil)
        }
        try receiver.set(.ok)
        let daemon = try start()
        let all = Set(expected)
        #expect(
            wait(seconds: 120) { Set(received()).isSuperset(of: all) }, "\(all.subtracting(received()).count) are lost")
        try expectOrder()
        #expect(daemon.stop() == 0)
        #expect(!daemon.said.contains("lost"))
    }

    /// The first deliveries are in order for each link.
    private func expectOrder() throws {
        var seen: Set<String> = []
        var firsts: [String: [String]] = [:]
        for event in receiver.events {
            let id = try #require(event["id"]?.string)
            if seen.insert(id).inserted { firsts[event["link"]?.string ?? "", default: []].append(id) }
        }
        #expect(firsts.count == 5)
        for (link, ids) in firsts { #expect(ids == ids.sorted(), "\(link)") }
    }

    @Test("what is left at the end of a daemon is delivered by the next one")
    func restart() throws {
        receiver.stop()
        let daemon = try start()
        let names = try click(40, daemon)
        #expect(daemon.stop() == 0)
        #expect(daemon.said.contains("webhook: http://127.0.0.1:\(receiver.port)"))
        try receiver.start()
        let next = try start()
        #expect(wait(seconds: 60) { Set(received()).isSuperset(of: names) })
        withExtendedLifetime(next) {}
    }

    @Test(
        "a webhook without a folder, a secret or TLS keeps the daemon from starting, with a message that names the fix"
    )
    func refused() throws {
        let folder = try folder.file("secret", "whsec_short\n").path()
        let cases: [([String], String)] = [
            (["--events-webhook", "https://e.example/"], "set events.folder"),
            (["--events", "e", "--events-webhook", "https://e.example/"], "set events.webhook_secret_file"),
            (["--events", "e", "--events-webhook", "http://e.example/", "--events-secret-file", folder], "use https"),
            (
                ["--events", "e", "--events-webhook", "https://e.example/", "--events-secret-file", folder],
                "whsec_ and 24"
            ),
        ]
        for (flags, sentence) in cases {
            let ports = ["--listen", "127.0.0.1:0", "--edge", "127.0.0.1:0", "--admin", "127.0.0.1:0"]
            let ended = try Program.run(["serve", "--rules", rules.path] + ports + flags)
            #expect(ended.code == 2)
            #expect(ended.error.contains(sentence), "\(ended.error)")
            #expect(!ended.error.contains("whsec_short"))
        }
    }
}
