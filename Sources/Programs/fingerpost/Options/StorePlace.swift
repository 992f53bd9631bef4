import ArgumentParser
import Configuration
import Daemon
import Foundation
import LinkStore
import Replay
import Routing
import Rules
import Settings

/// Where the store of links is, and opening it.
struct StorePlace {
    /// The directory; where the store is only read, it may also be a file that `link backup` wrote.
    let directory: String
    /// Whether the place was asked for; else it is the usual one.
    let isNamed: Bool

    /// The place that is named, else the first of systemd's `STATE_DIRECTORY`, else `.fingerpost`.
    init(named path: String?) {
        let state = Environment.variables["STATE_DIRECTORY"]?.split(separator: ":").first
        directory = path ?? state.map(String.init) ?? ".fingerpost"
        isNamed = path != nil
    }

    /// The place that the flag names, or `FINGERPOST_STORE`, or `store` in the fingerpost.yaml of a rules directory, which is
    /// read only where neither of the others is there.
    init(_ given: String?, rules: String?) throws {
        if let path = given ?? Environment.variables["FINGERPOST_STORE"] {
            self.init(named: path)
        } else {
            self.init(named: try Self.pathInSettings(of: rules))
        }
    }

    private static func pathInSettings(of rules: String?) throws -> String? {
        let (file, diagnostics) = try RulesOption.settings(rules)
        let errors = diagnostics.filter { $0.severity == .error }
        for diagnostic in errors { Output.diagnostic(diagnostic) }
        // A place that can't be read must not become another one.
        guard errors.isEmpty else { throw ExitCode(2) }
        return SettingsResolver.resolve(file: file).settings.store
    }

    // MARK: - Opening

    /// What a store is opened for.
    enum Access {
        case read
        /// To change what is there.
        case change
        /// To put links in: it is made where there is none.
        case fill
    }

    /// Opens the store, or ends with exit code 2 and the reason on standard error.
    func open(_ access: Access) throws -> LinkStore {
        do throws(StoreError) {
            if access == .read { return try openToRead() }
            guard access == .fill || exists else { throw .missing(path: directory) }
            return try openToWrite()
        } catch {
            throw Failure(error.description)
        }
    }

    /// Whether there is a store.
    var exists: Bool { LinkStore.exists(in: directory) }

    private func openToRead() throws(StoreError) -> LinkStore {
        guard let file = Self.file(directory) else { return try LinkStore(directory: directory, isReadOnly: true) }
        // A daemon has no file open but one of this name.
        if file.lastPathComponent != LinkStore.fileName { return try LinkStore(copy: directory) }
        return try LinkStore(directory: file.deletingLastPathComponent().path, isReadOnly: true)
    }

    /// Opens the store, or makes it and says so.
    func openToWrite() throws(StoreError) -> LinkStore {
        let isNew = !exists
        let store = try LinkStore(directory: directory)
        if isNew {
            let path = URL(filePath: directory).standardizedFileURL.path
            Output.error(
                "\(path): created a new link store; to use another, set --store or `store` in fingerpost.yaml")
        }
        return store
    }

    /// The store for the daemon. One that was asked for, or that is there and can't be used, ends the program; where the
    /// usual place can't have one, the daemon does without.
    func openForService() throws -> LinkStore? {
        do throws(StoreError) {
            return try openToWrite()
        } catch {
            if exists { return try serveReadOnly(because: error) }
            guard !isNamed else { throw Failure("can't open the link store: \(error)") }
            Output.error("\(error); serving without a store: only short links in the rules work")
            return nil
        }
    }

    /// A store on a disk that is read only, or full, serves its links and accepts no new ones.
    private func serveReadOnly(because error: StoreError) throws -> LinkStore {
        guard let reason = Self.reasonToReadOnly(error),
            let store = try? LinkStore(directory: directory, isReadOnly: true)
        else { throw Failure(error.description) }
        Output.error("\(directory): \(reason); the store is open read-only")
        return store
    }

    private static func reasonToReadOnly(_ error: StoreError) -> String? {
        switch error {
        case .failed: error.description
        case .diskFull: "the disk is full: free some space and restart the daemon to create links and count clicks"
        default: nil
        }
    }

    // MARK: - Looking links up

    /// Whether another place has the same store, and it is there.
    func isSame(as other: StorePlace) -> Bool {
        guard let own = file else { return false }
        return own == other.file
    }

    private var file: URL? { Self.file(directory) ?? Self.file("\(directory)/\(LinkStore.fileName)") }

    /// The file that a path leads to; nil where that is none.
    private static func file(_ path: String) -> URL? {
        let file = URL(filePath: path).resolvingSymlinksInPath()
        var isDirectory: ObjCBool = false
        // Safe: the call fills the variable and keeps no pointer to it.
        let isThere = unsafe FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory)
        return isThere && !isDirectory.boolValue ? file : nil
    }

    /// The short links of the store, to be looked up; nil where none was asked for and there is none.
    func shortLinks() throws -> (any ShortLinks)? {
        try source()?()
    }

    /// Makes what looks links of the store up, one for each thread; nil as ``shortLinks()`` is.
    func source() throws -> ShortLinkSource? {
        guard isNamed || exists else { return nil }
        let store = try open(.read)
        return { StoredLinks(store) }
    }
}
