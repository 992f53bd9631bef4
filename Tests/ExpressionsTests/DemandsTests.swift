import ByteText
@testable import Expressions
import RE2
import Testing

/// The demands of conditions on facts, by which an index finds rules.
@Suite struct DemandsTests {
    private static func demands(_ source: String) throws -> [String: FactDemand.Kind]? {
        var patterns = PatternList()
        let condition = try #require(Condition.compile(source, schema: clickSchema, patterns: &patterns).condition)
        return condition.demands.map { demands in
            Dictionary(uniqueKeysWithValues: demands.map { (clickSchema[$0.fact].name, $0.kind) })
        }
    }

    private static func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    @Test(arguments: [
        (#"link.path == "/a""#, .texts(bytes(["/a"])) as FactDemand.Kind?),
        (#"link.path in ["/b", "/a"]"#, .texts(bytes(["/a", "/b"]))),
        (#"link.path.startsWith("/a")"#, .prefixes(bytes(["/a"]))),
        (#"link.path.startsWith("")"#, nil),
        (#"!(link.path != "/a")"#, .texts(bytes(["/a"]))),
        (#"link.path == "/a" && has(link.afl)"#, .texts(bytes(["/a"]))),
        (#"link.path == "/a" || link.path == "/b""#, .texts(bytes(["/a", "/b"]))),
        (#"link.path in ["/a", "/b"] && link.path == "/c""#, .texts(bytes(["/c"]))),
        (#"!(link.path != "/a" && link.path != "/b")"#, .texts(bytes(["/a", "/b"]))),
        (#"link.path.startsWith("/a") && link.path == "/ab""#, .texts(bytes(["/ab"]))),
        (#"link.path == "/a" || false"#, .texts(bytes(["/a"]))),
        (#"link.path != "/a""#, nil), (#"!(link.path == "/a")"#, nil),
        (#"link.path == "/a" || has(link.afl)"#, nil),
        (#"link.path == "/a" || link.path.startsWith("/b")"#, nil), (#"link.path.endsWith("/a")"#, nil),
        (#"has(link.afl) ? link.path == "/a" : link.path == "/b""#, nil),
    ])
    func texts(source: String, expected: FactDemand.Kind?) throws {
        #expect(try Self.demands(source)?["link.path"] == expected)
    }

    @Test(
        "that there is a value",
        arguments: [
            ("has(link.afl)", .presence as FactDemand.Kind?), ("!!has(link.afl)", .presence),
            ("has(link.afl) && has(link.afl)", .presence), ("has(link.afl) || has(link.afl)", .presence),
            (#"has(link.afl) && link.afl == "/a""#, .texts(bytes(["/a"]))), ("!has(link.afl)", nil),
            (#"has(link.afl) || link.afl == "/a""#, nil), ("has(link.afl) || link.payload_is_action", nil),
        ])
    func presence(source: String, expected: FactDemand.Kind?) throws {
        #expect(try Self.demands(source)?["link.afl"] == expected)
    }

    @Test("which demands an absent fact does not meet: it reads as nothing")
    func absence() {
        #expect(FactDemand.Kind.presence.excludesAbsence)
        #expect(FactDemand.Kind.texts(Self.bytes(["/a", "/b"])).excludesAbsence)
        #expect(!FactDemand.Kind.texts(Self.bytes(["/a", ""])).excludesAbsence)
        #expect(!FactDemand.Kind.versions(lowest: nil, highest: Self.bytes(["1"])[0]).excludesAbsence)
    }

    @Test(
        "what is left to be asked where words are known to hold",
        arguments: [
            (#"device.platform == "ios""#, nil), ("!link.payload_is_action", nil),
            (#"device.platform == "ios" && link.path == "/a""#, [#"link.path == "/a""#]),
            (#"!(device.platform == "ios" || link.path == "/a")"#, [#"link.path == "/a""#]),
            (#"(device.platform == "ios" && has(link.afl)) && link.payload_is_action"#, ["has(link.afl)"]),
            (#"device.platform == "ios" || link.path == "/a""#, [#"device.platform == "ios""#, #"link.path == "/a""#]),
            (
                #"link.payload_is_action && (device.platform == "ios" ? has(link.afl) : false)"#,
                [#"device.platform == "ios""#, "has(link.afl)", "false"]
            ),
            (#"request.stage == "click" && has(link.afl)"#, [#"request.stage == "click""#, "has(link.afl)"]),
        ])
    func rest(source: String, left: [String]?) throws {
        var patterns = PatternList()
        let condition = try #require(Condition.compile(source, schema: clickSchema, patterns: &patterns).condition)
        let facts = try ["device.platform", "link.payload_is_action"].map { try #require(clickSchema.index(of: $0)) }
        let rest = condition.omittingWords(of: Set(facts))
        #expect(rest.map { rest in rest.program.tests.map { rest.text(at: $0.range) } } == left)
    }

    @Test(arguments: [
        (#"device.platform == "ios""#, ["ios"]),
        (#"device.platform in ["ios", "android"] && link.payload_is_action"#, ["android", "ios"]),
        (#"!(device.platform == "ios") && device.platform != "unknown""#, ["android", "ipados", "macos", "windows"]),
        (#"device.platform == "ios" || device.platform == "macos""#, ["ios", "macos"]),
        (#"device.platform == "ios" ? link.payload_is_action : false"#, ["ios"]),
        (#"request.stage == "click" && device.platform == "ios" && request.country == "IN""#, ["ios"]),
    ])
    func words(source: String, expected: [String]) throws {
        let fact = try #require(clickSchema.index(of: "device.platform"))
        guard case .symbols(let words) = clickSchema[fact].type,
            case .words(let possible)? = try Self.demands(source)?["device.platform"]
        else {
            Issue.record("no demand of words")
            return
        }
        #expect(words.indices.filter { possible >> UInt64($0) & 1 != 0 }.map { words[$0] } == expected)
    }

    @Test(arguments: [
        ("link.payload_is_action", 0b10 as UInt64?), ("!link.payload_is_action", 0b01),
        ("link.payload_is_action == false && has(link.afl)", 0b01), ("has(link.afl) || link.payload_is_action", nil),
        ("device.platform == 'ios'", nil),
    ])
    func bools(source: String, expected: UInt64?) throws {
        #expect(try Self.demands(source)?["link.payload_is_action"] == expected.map { .words($0) })
    }

    @Test(arguments: [
        (#"version(app.version) < version("12")"#, nil as String?, "12" as String?),
        (#"version(app.version) == version("12")"#, "12", "12"),
        (#"!(version(app.version) < version("12"))"#, "12", nil),
        (#"version(app.version) >= version("1.9") && version(app.version) <= version("1.10")"#, "1.9", "1.10"),
        (
            #"version(app.version) >= version("2") && version(app.version) >= version("10") "#
                + #"&& version(app.version) < version("11")"#, "10", "11"
        ),
        (#"version(app.version) == version("2") || version(app.version) == version("10")"#, "2", "10"),
    ])
    func versions(source: String, lowest: String?, highest: String?) throws {
        let expected = FactDemand.Kind.versions(
            lowest: lowest.map { Array($0.utf8) }, highest: highest.map { Array($0.utf8) })
        #expect(try Self.demands(source)?["app.version"] == expected)
    }

    @Test(arguments: [
        #"version(app.version) != version("12")"#,
        #"version(app.version) < version("3") || version(app.version) > version("2")"#,
    ])
    func noRange(source: String) throws {
        #expect(try Self.demands(source)?["app.version"] == nil)
    }

    @Test func times() throws {
        let source =
            #"request.time >= timestamp("1970-01-01T00:01:00Z") && request.time < timestamp("1970-01-01T00:02:00Z")"#
        #expect(try Self.demands(source)?["request.time"] == .times(60...120))
    }

    @Test func items() throws {
        #expect(
            try Self.demands(#""hi" in device.languages"#)?["device.languages"] == .items(Self.bytes(["hi"])))
    }

    @Test func never() throws {
        #expect(try Self.demands("false") == nil)
        #expect(try Self.demands("true")?.isEmpty == true)
    }

    @Test(arguments: [
        (#"request.headers["x-beta"] == "1" && !("x-b" in request.headers)"#, ["x-b", "x-beta"], false),
        (
            #"has(request.headers.a) ? request.headers.b == "1" : request.headers["x-" + "c"] != """#,
            ["a", "b", "x-c"],
            false
        ),
        (#"request.headers.exists(name, name == "x")"#, [], true),
        (#"request.headers[request.country] == "1""#, [], true),
        (#"request.headers[request.headers["k"]] == "1""#, ["k"], true),
        (#"["a", "b"].exists(x, request.headers["k"] == x)"#, ["k"], false), (#"link.path == "x""#, [], false),
    ])
    func keys(source: String, expected: [String], readsOthers: Bool) throws {
        var patterns = PatternList()
        let condition = try #require(Condition.compile(source, schema: clickSchema, patterns: &patterns).condition)
        let reading = condition.reading(ofMap: try #require(clickSchema.index(of: "request.headers")))
        #expect(reading.keys == expected)
        #expect(reading.readsOthers == readsOthers)
    }

    /// If a fact has none of the demanded words, the verdict is no, whatever the other facts are.
    @Test func noVerdictOutsideOfTheDemand() throws {
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
            guard case .words(let possible)? = condition.demands?.first(where: { $0.fact == fact })?.kind else {
                continue
            }
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
