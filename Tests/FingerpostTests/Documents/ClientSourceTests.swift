import Foundation
import TestSupport
import Testing

/// Sources in an article that apps copy.
@Suite("clients in documents", .timeLimit(.minutes(20)))
struct ClientSourceTests {
    private static let article = RulesFolder.repository
        .appending(path: "Sources/Serving/Daemon/Daemon.docc/DeferredLinkClients.md")

    /// The Swift compiler in `PATH`, if any.
    private static let compiler = (ProcessInfo.processInfo.environment["PATH"] ?? "")
        .split(separator: ":").map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    /// The first code block of a language.
    private static func source(_ language: String) throws -> Substring {
        let text = try String(contentsOf: article, encoding: .utf8)
        let start = try #require(text.firstRange(of: "```\(language)\n")).upperBound
        let end = try #require(text[start...].firstRange(of: "\n```")).lowerBound
        return text[start..<end]
    }

    @Test("each is short enough to be read before it is copied", arguments: ["swift", "kotlin"])
    func length(language: String) throws {
        #expect(try Self.source(language).split(separator: "\n", omittingEmptySubsequences: false).count < 150)
    }

    @Test("the one in Swift compiles")
    func compiles() throws {
        guard let compiler = Self.compiler else { return print("not compiled: there is no swiftc in PATH") }
        let folder = try ScratchFolder()
        let file = try folder.file("FingerpostInstall.swift", String(try Self.source("swift")))
        let child = try Child(
            compiler, ["-swift-version", "6", "-parse-as-library", "-warnings-as-errors", "-typecheck", file.path()],
            environment: ProcessInfo.processInfo.environment, folder: folder.path)
        defer { child.kill() }
        #expect(child.waits(seconds: 600))
        #expect(child.code == 0, "\(child.error)")
    }
}
