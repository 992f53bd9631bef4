import Glibc
import LMDB
import LinkStore
import Testing

/// Files that are not or no longer a store: an error names the reason, and no byte is changed.
@Suite struct BadFileTests {
    private static func storeBytes() throws -> [UInt8] {
        let scratch = ScratchDirectory()
        do {
            let store = try LinkStore(directory: scratch.path)
            let links = (0..<500).map { number in
                let key = LinkKey.known("links.example.com/L\(number)")
                return LinkRecord(key: key, longLink: "https://www.example.com/\(number)", created: 1)
            }
            try store.apply(.all(links.map { .create(LinkCreation($0)) }))
        }
        return scratch.contents()
    }

    private static func expect(
        _ error: (String) -> StoreError, of bytes: [UInt8], _ comment: Comment? = nil
    ) {
        let scratch = ScratchDirectory()
        scratch.replace(with: bytes)
        for isReadOnly in [true, false] {
            #expect(throws: error(scratch.file), comment) {
                try LinkStore(directory: scratch.path, isReadOnly: isReadOnly)
            }
        }
        #expect(scratch.contents() == bytes, comment)
    }

    @Test func foreignFilesAreLeftAlone() throws {
        Self.expect({ .foreign(path: $0) }, of: Array("not a store".utf8))
        Self.expect({ .foreign(path: $0) }, of: Array(String(repeating: "SQLite format 3 ", count: 1_000).utf8))
        Self.expect({ .foreign(path: $0) }, of: [UInt8](repeating: 0, count: 65_536))
    }

    @Test func anotherProgramsFileIsForeign() throws {
        let scratch = ScratchDirectory()
        do {
            let environment = try LMDBEnvironment(path: scratch.file)
            var transaction = try environment.beginWriting()
            let database = try transaction.openDatabase("theirs", creating: true)
            try transaction.put([1].span, for: [2].span, in: database)
            try transaction.commit()
        }
        Self.expect({ .foreign(path: $0) }, of: scratch.contents())
    }

    @Test func aNewerFormatIsNamedSo() throws {
        let scratch = ScratchDirectory()
        do { _ = try LinkStore(directory: scratch.path) }
        do {
            let environment = try LMDBEnvironment(path: scratch.file)
            var transaction = try environment.beginWriting()
            let database = try transaction.openDatabase("meta", creating: false)
            try transaction.put(Array("fingerpost links 2".utf8).span, for: Array("format".utf8).span, in: database)
            try transaction.commit()
        }
        Self.expect({ .newer(path: $0) }, of: scratch.contents())
    }

    /// A file truncated at any page is refused when it is opened: no crash, and no link silently missing.
    @Test func aTruncatedFileIsRefused() throws {
        let bytes = try Self.storeBytes()
        for count in stride(from: 4_096, to: bytes.count, by: 4_096) {
            let scratch = ScratchDirectory()
            scratch.replace(with: Array(bytes[..<count]))
            do {
                _ = try LinkStore(directory: scratch.path)
                Issue.record("\(count) of \(bytes.count) bytes are taken for a store")
            } catch {
                switch error {
                case .truncated(scratch.file, bytes: count, needed: bytes.count): break
                case .foreign where count < 8_192: break
                default: Issue.record("\(count) of \(bytes.count) bytes: \(error)")
                }
            }
            #expect(scratch.contents() == Array(bytes[..<count]))
        }
    }

    /// Truncating an open file closes the store: no look-up reads the missing part.
    @Test func aFileCutUnderTheMapClosesTheStore() throws {
        let scratch = ScratchDirectory()
        scratch.replace(with: try Self.storeBytes())
        let store = try LinkStore(directory: scratch.path)
        // Safe: the path is read within the call.
        #expect(unsafe truncate(scratch.file, 8_192) == 0)
        let key = LinkKey.known("links.example.com/L1")
        #expect(throws: StoreError.self) {
            try store.apply(.delete(key, at: 1))
        }
        #expect(!store.isUsable)
        #expect(throws: StoreError.self) { try store.link(key) }
    }

    @Test func aStoreIsOpenOnceInAProcess() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        #expect(throws: StoreError.alreadyOpen(path: scratch.file)) { try LinkStore(directory: scratch.path) }
        withExtendedLifetime(store) {}
    }

    @Test func nothingIsMadeWhereItIsOnlyRead() throws {
        let scratch = ScratchDirectory()
        #expect(throws: StoreError.missing(path: scratch.file)) {
            try LinkStore(directory: scratch.path, isReadOnly: true)
        }
        #expect(!LinkStore.exists(in: scratch.path))
    }

    @Test func anEmptyFileIsNoStoreYet() throws {
        let scratch = ScratchDirectory()
        scratch.replace(with: [])
        #expect(throws: StoreError.missing(path: scratch.file)) {
            try LinkStore(directory: scratch.path, isReadOnly: true)
        }
        #expect(try LinkStore(directory: scratch.path).check().links == 0)
    }

    @Test func aDirectoryThatCannotBeMadeIsNamed() throws {
        #expect(throws: StoreError.failed(path: "/proc/store", LMDBError(code: ENOENT))) {
            try LinkStore(directory: "/proc/store")
        }
    }
}
