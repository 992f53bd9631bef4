import ByteText
import Testing

/// The suggestions for mistyped names, and plurals.
@Suite("Words of messages")
struct NearestNameTests {
    private static let facts = [
        "link.path", "link.payload", "device.platform", "device.os_version", "device.bot", "device.bot_kind",
        "device.languages", "app.id", "app.version", "request.country", "request.time",
    ]

    /// Regression: `device.bot` was suggested for `device.os`. Only two of ten letters differ, but they are the
    /// significant ones.
    @Test(
        "the group of a dotted name is compared apart from its member",
        arguments: [
            ("device.os", "device.os_version"), ("device.bots", "device.bot"), ("device.lang", "device.languages"),
            ("device.plattform", "device.platform"), ("devise.platform", "device.platform"),
            ("device.country", "request.country"), ("country", "request.country"), ("platform", "device.platform"),
            ("app.ip", "app.id"),
        ])
    func dotted(typed: String, meant: String) {
        #expect(nearestDottedName(to: typed, among: Self.facts) == meant)
    }

    @Test("what is near to nothing gets no hint", arguments: ["device.wifi", "wifi", "user.name", "device."])
    func nothingNear(typed: String) {
        #expect(nearestDottedName(to: typed, among: Self.facts) == nil)
    }

    @Test("a name that goes on is what was begun")
    func begun() {
        #expect(nearestName(to: "min", among: ["main", "min_version"]) == "min_version")
        #expect(nearestName(to: "ios", among: ["ios_bundle_id", "iOS"]) == "iOS")
        #expect(nearestName(to: "hots", among: ["hosts", "hosting"]) == "hosts")
    }

    /// Regression: "1 sites".
    @Test("one thing is counted in the singular")
    func counts() {
        #expect(counted(1, "site") == "1 site")
        #expect(counted(0, "site") == "0 sites")
        #expect(counted(12_345, "index entry", "index entries") == "12,345 index entries")
        #expect(counted(1, "index entry", "index entries") == "1 index entry")
        #expect([999, 1_000, -1_000, -100].map(grouped) == ["999", "1,000", "-1,000", "-100"])
    }

    /// The name of a member or parameter may be as long as a body or a query.
    @Test("a text as long as a body costs nothing")
    func longText() {
        let typed = String(repeating: "a", count: 1_000_000)
        let names = (0..<20).map { "a_known_name_\($0)" }
        let time = ContinuousClock().measure { #expect(suggestion(for: typed, among: names) == nil) }
        #expect(time < .seconds(1))
    }
}
