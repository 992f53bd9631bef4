import ServiceFiles
import ByteText
import Glibc
import Threads

/// The sessions ended by signing out, until they would expire anyway. Copies of their cookies are refused.
///
/// They are kept in memory and in a file next to the store, which is read by a restarted daemon, its successor and other
/// daemons with the same store. Callable from any thread.
package final class EndedSessions: Sendable {
    /// The file's name in the store's directory.
    static let fileName = "ended-sessions"
    /// The maximum number of sessions per holder; beyond it, the one that expires first is dropped. Frequent signing in and
    /// out thus drops only the holder's own sessions.
    static let mostOfHolder = 256
    /// The maximum number of sessions in total.
    static let most = 16_384
    private static let mostBytes = 2 << 20

    /// The state of the file when it was read. A replaced file is read again.
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
    ///   - directory: The store's directory, or `nil` to keep the sessions in memory only.
    ///   - report: Receives lines for the operator.
    package init(in directory: String? = nil, report: @escaping @Sendable (String) -> Void = { _ in }) {
        path = directory.map { "\($0)/\(Self.fileName)" }
        self.report = report
    }

    /// Whether a session was ended, by this or another process with the store. Stats the file, and reads it again if it has
    /// changed.
    func contains(_ session: AdminSession) -> Bool {
        let ended = EndedSession(session)
        return state.withLock { state in
            readAgain(&state)
            return state.sessions.contains(ended)
        }
    }

    /// Adds a session, in this process. Does not wait for the disk.
    func add(_ session: AdminSession, at now: Int64) {
        state.withLock { state in
            state.sessions.insert(EndedSession(session))
            Self.trim(&state.sessions, at: now)
        }
    }

    /// Writes the file, merged with additions of other processes. Waits for the disk.
    func save(at now: Int64) {
        guard let path else { return }
        do {
            // While this process has the replacement file, other processes wait.
            let replacement = try ReplacementFile(of: path)
            let lines = state.withLock { state in
                readAgain(&state)
                Self.trim(&state.sessions, at: now)
                return state.sessions.map(\.line)
            }
            try replacement.commit(Array(lines.map { $0 + "\n" }.joined().utf8))
        } catch { report("\(error): a signed-out session is valid again after a restart") }
    }

    /// Adds the sessions of a file that was replaced after it was last read.
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
        // Safe: the string's bytes are valid during the call, which fills in a local variable.
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

    /// Drops the sessions that expire first.
    private static func drop(_ count: Int, of some: Set<EndedSession>, from sessions: inout Set<EndedSession>) {
        sessions.subtract(some.sorted { $0.end < $1.end }.prefix(count))
    }
}
