import ByteText
import TestSupport
import Testing

@testable import LinkStore

/// Codes in any case: systems that ignore case have printed one code in several spellings, each of which must lead to its link.
@Suite("codes in any case")
struct CodeSpellingTests {
    private static func record(_ key: String, _ target: String = "https://www.example.com/") -> LinkRecord {
        LinkRecord(key: .known(key), longLink: target, created: 1_000)
    }

    /// A store with links, each of which leads to an address that contains its key.
    private static func store(_ keys: [String]) throws -> (store: LinkStore, scratch: ScratchDirectory) {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        try store.apply(.load(keys.map { record($0, "https://www.example.com/\($0)") }))
        return (store, scratch)
    }

    private static func target(_ key: String, _ reader: inout LinkReader, ignoresCase: Bool = true) -> String? {
        var arena = ByteArena()
        let range = arena.append(key)
        guard
            case .found(let longLink, _, _) = reader.find(range, at: 0, ignoresCase: ignoresCase, in: &arena)
        else { return nil }
        return String(arena.string(longLink).dropFirst("https://www.example.com/".count))
    }

    @Test("a code is found in any case, exactly first, and only the code")
    func search() throws {
        let (store, scratch) = try Self.store([
            "a.example/Sale", "a.example/sale-24", "a.example/SALE", "b.example/sale", "a.example/go/Sale",
            "a.example/42",
            "a.example/Salesman", "a.example/sal", "a.example/~x", "b.example/GO/x",
        ])
        defer { withExtendedLifetime(scratch) {} }
        var reader = try store.makeReader()
        for (asked, found) in [
            ("a.example/Sale", "a.example/Sale"), ("a.example/SALE", "a.example/SALE"),
            ("a.example/sale", "a.example/SALE"),
            ("a.example/sAlE-24", "a.example/sale-24"), ("b.example/SALE", "b.example/sale"),
            ("a.example/go/SALE", "a.example/go/Sale"), ("a.example/GO/Sale", nil), ("b.example/go/x", nil),
            ("a.example/SALESMA", nil), ("a.example/salesman", "a.example/Salesman"),
            ("a.example/SAL", "a.example/sal"),
            ("a.example/42", "a.example/42"), ("a.example/43", nil), ("a.example/~X", "a.example/~x"),
            ("c.example/sale", nil),
            ("a.example/", nil), ("b.example/zzz", nil),
        ] {
            #expect(Self.target(asked, &reader) == found, "\(asked)")
            if asked != found { #expect(Self.target(asked, &reader, ignoresCase: false) == nil) }
        }
    }

    @Test("random keys are found as a search of all keys finds them, in few seeks")
    func random() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SplitMix64(seed: seed)
        for letters in ["aAbB", "aAbBcCdDeE1-"] {
            let keys = Set(
                (0..<400).map { _ in
                    "a.example/"
                        + String(
                            (0..<Int.random(in: 1...7, using: &random)).map { _ in
                                letters.randomElement(using: &random)!
                            })
                })
            let (store, scratch) = try Self.store(keys.sorted())
            defer { withExtendedLifetime(scratch) {} }
            var reader = try store.makeReader()
            for _ in 0..<2_000 {
                let asked =
                    "a.example/"
                    + String(
                        (0..<Int.random(in: 1...7, using: &random)).map { _ in letters.randomElement(using: &random)! })
                let spellings = keys.filter { $0.lowercased() == asked.lowercased() }.sorted {
                    $0.utf8.lexicographicallyPrecedes($1.utf8)
                }
                let expected = keys.contains(asked) ? asked : spellings.first
                #expect(Self.target(asked, &reader) == expected, "seed \(seed), \(asked)")
                let other = try store.otherSpelling(of: .known(asked))?.key.text
                #expect(other == spellings.first { $0 != asked }, "seed \(seed), \(asked)")
            }
        }
    }

    @Test("a deleted link does not hide one that works, and answers for its other spellings")
    func deleted() throws {
        let (store, scratch) = try Self.store(["a.example/SALE", "a.example/sale", "a.example/Gone"])
        defer { withExtendedLifetime(scratch) {} }
        for key in ["a.example/SALE", "a.example/Gone"] { try store.apply(.delete(.known(key), at: 5)) }
        var reader = try store.makeReader()
        #expect(Self.target("a.example/Sale", &reader) == "a.example/sale")
        var arena = ByteArena()
        let gone = arena.append("a.example/gone")
        #expect(reader.find(gone, at: 0, ignoresCase: true, in: &arena) == .deleted)
    }

