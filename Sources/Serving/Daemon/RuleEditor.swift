public import AdminPages
public import RuleDelivery
import Telemetry
import Access
import ServiceFiles
import ByteText
import Configuration
import Glibc
import OpenSSL
import Rules
public import Threads

/// Writes rule files on behalf of a user, and reloads the daemon's rules. A file is checked first, replaced as a whole, and
/// restored if the daemon refuses the rules. Previous contents are kept and can be restored later.
///
/// Each call waits for the disk and for a reload: don't call it on an event loop's thread.
public final class RuleEditor: Sendable {
    /// Why nothing was changed.
    public enum Refusal: Error, Sendable, Equatable {
        /// The token does not permit it.
        case notAllowed
        /// There is no such file of sites, rules or cases, or the history has no such number.
        case notFound
        /// The file has changed since it was read.
        case changed
        /// The file already has these contents.
        case same
        /// The rules would have errors, or the daemon can't use them; one line for each reason.
        case refused([String])
        /// A file system error.
        case failed(String)
    }

    /// The time limit in seconds, longer than any reload takes.
    private static let patience = 120

    private let directory: String
    private let history: RulesHistory
    private let reload: Reload
    private let load: DaemonView.LoadRules
    /// Whether a thread is accessing the files: one at a time.
    private let isBusy = Locked(false)

    /// Reloads the daemon's rules, and calls back with the result.
    private typealias Reload = @Sendable (AuditedRequest?, @escaping @Sendable (Daemon.Reload) -> Void) -> Void

    /// - Parameter directory: The rules directory.
    init(_ directory: String, _ history: RulesHistory, _ rules: RuleReloads, load: @escaping DaemonView.LoadRules) {
        (self.directory, self.history, self.load) = (directory, history, load)
        // Weak, since the daemon references this object in order to replace it.
        reload = { [weak rules] audited, end in
            guard let rules else { return end(.unavailable("the daemon has stopped")) }
            rules.reload(audited: audited, then: end)
        }
    }

    /// Whether a visitor may write rules, which requires access to all sites: any rule may affect any of them.
    public func admits(_ visitor: AdminVisitor?) -> Bool {
        guard let credential = visitor?.credential else { return false }
        return credential.sites == nil && credential.scopes.contains(.reload)
    }

    /// Whether a file may be written. The daemon's settings may not: they determine where it writes, and whom it trusts.
    public func mayWrite(_ file: String) -> Bool { RuleDirectory.decides(file) }

    /// The Git work tree that contains the rules; `nil` if there is none. Files written here differ from its HEAD until they
    /// are committed.
    public var checkout: String? { GitCheckout.root(of: directory) }

    /// The file and the contents that ``putBack(_:for:)`` would write; `nil` if the history has no such number.
    public func former(_ number: Int) -> (file: String, text: String)? {
        alone { history.change(number).map { ($0.file, $0.before) } }
    }

    /// A version identifier of a file's contents, for detecting changes; `nil` if the file can't be read.
    public func version(of file: String) -> String? {
        (try? bytes(of: file)).map { Digest.sha256Hex($0.span) }
    }

    /// The latest changes made here, most recent first.
    public func written(_ count: Int) -> [RulesChange] {
        alone { history.numbers().suffix(count).reversed().compactMap(history.change) }
    }

    /// Writes a file and reloads the rules.
    ///
    /// - Parameters:
    ///   - version: The result of ``version(of:)`` when the text was read from the file.
    ///   - limit: The work limit for conditions; beyond it the file is refused.
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

    /// Restores a file to its contents before a change, whatever its current contents, and reloads the rules.
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
            // The history is written first, so that nothing can be lost.
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

    /// Loads the rules with the new contents of the file.
    private func check(_ file: String, _ bytes: [UInt8], _ limit: WorkLimit?) throws(Refusal) {
        let loaded: LoadedRules
        do { loaded = try load([(path: file, bytes: bytes)], limit) } catch { throw .failed("\(error)") }
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        guard errors.isEmpty else { throw .refused(errors.map(\.rendered)) }
    }

    /// Reloads the daemon's rules; returns why they are not used, if so.
    private func use(_ file: String, _ operation: String, _ page: AdminPageRequest) -> [String] {
        var audited = page.audited
        audited?.operation = operation
        audited?.file = file
        let end = Locked<Daemon.Reload?>(nil)
        reload(audited) { outcome in end.withLock { $0 = outcome } }
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
            return try SecretFile.bytes(path, "the rule file", limit: RuleDirectory.largestFile)
        } catch { throw .failed("\(error)") }
    }

    /// The path of a file. Symbolic links are followed, so that a link remains one.
    private func path(of file: String) throws(Refusal) -> String {
        guard mayWrite(file), !file.split(separator: "/").contains(".."), !file.hasPrefix("/") else { throw .notFound }
        guard let real = FilePlace.absolute("\(directory)/\(file)") else {
            throw errno == ENOENT ? .notFound : .failed(FileFault.system(file).description)
        }
        return real
    }
}
