import LMDB

/// The databases in the file, by name.
struct Databases: Sendable {
    /// The key's text → the record.
    let links: Database
    /// Creation time and ID → the key's text. Deleted links are in none of the indexes.
    let created: Database
    /// Update time and ID → the key's text.
    let updated: Database
    /// The tag, 0, creation time and ID → the key's text.
    let tags: Database
    /// Fingerprint and ID → the key's text.
    let fingerprints: Database
    /// Hashes of the destination's host and address, and ID → the key's text. `nil` in a store of an earlier version
    /// that is open for reading only.
    var destinations: Database?
    /// ID → the result of the last target check; see ``TargetCheck``. `nil` in a store of an earlier version that is
    /// open for reading only.
    var targets: Database?
    /// ID and day → the counts; see `LinkTransaction+Counts`.
    let counts: Database
    /// ID and day → the breakdown of the clicks; see ``Breakdown/stored``. `nil` in a store of an earlier version that is
    /// open for reading only.
    var breakdowns: Database?
    /// Namespace, 0 and name → bytes that the store does not interpret.
    let documents: Database
    /// `format` → ``StoreFormat/mark``; `next` → the next ID; `destinations` → ``DestinationIndex``.
    let meta: Database

    /// Opens all databases; in a new file, creates them.
    init(_ transaction: inout Transaction, creating: Bool) throws(LMDBError) {
        links = try transaction.openDatabase("links", creating: creating)
        created = try transaction.openDatabase("created", creating: creating)
        updated = try transaction.openDatabase("updated", creating: creating)
        tags = try transaction.openDatabase("tags", creating: creating)
        fingerprints = try transaction.openDatabase("fingerprints", creating: creating)
        destinations = try Self.openLater("destinations", &transaction, creating: creating)
        targets = try Self.openLater("targets", &transaction, creating: creating)
        counts = try transaction.openDatabase("counts", creating: creating)
        breakdowns = try Self.openLater("breakdowns", &transaction, creating: creating)
        documents = try transaction.openDatabase("documents", creating: creating)
        meta = try transaction.openDatabase("meta", creating: creating)
    }

    /// Opens a database that stores of earlier versions lack; `nil` if it is missing.
    static func openLater(
        _ name: String, _ transaction: inout Transaction, creating: Bool
    ) throws(LMDBError) -> Database? {
        do throws(LMDBError) { return try transaction.openDatabase(name, creating: creating) } catch {
            guard error == .notFound else { throw error }
            return nil
        }
    }
}

/// The marks that distinguish a link store from other LMDB files.
enum StoreFormat {
    static let file = "links.mdb"
    static let formatKey = Array("format".utf8)
    static let nextKey = Array("next".utf8)
    static let destinationsKey = Array("destinations".utf8)
    /// The mark without the version number, which follows in one byte.
    static let mark = Array("fingerpost links ".utf8)
    static let version = UInt8(ascii: "1")
}