    @Test("a link that is made later is found at once, and by its exact code from then on", arguments: [false, true])
    func later(_ keepsView: Bool) throws {
        let (store, scratch) = try Self.store(["a.example/Sale"])
        defer { withExtendedLifetime(scratch) {} }
        var reader = try store.makeReader()
        reader.keepsView = keepsView
        #expect(Self.target("a.example/sale", &reader) == "a.example/Sale")
        try store.create(Self.record("a.example/sale", "https://www.example.com/new"))
        #expect(Self.target("a.example/sale", &reader) == "new")
        #expect(Self.target("a.example/SALE", &reader) == "a.example/Sale")
    }

    @Test("a new link is refused a code that another has in another case, if requested")
    func creation() throws {
        let (store, scratch) = try Self.store(["a.example/Sale", "a.example/Gone"])
        defer { withExtendedLifetime(scratch) {} }
        try store.apply(.delete(.known("a.example/Gone"), at: 5))
        func make(_ key: String, _ others: [String] = [], ignoresCase: Bool = true) throws(StoreError) -> String {
            var creation = LinkCreation(Self.record(key))
            creation.otherKeys = others.map(LinkKey.known)
            creation.ignoresCase = ignoresCase
            return try store.apply(.create(creation)).link.key.text
        }
        #expect(throws: StoreError.existsInOtherCase(code: "Sale")) { try make("a.example/sale") }
        #expect(throws: StoreError.deleted) { try make("a.example/gone") }
        #expect(try make("a.example/SALE", ["a.example/GONE", "a.example/free"]) == "a.example/free")
        #expect(throws: StoreError.existsInOtherCase(code: "free")) { try make("a.example/Free") }
        #expect(try make("a.example/sale", ignoresCase: false) == "a.example/sale")
        #expect(try make("b.example/sale") == "b.example/sale")
    }

    /// The number of seeks that a search takes among sorted keys until it finds one or proves that there is none.
    private static func seeks(_ asked: String, among keys: [[UInt8]]) -> Int {
        let bytes = Array(asked.utf8)
        guard var spellings = CodeSpellings(of: bytes.span) else { return 0 }
        var seeks = 0
        while true {
            seeks += 1
            let next = [UInt8](copying: spellings.next)
            var (low, high) = (0, keys.count)
            while low < high {
                let middle = (low + high) / 2
                if keys[middle].lexicographicallyPrecedes(next) { low = middle + 1 } else { high = middle }
            }
            guard low < keys.count else { return seeks }
            let found = keys[low]
            if spellings.contains(found.span) { return seeks }
            guard spellings.advance(behind: found.span) else { return seeks }
        }
    }

    @Test("a search takes few seeks: two or three among words, some tens among random codes")
    func cost() {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SplitMix64(seed: seed)
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        func code(_ letters: ArraySlice<Character>, _ count: Int) -> String {
            "a.example/" + String((0..<count).map { _ in letters.randomElement(using: &random)! })
        }
        for (alphabet, most) in [(letters[0..<26], 8.0), (letters[...], 60.0)] {
            var keys = (0..<50_000).map { _ in Array(code(alphabet, 5).utf8) }
            keys.sort { $0.lexicographicallyPrecedes($1) }
            let sum = (0..<500).reduce(0) { sum, _ in sum + Self.seeks(code(letters[...], 5), among: keys) }
            print("seeks among \(alphabet.count) letters: \(Double(sum) / 500)")
            #expect(Double(sum) / 500 < most, "seed \(seed)")
        }
    }

    /// Deliberately similar codes could make a search long.
    @Test("a search ends after some hundred seeks, whatever codes there are")
    func bound() throws {
        // Every spelling of eleven letters exists, with a different last letter.
        let keys = (0..<2_048).map { number in
            "a.example/" + String((0..<11).map { number >> $0 & 1 == 0 ? "a" : "A" }) + "x"
        }
        let (store, scratch) = try Self.store(keys)
        defer { withExtendedLifetime(scratch) {} }
        let asked = Array("a.example/aaaaaaaaaaay".utf8)
        let first = CodeSpellings(of: asked.span)
        var spellings = try #require(first)
        var seeks = 0
        let sorted = keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        while seeks < 10_000 {
            seeks += 1
            let next = String(spellings.next)
            guard let found = sorted.first(where: { !$0.utf8.lexicographicallyPrecedes(next.utf8) }),
                spellings.advance(behind: Array(found.utf8).span)
            else { break }
        }
        #expect(seeks > CodeSpellings.mostSeeks, "the codes are no test of the bound")
        var reader = try store.makeReader()
        #expect(Self.target("a.example/aaaaaaaaaaay", &reader) == nil)
        #expect(Self.target("a.example/AAaaaaaaaaax", &reader) != nil)
    }
}
