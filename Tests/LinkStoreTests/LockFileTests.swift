import Glibc
import LMDB
import LinkStore
import Testing

/// The lock file is mapped for writing: a page of it without room on the disk would end the process when touched.
@Suite struct LockFileTests {
    /// Regression: LMDB creates it with `ftruncate`, and a store opened on a full disk died of SIGBUS.
    @Test(arguments: [false, true]) func everyByteHasItsRoom(isCutOff: Bool) throws {
        let scratch = ScratchDirectory()
        do { _ = try LinkStore(directory: scratch.path) }
        let lock = "\(scratch.file)-lock"
        // Safe: the paths are read within the calls.
        _ = unsafe unlink(lock)
        if isCutOff {
            close(unsafe open(lock, O_WRONLY | O_CREAT, 0o600))
            _ = unsafe truncate(lock, 100)
        }
        let store = try LinkStore(directory: scratch.path)
        var status = stat()
        // Safe: the call fills a local of its own type.
        let isThere = unsafe stat(lock, &status) == 0
        #expect(isThere)
        #expect(status.st_size > 510 * 64)
        #expect(Int(status.st_blocks) * 512 >= Int(status.st_size))
        withExtendedLifetime(store) {}
    }

    /// Processes that have the file mapped rely on its length.
    @Test func aFileThatIsLongEnoughKeepsItsLength() throws {
        let scratch = ScratchDirectory()
        do { _ = try LinkStore(directory: scratch.path) }
        let lock = "\(scratch.file)-lock"
        for size in [33_000, 70_000] {
            // Safe: the paths are read within the calls, and the call fills a local of its own type.
            _ = unsafe truncate(lock, size)
            do { _ = try LinkStore(directory: scratch.path) }
            var status = stat()
            let isThere = unsafe stat(lock, &status) == 0
            #expect(isThere)
            #expect(status.st_size == size)
            #expect(Int(status.st_blocks) * 512 >= size)
        }
    }
}
