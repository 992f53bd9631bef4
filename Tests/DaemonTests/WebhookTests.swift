import ByteText
import EventSpool
import Foundation
import HTTP
import TestSupport
import Testing
import Threads

@testable import Daemon
@testable import Events
@testable import ServiceFiles
@testable import Settings

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
        let piece = Webhook.bounded(spool.read(from: .start, atMost: 9), atMost: 2)
        #expect(piece.events.count == 2 && piece.next == piece.ends[1])
        let large = Webhook.bounded(spool.read(from: .start, atMost: 9), atMost: 100)
        #expect((2...5).contains(large.events.count) && large.next == large.ends.last, "at most 512 KiB")
        var long = spool.read(from: .start, atMost: 1)
        long.events = [[UInt8](repeating: 0x78, count: 1 << 20)]
        #expect(Webhook.bounded(long, atMost: 100).events.count == 1)
    }

    @Test("a filter skips events; the position is after the skipped ones, and before those that did not fit")
    func filtered() throws {
        let spool = EventSpool(folder: folder.path + "/spool", limit: 1 << 20)
        let writer = try SpoolWriter(spool)
        var ids = EventIDs(after: nil)
        let types = ["click", "resolve", "link.created", "click", "click", "link.deleted", "resolve"]
        for (index, type) in types.enumerated() {
            let link = index.isMultiple(of: 2) ? "go.example/even\(index)" : "go.example/odd"
            let event = Array(#"{"type":"\#(type)","site":"shop","link":"\#(link)","decision":"app_open"}"#.utf8)
            try writer.append([ids.next(at: 1).named(event)])
        }
        let piece = spool.read(from: .start, atMost: 100)
        func numbers(_ filter: String, atMost count: Int = 100) throws -> [Int] {
            let setting = try #require(WebhookSetting("a=https://a.example/ " + filter))
            let batch = Webhook.bounded(piece, by: try EventFilter(setting), atMost: count)
            let last = batch.events.count < count ? piece.next : nil
            if let last { #expect(batch.next == last) }
            return batch.events.compactMap { piece.events.firstIndex(of: $0) }
        }
        #expect(try numbers("types=click") == [0, 3, 4])
        #expect(try numbers("types=link") == [2, 5])
        #expect(try numbers("types=link.deleted+resolve") == [1, 5, 6])
        #expect(try numbers("links=go.example/even*") == [0, 2, 4, 6])
        #expect(try numbers("links=go.example/o") == [])
        #expect(try numbers("sites=shop+x decisions=app_open types=resolve") == [1, 6])
        #expect(try numbers("sites=x") == [])
        #expect(try numbers("types=resolve", atMost: 1) == [1])
        let setting = try #require(WebhookSetting("a=https://a.example/ types=resolve"))
        let first = Webhook.bounded(piece, by: try EventFilter(setting), atMost: 1)
        #expect(first.next == piece.ends[5], "before the one that did not fit")
        for text in ["types=clik", "decisions=open"] {
            let setting = try #require(WebhookSetting("crm=https://a.example/ " + text))
            let fault = #expect(throws: StartupFault.self) { try EventFilter(setting) }
            #expect(fault?.lines.first?.contains("webhooks: crm: no event has the") == true, "\(fault?.lines ?? [])")
        }
    }

    @Test(
        "a sample passes the filter of its webhook, and says that it is one",
        arguments: [
            "", "types=link", "types=link.imported sites=shop", "types=resolve links=go.example/a*",
            "decisions=web_widget",
        ])
    func sample(filter: String) throws {
        let secret = try folder.file("secret", "whsec_" + Data(repeating: 1, count: 32).base64EncodedString())
        var setting = try #require(WebhookSetting("crm=http://127.0.0.1:1/ " + filter))
        setting.secretFile = secret.path()
        let target = try WebhookTarget(setting, retryHours: 1, proxy: nil) { _ in }
        let sample = target.sample
        #expect(target.filter.admits(sample))
        let json = try JSONValue(parsing: sample.span)
        #expect(json["test"]?.bool == true && json["request_id"]?.isNull == true)
        #expect(target.sendSample() != nil, "nothing listens there")
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
        settings.folder = spool.folder
        let target = try #require(try WebhookTarget.all(settings, proxy: nil) { _ in }.first)
        let webhook = Webhook(target, spool) { _ in }
        webhook.start()
        while try #require(webhook.status).0.deadLetters < 150 { usleep(20_000) }
        webhook.stop()
        webhook.join()
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
