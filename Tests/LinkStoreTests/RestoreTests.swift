import Glibc
import LMDB
import LinkStore
import Testing

/// Restoring backups: completely or not at all.
@Suite struct RestoreTests {
    private let scratch = ScratchDirectory()
    private let other = ScratchDirectory()

    /// A store with some links, backed up as `copy.mdb` in the first directory.
    private func backUp(_ count: Int) throws -> String {
        let path = "\(scratch.path)/copy.mdb"
        let store = try LinkStore(directory: scratch.path)
        for number in 0..<count {
            let key = LinkKey.known("links.example.com/L\(number)")
            try store.create(LinkRecord(key: key, longLink: "https://www.example.com/\(number)", created: 1))
        }
        try store.apply(.delete(LinkKey.known("links.example.com/L0"), at: 2))
        try store.backUp(to: path)
        return path
    }

    private func restore(_ path: String, replacing: Bool = false) throws -> Restoration {
        try LinkStore(copy: path).restore(into: other.path, replacing: replacing, now: 1_795_262_400)
    }

    private func forget(_ restored: Restoration) {
        // Safe: the path is read within the call.
        if let previous = restored.previous { _ = unsafe unlink(previous) }
    }

    @Test func aBackupBecomesAStore() throws {
        let path = try backUp(20)
        #expect(try restore(path) == Restoration(links: 19, previous: nil))
        let store = try LinkStore(directory: other.path)
        #expect(try store.check().findings == [])
        #expect(throws: StoreError.deleted) { try store.liveLink(LinkKey.known("links.example.com/L0")) }
        // It continues from the backup: a new link gets a new ID.
        let made = try store.create(
            LinkRecord(key: LinkKey.known("links.example.com/new"), longLink: "https://www.example.com/", created: 3))
        #expect(made.id > (try store.liveLink(LinkKey.known("links.example.com/L19")).id))
    }

    @Test func aStoreWithLinksIsReplacedOnlyOnRequestAndKept() throws {
        let path = try backUp(5)
        _ = try restore(path)
        do {
            let store = try LinkStore(directory: other.path)
            try store.create(
                LinkRecord(key: LinkKey.known("links.example.com/own"), longLink: "https://a.b/", created: 3))
        }
        let before = other.contents()
        #expect(throws: StoreError.notEmpty(path: other.file)) { try restore(path) }
        #expect(other.contents() == before)
        let restored = try restore(path, replacing: true)
        defer { forget(restored) }
        let previous = try #require(restored.previous)
        #expect(previous == "\(other.file).before-2026-11-21T120000Z")
        #expect(try LinkStore(directory: other.path).link(LinkKey.known("links.example.com/own")) == nil)
        #expect(
            try LinkStore(copy: previous).liveLink(LinkKey.known("links.example.com/own")).longLink == "https://a.b/")
    }

    @Test func aStoreWithoutLinksIsReplaced() throws {
        let path = try backUp(5)
        do { _ = try LinkStore(directory: other.path) }
        #expect(try restore(path) == Restoration(links: 4, previous: nil))
    }

    @Test func aStoreThatCannotBeReadIsReplacedOnRequest() throws {
        let path = try backUp(5)
        other.replace(with: Array("not a store".utf8))
        #expect(throws: StoreError.notEmpty(path: other.file)) { try restore(path) }
        #expect(other.contents() == Array("not a store".utf8))
        let restored = try restore(path, replacing: true)
        defer { forget(restored) }
        #expect(try LinkStore(directory: other.path).check().links == 4 && restored.previous != nil)
    }

    @Test func aStoreInUseIsLeftAlone() throws {
        let path = try backUp(5)
        _ = try restore(path)
        let descriptor = unsafe open(other.path, O_RDONLY)
        defer { close(descriptor) }
        // Like another process that has it open.
        #expect(flock(descriptor, LOCK_SH) == 0)
        #expect(throws: StoreError.inUse(path: other.file)) { try restore(path, replacing: true) }
    }

    @Test func aBackupThatIsNotWholeIsRefused() throws {
        let path = try backUp(2_000)
        _ = try restore(path)
        let before = other.contents()
        // An index entry without a link.
        do {
            let environment = try LMDBEnvironment(path: path)
            var transaction = try environment.beginWriting()
            let database = try transaction.openDatabase("created", creating: false)
            try transaction.put(Array("a.b/c".utf8).span, for: [UInt8](repeating: 1, count: 16).span, in: database)
            try transaction.commit()
        }
        defer { _ = unsafe unlink("\(path)-lock") }
        #expect(throws: StoreError.unsound(path: path, findings: 1)) { try restore(path, replacing: true) }
        let size = off_t(other.contents().count)
        #expect(unsafe truncate(path, size / 2) == 0)
        #expect { try restore(path, replacing: true) } throws: { error in
            if case .truncated? = error as? StoreError { true } else { false }
        }
        #expect(other.contents() == before)
    }
}
