import ByteText
import Foundation
import TestSupport
import Testing

@Suite("Several webhooks", .timeLimit(.minutes(20)))
struct ManyWebhooksTests {
    let folder: ScratchFolder
    let all: EventReceiver
    let some: EventReceiver

    init() throws {
        folder = try ScratchFolder()
        (all, some) = (try EventReceiver(), try EventReceiver())
    }

    private func entry(_ name: String, _ receiver: EventReceiver, _ filter: String = "") -> String {
        "{name: \(name), url: \"\(receiver.address)\", secret_file: \(receiver.secretFile)\(filter)}"
    }

    private func links(_ receiver: EventReceiver) -> [String] {
        receiver.events.compactMap { $0["url"]?.string }.map { $0.components(separatedBy: "/").last ?? "" }
    }

    @Test("each receives what its filter admits, with its own secret, and one that fails does not delay the other")
    func filters() throws {
        let served = try ServedSettings(flags: ["--events", folder.path + "/events"])
        let country = "trusted_peers: [127.0.0.1]\ncountry_header: CF-IPCountry\n"
        let both =
            country
            + "webhooks: [\(entry("all", all)), \(entry("crm", some, ", types: [click], decisions: [error]"))]\n"
        #expect(try served.reload(both).error.isEmpty)
        try some.set(.fail)
        // The site refuses clicks from all countries but one.
        func click(_ name: String, from country: String = "AU") throws {
            _ = try served.daemon.click(
                "/?link=https://www.example.com/\(name)", host: "a.link", fields: ["CF-IPCountry": country])
        }
        try click("L1")
        try click("L2", from: "NZ")
        try click("L3")
        #expect(wait(seconds: 30) { links(all).count == 3 }, "\(links(all))")
        let failed = "fingerpost_webhook_requests_total{webhook=\"crm\",result=\"failed\"} "
        #expect(wait(seconds: 30) { (try? served.metric(failed)) != failed + "0" })
        #expect(links(some).isEmpty)
        try some.set(.ok)
        #expect(wait(seconds: 60) { links(some).count == 1 }, "\(links(some))")
        #expect(links(some) == ["L2"])
        #expect(try served.metric("fingerpost_webhook_pending_events{webhook=\"crm\"} ").hasSuffix(" 0"))
        // One is removed and named again: it continues where it was.
        #expect(try served.reload(country + "webhooks: [\(entry("crm", some))]\n").error.isEmpty)
        try click("L4")
        #expect(wait(seconds: 30) { links(some).contains("L4") })
        #expect(try served.metric("fingerpost_webhook_pending_events{webhook=\"all\"} ").isEmpty)
        #expect(try served.reload(both).error.isEmpty)
        #expect(wait(seconds: 30) { links(all).contains("L4") })
        #expect(links(all).count == 4, "\(links(all))")
    }

    @Test("`events test` sends a signed sample to the webhook of the running daemon, and reports a refusal")
    func test() throws {
        let served = try ServedSettings(flags: ["--events", folder.path + "/events"] + all.flags("").dropFirst(2))
        #expect(try served.reload("webhooks: [\(entry("crm", some, ", sites: [a]"))]\n").error.isEmpty)
        let accepted = try served.run(["events", "test", "crm"])
        #expect(accepted.code == 0 && accepted.output == "crm: \(some.address): accepted the sample\n", "\(accepted)")
        let sample = try #require(some.events.first)
        #expect(sample["test"]?.bool == true && sample["site"]?.string == "a")
        #expect(try served.run(["events", "test"]).code == 0)
        #expect(all.events.count == 1, "a sample is not an event of the daemon")
        try some.set(.fail)
        let refused = try served.run(["events", "test", "crm"])
        #expect(refused.code == 1 && refused.error.contains("not accepted: status 500"), "\(refused)")
        let unknown = try served.run(["events", "test", "crn"])
        #expect(unknown.code == 2 && unknown.error.contains("known: webhook, crm"), "\(unknown)")
    }
}
