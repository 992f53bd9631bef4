import Foundation
package import LinkStore

/// The location of the link store, and how to open it.
package struct StorePlace: Sendable {
    /// The directory. For read-only access, it may also be a file written by `link backup`.
    package let directory: String
    /// Whether the location was given explicitly rather than being the default.
    package let isNamed: Bool

    /// The given location, else the first directory in systemd's `STATE_DIRECTORY`, else `.fingerpost`.
    package init(named path: String?, variables: [String: String]) {
        let state = variables["STATE_DIRECTORY"]?.split(separator: ":").first
        directory = path ?? state.map(String.init) ?? ".fingerpost"
        isNamed = path != nil
    }

    // MARK: - Opening

    /// The purpose for which a store is opened.
    package enum Access {
        case read
        /// Changes existing links.
        case change
        /// Inserts links. The store is created if it does not exist.
        case fill
    }

    /// Opens the store.
    ///
    /// - Parameter report: Receives a report that a new store was created.
    package func open(_ access: Access, report: (String) -> Void) throws(StoreError) -> LinkStore {
        if access == .read { return try openToRead() }
        guard access == .fill || exists else { throw .missing(path: directory) }
        return try openToWrite(report)
    }

    /// Whether the store exists.
    package var exists: Bool { LinkStore.exists(in: directory) }

    private func openToRead() throws(StoreError) -> LinkStore {
        guard let file = Self.file(directory) else { return try LinkStore(directory: directory, isReadOnly: true) }
        // A daemon can only have a file with this name open.
        if file.lastPathComponent != LinkStore.fileName { return try LinkStore(copy: directory) }
        return try LinkStore(directory: file.deletingLastPathComponent().path, isReadOnly: true)
    }

    /// Opens the store, or creates it and reports that.
    private func openToWrite(_ report: (String) -> Void) throws(StoreError) -> LinkStore {
        let isNew = !exists
        let store = try LinkStore(directory: directory)
        if isNew {
            let path = URL(filePath: directory).standardizedFileURL.path
            report(
                "\(path): created a new link store; to use another, set --store or `store` in fingerpost.yaml")
        }
        return store
    }

    /// The store for the daemon. Fails if a store was given explicitly or exists but can't be used. If none can be
    /// created at the default location, the daemon runs without one.
    package func openForService(report: (String) -> Void) throws(StartupFault) -> LinkStore? {
        do throws(StoreError) {
            return try openToWrite(report)
        } catch {
            if exists { return try openReadOnly(because: error, report) }
            guard !isNamed else { throw StartupFault("can't open the link store: \(error)") }
            report("\(error); serving without a store: only short links in the rules work")
            return nil
        }
    }

    /// A store on a read-only or full disk serves its links but accepts no new ones.
    private func openReadOnly(
        because error: StoreError, _ report: (String) -> Void
    ) throws(StartupFault) -> LinkStore {
        guard let reason = Self.reasonToReadOnly(error),
            let store = try? LinkStore(directory: directory, isReadOnly: true)
        else { throw StartupFault(error.description) }
        report("\(directory): \(reason); the store is open read-only")
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
    package func isSame(as other: StorePlace) -> Bool {
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
}
