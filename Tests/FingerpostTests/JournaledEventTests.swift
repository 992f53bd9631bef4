import ByteText
import Foundation
import TestSupport
import Testing

/// Commands change the store's file while a daemon uses it, which emits the events.
extension EventDeliveryTests {
    private func command(_ arguments: [String]) throws {
        let run = try Program.run(["link"] + arguments + ["--store", folder.path, "--rules", rules.path])
        #expect(run.code == 0, "\(arguments): \(run.error)")
    }

    private func createByCommand(_ code: String) throws {
        try command(["create", "https://www.example.com/\(code)", "--domain", "example.page.link", "--code", code])
    }

    /// The received change events, without duplicates: type, link and revision.
    private var changesReceived: [String] {
        var seen: [String] = []
        for event in receiver.events where event["type"]?.string?.hasPrefix("link.") == true {
            let number = event["revision"]?.number ?? event["count"]?.number
            let text = "\(event["type"]?.string ?? "") \(event["link"]?.string ?? "-") \(number?.text ?? "")"
            if !seen.contains(text) { seen.append(text) }
        }
        return seen
    }

    @Test("while a daemon runs and while none does: each change is an event, in order, and none is lost by a kill")
    func changes() throws {
        let daemon = try start()
        try createByCommand("one")
        try command(["update", "https://example.page.link/one", "--name", "t"])
        try folder.file("some.csv", "link,long_link\nhttps://example.page.link/two,https://www.example.com/2\n")
        try command(["import", "\(folder.path)/some.csv"])
        let first = [
            "link.created example.page.link/one 1", "link.updated example.page.link/one 2",
            "link.created example.page.link/two 1",
        ]
        #expect(wait(seconds: 60) { changesReceived == first }, "\(changesReceived)")
        let event = try #require(receiver.events.first { $0["link"]?.string == "example.page.link/two" })
        #expect(event["site"]?.string == "example" && event["url"]?.string == "https://www.example.com/2")
        #expect(event["client"]?.isNull == true && event["request_id"]?.isNull == true)

        receiver.stop()
        try createByCommand("three")
        usleep(UInt32.random(in: 0..<1_500_000))
        #expect(daemon.stop(SIGKILL) == nil)
        try command(["delete", "https://example.page.link/one"])
        try receiver.start()
        let next = try start()
        let all = first + ["link.created example.page.link/three 1", "link.deleted example.page.link/one 3"]
        #expect(wait(seconds: 60) { changesReceived == all }, "\(changesReceived)")
        #expect(next.stop() == 0)
    }

    @Test("an import that fills an empty store is one event")
    func sortedImport() throws {
        let daemon = try start()
        let lines = (0..<9_000).map { "https://example.page.link/L\($0),https://www.example.com/\($0)\n" }
        try folder.file("many.csv", "link,long_link\n" + lines.joined())
        try command(["import", "\(folder.path)/many.csv"])
        #expect(wait(seconds: 60) { changesReceived == ["link.imported - 9000"] }, "\(changesReceived.prefix(5))")
        #expect(daemon.stop() == 0)
    }
}
