import ByteText
import LinkStore
import Links
import Routing
import TestSupport
import Testing

@testable import LinkCatalog

/// Links as they were, from the history in a store.
@Suite("a link of the past")
struct PastLinkTests {
    private let folder: ScratchFolder
    private let store: LinkStore
    private let key: LinkKey

    init() throws {
        folder = try ScratchFolder()
        store = try LinkStore(directory: folder.path)
        key = try #require(LinkKey("a.b/One"))
    }

    private func change(at time: Int64, _ body: (inout LinkPatch) -> Void) throws {
        var patch = LinkPatch()
        body(&patch)
        try store.apply(.update(key, patch, at: time))
    }

    /// The target, or the reason of the refusal, and the doubt.
    private func answer(at moment: Int64?, now: Int64? = nil) -> String {
        let links = PastLinks(store)
        var arena = ByteArena()
        links.look(at: moment)
        let text: String
        switch links.find(arena.append(key.text), at: now ?? moment, in: &arena) {
        case .found(let longLink, _, _): text = String(arena.string(longLink).split(separator: "/").last ?? "")
        case .refused(let code): text = code.name.description
        case .over(let code, let target): text = "\(code.name) \(arena.string(target))"
        }
        return links.doubt.map { "\(text), \($0.rawValue)" } ?? text
    }

    @Test("has its target of then, and within the second of a change a doubt")
    func targets() throws {
        try store.apply(.create(LinkCreation(LinkRecord(key: key, longLink: "https://www.example.com/0", created: 10))))
        for step in 1...3 {
            try change(at: 10 + 10 * Int64(step)) { $0.longLink = "https://www.example.com/\(step)" }
        }
        let expected: [(Int64?, String)] = [
            (9, "unknown-link"), (10, "0"), (19, "0"), (20, "1, changing"), (21, "1"), (30, "2, changing"), (35, "2"),
            (40, "3, changing"), (41, "3"), (nil, "3"),
        ]
        for (moment, text) in expected { #expect(answer(at: moment) == text, "\(moment ?? -1)") }
    }

    @Test("is unknown before the oldest change that is kept, and once it was deleted")
    func forgotten() throws {
        try store.apply(.create(LinkCreation(LinkRecord(key: key, longLink: "https://www.example.com/0", created: 1))))
        for step in 1...30 {
            try change(at: 10 * Int64(step)) { $0.longLink = "https://www.example.com/\(step)" }
        }
        #expect(answer(at: 295) == "29" && answer(at: 105) == "10" && answer(at: 95).hasSuffix(", forgotten"))
        try store.apply(.delete(key, at: 400))
        #expect(answer(at: 399).hasSuffix(", deleted") && answer(at: 401) == "link-deleted")
        #expect(answer(at: 0) == "unknown-link")
    }

    @Test("has its state of then: disabled, unsafe, not yet, no more")
    func states() throws {
        var record = LinkRecord(key: key, longLink: "https://www.example.com/0", created: 10)
        (record.starts, record.expires, record.expiredTarget) = (20, 100, "https://www.example.com/late")
        try store.apply(.create(LinkCreation(record)))
        try change(at: 40) { $0.isDisabled = true }
        try change(at: 60) { $0.isDisabled = false }
        let expected: [(Int64, String)] = [
            (15, "link-not-started"), (25, "0"), (50, "link-disabled"), (70, "0"),
            (100, "link-expired https://www.example.com/late"),
        ]
        for (moment, text) in expected { #expect(answer(at: moment) == text, "\(moment)") }
        // A question about another time than its own.
        #expect(answer(at: 50, now: 200) == "link-disabled" && answer(at: 70, now: 200).hasPrefix("link-expired"))
    }

    @Test("with a maximum of clicks or a password is never certain")
    func unknowable() throws {
        var record = LinkRecord(key: key, longLink: "https://www.example.com/0", created: 10)
        record.maximumClicks = 5
        try store.apply(.create(LinkCreation(record)))
        #expect(answer(at: 11) == "0, limited")
    }

    @Test("is the same as JSON")
    func json() throws {
        var record = LinkRecord(key: key, longLink: "https://www.example.com/\u{0}\"ü", created: 10)
        (record.starts, record.expires, record.expiredTarget, record.cacheSeconds) = (20, 100, "https://a.example/", 0)
        (record.isUnsafe, record.isDisabled, record.maximumClicks) = (true, true, 3)
        var state = PastLink.State(record)
        for link in [
            PastLink(), PastLink(state), PastLink(doubt: .deleted), PastLink(state, doubt: .password),
        ] {
            #expect(try PastLink(json: JSONValue(parsing: link.json.text)) == link)
        }
        state.hasPassword = true
        #expect(try PastLink(json: JSONValue(parsing: PastLink(state).json.text)) != PastLink(PastLink.State(record)))
        for bad in ["1", "{}", #"{"state": 5}"#, #"{"state": {}}"#, #"{"state": null, "doubt": "x"}"#] {
            #expect(try PastLink(json: JSONValue(parsing: bad)) == nil, "\(bad)")
        }
    }
}
