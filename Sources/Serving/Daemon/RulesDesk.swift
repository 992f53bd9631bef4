import ByteText
import Configuration
import Glibc
import OpenSSL
import Rules
public import Threads

/// Writes files of the rules on a person's behalf, and has the daemon use them: a file that is checked first, replaced whole, and put
/// back where the daemon refuses the rules. What was in it is kept, and can be put back later.
///
/// Each call waits for the disk and for a reload: not for the thread of a loop.
public final class RulesDesk: Sendable {
    /// Why nothing was changed.
    public enum Refusal: Error, Sendable, Equatable {
        /// The token does not allow it.
        case notAllowed
        /// The name is that of no file of sites, rules or cases, or the history has no such number.
        case notFound
        /// The file was changed since it was read.
        case changed
        /// The file has that text already.
        case same
        /// The rules would have errors, or the daemon can't use them: each line says why.
        case refused([String])
        /// The file system's word.
        case failed(String)
    }

    /// Longer than a reload takes.
    private static let patience = 120

    private let directory: String
    private let history: RulesHistory
    private let reload: Reload
    private let load: DaemonView.LoadRules
    /// Whether a thread is at the files: one at a time.
    private let isBusy = Locked(false)

    /// Has the daemon load its rules, and calls back with the result.
    private typealias Reload = @Sendable (AuditedRequest?, @escaping @Sendable (Daemon.Reload) -> Void) -> Void

    /// - Parameter directory: That of the rules.
    init(_ directory: String, _ history: RulesHistory, _ state: SharedState, load: @escaping DaemonView.LoadRules) {
        (self.directory, self.history, self.load) = (directory, history, load)
        // The daemon holds this object, to replace it.
        reload = { [weak state] asked, end in
            guard let state else { return end(.unavailable("the daemon has ended")) }
            state.reload(asked: asked, then: end)
        }
    }

    /// Whether a visitor may write: all rules may be about all sites.
    public func admits(_ visitor: AdminVisitor?) -> Bool {
        guard let credential = visitor?.credential else { return false }
        return credential.sites == nil && credential.scopes.contains(.reload)
    }

    /// Whether a file may be written here. The daemon's settings may not: they say where it writes, and whom it trusts.
    public func mayWrite(_ file: String) -> Bool { RuleDirectory.decides(file) }

    /// The Git work tree that the rules are part of; `nil` if there is none. Files written here then differ from its HEAD until
    /// they are committed.
    public var checkout: String? { GitCheckout.root(of: directory) }

    /// Returns the file and the text that ``putBack(_:for:)`` would write; `nil` for a number that the history does not have.
    public func former(_ number: Int) -> (file: String, text: String)? {
        alone { history.change(number).map { ($0.file, $0.before) } }
    }

    /// A word for what is in a file now, by which it is seen later whether somebody has changed it; nil where it can't be read.
    public func version(of file: String) -> String? {
        (try? bytes(of: file)).map { Digest.sha256Hex($0.span) }
    }

    /// The times that files were written here, the last one first.
    public func written(_ count: Int) -> [RulesChange] {
        alone { history.numbers().suffix(count).reversed().compactMap(history.change) }
    }

    /// Writes a file and has the daemon use it.
    ///
    /// - Parameters:
    ///   - version: What ``version(of:)`` said when the text was taken from the file.
    ///   - limit: How much work may be done on the conditions; beyond it the file is refused.
    public func write(
        _ file: String, _ text: String, over version: String, for page: AdminPageRequest, limit: WorkLimit
    ) throws(Refusal) {
        guard admits(page.visitor) else { throw .notAllowed }
        guard mayWrite(file) else { throw .notFound }
        try alone { () throws(Refusal) in
            let before = try bytes(of: file)
            guard Digest.sha256Hex(before.span) == version else { throw .changed }
            try replace(file, before, with: Array(text.utf8), "writeRules", page, limit)
        }
    }

    /// Puts a file back to what it was before a change, whatever is in it now, and has the daemon use it.
    public func putBack(_ number: Int, for page: AdminPageRequest) throws(Refusal) {
        guard admits(page.visitor) else { throw .notAllowed }
        try alone { () throws(Refusal) in
            guard let change = history.change(number), mayWrite(change.file) else { throw .notFound }
            try replace(
                change.file, try bytes(of: change.file), with: Array(change.before.utf8), "putBackRules", page, nil)
        }
    }

    private func alone<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        isBusy.wait { isBusy -> Void? in
            guard !isBusy else { return nil }
            isBusy = true
            return ()
        }
        defer { isBusy.withLock { $0 = false } }
        return try body()
    }

    private func replace(
        _ file: String, _ before: [UInt8], with after: [UInt8], _ operation: String, _ page: AdminPageRequest,
        _ limit: WorkLimit?
    ) throws(Refusal) {
        guard before != after else { throw .same }
        try check(file, after, limit)
        let path = try path(of: file)
        let credential = page.visitor?.credential
        let change = RulesChange(
            time: page.now, by: credential?.name ?? "", person: credential?.holder.person, file: file,
            before: String(decoding: before, as: UTF8.self), after: String(decoding: after, as: UTF8.self))
        do {
            // First what it was: from here on nothing can be lost.
            let number = try history.add(change)
            do { try ReplacementFile(of: path).commit(after) } catch {
                history.remove(number)
                throw error
            }
            let problems = use(file, operation, page)
            guard !problems.isEmpty else { return }
            try ReplacementFile(of: path).commit(before)
            history.remove(number)
            throw Refusal.refused(problems)
        } catch let refusal as Refusal {
            throw refusal
        } catch { throw .failed("\(error)") }
    }

    /// Reads the rules with the file as it is to be.
    private func check(_ file: String, _ bytes: [UInt8], _ limit: WorkLimit?) throws(Refusal) {
        let loaded: LoadedRules
        do { loaded = try load([(path: file, bytes: bytes)], limit) } catch { throw .failed("\(error)") }
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        guard errors.isEmpty else { throw .refused(errors.map(\.rendered)) }
    }

    /// Has the daemon load its rules; says why it does not use them.
    private func use(_ file: String, _ operation: String, _ page: AdminPageRequest) -> [String] {
        var asked = page.asked
        asked?.operation = operation
        asked?.file = file
        let end = Locked<Daemon.Reload?>(nil)
        reload(asked) { outcome in end.withLock { $0 = outcome } }
        switch end.wait(seconds: Self.patience, until: { $0 }) {
        case .loaded?: return []
        case .refused(let lines)?: return lines
        case .unavailable(let line, _, _)?: return [line]
        case nil: return ["the daemon has not loaded the rules in time"]
        }
    }

    // MARK: - Files

    private func bytes(of file: String) throws(Refusal) -> [UInt8] {
        let path = try path(of: file)
        do throws(FileFault) {
            return try SecretFile.bytes(path, "the file of the rules", limit: RuleDirectory.largestFile)
        } catch { throw .failed("\(error)") }
    }

    /// Where a file is: a link is followed, so that it stays one.
    private func path(of file: String) throws(Refusal) -> String {
        guard mayWrite(file), !file.split(separator: "/").contains(".."), !file.hasPrefix("/") else { throw .notFound }
        guard let real = FilePlace.absolute("\(directory)/\(file)") else {
            throw errno == ENOENT ? .notFound : .failed(FileFault.system(file).description)
        }
        return real
    }
}
