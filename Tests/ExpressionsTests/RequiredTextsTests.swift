import Expressions
import Testing

@Suite struct RequiredTextsTests {
    @Test(arguments: [
        (#"link.path == "/a""#, ["/a"] as [String]?, false), (#"link.path in ["/b", "/a"]"#, ["/a", "/b"], false),
        (#"link.path.startsWith("/a")"#, ["/a"], true), (#"!(link.path != "/a")"#, ["/a"], false),
        (#"link.path == "/a" && has(link.afl)"#, ["/a"], false),
        (#"link.path == "/a" || link.path == "/b""#, ["/a", "/b"], false),
        (#"link.path in ["/a", "/b"] && link.path == "/c""#, ["/c"], false),
        (#"!(link.path != "/a" && link.path != "/b")"#, ["/a", "/b"], false),
        (#"link.path.startsWith("/a") && link.path == "/ab""#, ["/ab"], false),
        (#"link.path != "/a""#, nil, false), (#"!(link.path == "/a")"#, nil, false),
        (#"link.path == "/a" || has(link.afl)"#, nil, false),
        (#"link.path == "/a" || link.path.startsWith("/b")"#, nil, false), (#"link.path.endsWith("/a")"#, nil, false),
        (#"link.code == "/a""#, nil, false), (#"has(link.afl) ? link.path == "/a" : false"#, nil, false),
    ])
    func texts(source: String, expected: [String]?, arePrefixes: Bool) throws {
        var patterns = PatternList()
        let condition = try #require(Condition.compile(source, schema: clickSchema, patterns: &patterns).condition)
        let required = condition.requiredTexts(of: try #require(clickSchema.index(of: "link.path")))
        #expect(required?.texts.map { String(decoding: $0, as: UTF8.self) } == expected)
        #expect(required?.arePrefixes ?? false == arePrefixes)
    }
}
