import Foundation
import HTTP
import Testing

/// The shared test data: the folder named by the environment, or next to the checkout.
private let casesFile: URL = {
    let folder =
        ProcessInfo.processInfo.environment["FINGERPOST_SHARED"].map { URL(fileURLWithPath: $0) }
        ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared")
    return folder.appendingPathComponent("data/http/cases.jsonl")
}()

private struct HTTPCase: Decodable {
    var name: String
    var rawBase64: String
    var rule: String
    var responses: Int
}

/// `reject`: the first response is a refusal. `ok N`: N requests are read and none is refused. `safe N`: either.
@Suite struct SharedCasesTests {
    static var isThere: Bool { FileManager.default.fileExists(atPath: casesFile.path) }

    /// The name and the bytes of each case.
    static func messages() throws -> [(String, [UInt8])] {
        try read().map { ($0.name, Array(try #require(Data(base64Encoded: $0.rawBase64)))) }
    }

    private static func read() throws -> [HTTPCase] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let lines = try String(contentsOf: casesFile, encoding: .utf8).split(separator: "\n")
        return try lines.map { try decoder.decode(HTTPCase.self, from: Data($0.utf8)) }
    }

    @Test(
        .enabled(
            if: isThere, "SKIPPED: shared/data/http/cases.jsonl is not there; set FINGERPOST_SHARED"))
    func everyCaseIsReadInOneWay() throws {
        let cases = try Self.read()
        #expect(cases.count >= 70)
        for item in cases {
            let bytes = Array(try #require(Data(base64Encoded: item.rawBase64)))
            let whole = outcomes(of: bytes, pieces: [])
            let accepted = whole.count { !$0.hasPrefix("refused") }
            let isRefused = whole.last?.hasPrefix("refused") ?? false
            switch item.rule {
            case "reject": #expect(isRefused && accepted == 0, "\(item.name): \(whole)")
            case "ok": #expect(!isRefused && accepted == item.responses, "\(item.name): \(whole)")
            default:
                #expect(isRefused ? accepted == 0 : accepted == item.responses, "\(item.name): \(whole)")
            }
            #expect(outcomes(of: bytes, pieces: Array(0...bytes.count)) == whole, "\(item.name) byte by byte")
        }
    }
}
