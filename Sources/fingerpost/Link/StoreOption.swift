import ArgumentParser
import LinkStore

/// `--store`, and opening what it names.
struct StoreOption: ParsableArguments {
    @Option(help: "The directory of the store of links (default: $STATE_DIRECTORY, or .fingerpost).")
    var store: String?

    /// The directory: the flag, `FINGERPOST_STORE`, the first of systemd's `STATE_DIRECTORY`, or `.fingerpost`.
    static func directory(_ given: String?) -> String {
        if let path = given ?? Environment.variables["FINGERPOST_STORE"] { return path }
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
}
