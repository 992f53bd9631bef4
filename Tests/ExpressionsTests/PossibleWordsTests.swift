import ByteText
import Expressions
import RE2
import Testing

@Suite struct PossibleWordsTests {
    @Test(arguments: [
        (#"device.platform == "ios""#, ["ios"]),
        (#"device.platform in ["ios", "android"] && link.payload_is_action"#, ["android", "ios"]),
        (#"!(device.platform == "ios") && device.platform != "unknown""#, ["android", "ipados", "macos", "windows"]),
        (
            #"device.platform == "ios" || link.payload_is_action"#,
            ["android", "ios", "ipados", "macos", "windows", "unknown"]
        ),
        (#"device.platform == "ios" || device.platform == "macos""#, ["ios", "macos"]),
        (#"device.platform == "ios" ? link.payload_is_action : false"#, ["ios"]),
        (#"request.stage == "click" && device.platform == "ios" && request.country == "IN""#, ["ios"]),
        ("false", []),
    ])
    func words(source: String, expected: [String]) throws {
        var patterns = PatternList()
        let condition = try #require(Condition.compile(source, schema: clickSchema, patterns: &patterns).condition)
        let fact = try #require(clickSchema.index(of: "device.platform"))
        guard case .symbols(let words) = clickSchema[fact].type else { return }
        let possible = condition.possibleWords(of: fact)
        #expect(words.indices.filter { possible >> UInt64($0) & 1 != 0 }.map { words[$0] } == expected)
    }

    @Test(arguments: [
        ("link.payload_is_action", 0b10), ("!link.payload_is_action", 0b01),
        ("link.payload_is_action == false && has(link.afl)", 0b01),
        ("has(link.afl) || link.payload_is_action", 0b11), ("device.platform == 'ios'", 0b11),
    ])
    func boolsAreTwoWords(source: String, expected: UInt64) throws {
        var patterns = PatternList()
        let condition = try #require(Condition.compile(source, schema: clickSchema, patterns: &patterns).condition)
        let fact = try #require(clickSchema.index(of: "link.payload_is_action"))
        #expect(condition.possibleWords(of: fact) & 0b11 == expected)
    }

    /// Outside of the possible words the verdict is no, whatever the other facts are.
    @Test func noVerdictOutsideOfThePossibleWords() throws {
        let sources = [
            #"device.platform in ["ios", "macos"] && (link.payload_is_action || request.country == "IN")"#,
            #"request.country == "IN" ? device.platform == "ios" : device.platform == "macos""#,
            #"!(device.platform in ["ios"] || request.country == "IN")"#,
            #"device.platform == "ios" || device.platform == "macos" && request.headers["x"] == "1""#,
        ]
        let fact = try #require(clickSchema.index(of: "device.platform"))
        for source in sources {
            var patterns = PatternList()
            let condition = try #require(Condition.compile(source, schema: clickSchema, patterns: &patterns).condition)
            let set = try patterns.makeSet()
            let possible = condition.possibleWords(of: fact)
            for place in 0..<6 where possible >> UInt64(place) & 1 == 0 {
                for country in [Given.unknown, .text("IN"), .text("DE")] {
                    var click = Click(ordinaryClick)
                    click.set("request.country", country)
                    click.facts[fact] = .symbol(UInt8(place))
                    #expect(click.verdict(condition, set) == .no, "\(source) with word \(place)")
                }
            }
        }
    }
}
