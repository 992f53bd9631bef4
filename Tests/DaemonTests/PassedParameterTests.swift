import ByteText
import EventSpool
import Foundation
import Settings
import TestSupport
import Testing

@testable import Daemon

/// `pass_parameters`: query parameters of the click that are passed on to the target.
@Suite("click identifiers, in memory")
struct PassedParameterTests {
    private static func site(_ extra: String = "") -> String {
        ParityCase.site.replacing(
            "\"rules\": [", with: "\"pass_parameters\": [\"gclid\", \"fbclid\", \"utm_*\"], \(extra)\"rules\": [")
    }

    private static func location(_ daemon: DaemonInMemory, _ target: String, _ agent: String) throws -> String? {
        try daemon.click(target, fields: ["User-Agent": agent])["Location"]
    }

    @Test("listed names go on to the web, others don't, and none that is there already")
    func web() throws {
        let daemon = try DaemonInMemory(site: Self.site())
        for (query, expected) in [
            ("?gclid=a%20b&x=1&fbclid=F", "?gclid=a%20b&fbclid=F"),
            ("?utm_source=s&utm_=u&utmsource=n", "?utm_source=s&utm_=u"),
            ("?x=1", ""), ("", ""), ("?gclid", "?gclid"), ("?gclid=1&gclid=2", "?gclid=1"), ("?GCLID=1", ""),
            ("?gclid=%zz", ""), ("?_fp=qr&gclid=1", "?gclid=1"), ("?%67clid=1", "?%67clid=1"),
        ] {
            #expect(
                try Self.location(daemon, "/WXYZ\(query)", Agents.windows) == "https://www.example.com/\(expected)",
                "\(query)")
        }
        let long = "/?link=https%3A%2F%2Fwww.example.com%2Fp%3Fgclid%3Down%23part&ofl=https%3A%2F%2Fwww.example.com%2Fo"
        #expect(
            try Self.location(daemon, "\(long)&gclid=1&fbclid=2", Agents.windows)
                == "https://www.example.com/o?gclid=1&fbclid=2")
        let noOther = long.replacing("&ofl=https%3A%2F%2Fwww.example.com%2Fo", with: "")
        #expect(
            try Self.location(daemon, "\(noOther)&gclid=1&fbclid=2", Agents.windows)
                == "https://www.example.com/p?gclid=own&fbclid=2#part")
    }

    @Test("a site that lists none passes none")
    func none() throws {
        let daemon = try DaemonInMemory()
        #expect(try Self.location(daemon, "/WXYZ?gclid=1", Agents.windows) == "https://www.example.com/")
    }

    @Test("they go into Play's referrer, nested, unless it would become too long or they hide something")
    func play() throws {
        let daemon = try DaemonInMemory(site: Self.site())
        let link =
            "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android&utm_source=own"
        func referrer(_ query: String) throws -> String? {
            let answer = try daemon.decide(
                #"{"link": "\#(link)\#(query)", "device": {"platform": "android", "app": {"state": "absent"}}}"#)
            let text = try JSONValue(parsing: answer.body)["target"]?.string ?? ""
            #expect(text.hasPrefix("https://play.google.com/"), "\(text)")
            return text.firstRange(of: "&referrer=").map { String(text[$0.upperBound...]) }
        }
        #expect(try referrer("") == "utm_source%3Down")
        #expect(try referrer("&fbclid=a%26b&x=1") == "utm_source%3Down%26fbclid%3Da%2526b")
        #expect(try referrer("&fbclid=" + String(repeating: "f", count: 1_100)) == "utm_source%3Down")
        #expect(try referrer("&fbclid=me%40example.com") == "utm_source%3Down")
    }

    /// Regression: the empty range of one click was read in the bytes of another, which crashed the daemon.
    @Test(
        "a click with none of them, in a link that is remembered, is answered as ever",
        arguments: ["?x=1", "?gclid=%zz"])
    func remembered(query: String) throws {
        let (daemon, plain) = (try DaemonInMemory(site: Self.site()), try DaemonInMemory())
        let long = "/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android&" + query.dropFirst()
        for target in ["/WXYZ\(query)", long] {
            let expected = try Self.location(plain, target, Agents.android)
            // Links are cached from the second click on, and then for other devices.
            for agent in [Agents.android, Agents.windows, Agents.iPhone, Agents.android, Agents.android] {
                let location = try Self.location(daemon, target, agent)
                #expect(agent != Agents.android || location == expected)
            }
        }
    }

    @Test("a link of a mail gets none")
    func action() throws {
        let daemon = try DaemonInMemory(site: Self.site())
        let action =
            "https%3A%2F%2Fexample-app.firebaseapp.com%2F__%2Fauth%2Faction%3Fmode%3DresetPassword%26oobCode%3DC%26apiKey%3DK"
        let plain = try Self.location(daemon, "/?link=\(action)", Agents.windows)
        #expect(plain?.contains("oobCode=C") == true)
        #expect(try Self.location(daemon, "/?link=\(action)&gclid=1&fbclid=2", Agents.windows) == plain)
    }

    @Test("an event has them, and the same click decided from a cache has its own")
    func events() throws {
        let folder = try ScratchFolder()
        let daemon = try DaemonInMemory(site: Self.site()) { $0.events.folder = folder.path + "/events" }
        for _ in 0..<4 {
            for query in ["?gclid=1", "?gclid=2&x=y", "", "?x=y"] {
                _ = try Self.location(daemon, "/WXYZ\(query)", Agents.windows)
            }
        }
        daemon.finish()
        let spool = EventSpool(folder: folder.path + "/events", limit: 1 << 20)
        let writer = try SpoolWriter(spool)
        defer { withExtendedLifetime(writer) {} }
        let events = try spool.read(from: .start, atMost: 1000).events.map { try JSONValue(parsing: $0.span) }
        let parameters = events.map { $0["parameters"]?.string ?? "" }
        #expect(parameters == Array(repeating: ["gclid=1", "gclid=2", "", ""], count: 4).flatMap(\.self))
        #expect(events.first?["target"]?.string == "https://www.example.com/?gclid=1")
    }
}
