import ByteText
import Links
import Testing
import WebAddress

@testable import Routing

/// An evaluator reuses one reading for every click's link.
@Suite("A link that is read in another's place")
struct LinkReadingTests {
    /// A reading in which no field has its initial value.
    private static func full(in arena: inout ByteArena) throws -> LinkReading {
        let text = arena.append(
            "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fa&apn=com.example.android&st=T&zzz=1")
        let address = try WebAddress.parse(text, in: &arena)
        var reading = LinkReading(address: address, match: HostIndex.Match(site: 3, form: .hostingLink))
        try reading.parameters.read(query: address.query, in: &arena)
        (reading.code, reading.prefixCount, reading.traces, reading.passed) = (text, 5, .complete, text)
        reading.action = try ActionLink(address, in: &arena)
        reading.continueURL = address
        for index in reading.destinations.indices { reading.destinations[index] = address }
        (reading.stage, reading.handleCodeInApp, reading.returnedFrom) = (.continue, true, .button)
        reading.warnings = [.noAppIDs]
        reading.apps = LinkApps(android: 0, phone: 1, tablet: 2)
        return reading
    }

    /// All fields except the tables that print nothing, as text, by name.
    private static func words(_ reading: LinkReading) -> [String: String] {
        var words: [String: String] = [:]
        for child in Mirror(reflecting: reading).children {
            guard let name = child.label, name != "parameters", name != "destinations" else { continue }
            words[name] = String(reflecting: child.value)
        }
        return words
    }

    @Test("has nothing of it, field by field")
    func nothingIsLeft() throws {
        var arena = ByteArena()
        var reading = try Self.full(in: &arena)
        let text = arena.append("https://www.example.com/other")
        let address = try WebAddress.parse(text, in: &arena)
        let match = HostIndex.Match(site: 1, form: .other)
        let (fresh, full) = (LinkReading(address: address, match: match), Self.words(reading))
        for (name, word) in Self.words(fresh) {
            #expect(full[name] != word, "\(name) is as at the start: give it another value above")
        }
        reading.begin(address, match)
        #expect(Self.words(reading) == Self.words(fresh))
        #expect(!reading.parameters.hasUnrecognized)
        for raw in UInt8.min..<29 { #expect(LinkParameter(rawValue: raw).flatMap { reading.parameters[$0] } == nil) }
        for index in reading.destinations.indices { #expect(reading.destinations[index] == nil) }
    }

    @Test("has no parameters where they cannot be read")
    func refusedQuery() throws {
        var arena = ByteArena()
        var parameters = DynamicLinkParameters()
        let good = arena.append("apn=a&zzz=1")
        try parameters.read(query: good, in: &arena)
        #expect(parameters.nonEmpty(.apn).map { arena.string($0) } == "a" && parameters.hasUnrecognized)
        let bad = arena.append("ibi=b&apn=c&apn=d&yyy=1")
        #expect(throws: LinkFault.self) { try parameters.read(query: bad, in: &arena) }
        #expect(parameters[.apn] == nil && parameters[.ibi] == nil && !parameters.hasUnrecognized)
    }

    @Test("notes fields by their names in any case, and no others", arguments: NotedField.allCases)
    func notedNames(field: NotedField) {
        let name = field.name.description
        for text in [name, name.uppercased(), name.replacing("e", with: "E")] {
            #expect(NotedField.named(inAnyCase: Array(text.utf8).span) == field, "\(text)")
        }
        for index in name.utf8.indices {
            var other = Array(name.utf8)
            other[name.utf8.distance(from: name.startIndex, to: index)] = UInt8(ascii: "~")
            #expect(NotedField.named(inAnyCase: other.span) == nil)
        }
    }
}
