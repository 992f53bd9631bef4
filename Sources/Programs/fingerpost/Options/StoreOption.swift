import ArgumentParser
import LinkStore
import ServiceFiles

/// `--store`.
struct StoreOption: ParsableArguments {
    @Option(
        help: """
            The directory of the link store (default: `store` in fingerpost.yaml, $STATE_DIRECTORY, or .fingerpost); \
            for reading, a backup works as well. [FINGERPOST_STORE]
            """, completion: .directory)
    var store: String?

    /// The location of the store.
    ///
    /// - Parameter rules: The given rules directory, whose fingerpost.yaml may name the store.
    func place(rules: String?) throws -> StorePlace { try StorePlace(store, rules: rules) }
}

/// The store that a daemon with the same flags and variables would serve.
struct LinkStoreOption: ParsableArguments {
    @OptionGroup var store: StoreOption
    @OptionGroup var rules: RulesOption

    func place() throws -> StorePlace { try store.place(rules: rules.rules) }

    func open(_ access: StorePlace.Access) throws -> LinkStore { try place().open(access) }
}
