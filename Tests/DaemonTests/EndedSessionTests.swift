@testable import AdminPages
import ByteText
import Foundation
import OpenSSL
import TestSupport
import Testing
import Threads

/// Sessions that were ended by signing out.
@Suite("Ended sessions")
struct EndedSessionTests {
    private static let now: Int64 = 1_800_000_000

    private static func session(of holder: UInt8 = 1, at time: Int64 = now) -> AdminSession {
        AdminSession(
            .token([UInt8](repeating: holder, count: Digest.sha256Count)), at: time,
            authority: Array("localhost:8082".utf8), isSecure: false)
    }

    private static func reporting(_ directory: String?, _ lines: Locked<[String]> = Locked([])) -> EndedSessions {
        EndedSessions(in: directory) { line in lines.withLock { $0.append(line) } }
    }

    @Test("are refused however their cookie was renewed, and no other session with them")
    func renewed() throws {
        let ended = EndedSessions()
        let (session, other) = (Self.session(), Self.session())
        ended.add(session, at: Self.now)
        var copy = try #require(AdminSession(bytes: session.bytes))
        copy.used += 900
        #expect(ended.contains(copy) && !ended.contains(other))
    }

    @Test(
        "are known to another process of the store, whichever has written last, and hold nothing that opens a session")
    func shared() throws {
        let folder = try ScratchFolder()
        let lines = Locked<[String]>([])
        let (one, two) = (Self.reporting(folder.path, lines), Self.reporting(folder.path, lines))
        let sessions = (0..<4).map { _ in Self.session() }
        for (index, session) in sessions.enumerated() {
            let writer = index.isMultiple(of: 2) ? one : two
            writer.add(session, at: Self.now)
            writer.save(at: Self.now)
        }
        for session in sessions {
            #expect(one.contains(session) && two.contains(session))
            #expect(Self.reporting(folder.path, lines).contains(session))
        }
        let text = try String(contentsOfFile: "\(folder.path)/ended-sessions", encoding: .utf8)
        #expect(text.split(separator: "\n").count == 4)
        for line in text.split(separator: "\n") { #expect(EndedSession(line: line)?.line == String(line)) }
        for session in sessions { #expect(!text.contains(Hexadecimal.text(session.formToken))) }
        #expect(lines.withLock { $0 } == [])
    }

    @Test("are forgotten when every cookie of them is over, and of one holder beyond a bound, the oldest first")
    func bounds() throws {
        let folder = try ScratchFolder()
        let ended = Self.reporting(folder.path)
        let (old, other) = (Self.session(at: Self.now - AdminSession.longest + 10), Self.session(of: 2))
        ended.add(old, at: Self.now)
        ended.add(other, at: Self.now)
        let many = (0..<EndedSessions.mostOfHolder + 5).map { Self.session(at: Self.now + Int64($0)) }
        for session in many { ended.add(session, at: Self.now) }
        #expect(!ended.contains(old) && ended.contains(other))
        #expect(many.map(ended.contains) == many.indices.map { $0 >= 5 })
        ended.save(at: Self.now + AdminSession.longest + 10)
        let text = try String(contentsOfFile: "\(folder.path)/ended-sessions", encoding: .utf8)
        #expect(text.split(separator: "\n").count == many.count - 10)
        #expect(!ended.contains(other) && !ended.contains(many[9]) && ended.contains(many[10]))
    }

    @Test("hold as long as the process if the file can't be written or read, and the operator is warned")
    func faults() throws {
        let lines = Locked<[String]>([])
        let ended = Self.reporting("/nonexistent", lines)
        let session = Self.session()
        ended.add(session, at: Self.now)
        ended.save(at: Self.now)
        #expect(ended.contains(session))
        #expect(lines.withLock { $0.count == 1 && $0[0].hasPrefix("/nonexistent/ended-sessions.new: ") })
        let folder = try ScratchFolder()
        try folder.file("ended-sessions", "x\n\n00 1 2\n\(EndedSession(session).line)\n\u{FF}")
        #expect(Self.reporting(folder.path, lines).contains(session))
    }
}
