import ByteText
import Glibc
import Threads

/// The sessions whose holders have signed out, until they would be over anyway: a copy of their cookie is refused.
///
/// They are in memory, and in a file next to the store: a restarted daemon, its successor and other daemons of the same store read
/// it. Used on any thread.
final class EndedSessions: Sendable {
    /// The file's name in the directory of the store.
    static let fileName = "ended-sessions"
    /// The most that are remembered of one holder: of more, the one that is over first is forgotten. Signing in and out often
    /// forgets one's own sessions and no other's.
    static let mostOfHolder = 256
    /// The most that are remembered.
    static let most = 16_384
    private static let mostBytes = 2 << 20

    /// What a file had when it was read: a file that was replaced is read again.
    private struct Stamp: Equatable, Sendable {
        var inode: UInt
        var bytes: Int
        var seconds: Int
        var nanoseconds: Int
    }

    private struct State: Sendable {
        var sessions: Set<EndedSession> = []
        var stamp: Stamp?
    }

    private let path: String?
    private let report: @Sendable (String) -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - directory: That of the store; `nil` to remember them as long as the process lives.
    ///   - report: Receives lines for the operator.
    init(in directory: String? = nil, report: @escaping @Sendable (String) -> Void = { _ in }) {
        path = directory.map { "\($0)/\(Self.fileName)" }
        self.report = report
    }

    /// Whether a session was ended, here or by another process of the store. Looks at the file's times, and reads a new one.
    func contains(_ session: AdminSession) -> Bool {
        let ended = EndedSession(session)
        return state.withLock { state in
            readAgain(&state)
            return state.sessions.contains(ended)
        }
    }

    /// Adds a session, for this process. Does not wait for the disk.
    func add(_ session: AdminSession, at now: Int64) {
        state.withLock { state in
            state.sessions.insert(EndedSession(session))
            Self.trim(&state.sessions, at: now)
        }
    }

    /// Writes the file, with what other processes have added since. Waits for the disk.
    func save(at now: Int64) {
        guard let path else { return }
        do {
            // Another process waits while this one has the new file.
            let replacement = try ReplacementFile(of: path)
            let lines = state.withLock { state in
                readAgain(&state)
                Self.trim(&state.sessions, at: now)
                return state.sessions.map(\.line)
            }
            try replacement.commit(Array(lines.map { $0 + "\n" }.joined().utf8))
        } catch { report("\(error): a signed-out session is valid again after a restart") }
    }

    /// Adds the sessions of a file that was replaced since it was read.
    private func readAgain(_ state: inout State) {
        guard let path, let stamp = Self.stamp(of: path), stamp != state.stamp else { return }
        state.stamp = stamp
        do throws(FileFault) {
            let bytes = try SecretFile.bytes(path, "the list of ended sessions", limit: Self.mostBytes)
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            state.sessions.formUnion(lines.compactMap { EndedSession(line: $0) })
        } catch { report("\(error): sessions that signed out before the start may be valid again") }
    }

    private static func stamp(of path: String) -> Stamp? {
        var status = stat()
        // Safe: the string's bytes are valid during the call, which fills a local in.
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Stamp(
            inode: UInt(status.st_ino), bytes: status.st_size, seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec)
    }

    private static func trim(_ sessions: inout Set<EndedSession>, at now: Int64) {
        sessions = sessions.filter { $0.end >= now }
        var counts: [UInt64: Int] = [:]
        for session in sessions { counts[session.holder, default: 0] += 1 }
        for (holder, count) in counts where count > mostOfHolder {
            drop(count - mostOfHolder, of: sessions.filter { $0.holder == holder }, from: &sessions)
        }
        if sessions.count > most { drop(sessions.count - most, of: sessions, from: &sessions) }
    }

    /// Forgets those that are over first.
    private static func drop(_ count: Int, of some: Set<EndedSession>, from sessions: inout Set<EndedSession>) {
        sessions.subtract(some.sorted { $0.end < $1.end }.prefix(count))
    }
}
