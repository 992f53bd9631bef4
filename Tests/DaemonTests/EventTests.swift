import ByteText
import EventSpool
import Foundation
import Libevent
import LinkStore
import Settings
import TestSupport
import Testing

@testable import Events
@testable import Telemetry
@testable import Access

@Suite("Events of clicks and links")
struct EventTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func daemon(_ configure: (inout DaemonSettings.Events) -> Void = { _ in }) throws -> DaemonInMemory {
        try DaemonInMemory(
            isStoring: true, tokens: [(name: "all", secret: "fpt_all", options: [])]
        ) { settings in
            settings.events.folder = folder.path + "/events"
            configure(&settings.events)
        }
    }

    /// All events in the folder after the daemon has ended.
    private func events(of daemon: DaemonInMemory) throws -> [JSONValue] {
        daemon.finish()
        let spool = EventSpool(folder: folder.path + "/events", limit: 1 << 20)
        let writer = try SpoolWriter(spool)
        defer { withExtendedLifetime(writer) {} }
        return try spool.read(from: .start, atMost: 1000).events.map { try JSONValue(parsing: $0.span) }
    }

    @Test("a click is an event with its decision, and its secrets are masked unless configured otherwise")
    func click() throws {
        for isUnmasked in [false, true] {
            let daemon = try daemon { $0.isUnmasked = isUnmasked }
            let link =
                "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fa%3FoobCode%3DsEcReT123456&apn=com.example.android"
            let answer = try daemon.click(link: link)
            let event = try #require(try events(of: daemon).last)
            #expect(event["type"]?.string == "click")
            #expect(event["id"]?.string?.utf8.count == EventID.length)
            #expect(event["time"]?.string.flatMap { Timestamp.seconds($0) } != nil)
            #expect(event["site"]?.string != nil && event["rule"]?.string != nil)
            #expect(event["decision"]?.string != nil && event["listener"]?.string == "front")
            #expect(event["status"]?.number?.int == answer.status)
            #expect(event["url"]?.string?.contains("sEcReT123456") == isUnmasked)
            #expect(event["target"]?.string?.contains("sEcReT123456") ?? isUnmasked == isUnmasked)
        }
    }

    @Test(
        "a link that is made, changed and deleted makes an event each time, before the answer; one that is only checked makes none"
    )
    func links() throws {
        let daemon = try daemon()
        let body =
            #"{"domain": "example.page.link", "code": "A", "long_link": "https://www.example.com/?oobCode=sEcReT"}"#
        #expect(try daemon.ask("POST", "/v1/links?validate_only=true", body, token: "fpt_all").status == 200)
        #expect(try daemon.ask("POST", "/v1/links", body, token: "fpt_all").status == 201)
        #expect(try daemon.ask("POST", "/v1/links", body, token: "fpt_all").status == 409)
        let path = "/v1/links/example.page.link%2FA"
        let patch = try daemon.ask("PATCH", path, #"{"name": "B"}"#, token: "fpt_all", fields: ["If-Match": "*"])
        #expect(patch.status == 200)
        #expect(try daemon.ask("DELETE", path, token: "fpt_all").status == 204)
        let events = try events(of: daemon)
        #expect(events.map { $0["type"]?.string } == ["link.created", "link.updated", "link.deleted"])
        #expect(events.map { $0["revision"]?.number?.int } == [1, 2, 3])
        for event in events {
            #expect(event["link"]?.string == "example.page.link/A")
            #expect(event["site"]?.string != nil && event["client"]?.string == "all")
            #expect(event["url"]?.string?.contains("sEcReT") != true)
        }
    }

    @Test("a change by a person has the identifier at the provider, for a token may have the person's name")
    func person() throws {
        let record = LinkRecord(key: LinkKey("own.example/A")!, longLink: "https://www.example.com/", created: 1)
        func event(_ holder: Credential.Holder) throws -> JSONValue {
            let events = LinkEvents(
                change: .create(LinkCreation(record)), sites: [:], client: Credential(name: "ci", holder),
                identifier: [], isUnmasked: false)
            let made = try #require(events.events(of: .link(record, isNew: true)).first)
            return try JSONValue(parsing: made.span)
        }
        let person = try event(.person(.init(subject: "7", issuer: "https://id.example.com")))
        #expect(person["client"] == "ci" && person["subject"] == "7" && person["issuer"] == "https://id.example.com")
        let token = try event(.secret(digest: "00"))
        #expect(token["client"] == "ci" && token["subject"] == nil && token["issuer"] == nil)
    }

    @Test("lines of a bulk change make an event each")
    func bulk() throws {
        let daemon = try daemon()
        let lines = (0..<3).map {
            #"{"domain": "example.page.link", "code": "N\#($0)", "long_link": "https://www.example.com/"}"#
        }
        let answer = try daemon.ask("POST", "/v1/links:bulk", lines.joined(separator: "\n") + "\n", token: "fpt_all")
        #expect(answer.status == 200, "\(answer.body)")
        #expect(try events(of: daemon).map { $0["link"]?.string } == (0..<3).map { "example.page.link/N\($0)" })
    }

    @Test("clicks of several workers come in the order of their times, those of one as it has made them")
    func order() throws {
        let rings = try (0..<2).map { _ in LogRing(capacity: 1 << 16, bell: try Bell()) }
        func line(_ type: String, _ second: Int, _ number: Int) -> [UInt8] {
            Array(#"{"type":"\#(type)","time":"2026-11-23T10:00:0\#(second).000000Z","n":\#(number)}"#.utf8)
        }
        let lines = [line("resolve", 1, 1), line("click", 1, 2), line("click", 3, 3)]
        let others = [line("click", 0, 4), line("click", 2, 5), line("click", 3, 6)]
        for (ring, lines) in zip(rings, [lines, others]) {
            for line in lines {
                let whole = line + [0x0A]
                ring.append(whole.span)
            }
        }
        let expected = [others[0], lines[0], lines[1], others[1], lines[2], others[2]]
        #expect(EventIntake(rings).lines(atMost: 1 << 16) == expected)
    }

    @Test("lines that lie around the end of a ring are whole, and one that is too long is dropped")
    func intake() throws {
        let ring = LogRing(capacity: 300 << 10, bell: try .init())
        let intake = EventIntake([ring])
        for round in 0..<40 {
            let line = Array("\(round)-".utf8) + [UInt8](repeating: 0x78, count: 20_000)
            let whole = line + [0x0A]
            let isIn = ring.append(whole.span)
            #expect(isIn)
            #expect(intake.lines(atMost: 7_000) == [])
            #expect(intake.lines(atMost: 1 << 20) == [line])
        }
        let long = [UInt8](repeating: 0x78, count: EventSpool.mostEventBytes) + [0x0A]
        let isIn = ring.append(long.span)
        #expect(isIn)
        #expect(intake.lines(atMost: 1 << 20) == [] && intake.tooLong == 1)
    }
}
