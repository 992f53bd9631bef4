import ByteText
import TestSupport
import Testing
import WebAddress

/// The canonical spelling by which paths are compared.
@Suite("Canonical paths")
struct CanonicalPathTests {
    private static func canonical(_ path: String) -> (text: String, isDisguised: Bool, hadDotSegment: Bool) {
        var arena = ByteArena()
        let path = CanonicalPath(of: arena.append(path), in: &arena)
        return (arena.string(path.text), path.isDisguised, path.hadDotSegment)
    }

    @Test(
        "every spelling of a path is one",
        arguments: [
            ("", "/", false), ("/", "/", false), ("/a", "/a", false), ("/a/", "/a/", false), ("/a/b", "/a/b", false),
            // Escapes that a path needs are usual, but those of letters are not.
            ("/a%20b", "/a%20b", false), ("/%c3%bc", "/%C3%BC", false), ("/a%2Fb", "/a/b", false),
            ("/100%25", "/100%25", false), ("/a%3Fb%23c", "/a?b%23c", false), ("/%70rivate", "/private", true),
            ("/%7euser", "/~user", true), ("/%2570rivate", "/private", true), ("/%25%37%30rivate", "/private", true),
            ("/%252525252fx", "/x", true),
            // Empty segments and dot segments.
            ("//private", "/private", true), ("///a///b//", "/a/b/", true), ("/%2fprivate", "/private", true),
            ("/x%2f../private", "/private", true), ("/x%2f..%2fprivate", "/private", true),
            ("/x/..%2fprivate", "/private", true), ("/x%5c..%5cprivate", "/private", true),
            ("/a/%252e%252e/b", "/b", true), ("/..%2f..%2fb", "/b", true), ("/a%2f.%2fb", "/a/b", true),
            ("/a%2f..", "/", true), ("/a/b%2f..", "/a/", true), ("/a/b%2f.", "/a/b/", true),
            // Segments that only look like them.
            ("/...", "/...", false), ("/.a", "/.a", false), ("/a..b", "/a..b", false), ("/a%5cb", "/a/b", false),
            ("/%zz%4", "/%25zz%254", false),
        ])
    func table(path: String, expected: String, isDisguised: Bool) {
        let canonical = Self.canonical(path)
        #expect(canonical.text == expected && canonical.isDisguised == isDisguised)
        #expect(Self.canonical(canonical.text).text == expected, "a canonical spelling is its own")
    }

    @Test("random spellings of one path are one, and of two paths are two")
    func spellings() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SplitMix64(seed: seed)
        for _ in 0..<3_000 {
            let path = Self.path(&generator)
            let (one, other) = (Self.spelling(of: path, &generator), Self.spelling(of: path, &generator))
            #expect(Self.canonical(one).text == Self.canonical(other).text, "\(one) and \(other), seed \(seed)")
            #expect(Self.canonical(one).text == Self.canonical(path).text, "\(one) and \(path), seed \(seed)")
            let unrelated = Self.path(&generator)
            guard unrelated != path else { continue }
            let third = Self.spelling(of: unrelated, &generator)
            #expect(Self.canonical(one).text != Self.canonical(third).text, "\(one) and \(third), seed \(seed)")
        }
    }

    private static func path(_ generator: inout SplitMix64) -> String {
        let letters = Array("abz09-_~!$&'()*+,;=:@")
        return (0..<Int.random(in: 1...4, using: &generator)).map { _ in
            "/"
                + (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                    String(letters.randomElement(using: &generator) ?? "a")
                }.joined()
        }.joined()
    }

    /// A spelling of a path without dots and escapes.
    private static func spelling(of path: String, _ generator: inout SplitMix64) -> String {
        path.utf8.map { byte in
            guard byte == UInt8(ascii: "/") else { return escaped(byte, &generator) }
            let slash = ["/", "/", "%2f", "%2F", "%5C", "%252f"].randomElement(using: &generator) ?? "/"
            return switch Int.random(in: 0..<8, using: &generator) {
            case 0: slash + slash
            case 1: slash + "." + slash
            case 2: slash + "x%41" + slash + ".%2e" + slash
            case 3: slash + "%2e" + slash + "/"
            default: slash
            }
        }.joined()
    }

    private static func escaped(_ byte: UInt8, _ generator: inout SplitMix64) -> String {
        var text = String(UnicodeScalar(byte))
        guard Int.random(in: 0..<3, using: &generator) == 0 else { return text }
        text = "%" + Hexadecimal.text([byte])
        while Int.random(in: 0..<3, using: &generator) == 0 {
            text = text.utf8.map { byte in
                let isEscaped = byte == UInt8(ascii: "%") || Bool.random(using: &generator)
                return isEscaped ? "%" + Hexadecimal.text([byte]) : String(UnicodeScalar(byte))
            }.joined()
        }
        return text
    }

    @Test("a long path of nested escapes takes time in proportion to its length")
    func nested() {
        let path = "/%" + String(repeating: "25", count: 8_000) + "41"
        var text = ""
        let time = ContinuousClock().measure { text = Self.canonical(path).text }
        #expect(text == "/A" && time < .seconds(1), "\(time)")
    }
}
