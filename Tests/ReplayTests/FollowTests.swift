import Foundation
import LogFormats
import Synchronization
import TestSupport
import Testing

@testable import Replay

@Suite("A log that grows", .timeLimit(.minutes(20)))
struct FollowTests {
    @Test("is read on as it grows, is rotated and is truncated; each line once")
    func growth() throws {
        let scratch = try Scratch()
        let path = try scratch.file("log", line("first"))
        let stop = Interrupted()
        let seen = Mutex(0)
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<[String]>([])
        let settings = ReplaySettings(
            inputs: [.file(path)], format: .combined, host: "example.page.link", follows: true)
        Thread.detachNewThread {
            let told = try? Replay.run(
                settings, CuriousRules.ruleSet, isInterrupted: { stop.value },
                progress: { progress in seen.withLock { $0 = progress.lines } }, makeVisitor: { TellingVisitor() })
            result.withLock { $0 = told.map { TellingVisitor.told($0) } ?? [] }
            done.signal()
        }
        func waitFor(_ lines: Int) throws {
            for _ in 0..<600 where seen.withLock({ $0 }) < lines { Thread.sleep(forTimeInterval: 0.05) }
            try #require(seen.withLock { $0 } == lines)
        }
        try waitFor(1)
        // A line written in two pieces is one line.
        let second = line("second")
        try append(second.prefix(40), to: path)
        Thread.sleep(forTimeInterval: 0.5)
        try append(second.dropFirst(40), to: path)
        try waitFor(2)
        // Lines written to the old file before the new one appeared are not lost.
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        try append(line("late")[...], to: path + ".1")
        _ = try scratch.file("log", line("rotated"))
        try waitFor(4)
        try FileHandle(forWritingTo: URL(filePath: path)).truncate(atOffset: 0)
        Thread.sleep(forTimeInterval: 0.5)
        try append(line("new")[...], to: path)
        try waitFor(5)
        stop.set()
        #expect(done.wait(timeout: .now() + 20) == .success)
        let targets = result.withLock { $0 }.map { $0.split(separator: " ")[1] }
        #expect(targets == ["first", "second", "late", "rotated", "new"].map { "https://example.page.link/\($0)" })
    }

    private func line(_ code: String) -> String {
        "203.0.113.1 - - [21/Nov/2026:06:15:00 +0000] \"GET /\(code) HTTP/1.1\" 302 0 \"-\" \"curl/8.9.1\"\n"
    }

    private func append(_ text: Substring, to path: String) throws {
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Array(text.utf8))
        try handle.close()
    }
}
