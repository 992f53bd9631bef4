import ByteText
import Foundation
import Testing
import WebAddress

/// The WHATWG URL test data (web-platform-tests): an accepted address has a browser's scheme, host and port; an address
/// that browsers refuse is refused.
@Suite struct WebPlatformTests {
    struct Case: Decodable {
        var input: String
        var base: String?
        var failure: Bool?
        var `protocol`: String?
        var hostname: String?
        var port: String?
    }

    static var file: URL? {
        let environment = ProcessInfo.processInfo.environment["FINGERPOST_SHARED"]
        let beside = URL(filePath: #filePath).appending(path: "../../../../shared").standardized.path()
        let url = URL(filePath: environment ?? beside).appending(path: "data/url/urltestdata.json")
        return FileManager.default.fileExists(atPath: url.path()) ? url : nil
    }

    @Test(.enabled(if: file != nil, "skipped: no ../shared/data/url/urltestdata.json (set FINGERPOST_SHARED)"))
    func browsersAgree() throws {
        let cases = try JSONDecoder().decode([Case].self, from: Data(contentsOf: #require(Self.file)))
        var accepted = 0
        var failures = 0
        for item in cases where item.base == nil {
            if item.failure == true { failures += 1 }
            guard let parsed = try? Parsed(item.input) else { continue }
            accepted += 1
            #expect(item.failure != true, "accepted what browsers refuse: \(item.input)")
            #expect(item.protocol == (parsed.scheme == .https ? "https:" : "http:"), "\(item.input)")
            #expect(item.hostname == parsed.host, "\(item.input)")
            #expect(item.port == (parsed.port.map { String($0) } ?? ""), "\(item.input)")
        }
        // The numbers in the half of the data that is next to this checkout: a truncated file must fail.
        #expect(cases.count >= 461)
        #expect(failures >= 112)
        #expect(accepted >= 22)
        print("web-platform-tests: \(cases.count) cases, \(failures) failures, \(accepted) accepted")
    }
}
