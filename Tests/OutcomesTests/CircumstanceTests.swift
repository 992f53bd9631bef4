import Clicks
import ByteText
import Locations
import Outcomes
import Routing
import Testing

/// Facts that are equal for all phones reach the rules through the front.
@Suite("Circumstances of all phones")
struct CircumstanceTests {
    private static let link =
        "https://go.example.com/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android&ibi=com.example.ios"

    private static func site(_ condition: String) -> String {
        """
        site: stated
        hosts: [go.example.com]
        authorized_domains: [www.example.com]
        apps:
          - android: {package: com.example.android, minimum_version: "12"}
          - ios: {bundle: com.example.ios, team: ABCDE12345, app_store_id: "1234567"}
        rules:
          - name: stated
            when: \(condition)
            then: continue_redirect
            because: A test.

        """
    }

    private static func matrix(
        _ condition: String, _ circumstances: ClientCircumstances, installed: String? = nil
    ) throws -> OutcomeMatrix {
        let (_, ruleSet) = try Sites.load(site(condition))
        let front = try FrontInMemory(ruleSet, circumstances: circumstances, now: 1_790_000_000)
        return try OutcomeMatrix(of: link, Evaluator(ruleSet), front, installed: installed)
    }

    private static let stated: ClientCircumstances = {
        var stated = ClientCircumstances()
        stated.country = "IN"
        stated.address = IPAddress("203.0.113.9")
        stated.fields = ["accept-language": "hi-IN, hi;q=0.9", "referer": "https://news.example/"]
        return stated
    }()

    @Test(
        "each decides for every phone that asks, and for none if it is not stated",
        arguments: [
            #"request.country == "IN""#, #"request.ip == "203.0.113.9""#, #"device.languages[0] == "hi-IN""#,
            #"request.referer == "https://news.example/""#,
        ])
    func stated(_ condition: String) throws {
        let asked = try Self.matrix(condition, Self.stated).cells.compactMap(\.cell.lastRule)
        #expect(!asked.isEmpty && asked.allSatisfy { $0.hasSuffix("/stated") }, "\(Set(asked))")
        let open = try Self.matrix(condition, ClientCircumstances()).cells.compactMap(\.cell.lastRule)
        #expect(!open.isEmpty && open.allSatisfy { !$0.hasSuffix("/stated") }, "\(Set(open))")
    }

    @Test(
        "region, city and network decide as stated, next to the country of the proxy",
        arguments: [
            #"request.region == "ENG""#, #"request.city == "London""#, "request.asn == 64500",
            #"request.country == "GB" && request.region == "ENG""#,
        ])
    func places(_ condition: String) throws {
        var (stated, place) = (Self.stated, StatedPlace())
        (place.region, place.city, place.network) = ("ENG", "London", 64500)
        (stated.country, stated.locations) = ("GB", try Locations([], stated: place))
        let asked = try Self.matrix(condition, stated).cells.compactMap(\.cell.lastRule)
        #expect(!asked.isEmpty && asked.allSatisfy { $0.hasSuffix("/stated") }, "\(Set(asked))")
        let open = try Self.matrix(condition, Self.stated).cells.compactMap(\.cell.lastRule)
        #expect(!open.isEmpty && open.allSatisfy { !$0.hasSuffix("/stated") }, "\(Set(open))")
    }

    @Test("the country does not make the clients' own statements about addresses count")
    func forwarded() throws {
        var stated = Self.stated
        stated.fields["x-forwarded-for"] = "198.51.100.1"
        let asked = try Self.matrix(#"request.ip == "203.0.113.9""#, stated).cells.compactMap(\.cell.lastRule)
        #expect(!asked.isEmpty && asked.allSatisfy { $0.hasSuffix("/stated") }, "\(Set(asked))")
    }

    @Test(
        "the installed version is current or outdated, and then not the other",
        arguments: [("11", "outdated absent"), ("12", "current absent unverified undeclared")])
    func installed(_ version: String, _ expected: String) throws {
        let matrix = try Self.matrix("false", ClientCircumstances(), installed: version)
        let row = try #require(matrix.rows.first { $0.situation.platform == .android })
        #expect(row.cells.map(\.condition.rawValue).joined(separator: " ") == expected)
    }
}
