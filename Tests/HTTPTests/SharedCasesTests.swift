import Foundation
import HTTP
import Testing

/// The folder of shared test data: named by the environment, or beside the checkout.
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

/// `reject`: the first answer is a refusal. `ok N`: N requests are read and none is refused. `safe N`: one or the other.
@Suite struct SharedCasesTests {
    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: casesFile.path),
            "SKIPPED: shared/data/http/cases.jsonl is not there; set FINGERPOST_SHARED"))
    func everyCaseIsReadInOneWay() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let lines = try String(contentsOf: casesFile, encoding: .utf8).split(separator: "\n")
        #expect(lines.count >= 70)
        for line in lines {
            let item = try decoder.decode(HTTPCase.self, from: Data(line.utf8))
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
