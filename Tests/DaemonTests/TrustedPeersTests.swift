import Server
import TestSupport
import Testing

/// `Fingerpost-Device` is accepted only from the configured peers.
@Suite("who is believed, in memory")
struct TrustedPeersTests {
    private static let link =
        "/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android&ibi=com.example.ios&isi=1234567"
    private static let absent = [
        "User-Agent": Agents.windows, "Fingerpost-Device": "platform=android, app;state=absent",
    ]

    @Test("none by default: neither a forged profile nor an invalid one has an effect")
    func nobody() throws {
        let daemon = try DaemonInMemory()
        #expect(try daemon.click(Self.link, fields: Self.absent)["Location"] == "https://www.example.com/")
        #expect(try daemon.click(Self.link, fields: ["Fingerpost-Device": "((("]).status == 302)
    }

    @Test("the loopback, if it is named", arguments: ["127.0.0.1", "127.0.0.0/8", "0.0.0.0/0"])
    func loopback(_ peers: String) throws {
        let daemon = try DaemonInMemory(trusting: [peers])
        let store = try #require(try daemon.click(Self.link, fields: Self.absent)["Location"])
        #expect(store.hasPrefix("https://play.google.com/store/apps/details?id=com.example.android"))
        #expect(try daemon.click(Self.link)["Location"] == "https://www.example.com/")
        let broken = try daemon.click(Self.link, fields: ["Fingerpost-Device": "platform=martian"])
        #expect(broken.status == 400)
        #expect(broken.body.contains("Fingerpost-Device"))
        #expect(!broken.body.contains("martian"))
        #expect(broken.body.contains("invalid value at character 10"), "\(broken.body)")
    }

    /// Regression: the responses contained the name and argument of a Swift enum case.
    @Test("a broken profile is told in words, to clients as to proxies")
    func brokenProfile() throws {
        let daemon = try DaemonInMemory(trusting: ["127.0.0.1"])
        for profile in ["(((", "platform", "colour=red", "platform=ios;x=1", "app=(a)", "bot=?2", "platform=ios,"] {
            let fields = [
                "Fingerpost-Device": profile, "X-Original-URI": Self.link, "X-Forwarded-Host": "example.page.link",
            ]
            for (answer, status) in [
                (try daemon.click(Self.link, fields: fields), 400),
                (try daemon.ask(.edge, "/edge/nginx", fields: fields), 403),
            ] {
                #expect(answer.status == status)
                let isTold = answer.body.contains("Fingerpost-Device: ") && answer.body.contains(" character ")
                #expect(isTold && !answer.body.contains("(offset"), "\(answer.body)")
            }
        }
    }

    @Test(
        "another network does not make the loopback believed", arguments: ["10.0.0.0/8", "::1", "128.0.0.0/1", "unix"])
    func others(_ peers: String) throws {
        let daemon = try DaemonInMemory(trusting: [peers])
        #expect(try daemon.click(Self.link, fields: Self.absent)["Location"] == "https://www.example.com/")
    }
}
