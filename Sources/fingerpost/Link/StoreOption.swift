import ArgumentParser
import LinkStore
import Routing
import Service

/// `--store`, and opening what it names.
struct StoreOption: ParsableArguments {
    @Option(help: "The directory of the store of links (default: $STATE_DIRECTORY, or .fingerpost).")
    var store: String?

    /// The directory that was asked for: by the flag, or by `FINGERPOST_STORE`.
    static func named(_ given: String?) -> String? { given ?? Environment.variables["FINGERPOST_STORE"] }

    /// The directory: the one asked for, else the first of systemd's `STATE_DIRECTORY`, else `.fingerpost`.
    static func directory(_ given: String?) -> String {
        if let path = named(given) { return path }
        let state = Environment.variables["STATE_DIRECTORY"]?.split(separator: ":").first
        return state.map(String.init) ?? ".fingerpost"
    }

    /// Opens the store, or ends with exit code 2 and the reason on standard error.
    func open(isReadOnly: Bool = false) throws -> LinkStore {
        do throws(StoreError) {
            return try LinkStore(directory: Self.directory(store), isReadOnly: isReadOnly)
        } catch {
            throw Failure(error.description)
        }
    }

    /// The short links of the store, to be looked up; nil where none was asked for and there is none.
    func shortLinks() throws -> (any ShortLinks)? {
        guard Self.named(store) != nil || LinkStore.exists(in: Self.directory(store)) else { return nil }
        return StoredLinks(try open(isReadOnly: true))
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
