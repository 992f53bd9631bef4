import Foundation
import LogFormats
import TestSupport
import Testing

@testable import Replay

/// Regression: a byte order mark or zeros before the first line made it lose its address, and with more zeros the whole line.
@Suite("The start of a log")
struct LogStartTests {
    private static func addresses(_ input: String) throws -> [String] {
        let result = try Replay.run(
            ReplaySettings(inputs: [.file(input)], host: "example.page.link", workers: 2), CuriousRules.ruleSet
        ) { AddressVisitor() }
        #expect(result.counts.faulty == 0)
        #expect(result.formats == [.combined])
        return result.sums.flatMap(\.self).sorted()
    }

    @Test(
        "may be a mark or zeros, in a file or in compressed text",
        arguments: [
            [0xEF, 0xBB, 0xBF], [0], [UInt8](repeating: 0, count: 70_000), [UInt8](repeating: 0, count: 3_000_000),
        ])
    func zeros(start: [UInt8]) throws {
        let scratch = try Scratch()
        let lines = (0..<2_000).map { number in
            "203.0.\(number / 250).\(number % 250) - - [21/Nov/2026:06:15:10 +0000] \"GET /WXYZ HTTP/1.1\" 302 0 \"-\" \"-\"\n"
        }
        let expected = lines.map { String($0.prefix { $0 != " " }) }.sorted()
        let plain = try scratch.file("log", start + Array(lines.joined().utf8))
        #expect(try Self.addresses(plain) == expected)
        #expect(try Self.addresses(scratch.compress(plain, with: "gzip", as: "log.gz")) == expected)
    }

    /// A disk that loses power leaves zeros instead of the last lines, and the server continues after them.
    @Test("of a line may be zeros, and nothing but zeros is no line")
    func crash() throws {
        let scratch = try Scratch()
        let line = "203.0.113.7 - - [21/Nov/2026:06:15:10 +0000] \"GET /WXYZ HTTP/1.1\" 302 0 \"-\" \"-\"\n"
        let zeros = [UInt8](repeating: 0, count: 4_000)
        let path = try scratch.file("log", Array(line.utf8) + zeros + Array(line.utf8) + zeros)
        let result = try Replay.run(
            ReplaySettings(inputs: [.file(path)], host: "example.page.link"), CuriousRules.ruleSet
        ) { AddressVisitor() }
        #expect(result.sums.flatMap(\.self) == ["203.0.113.7", "203.0.113.7"])
        #expect(result.counts[.shape] == 1)
    }

    @Test(
        "says what is no text, and what makes text of it",
        arguments: [
            (
                [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0x00],
                "compressed with xz; convert it first: xz -dc PATH | fingerpost replay -"
            ),
            (Array("BZh91AY".utf8), "compressed with bzip2; convert it first: bzip2 -dc PATH |"),
            ([0x50, 0x4B, 0x03, 0x04, 0x14], "a zip archive; convert it first: unzip -p PATH |"),
            (
                [0xFF, 0xFE, 0x32, 0x00, 0x30, 0x00],
                "text in UTF-16; convert it first: iconv -f UTF-16 -t UTF-8 PATH |"
            ),
            (
                [0xFE, 0xFF, 0x00, 0x32, 0x00, 0x30],
                "text in UTF-16; convert it first: iconv -f UTF-16 -t UTF-8 PATH |"
            ),
            (
                [0x32, 0, 0x30, 0, 0x33, 0, 0x2E, 0],
                "text in UTF-16; convert it first: iconv -f UTF-16LE -t UTF-8 PATH |"
            ),
            (
                [0, 0x32, 0, 0x30, 0, 0x33, 0, 0x2E],
                "text in UTF-16; convert it first: iconv -f UTF-16BE -t UTF-8 PATH |"
            ),
            (Array("PAR1\u{15}".utf8), "a Parquet file"), (Array("LPKSHHRH".utf8), "journalctl --file PATH -o cat"),
            (Array("[\n  {\"a\": 1}\n]".utf8), "one JSON document over several lines"),
            (Array("[{\"a\":1},{\"a\":2}]".utf8), "jq -c 'if type == \"array\" then .[] else . end' PATH"),
            (Array("{\n  \"time\": 1\n}".utf8), "one JSON document over several lines"),
        ])
    func foreign(bytes: [UInt8], message: String) throws {
        let scratch = try Scratch()
        let path = try scratch.file("log", bytes)
        for format in [nil, LogFormat.combined] {
            let fault = try #require(throws: ReplayFault.self) {
                try Replay.run(ReplaySettings(inputs: [.file(path)], format: format), CuriousRules.ruleSet) {
                    AddressVisitor()
                }
            }
            #expect(fault.description.contains("log: is "))
            #expect(fault.description.contains(message.replacing("PATH", with: path)), "\(fault.description)")
        }
        // In compressed data, too.
        let zipped = try scratch.compress(path, with: "gzip", as: "log.gz")
        let fault = try #require(throws: ReplayFault.self) {
            try Replay.run(ReplaySettings(inputs: [.file(zipped)]), CuriousRules.ruleSet) { AddressVisitor() }
        }
        #expect(fault.description.contains("convert it first: zcat \(zipped) | "), "\(fault.description)")
        #expect(fault.description.contains("/dev/stdin"), "\(fault.description)")
    }
}
