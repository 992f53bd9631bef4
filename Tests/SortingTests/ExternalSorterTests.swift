import Foundation
import TestSupport
import Testing

@testable import Sorting

/// The output is the sorted input, however it was split into runs.
@Suite("external merge sort")
struct ExternalSorterTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private struct Record: Equatable {
        var key: [UInt8]
        var value: [UInt8]
    }

    private func sorted(_ records: [Record], blockBytes: Int, times: Int = 1) throws -> [[Record]] {
        var sorter = ExternalSorter(directory: folder.path, blockBytes: blockBytes)
        for record in records { try sorter.append(record.key.span, record.value.span) }
        #expect(sorter.count == records.count)
        return try (0..<times).map { _ in
            var merge = try sorter.merge()
            var result: [Record] = []
            while try merge.next() {
                result.append(Record(key: Array(span: merge.key), value: Array(span: merge.value)))
            }
            let goesOn = try merge.next()
            #expect(!goesOn)
            return result
        }
    }

    /// Keys of few letters and of very different lengths, including zeros, so that many are equal or nearly so.
    private static func records(_ count: Int, _ random: inout SplitMix64) -> [Record] {
        let letters = [UInt8]([0, 0, 1, 0x61, 0x62, 0xFF].shuffled(using: &random).prefix(Int.random(in: 1...4)))
        let hosts: [[UInt8]] = [[], Array("links.example.com/go/".utf8), Array("example.page.link/".utf8)]
        let longest = [0, 3, 12, 40].randomElement(using: &random)!
        return (0..<count).map { number in
            let rest = (0..<Int.random(in: 0...longest, using: &random)).map { _ in
                letters.randomElement(using: &random)!
            }
            let key = hosts.randomElement(using: &random)! + rest
            let size = number % 97 == 5 ? 40_000 : Int.random(in: 0...20, using: &random)
            let value = Array("\(number)".utf8) + [UInt8](repeating: UInt8(number % 256), count: size)
            return Record(key: key, value: value)
        }
    }

    @Test("as a stable sort in memory", arguments: [UInt64.random(in: 0...UInt64.max), 1])
    func order(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for count in [0, 1, 2, 17, 300, 1_500] {
            let records = Self.records(count, &random)
            let expected = records.enumerated().sorted { left, right in
                if left.element.key == right.element.key { return left.offset < right.offset }
                return left.element.key.lexicographicallyPrecedes(right.element.key)
            }.map(\.element)
            for blockBytes in [1, 3_000, 60_000, 1 << 24] {
                let results = try sorted(records, blockBytes: blockBytes, times: 2)
                for result in results {
                    #expect(result == expected, "seed \(seed), \(count) records, blocks of \(blockBytes)")
                }
            }
        }
    }

    @Test("values beyond a window, next to short ones and at the end")
    func longValues() throws {
        let sizes = [0, 1, 16_383, 16_384, 70_000, 3_000_000, 5, 2_000_000]
        let records = sizes.enumerated().map { number, size in
            Record(key: [UInt8(sizes.count - number)], value: [UInt8](repeating: UInt8(number), count: size))
        }
        for blockBytes in [1, 100_000, 1 << 24] {
            #expect(try sorted(records, blockBytes: blockBytes)[0] == records.reversed(), "\(blockBytes)")
        }
    }

    @Test("its files have no names, and a missing directory is reported")
    func files() throws {
        var sorter = ExternalSorter(directory: folder.path, blockBytes: 1)
        for number in 0..<10 {
            let key = [UInt8(number)]
            try sorter.append(key.span, key.span)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        var nowhere = ExternalSorter(directory: "\(folder.path)/none", blockBytes: 1)
        let key: [UInt8] = [1]
        try nowhere.append(key.span, key.span)
        var fault: SpillFault?
        do throws(SpillFault) { try nowhere.append(key.span, key.span) } catch { fault = error }
        #expect(fault == SpillFault(directory: "\(folder.path)/none", code: 2))
    }
}
