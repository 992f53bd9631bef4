@testable import Events
import EventSpool
import Foundation
import HTTP
import Settings
import TestSupport
import Testing
import Threads

@testable import Daemon
@testable import ServiceFiles

@Suite("The webhook")
struct WebhookTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test("requests are signed as the published example of Standard Webhooks is")
    func signature() throws {
        let file = try folder.file("secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n")
        let secrets = try WebhookSecrets(path: file.path()).load()
        let signature = WebhookSecrets.signature(
            "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, Array(#"{"test": 2432232314}"#.utf8), secrets)
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test("two secrets sign each; an invalid secret is refused with its line, and never shown")
    func secrets() throws {
        let one = "whsec_" + Data(repeating: 1, count: 32).base64EncodedString()
        let two = "whsec_" + Data(repeating: 2, count: 64).base64EncodedString()
        let secrets = try WebhookSecrets(path: folder.file("two", "\(one)\n\n \(two) \n").path()).load()
        #expect(secrets.map(\.count) == [32, 64])
        #expect(WebhookSecrets.signature("a", 1, [], secrets).split(separator: " ").count == 2)
        let short = Data(repeating: 3, count: 23).base64EncodedString()
        for text in ["", "\n", "whsec_\(short)", "\(one)\nwhsec_!", String(one.dropFirst(6)), one + "="] {
            let path = try folder.file("bad", text).path()
            let fault = #expect(throws: FileFault.self) { try WebhookSecrets(path: path).load() }
            #expect(fault?.description.contains("openssl rand") == true)
            #expect(fault?.description.contains(short) == false)
        }
    }

    @Test(
        "what an answer means",
        arguments: [
            (200, "accepted"), (204, "accepted"), (301, "again"), (400, "less"), (413, "less"), (422, "less"),
            (401, "again"), (404, "again"), (410, "again"), (429, "again"), (500, "again"), (503, "again"),
        ])
    func answer(status: Int, meaning: String) {
        var reader = ResponseReader(isHead: false, limits: ResponseReader.Limits())
        try? reader.receive(Array("HTTP/1.1 \(status) X\r\nRetry-After: 99999\r\nContent-Length: 0\r\n\r\n".utf8)[...])
        guard let head = reader.head else { Issue.record("no head"); return }
        switch WebhookTarget.answer(head) {
        case .accepted: #expect(meaning == "accepted")
        case .refused(_, let isOfContent, let retryAfter):
            #expect(isOfContent == (meaning == "less") && meaning != "accepted")
            #expect(retryAfter == 3600, "bounded")
        }
    }

    @Test("pauses grow to their longest, vary, and are no shorter than requested")
    func pace() {
        var pace = WebhookPace(mostEvents: 100)
        for failures in 0..<20 {
            pace.fail(isOfContent: false)
            let longest = min(300, 1 << failures)
            let pauses = Set((0..<200).map { _ in pace.pause(retryAfter: nil, longest: 300) })
            #expect(pauses.allSatisfy { ($0 * 2 >= longest - 1) && $0 <= longest && $0 >= 1 })
            #expect(failures < 4 || pauses.count > 2, "many nodes would come at once")
            #expect(pace.pause(retryAfter: 1000, longest: 300) == 1000)
        }
        #expect(pace.events == 100)
        for _ in 0..<10 { pace.fail(isOfContent: true) }
        #expect(pace.events == 1)
        pace.succeed()
        #expect(pace.events == 2 && pace.failures == 0)
    }

    @Test("a request is bounded in bytes, and has one event at least")
    func bounded() throws {
        let spool = EventSpool(folder: folder.path + "/spool", limit: 16 << 20)
        let writer = try SpoolWriter(spool)
        var ids = EventIDs(after: nil)
        let padding = String(repeating: "x", count: 100_000)
        for _ in 0..<9 { try writer.append([ids.next(at: 1).named(Array(#"{"p":"\#(padding)"}"#.utf8))]) }
        let piece = Webhook.bounded(spool.read(from: .start, atMost: 2))
        #expect(piece.events.count == 2 && piece.next == piece.ends[1])
        var long = spool.read(from: .start, atMost: 1)
        long.events = [[UInt8](repeating: 0x78, count: 1 << 20)]
        #expect(Webhook.bounded(long).events.count == 1)
    }

    @Test(
        "events that are not accepted in time become dead letters, in their order, and those without room are counted",
        .timeLimit(.minutes(20)))
    func deadLetters() throws {
        let secret = try folder.file("secret", "whsec_" + Data(repeating: 1, count: 32).base64EncodedString())
        var settings = DaemonSettings.Events()
        settings.webhook = "http://127.0.0.1:1/"
        settings.webhookSecretFile = secret.path()
        let spool = EventSpool(folder: folder.path + "/spool", limit: 6_000)
        let writer = try SpoolWriter(spool)
        var ids = EventIDs(after: nil)
        let events = (0..<150).map { ids.next(at: 1_000).named(Array(#"{"n":\#($0)}"#.utf8)) }
        try writer.append(events)
        let target = try #require(try WebhookTarget(settings) { _ in })
        let webhook = Webhook(target, spool, retryFor: 60) { _ in }
        webhook.start()
        while try #require(webhook.status).0.deadLetters < 150 { usleep(20_000) }
        webhook.stop()
        let (status, lost, deadLettersLost) = try #require(webhook.status)
        #expect(status.pending == 0 && lost == 0 && status.failures >= 1)
        let text = try String(contentsOfFile: folder.path + "/spool/dead-letters.jsonl", encoding: .utf8)
        let kept = text.split(separator: "\n").map { Array($0.utf8) }
        #expect(kept == Array(events.prefix(kept.count)))
        #expect(kept.count == 100 && deadLettersLost == 50)
        // The next process continues at the position.
        #expect(SpoolMark("webhook", of: spool).load() == spool.end)
    }
}
