import ArgumentParser
import Foundation
import LinkStore
import Replay
import Routing
import Service

/// `--store`, and opening what it names.
struct StoreOption: ParsableArguments {
    @Option(
        help: """
            The directory of the store of links (default: $STATE_DIRECTORY, or .fingerpost); where it is only read, a \
            backup will do.
            """)
    var store: String?

    /// The directory that was asked for: by the flag, or by `FINGERPOST_STORE`.
    static func named(_ given: String?) -> String? { given ?? Environment.variables["FINGERPOST_STORE"] }

    /// The directory: the one asked for, else the first of systemd's `STATE_DIRECTORY`, else `.fingerpost`.
    static func directory(_ given: String?) -> String {
        if let path = named(given) { return path }
        let state = Environment.variables["STATE_DIRECTORY"]?.split(separator: ":").first
        return state.map(String.init) ?? ".fingerpost"
    }

    /// Opens the store, or ends with exit code 2 and the reason on standard error. To be read, it may also be a file that
    /// `link backup` wrote.
    func open(isReadOnly: Bool = false) throws -> LinkStore {
        let directory = Self.directory(store)
        do throws(StoreError) {
            guard isReadOnly, let file = Self.file(directory) else {
                return try LinkStore(directory: directory, isReadOnly: isReadOnly)
            }
            // A daemon has no file open but one of this name.
            if file.lastPathComponent != LinkStore.fileName { return try LinkStore(copy: directory) }
            return try LinkStore(directory: file.deletingLastPathComponent().path, isReadOnly: true)
        } catch {
            throw Failure(error.description)
        }
    }

    /// Whether another option names the same store, and it is there.
    func isSame(as other: StoreOption) -> Bool {
        func file(_ option: StoreOption) -> URL? {
            let path = Self.directory(option.store)
            return Self.file(path) ?? Self.file("\(path)/\(LinkStore.fileName)")
        }
        guard let own = file(self) else { return false }
        return own == file(other)
    }

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
        guard Self.named(store) != nil || LinkStore.exists(in: Self.directory(store)) else { return nil }
        let store = try open(isReadOnly: true)
        return { StoredLinks(store) }
    }

    /// The store for the daemon. One that was asked for, or that is there and can't be used, ends the program; where the
    /// usual place can't have one, the daemon does without.
    static func openForService(_ given: String?) throws -> LinkStore? {
        let directory = directory(given)
        do throws(StoreError) {
            return try LinkStore(directory: directory)
        } catch {
            if LinkStore.exists(in: directory) { return try openToRead(directory, because: error) }
            guard named(given) == nil else { throw Failure("the store of links can't be opened: \(error)") }
            Output.error("\(error); serving without a store: short links are those of the rules")
            return nil
        }
    }

    /// A store on a disk that is read only serves its links, and takes no new ones.
    private static func openToRead(_ directory: String, because error: StoreError) throws -> LinkStore {
        guard case .failed = error, let store = try? LinkStore(directory: directory, isReadOnly: true) else {
            throw Failure(error.description)
        }
        Output.error("\(error); the store is open to be read only")
        return store
    }
}
