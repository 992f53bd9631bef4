import ByteText
import Denials
import OpenSSL
import TestSupport
import Testing
import WebAddress

/// The addresses that a deny list matches.
struct DenyListTests {
    private static func list(_ text: String) throws -> DenyList { try DenyList(Array(text.utf8).span) }

    private static func denies(_ list: DenyList, _ address: String) throws -> Bool {
        var arena = ByteArena()
        let text = arena.append(address)
        let parsed = try WebAddress.parse(text, in: &arena)
        return list.denies(parsed, in: &arena)
    }

    private static func digest(_ text: String) -> String { "sha256:" + Digest.sha256Hex(Array(text.utf8).span) }

    /// A deny list in plain form, and the equivalent list of digests.
    private static let lists = [
        """
        # what nobody may be sent to
        evil.example
        *.wild.example

          HTTPS://Files.Example.com/u/mallory/
        http://files.example.com/q?id=7
        https://b\u{fc}cher.example
        """,
        [
            "evil.example", "wild.example", "files.example.com/u/mallory", "files.example.com/q?id=7",
            "xn--bcher-kva.example",
        ]
        .map(digest).joined(separator: "\r\n"),
    ]

    @Test(
        "a host is denied with its subdomains, an address with all below it, however it is spelled",
        arguments: [
            ("https://evil.example", true), ("http://evil.example:8080/x?y#z", true),
            ("https://a.b.evil.example/", true),
            ("https://EVIL.example/", true), ("https://notevil.example/", false), ("https://evil.example.com/", false),
            ("https://example/", false), ("https://x.wild.example/", true), ("https://wild.example/", true),
            ("https://files.example.com/", false), ("https://files.example.com/u/mallory", true),
            ("https://files.example.com/u/mallory/a?b", true), ("http://files.example.com/u/mallory?x", true),
            ("https://files.example.com/u/%6Dallory/x", true), ("https://files.example.com/u/mallory2", false),
            ("https://files.example.com/U/mallory", false), ("https://files.example.com/q?id=7", true),
            ("https://files.example.com/q?id=77", false), ("https://files.example.com/q", false),
            ("https://www.files.example.com/u/mallory", false), ("https://xn--bcher-kva.example/", true),
            ("https://b\u{fc}cher.example/", true),
        ])
    func entries(address: String, isDenied: Bool) throws {
        for text in Self.lists { #expect(try Self.denies(Self.list(text), address) == isDenied, "\(text)") }
    }

    @Test(
        "a line that denies nothing is named",
        arguments: [
            ("ok.example\n\n# x\nhttp://", 4), ("https://a.example:8443/", 1), ("a b", 1), ("sha256:12", 1),
            ("sha256:" + String(repeating: "g", count: 64), 1), ("https://u@a.example/", 1), ("ftp://a.example", 1),
            ("https://a.example/#top", 1),
        ])
    func faults(text: String, line: Int) {
        let faults = #expect(throws: DenyListFaults.self) { try Self.list(text) }
        #expect(faults?.faults.map(\.line) == [line])
    }

    @Test(
        "no other spelling of a denied address passes, and none of other addresses is denied",
        arguments: [
            ("https://a.example/private", true), ("https://a.example//private", true),
            ("https://a.example/private%2fx", true), ("https://a.example/x%2f../private", true),
            ("https://a.example/%70rivate/", true), ("https://a.example/%2570rivate", true),
            ("https://a.example/x%5C..%5cprivate?y", true), ("https://a.example/private%2f..%2fpublic", false),
            ("https://a.example/private2", false), ("https://a.example/public", false),
            ("https://a.example/public?/private", false), ("https://a.example/q?id=%37", true),
            ("https://a.example//q?id=7", true), ("https://a.example/q?id=77", false),
            ("https://127.0.0.1/", true), ("http://[::ffff:7f00:1]:8080/x", true), ("https://[::ffff:7f00:2]/", false),
            ("https://[2001:db8::1]/", true), ("https://[2001:db8::2]/", false), ("https://b.example/", true),
            ("https://c.d.example/", true), ("https://d.example/", false),
        ])
    func spellings(address: String, isDenied: Bool) throws {
        for text in [
            "http://a.example/private\na.example/q?id=7\n127.0.0.1\n[2001:db8::1]\nb.example\nc.d.example",
            "HTTP://A.example:80//x/%2e%2E/./priv\tate/\r\nhttps://a.example\\q?i%64=7\n0x7f.1\n[2001:DB8:0::1]\n"
                + ".b..example.\nhttps://%63.d.example",
            "a.example/%2570rivate//\n*.a.example/q?id=%2537\n2130706433\n[2001:db8:0:0:0:0:0:1]\nb.example.\nC.D.example",
            "a.example/private\na.example/./q?id=7\n[::ffff:127.0.0.1]\n[2001:db8::1]\nb%2eexample\nc.d.example",
            "a.example/x\\..\\private\na.example/q?id=7\n017700000001\n[2001:db8::0:1]\nb.example\nc.d.example",
        ] { #expect(try Self.denies(Self.list(text), address) == isDenied, "\(text)") }
    }

    @Test("an address of thousands of segments is looked up in milliseconds, by digests too")
    func manySegments() throws {
        let address = "https://a.example" + String(repeating: "/a", count: 8_000)
        let deep = "a.example" + String(repeating: "/a", count: 20)
        for text in ["a.example/b", Self.digest("a.example/b")] {
            let list = try Self.list(text)
            let time = try ContinuousClock().measure {
                let isDenied = try Self.denies(list, address)
                #expect(!isDenied)
            }
            #expect(time < .seconds(1), "\(time)")
        }
        #expect(try Self.denies(Self.list(deep), address))
        #expect(try Self.denies(Self.list(Self.digest(deep)), address))
    }

    @Test("a list of a hundred thousand entries denies these and no others, and lists differ by their digest")
    func large() throws {
        let hosts = (0..<100_000).map { "host-\($0 * 7_919).example" }
        let list = try Self.list(hosts.joined(separator: "\n"))
        #expect(list.count == hosts.count)
        for index in stride(from: 0, to: hosts.count, by: 997) {
            #expect(try Self.denies(list, "https://www.\(hosts[index])/x"))
            #expect(try !Self.denies(list, "https://a\(hosts[index])/x"))
        }
        #expect(try Self.list("") == Self.list(""))
        #expect(try Self.list("a.example").digest != Self.list("b.example").digest)
    }

    @Test("any text is a list or has faults, and any path is looked up")
    func anyText() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SplitMix64(seed: seed)
        let letters = Array("ab.:/%?#\\\n sha256*-2e\u{fc}".unicodeScalars)
        for _ in 0..<5_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...40, using: &generator) {
                text.unicodeScalars.append(letters.randomElement(using: &generator) ?? "a")
            }
            let list = try? Self.list(text)
            #expect((list?.count ?? 0) <= 40, "seed \(seed)")
            for whole in [try Self.list("a/b\nb.a"), list].compactMap(\.self) {
                _ = try? Self.denies(whole, "https://a/" + text.replacing("\n", with: ""))
            }
        }
    }
}
