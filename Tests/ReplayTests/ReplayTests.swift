import ByteText
import Foundation
import Routing
import Synchronization
import TestSupport
import Testing

@testable import LogFormats

@testable import Replay

@Suite("A replay", .timeLimit(.minutes(20)))
struct ReplayTests {
    static func told(_ settings: ReplaySettings) throws -> ReplayResult<TellingVisitor.Sums> {
        try Replay.run(settings, CuriousRules.ruleSet) { TellingVisitor() }
    }

    @Test("tells the same on however many cores, plain or compressed, and knows the numbers of lines")
    func sameEverywhere() throws {
        let scratch = try Scratch()
        let seed = UInt64.random(in: 0...UInt64.max)
        var clicks = Clicks(random: SplitMix64(seed: seed))
        let (text, bad) = clicks.log(lines: 12_000)
        let plain = try scratch.file("log", text)
        let gzip = try scratch.compress(plain, with: "gzip", as: "log.gz")
        var variants = [(plain, 1), (plain, 3), (gzip, 1), (gzip, 3)]
        if Scratch.hasZstd { variants.append((try scratch.compress(plain, with: "zstd -q", as: "log.zst"), 2)) }
        var first: [String]?
        for (path, workers) in variants {
            let result = try Self.told(
                ReplaySettings(inputs: [.file(path)], host: "example.page.link", workers: workers))
            let told = TellingVisitor.told(result)
            #expect(told.count == 12_000, "\(path), seed \(seed)")
            if let first { #expect(told == first, "\(path) \(workers), seed \(seed)") }
            first = told
            #expect(result.counts.lines == 12_000)
            #expect(result.counts.faulty == bad.count)
            #expect(result.counts.decided + result.counts.bypassed.reduce(0, +) + bad.count == 12_000)
            let named = Set(
                told.filter { $0.hasSuffix(" shape") || $0.hasSuffix(" unclosed") }.map { $0.split(separator: " ")[0] })
            #expect(named == Set(bad.map { "0:\($0)" }), "seed \(seed)")
            #expect(result.badLines.allSatisfy { bad.contains($0.number) })
            #expect(result.badLines.filter { $0.fault == .shape }.count == 5)
            #expect(result.sums.flatMap(\.blocks).sorted() == Array(0..<result.sums.flatMap(\.blocks).count))
            #expect(result.formats == [.combined] && !result.wasInterrupted)
        }
    }

    @Test("to rules a column is the header field that it holds, and fields without a column are unknown")
    func columnsAreHeaderFields() throws {
        let line =
            "198.51.100.9 - - [21/Nov/2026:06:15:10 +0000] \"GET /?link=https%3A%2F%2Fwww.example.com%2F HTTP/1.1\" 302 0 "
        let clicks = [
            ("-", Clicks.agents[2], "https://www.example.com/pixel"),
            ("https://t.example/", Clicks.agents[6], "https://www.example.com/t"),
            // The first line's device, in another model.
            ("-", Clicks.agents[2].replacing("Pixel 8", with: "Pixel 9"), "https://www.example.com/"),
        ]
        let scratch = try Scratch()
        let log = try scratch.file("log", clicks.map { line + "\"\($0.0)\" \"\($0.1)\"\n" }.joined())
        let told = TellingVisitor.told(
            try Self.told(ReplaySettings(inputs: [.file(log)], host: "example.page.link", workers: 1)))
        #expect(told.count == 3)
        for (text, click) in zip(told, clicks) { #expect(text.contains(" continue_redirect \(click.2) "), "\(text)") }
    }

    @Test("of several logs of several formats")
    func severalInputs() throws {
        let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
        let inputs = try LogInput.expanding([
            golden.appending(path: "c*.log").path, golden.appending(path: "w3c.log").path,
            golden.appending(path: "json.log").path,
        ])
        #expect(
            inputs.map { ($0.name as NSString).lastPathComponent } == [
                "combined.log", "common.log", "w3c.log", "json.log",
            ])
        let result = try Self.told(ReplaySettings(inputs: inputs, workers: 2))
        #expect(result.formats == [.combined, .common, .w3c, .json])
        let told = TellingVisitor.told(result)
        // The lines on either side of the W3C log's second header are read, each by its own header.
        #expect(told.contains { $0.hasPrefix("2:4 https://example.page.link/WXYZ?utm_source=a%20b ") })
        #expect(told.contains { $0.hasPrefix("2:7 https://links.example.com/WXYZ ") })
        #expect(told.contains("2:8 shape"))
        // Without a host nothing is decided, and no host is assumed.
        #expect(told.contains("0:1 unknownHost"))
        #expect(told.contains("0:6 method"))
        #expect(told.contains("0:7 reservedPath"))
    }

    @Test("counts every line of a damaged log once, and never crashes")
    func damage() throws {
        let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        let scratch = try Scratch()
        for (name, format) in LogFormat.named + [("pattern", .pattern("$remote_addr [$time_local] $host \"$request\""))]
        {
            guard let data = try? Data(contentsOf: golden.appending(path: "\(name).log")) else { continue }
            for round in 0..<10 {
                var bytes = [UInt8](data + data)
                for _ in 0..<Int.random(in: 1...20, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: bytes.removeSubrange(place..<min(bytes.count, place + 7))
                    default: bytes.insert(contentsOf: [0x22, 0x5C, 0x5B].shuffled(using: &random), at: place)
                    }
                }
                let path = try scratch.file("log", bytes)
                let result = try Self.told(
                    ReplaySettings(inputs: [.file(path)], format: format, host: "example.page.link"))
                let lines = bytes.split(separator: 0x0A).filter {
                    $0 != [0x0D] && !(format == .w3c && $0.first == 0x23)
                }
                let counts = result.counts
                #expect(counts.lines == lines.count, "\(name), round \(round), seed \(seed)")
                #expect(
                    counts.decided + counts.bypassed.reduce(0, +) + counts.faulty == counts.lines,
                    "\(name), round \(round), seed \(seed)")
            }
        }
    }

    @Test("skips and counts lines that are too long")
    func tooLong() throws {
        let scratch = try Scratch()
        var clicks = Clicks(random: SplitMix64(seed: 1))
        let short = (0..<100).map { _ in clicks.combined() + "\n" }.joined()
        let long = String(repeating: "x", count: 3 << 20)
        let almost = String(repeating: "y", count: LineLimits.longestLine)
        let text = short + long + "\n" + short + almost + "\n" + almost + "z\n" + short + long
        let plain = try scratch.file("log", text)
        for path in [plain, try scratch.compress(plain, with: "gzip", as: "log.gz")] {
            for workers in [1, 3] {
                let result = try Self.told(
                    ReplaySettings(inputs: [.file(path)], host: "example.page.link", workers: workers))
                #expect(result.counts[.tooLong] == 3, "\(path) \(workers)")
                #expect(result.counts[.shape] == 1)
                #expect(result.counts.lines == 304)
                #expect(result.badLines.filter { $0.fault == .tooLong }.map(\.number) == [101, 203, 304])
            }
        }
    }

    /// Regression: the sample was truncated first and then masked: a mail address truncated in the middle was in clear,
    /// because it no longer looked like one.
    @Test("masks bad lines before it cuts them", arguments: [1, 700])
    func cutSecrets(repeats: Int) throws {
        let scratch = try Scratch()
        for length in stride(from: 140, to: 230, by: repeats > 1 ? 15 : 1) {
            let start = String(repeating: "x", count: length - 1) + " "
            let line = String(repeating: start + "jane.private@example.com&oobCode=topSecretCode ", count: repeats)
            let path = try scratch.file("log\(length)", String(repeating: line, count: repeats > 1 ? 20 : 1) + "\n")
            let result = try Self.told(ReplaySettings(inputs: [.file(path)], format: .combined))
            let bad = try #require(result.badLines.first)
            #expect(bad.fault == (repeats > 1 ? .tooLong : .shape))
            #expect(bad.text.utf8.count <= 200 && bad.text.hasPrefix("xxx"))
            for secret in ["jane", "private", "topSecret"] { #expect(!bad.text.contains(secret), "\(bad.text)") }
        }
    }

    @Test("of two gigabytes without a line end takes no memory to speak of")
    func sparse() throws {
        let scratch = try Scratch()
        var clicks = Clicks(random: SplitMix64(seed: 1))
        let path = try scratch.file("log", clicks.combined() + "\n")
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.truncate(atOffset: 2 << 30)
        try handle.seekToEnd()
        try handle.write(contentsOf: Array("\n\(clicks.combined())\n".utf8))
        try handle.close()
        // Resets the peak, which covers all earlier tests.
        try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        let before = try Self.memory("VmRSS")
        let result = try Self.told(ReplaySettings(inputs: [.file(path)], host: "example.page.link", workers: 2))
        #expect(result.counts.lines == 3)
        #expect(result.counts[.tooLong] == 1)
        let grown = try Self.memory("VmHWM") - before
        #expect(grown < 1_500_000, "kilobytes, including concurrent tests")
    }

    /// A line of this process's status, in kilobytes (proc(5)).
    private static func memory(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("\(name):") })
        return try #require(line.split(separator: " ").compactMap { Int($0) }.first)
    }

    @Test(
        "of compressed data that is cut off or damaged tells so, and keeps what was read",
        arguments: ["gzip", "zstd -q"])
    func cutOff(tool: String) throws {
        guard tool == "gzip" || Scratch.hasZstd else { return }
        let scratch = try Scratch()
        var clicks = Clicks(random: SplitMix64(seed: 2))
        let text = (0..<2_000).map { _ in clicks.combined() + "\n" }.joined()
        let whole = try scratch.compress(try scratch.file("log", text), with: tool, as: "whole")
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: whole)))
        let expected = TellingVisitor.told(
            try Self.told(ReplaySettings(inputs: [.file(whole)], format: .combined, host: "example.page.link")))
        #expect(expected.count == 2_000)
        for count in [20, bytes.count / 2, bytes.count - 1] {
            let path = try scratch.file("cut", bytes.prefix(count))
            let result = try Self.told(
                ReplaySettings(inputs: [.file(path), .file(whole)], format: .combined, host: "example.page.link"))
            #expect(result.unreadInputs == 1, "\(count)")
            #expect(result.badLines.map(\.text) == ["the compressed data is truncated"])
            let told = TellingVisitor.told(result)
            let ofFirst = told.filter { $0.hasPrefix("0:") }
            #expect(ofFirst.last?.hasSuffix(" damaged") == true)
            #expect(ofFirst.dropLast() == expected.prefix(ofFirst.count - 1))
            #expect(told.count - ofFirst.count == 2_000, "the next log is read all the same")
        }
    }

    @Test("of logs that vanish or become shorter tells so, and reads the others")
    func vanishing() throws {
        let scratch = try Scratch()
        var clicks = Clicks(random: SplitMix64(seed: 4))
        let text = (0..<20_000).map { _ in clicks.combined() + "\n" }.joined()
        let paths = try ["a", "b", "c", "d"].map { try scratch.file($0, text) }
        let settings = ReplaySettings(
            inputs: paths.map { .file($0) }, format: .combined, host: "example.page.link", workers: 2)
        let isDone = Interrupted()
        let result = try Replay.run(
            settings, CuriousRules.ruleSet,
            progress: { _ in
                guard !isDone.value else { return }
                isDone.set()
                _ = unsafe truncate(paths[0], 500_000)
                _ = unsafe unlink(paths[2])
            }, makeVisitor: { CountingVisitor() })
        #expect(result.unreadInputs == 2)
        #expect(result.badLines.map(\.path) == [paths[0], paths[2]])
        #expect(
            result.badLines.map(\.text) == ["it was truncated while being read", "No such file or directory"])
        let read = result.counts.lines - 2
        #expect(read > 40_000 && read < 60_000)
    }

    @Test("of a file that is empty though its name says that it is compressed tells so")
    func emptyArchive() throws {
        let scratch = try Scratch()
        for name in ["x.gz", "x.zst"] {
            let path = try scratch.file(name, "")
            #expect(try Self.told(ReplaySettings(inputs: [.file(path)])).unreadInputs == 1)
        }
        for bytes: [UInt8] in [[0x1F, 0x8B], [0x1F, 0x8B, 8], [0x28, 0xB5, 0x2F]] {
            let path = try scratch.file("beginning", bytes)
            #expect(try Self.told(ReplaySettings(inputs: [.file(path)], format: .combined)).unreadInputs == 1)
        }
    }

    @Test("of nothing is nothing")
    func empty() throws {
        let scratch = try Scratch()
        let empty = try scratch.file("empty", "")
        let result = try Self.told(ReplaySettings(inputs: [.file(empty), .file("/dev/null")], workers: 2))
        #expect(result.counts == LineCounts())
        #expect(result.formats == [nil, nil])
        let zipped = try scratch.compress(empty, with: "gzip", as: "empty.gz")
        #expect(try Self.told(ReplaySettings(inputs: [.file(zipped)])).counts == LineCounts())
    }

    @Test("does not begin with anything but a log")
    func refusals() throws {
        let scratch = try Scratch()
        for arguments in [[scratch.url.path], ["/no/such/file"], ["\(scratch.url.path)/*.log"], ["-", "-"]] {
            #expect(throws: ReplayFault.self, "\(arguments)") { try LogInput.expanding(arguments) }
        }
        let unknown = try scratch.file("unknown", "a;b;c\n")
        #expect(throws: ReplayFault.self) { try Self.told(ReplaySettings(inputs: [.file(unknown)])) }
        let locked = try scratch.file("locked", "x")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: locked)
        // The superuser can read every file.
        if geteuid() != 0 { #expect(throws: ReplayFault.self) { try LogInput.expanding([locked]) } }
        // An unreadable folder may contain matches of the pattern: here a link to itself.
        try FileManager.default.createSymbolicLink(
            atPath: scratch.url.path + "/loop", withDestinationPath: scratch.url.path + "/loop")
        _ = try scratch.file("ab.log", "x")
        #expect(throws: ReplayFault.self) { try LogInput.expanding(["\(scratch.url.path)/*/*.log"]) }
        let odd = try scratch.file("log[1].txt", "x")
        #expect(try LogInput.expanding([odd]) == [.file(odd)])
    }

    @Test("that is interrupted gives what was done")
    func interruption() throws {
        let scratch = try Scratch()
        var clicks = Clicks(random: SplitMix64(seed: 3))
        let path = try scratch.file("log", clicks.log(lines: 20_000).text)
        let isInterrupted = Interrupted()
        let result = try Replay.run(
            ReplaySettings(inputs: [.file(path)], host: "example.page.link", workers: 2), CuriousRules.ruleSet,
            isInterrupted: { isInterrupted.value }, progress: { if $0.lines > 100 { isInterrupted.set() } },
            makeVisitor: { CountingVisitor() })
        #expect(result.wasInterrupted)
        #expect(result.counts.lines > 100 && result.counts.lines < 20_000)
        #expect(result.sums.reduce(0, +) == result.counts.decided)
    }
}

/// A flag shared by threads.
final class Interrupted: Sendable {
    private let flag = Atomic(false)
    var value: Bool { flag.load(ordering: .relaxed) }
    func set() { flag.store(true, ordering: .relaxed) }
}

/// Counts decisions.
private struct CountingVisitor: ReplayVisitor {
    private var count = 0

    mutating func visit(
        _ record: inout LogRecord, _ request: borrowing ClickRequest, _ outcome: inout Outcome,
        in arena: inout ByteArena
    ) { count += 1 }

    consuming func finish() -> Int { count }
}
