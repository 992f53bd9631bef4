import Glibc
import LMDB
import Threads

/// Marks a directory as having its store open in a process, by a shared lock that conflicts with a process that needs
/// exclusive access.
///
/// It also prevents a process from opening a store twice, since closing one of the two would drop LMDB's own locks.
final class StorePresence: Sendable {
    private static let open = Locked<Set<PlaceIdentity>>([])

    private let descriptor: Int32
    private let identity: PlaceIdentity

    /// - Parameter place: The directory or, for a copy, the file itself.
    init(at place: String, path: String) throws(StoreError) {
        // Safe: the path is read within the call.
        let descriptor = unsafe Glibc.open(place, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed(path: place, LMDBError(code: errno)) }
        var status = stat()
        // Safe: the system fills a local variable.
        guard unsafe fstat(descriptor, &status) == 0, flock(descriptor, LOCK_SH | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            throw code == EWOULDBLOCK ? .inUse(path: path) : .failed(path: place, LMDBError(code: code))
        }
        let identity = PlaceIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        guard Self.open.withLock({ $0.insert(identity).inserted }) else {
            close(descriptor)
            throw .alreadyOpen(path: path)
        }
        self.descriptor = descriptor
        self.identity = identity
    }

    deinit {
        _ = Self.open.withLock { $0.remove(identity) }
        close(descriptor)
    }

    /// Whether no other process has the store open. If so, none can open it until this one closes it.
    func lockExclusively() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }
}

/// Identifies a directory or file.
struct PlaceIdentity: Hashable {
    let device: UInt64
    let inode: UInt64
}

extension PlaceIdentity {
    /// The identity of the file or directory at a path; `nil` if there is none.
    init?(_ path: String) {
        var status = stat()
        // Safe: the path is read within the call, and the system fills a local variable.
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }
}
