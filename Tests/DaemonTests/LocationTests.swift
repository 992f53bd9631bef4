import ByteText
import Foundation
import Libevent
import Locations
import Routing
import Settings
import TestSupport
import Testing

@testable import Clicks
@testable import Server

/// Clicks that are decided by location, with MaxMind's public test databases.
@Suite("Clicks from places, in memory")
struct LocationTests {
    private static let files = ["GeoIP2-City-Test.mmdb", "GeoLite2-ASN-Test.mmdb"].map { name in
        RulesFolder.repository.appending(path: "Tests/LocationsTests/Files/\(name)").path()
    }

    /// A front whose first rule has `condition`, and whose second allows caching for a minute.
    private static func front(
        _ condition: String, files: [String] = files, trusting peers: [String] = []
    ) throws -> DaemonInMemory {
        let ruleSet = ConditionSite.ruleSet(
            condition,
            then: ActionDefinition(outcome: .error(code: "first", status: 403, message: "It matches.")),
            otherwise: ActionDefinition(outcome: .continueRedirect(to: nil), cache: .seconds(60)))
        return try DaemonInMemory(ruleSet, trusting: peers) {
            ($0.geoFiles, $0.countryHeader) = (files, "CF-IPCountry")
        }
    }

    /// Whether the first rule decides a click from an address.
    private static func matches(
        _ front: DaemonInMemory, from address: String, fields: [String: String] = [:]
    ) throws -> Bool {
        front.peer = Peer(try #require(SocketAddress(address.contains(":") ? "[\(address)]:9" : "\(address):9")))
        return try front.click("/?link=https://www.example.com/", host: "a.link", fields: fields).status == 403
    }

    @Test(
        "rules read the country, the region, the city and the network of an address",
        arguments: [
            (#"request.country == "GB""#, "81.2.69.160", "216.160.83.56"),
            (#"request.country == "JP""#, "2001:218::1", "81.2.69.160"),
            (#"request.region == "WA""#, "216.160.83.56", "81.2.69.160"),
            (#"request.city == "London""#, "81.2.69.160", "203.0.113.9"),
            ("request.asn == 1221", "1.128.0.0", "216.160.83.56"),
            ("request.asn in [209, 1221]", "216.160.83.56", "81.2.69.160"),
        ])
    func reads(condition: String, inside: String, outside: String) throws {
        let front = try Self.front(condition)
        // Twice: read, then from the caches.
        for _ in 0..<2 {
            #expect(try Self.matches(front, from: inside))
            #expect(try !Self.matches(front, from: outside))
        }
    }

    @Test("a trusted peer's country takes precedence over the database's, and those of others are ignored")
    func header() throws {
        let trusting = try Self.front(#"request.country == "IN""#, trusting: ["81.2.69.0/24"])
        #expect(try Self.matches(trusting, from: "81.2.69.160", fields: ["CF-IPCountry": "IN"]))
        let others = try Self.front(#"request.country == "IN""#)
        #expect(try !Self.matches(others, from: "81.2.69.160", fields: ["CF-IPCountry": "IN"]))
        let elsewhere = try Self.front(#"request.city == "London""#, trusting: ["10.0.0.1"])
        let client = ["X-Forwarded-For": "81.2.69.160"]
        #expect(try Self.matches(elsewhere, from: "10.0.0.1", fields: client))
        #expect(
            try !Self.matches(
                elsewhere, from: "10.0.0.1", fields: client.merging(["CF-IPCountry": "IN"]) { one, _ in one }))
    }

    @Test("what no rule reads is not looked up")
    func unread() throws {
        let front = try Self.front(#"link.host == "a.link""#)
        #expect(try Self.matches(front, from: "81.2.69.160"))
        #expect(front.decider.request.country == nil && front.decider.request.network == nil)
        let city = try Self.front(#"request.city == "London""#)
        #expect(try Self.matches(city, from: "81.2.69.160"))
        #expect(city.decider.request.city != nil && city.decider.request.country == nil)
    }

    @Test("no cache but the browser's own keeps an answer that follows from where an address is")
    func caches() throws {
        func caching(_ condition: String, _ files: [String]) throws -> String? {
            let front = try Self.front(condition, files: files)
            return try front.click("/?link=https://www.example.com/", host: "a.link")["Cache-Control"]
        }
        #expect(try caching(#"request.country == "ZZ""#, []) == "public, max-age=60")
        #expect(try caching(#"request.country == "ZZ""#, Self.files) == "private, max-age=60")
        #expect(try caching(#"request.city == "Nowhere""#, []) == "private, max-age=60")
        #expect(try caching(#"link.host == "b.link""#, Self.files) == "public, max-age=60")
    }

    @Test("a request with an address is completed, and its own values are kept")
    func questions() throws {
        let front = try Self.front(#"request.region == "ENG""#)
        func kind(_ more: String) throws -> String? {
            let body = #"{"link": "https://a.link/?link=https://www.example.com/", "ip": "81.2.69.160"\#(more)}"#
            return try JSONValue(parsing: front.decide(body).body).object?["decision"]?.string
        }
        #expect(try kind("") == "error")
        #expect(try kind(#", "region": "SCT""#) == "continue_redirect")
        #expect(try kind(#", "country": "US""#) == "continue_redirect")
    }
}
