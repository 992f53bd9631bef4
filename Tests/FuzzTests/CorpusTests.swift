import Foundation
import FuzzProperties
import Testing

/// The fuzzers' corpus satisfies every property.
@Suite("The corpus")
struct CorpusTests {
    private static let folder = URL(filePath: #filePath).appending(path: "../../Fuzz/corpus").standardized

    @Test("every input holds the properties of its target", arguments: FuzzTarget.allCases)
    func holds(target: FuzzTarget) throws {
        let folder = Self.folder.appending(path: target.rawValue)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names.count > 10, "the corpus of \(target) was not found")
        for name in names {
            let input = [UInt8](try Data(contentsOf: folder.appending(path: name)))
            let fault = target.fault(of: input.span)
            #expect(fault == nil, "\(target)/\(name)")
        }
    }
}
