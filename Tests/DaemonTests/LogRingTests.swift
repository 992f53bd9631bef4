@testable import Telemetry
import Glibc
import Libevent
import Testing
import Threads

/// Lines between two threads: whole, in order, and dropped if there is no room.
@Suite("the ring of a log", .timeLimit(.minutes(20)))
struct LogRingTests {
    static func text(of ring: LogRing, atMost limit: Int = .max) -> String {
        var bytes: [UInt8] = []
        while ring.count > 0 {
            _ = unsafe ring.consume(atMost: limit) { piece in
                // Safe: the bytes are copied within the call.
                bytes += unsafe Array(piece)
                return piece.count
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("a line without room is dropped whole and counted; lines that are taken make room")
    func bound() throws {
        let ring = LogRing(capacity: 10, bell: try Bell())
        #expect(ring.append("12345\n"))
        #expect(!ring.append("67890\n"))
        #expect(ring.append("abc\n"))
        #expect(!ring.append("\n"))
        #expect(ring.droppedLines == 2)
        #expect(Self.text(of: ring, atMost: 3) == "12345\nabc\n")
        #expect(ring.append("across\n"), "it lies at both ends of the ring")
        #expect(Self.text(of: ring) == "across\n")
        #expect(ring.append("123456789\n"))
        #expect(!ring.append(String(repeating: "a", count: 11)))
        #expect(ring.droppedLines == 3)
    }

    @Test("two threads: every line arrives whole and in order, or is counted as dropped")
    func threads() throws {
        let ring = LogRing(capacity: 256, bell: try Bell())
        let count = 100_000
        let isOver = Locked(false)
        SystemThread(name: "maker") {
            for number in 0..<count {
                ring.append("line \(number) \(String(repeating: "x", count: number % 40))\n")
            }
            isOver.withLock { $0 = true }
        }.detach()
        var text = ""
        while true {
            let wasOver = isOver.withLock(\.self)
            text += Self.text(of: ring)
            if wasOver, ring.count == 0 { break }
        }
        var last = -1
        let lines = text.split(separator: "\n")
        for line in lines {
            let words = line.split(separator: " ")
            let number = try #require(words.count > 1 ? Int(words[1]) : nil, "a torn line: \(line)")
            try #require(number > last && line == "line \(number) \(String(repeating: "x", count: number % 40))")
            last = number
        }
        #expect(lines.count + ring.droppedLines == count)
        #expect(!lines.isEmpty)
    }
}

/// Files that are full, missing or slow.
@Suite("the file of a log", .timeLimit(.minutes(20)))
struct LogFileTests {
    private final class Said: Sendable {
        let lines = Locked<[String]>([])
        func take(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock(\.self) }
    }

    private let path = "/tmp/fingerpost-log-\(UInt64.random(in: 0 ... .max))"

    private func size(_ path: String) -> Int {
        var status = stat()
        // Safe: the path is read and the local variable written only within the call.
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : -1
    }

    @Test("a full disk is said once, and lines wait for it")
    func full() throws {
        let said = Said()
        let ring = LogRing(capacity: 64, bell: try Bell())
        let file = try LogFile("/dev/full", [ring], report: said.take)
        ring.append("a line\n")
        #expect(file.drain() == .failed)
        #expect(file.drain() == .failed)
        #expect(ring.count == 7)
        #expect(said.all.count == 1)
        #expect(said.all.first?.contains("No space left on device") ?? false)
    }

    @Test("a pipe without a reader does not block; a new file does not begin in the middle of a line")
    func torn() throws {
        let said = Said()
        // Safe: here and below, paths are read only within their calls.
        unsafe mkfifo(path, 0o600)
        let reader = unsafe open(path, O_RDONLY | O_NONBLOCK)
        defer {
            close(reader)
            unsafe unlink(path)
        }
        let ring = LogRing(capacity: 1 << 20, bell: try Bell())
        let file = try LogFile(path, [ring], report: said.take)
        for _ in 0..<3 { ring.append(String(repeating: "x", count: 99_999) + "\n") }
        ring.append("the last\n")
        #expect(file.drain() == .blocked)
        #expect(ring.count > 0 && ring.count % 100_000 != 9, "a line is written in part")
        unsafe unlink(path)
        file.reopen()
        #expect(ring.droppedLines == 1)
        #expect(file.drain() == .done)
        #expect(said.all.isEmpty)
        #expect(size(path) == 2 * 100_000 + 9)
        #expect(ring.count == 0)
    }

    @Test("a path that can't be opened is told with its reason")
    func missing() throws {
        let ring = LogRing(capacity: 64, bell: try Bell())
        for (path, reason) in [("/nonexistent/log", "No such file or directory"), ("/tmp", "Is a directory")] {
            do {
                _ = try LogFile(path, [ring], report: { _ in })
                Issue.record("opened \(path)")
            } catch {
                #expect(error.description == "\(path): \(reason)")
            }
        }
    }
}

extension LogRing {
    @discardableResult
    fileprivate func append(_ line: String) -> Bool { append(Array(line.utf8).span) }
}
