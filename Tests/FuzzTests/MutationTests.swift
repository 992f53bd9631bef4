import Foundation
import FuzzProperties
import TestSupport
import Testing

/// A short form of fuzzing: randomly mutated corpus inputs satisfy every property, too.
@Suite("Changed inputs", .timeLimit(.minutes(20)))
struct MutationTests {
    private static let folder = URL(filePath: #filePath).appending(path: "../../Fuzz/corpus").standardized

    @Test("as they are changed, they hold the properties of their target", arguments: FuzzTarget.allCases, 1...4)
    func holds(target: FuzzTarget, seed: Int) throws {
        let folder = Self.folder.appending(path: target.rawValue)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let inputs = try names.map { [UInt8](try Data(contentsOf: folder.appending(path: $0))) }
        var draw = SplitMix64(seed: UInt64(seed))
        for _ in 0..<60 {
            let input = changed(inputs, &draw)
            let fault = target.fault(of: input.span)
            #expect(fault == nil, "\(target): \(Data(input).base64EncodedString())")
        }
    }

    /// An input, or the start of one joined to the end of another, with up to six bytes changed, inserted or removed.
    private func changed(_ inputs: [[UInt8]], _ draw: inout SplitMix64) -> [UInt8] {
        var input = inputs.randomElement(using: &draw) ?? []
        if Bool.random(using: &draw), let other = inputs.randomElement(using: &draw) {
            input = input.prefix(.random(in: 0...input.count, using: &draw)) + other.suffix(other.count / 2)
        }
        for _ in 0..<Int.random(in: 0...6, using: &draw) {
            let place = Int.random(in: 0...input.count, using: &draw)
            switch Int.random(in: 0..<4, using: &draw) {
            case 0: input.insert(.random(in: 0...255, using: &draw), at: place)
            case 1 where place < input.count: input.remove(at: place)
            case 2 where place < input.count: input[place] ^= 1 << UInt8.random(in: 0..<8, using: &draw)
            default: if place < input.count { input[place] = .random(in: 0...255, using: &draw) }
            }
        }
        return input
    }
}
