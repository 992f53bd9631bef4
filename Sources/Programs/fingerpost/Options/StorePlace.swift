import Clicks
import ArgumentParser
import Configuration
import Foundation
import LinkStore
import Replay
import Routing
import Rules
import Settings

/// The location of the link store, and how to open it.
struct StorePlace {
    /// The directory. For read-only access, it may also be a file written by `link backup`.
    let directory: String
    /// Whether the location was given explicitly rather than being the default.
    let isNamed: Bool

    /// The given location, else the first directory in systemd's `STATE_DIRECTORY`, else `.fingerpost`.
    init(named path: String?) {
        let state = Environment.variables["STATE_DIRECTORY"]?.split(separator: ":").first
        directory = path ?? state.map(String.init) ?? ".fingerpost"
        isNamed = path != nil
    }

    /// The location given by the flag, by `FINGERPOST_STORE`, or by `store` in the fingerpost.yaml of a rules
    /// directory, which is read only if neither of the others is set.
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
        // If the location can't be determined, no other one may be used instead.
        guard errors.isEmpty else { throw ExitCode(2) }
        return SettingsResolver.resolve(file: file).settings.store
    }

    // MARK: - Opening

    /// The purpose for which a store is opened.
    enum Access {
        case read
        /// Changes existing links.
        case change
        /// Inserts links. The store is created if it does not exist.
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

    /// Whether the store exists.
    var exists: Bool { LinkStore.exists(in: directory) }

    private func openToRead() throws(StoreError) -> LinkStore {
        guard let file = Self.file(directory) else { return try LinkStore(directory: directory, isReadOnly: true) }
        // A daemon can only have a file with this name open.
        if file.lastPathComponent != LinkStore.fileName { return try LinkStore(copy: directory) }
        return try LinkStore(directory: file.deletingLastPathComponent().path, isReadOnly: true)
    }

    /// Opens the store, or creates it and reports that.
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

    /// The store for the daemon. Fails if a store was given explicitly or exists but can't be used. If none can be
    /// created at the default location, the daemon runs without one.
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

    /// A store on a read-only or full disk serves its links but accepts no new ones.
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

    // MARK: - Lookups

    /// Whether another location refers to the same existing store.
    func isSame(as other: StorePlace) -> Bool {
        guard let own = file else { return false }
        return own == other.file
    }

    private var file: URL? { Self.file(directory) ?? Self.file("\(directory)/\(LinkStore.fileName)") }

    /// The file at a path, or `nil` if there is none.
    private static func file(_ path: String) -> URL? {
        let file = URL(filePath: path).resolvingSymlinksInPath()
        var isDirectory: ObjCBool = false
        // Safe: the call writes only to the variable and keeps no pointer to it.
        let isThere = unsafe FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory)
        return isThere && !isDirectory.boolValue ? file : nil
    }

    /// The short links of the store, or `nil` if none was given and none exists.
    func shortLinks() throws -> (any ShortLinks)? {
        try source()?()
    }

    /// A factory for lookups in the store, one for each thread; `nil` in the same cases as ``shortLinks()``.
    func source() throws -> ShortLinkSource? {
        guard isNamed || exists else { return nil }
        let store = try open(.read)
        return { StoredLinks(store) }
    }
}
