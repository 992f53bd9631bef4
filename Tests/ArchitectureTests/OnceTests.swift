import Foundation
import Testing

/// Code that must exist only once is recognized by constants and calls that it can't be written without.
@Suite("Calendars, addresses, hashes and escapes are written once")
struct OnceTests {
    @Test(
        "one file of ByteText has it",
        arguments: [
            ("days of the calendar", ["719468", "146097"], "CivilTime.swift"),
            ("names of months", ["\"JanFeb", "\"janfeb", "\"Jan\""], "CivilTime+Text.swift"),
            ("SplitMix64", ["bf58476d1ce4e5b9", "94d049bb133111eb", "9e3779b97f4a7c15"], "SplitMix64.swift"),
            ("SipHash", ["736f6d6570736575"], "SipHash.swift"),
            ("the hash of 64 bits", ["a0761d6478bd642f"], "ByteHash64.swift"),
            ("surrogate pairs", ["0x10000 +"], "Span+Escapes.swift"),
            ("pairs of hexadecimal digits", ["high << 4 | low"], "Span+Escapes.swift"),
        ] as [(String, [String], String)])
    func inOneFile(what: String, signs: [String], file: String) throws {
        for sign in signs { #expect(try Self.files(with: sign).filter { $0 != file } == [], "\(what): \(sign)") }
        #expect(try signs.contains { try Self.files(with: $0) == [file] }, "\(what) is not in \(file)")
    }

    @Test(
        "the C library is not asked",
        arguments: ["inet_pton(", "inet_ntop(", "inet_addr(", "gmtime", "strftime(", "strptime(", "localtime"])
    func nowhere(call: String) throws {
        #expect(try Self.files(with: call) == [])
    }

    @Test(
        "types of addresses and dates have one declaration", arguments: ["IPAddress", "CIDR", "CivilTime", "Timestamp"])
    func declaredOnce(name: String) throws {
        let declarations = try ["struct \(name)", "enum \(name)", "class \(name)"].flatMap { declaration in
            try [" ", ":", "<", "{"].flatMap { try Self.files(with: declaration + $0) }
        }
        #expect(declarations.count == 1)
    }

    /// The names of the files that contain a text, or a number written with or without underscores.
    private static func files(with sign: String) throws -> [String] {
        // Searching the sources as text, not as bytes, a hundred times takes half a minute.
        let sign = Data(sign.utf8)
        return try sources.get().filter { $0.text.range(of: sign) != nil || $0.numbers.range(of: sign) != nil }
            .map(\.name)
    }

    private static let sources = Result {
        try Repository.sources().map { file in
            let text = try Repository.text(file.path)
            let numbers = text.replacing("_", with: "").lowercased()
            return (name: file.name, text: Data(text.utf8), numbers: Data(numbers.utf8))
        }
    }
}
