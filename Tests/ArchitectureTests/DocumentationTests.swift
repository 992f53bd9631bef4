import Testing

@Suite("Public declarations are documented")
struct DocumentationTests {
    @Test("every public declaration of every module has a doc comment")
    func modules() throws {
        let missing = try Repository.sources().flatMap(\.undocumented)
        #expect(missing == [], "\(missing.count) public declarations lack a doc comment")
    }

    @Test(
        "a declaration without one is found",
        arguments: [
            ("public func run() {}", ["1: public func run() {}"]),
            (
                "struct A {\n    @inlinable public var count: Int { 0 }\n}",
                ["2: @inlinable public var count: Int { 0 }"]
            ),
            ("/// One.\n\npublic struct A {}", ["3: public struct A {}"]),
            ("// One.\npublic struct A {}", ["2: public struct A {}"]),
            ("/// One.\n@safe public struct A {}", []),
            ("/// One.\n@inlinable\n@_lifetime(copy self)\npublic func run() {}", []),
            ("public import A\npublic extension A {\n    public var description: String { \"\" }\n}", []),
            ("public static func == (a: A, b: A) -> Bool { true }\npublic let rawValue: UInt8", []),
            ("package func run() {}\nfunc publish() {}\n// public func run() {}", []),
        ] as [(Quoted, [String])])
    func planted(text: Quoted, missing: [String]) {
        #expect(SourceFile(module: "", path: "A", text: text.text).undocumented == missing.map { "A:\($0)" })
    }
}

extension SourceFile {
    /// The public declarations without a doc comment, each as `path:line: declaration`. Requirements of standard
    /// library protocols need none.
    fileprivate var undocumented: [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
        return lines.indices.compactMap { index in
            guard Self.needsComment(lines[index]) else { return nil }
            let above = lines[..<index].last { !$0.hasPrefix("@") }
            return above?.hasPrefix("///") == true ? nil : "\(path):\(index + 1): \(lines[index])"
        }
    }

    private static func needsComment(_ line: Substring) -> Bool {
        guard line.hasPrefix("public ") || line.hasPrefix("@"),
            let found = line.firstMatch(of: /^(?:@\w+(?:\([^)]*\))?\s+)*public\s+(.+)/)
        else { return false }
        return !standard.contains { found.1.hasPrefix($0) }
    }

    private static let standard = [
        "import ", "extension ", "var description:", "var debugDescription:", "func hash(into", "static func ==",
        "static func <", "let rawValue:", "var rawValue:", "init(rawValue:", "init?(rawValue:", "mutating func next()",
        "func encode(to", "init(from decoder", "static let allCases", "static var allCases",
    ]
}
