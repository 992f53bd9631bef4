import ByteText
import Foundation
import TestSupport
import Testing

@testable import Daemon
@testable import Server

/// Device tokens that a site adds to the classifier.
@Suite("devices of a site, in memory")
struct SiteDevicesTests {
    private static let site = """
        {"site": "own", "hosts": ["own.page.link"], "url_patterns": "any",
         "links": {"AB": "https://own.page.link/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android"},
         "apps": [{"android": {"package": "com.example.android"}}],
         "devices": {"in_app": [{"token": "ExampleApp/"}], "bots": [{"token": "AcmeScan", "kind": "scanner"}],
                     "client_hints": ["platform_version"], "critical_client_hints": ["model"]},
         "rules": [
           {"name": "own-app", "when": "device.in_app == \\"other\\"",
            "then": {"continue_redirect": {"to": "https://www.example.com/app"}, "cache": 60}, "because": "It is ours."},
           {"name": "own-bot", "when": "device.bot_kind == \\"scanner\\"",
            "then": {"continue_redirect": {"to": "https://www.example.com/bot"}}, "because": "It is ours, too."}]}
        """
    private static let agents = [
        (
            "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Version/4.0 Chrome/139.0 Mobile ExampleApp/2",
            "own-app", "https://www.example.com/app"
        ),
        ("AcmeScan/1.0", "own-bot", "https://www.example.com/bot"),
    ]

    @Test("the decision API, its explanation and the front know the site's tokens")
    func tokens() throws {
        let daemon = try DaemonInMemory(site: Self.site)
        for (agent, rule, target) in Self.agents {
            let question = #"{"link": "https://own.page.link/AB", "user_agent": "\#(agent)"}"#
            let decision = try #require(try daemon.decide(question).json)
            #expect(decision["target"]?.string == target)
            #expect(decision["rule"]?.string?.hasSuffix(rule) == true)
            #expect(try daemon.ask(.edge, "/v1/explain", method: "POST", question).body.contains(rule))
            let answer = try daemon.click("/AB", host: "own.page.link", fields: ["User-Agent": agent])
            #expect(answer["Location"] == target)
        }
    }

    @Test("a browser that supports client hints is asked for them, with decisions only")
    func hints() throws {
        let daemon = try DaemonInMemory(site: Self.site)
        let brands = #""Chromium";v="139", "Not;A=Brand";v="99""#
        let asking = try daemon.click(
            "/AB", host: "own.page.link", fields: ["User-Agent": Self.agents[0].0, "Sec-CH-UA": brands])
        #expect(asking["Accept-CH"] == "Sec-CH-UA-Platform-Version, Sec-CH-UA-Model")
        #expect(asking["Critical-CH"] == "Sec-CH-UA-Model")
        // The rule allows caching, so the response must vary by the hints.
        #expect(asking["Cache-Control"] == "public, max-age=60")
        #expect(asking["Vary"]?.contains("Sec-CH-UA-Model") == true)
        let others = [
            try daemon.click("/AB", host: "own.page.link", fields: ["User-Agent": Self.agents[0].0]),
            try daemon.click("/NONE", host: "own.page.link", fields: ["Sec-CH-UA": brands]),
            try daemon.click("/robots.txt", host: "own.page.link", fields: ["Sec-CH-UA": brands]),
            try daemon.click("/AB", host: "elsewhere.example", fields: ["Sec-CH-UA": brands]),
        ]
        for answer in others {
            #expect(answer["Accept-CH"] == nil)
            #expect(answer["Critical-CH"] == nil)
        }
    }

    @Test("a site that asks for nothing sends nothing")
    func silence() throws {
        let daemon = try DaemonInMemory()
        let answer = try daemon.click("/WXYZ", fields: ["Sec-CH-UA": #""Chromium";v="139""#])
        #expect(answer["Accept-CH"] == nil)
    }
}
